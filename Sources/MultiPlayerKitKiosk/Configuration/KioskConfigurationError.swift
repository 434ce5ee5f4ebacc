import MultiPlayerKit

/// A kiosk's file that cannot be followed, with all that is wrong in it.
///
/// ```swift
/// do { configuration = try KioskConfiguration(contentsOf: file) } catch { print(error) }
/// ```
public struct KioskConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one, in the order of the file. A fault of form, as a comma too many, hides what follows it.
    public let mistakes: [Mistake]

    /// One line for each mistake.
    public var description: String { mistakes.map(\.description).joined(separator: "\n") }

    /// One thing that is wrong.
    ///
    /// Text from the file is quoted, shortened and freed of control characters.
    public struct Mistake: Hashable, Sendable, CustomStringConvertible {
        /// Name of the configuration file, without its folder.
        public let file: String
        /// From 1; `nil`: the file as a whole.
        public let line: Int?
        /// From 1, counted in Unicode scalars; `nil`: the file as a whole.
        public let column: Int?
        /// The way to the value, as in `screens[0].tiles[1].clips[2].duration`, with lists counted from 0; empty: the
        /// file as a whole.
        public let field: String
        /// What was found, without a full stop.
        public let problem: String
        /// What is allowed, with an example where that helps, without a full stop.
        public let remedy: String

        /// One line: `kiosk.json:12:9: loop: "both" is no way to loop; give "each" or "together"`.
        public var description: String {
            let place = [file, line.map { "\($0)" }, column.map { "\($0)" }].compactMap { $0 }.joined(separator: ":")
            return "\(place): \(field.isEmpty ? "" : "\(field): ")\(problem); \(remedy)"
        }
    }
}

/// The bytes of a file, and where in its lines they are.
struct SourceText {
    let bytes: [UInt8]
    /// Offset at which the text begins: behind the mark that some editors put before it.
    let start: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // The byte order mark in UTF-8. It means nothing there, but some editors write it.
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Lines and columns of some bytes, all from 1; columns count Unicode scalars, a tab as one.
    ///
    /// - Parameter offsets: In rising order, so that one way through the text finds them all.
    func places(of offsets: [Int]) -> [(line: Int, column: Int)] {
        var (position, line, column) = (start, 1, 1)
        return offsets.map { offset in
            while position < min(offset, bytes.count) {
                let byte = bytes[position]
                position += 1
                if byte == UInt8(ascii: "\n") {
                    (line, column) = (line + 1, 1)
                } else if position == bytes.count || bytes[position] & 0xC0 != 0x80 {
                    // The last byte of a scalar: the one after it does not continue it.
                    column += 1
                }
            }
            return (line, column)
        }
    }

    /// Offset of the first byte that is no UTF-8; `nil`: all of it is.
    var firstInvalidByte: Int? {
        var offset = 0
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        while true {
            switch decoder.decode(&rest) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }

    /// For people: the character at an offset, or that the file ends there.
    func shown(at offset: Int) -> String {
        guard offset < bytes.count else { return "the end of the file" }
        // Four bytes are the longest character; what is cut behind the first does not matter.
        let text = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
        return ShownText.quoted(String(text.unicodeScalars.prefix(1)))
    }
}

/// Text of a file as messages show it: on one line, of bounded length, without what could drive a terminal and without the
/// secrets of addresses.
enum ShownText {
    /// Long enough for any value that is nearly right, short enough to keep a message readable.
    private static let limit = 60

    static func quoted(_ text: String) -> String {
        var shown = "\""
        for (count, scalar) in MediaAddress.redacted(in: text).unicodeScalars.enumerated() {
            guard count < limit else {
                shown += "..."
                break
            }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                if scalar == "\"" || scalar == "\\" { shown += "\\" }
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown + "\""
    }

    /// Of a number: digits, which need no quotes.
    static func shortened(_ digits: String) -> String {
        digits.utf8.count <= limit ? digits : digits.prefix(limit) + "..."
    }
}

/// Finds the word that was probably meant.
enum NearestWord {
    /// The nearest of `words`, or `nil` when none is near: a third of its letters, but at least one, may be wrong,
    /// missing, too many or swapped with a neighbor. Capitals count as small letters.
    static func to(_ word: String, among words: [String]) -> String? {
        let letters = Array(word.lowercased().utf8)
        // No key of a kiosk's file is longer than 16 letters; the bound keeps a hostile file cheap.
        guard (1...32).contains(letters.count) else { return nil }
        let ranked = words.map { (word: $0, distance: distance(letters, Array($0.lowercased().utf8))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.word.utf8.count / 3) ? best.word : nil
    }

    /// As the second half of a message: the word that was meant, or all that could be.
    static func question(_ word: String, among words: [String]) -> String {
        if let nearest = to(word, among: words) { return "did you mean \(ShownText.quoted(nearest))?" }
        return "give one of " + words.map(ShownText.quoted).joined(separator: ", ")
    }

    /// Edits that make one word the other; a swap of two neighbors is one.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var rows = [Array(0...right.count)]
        for (i, letter) in left.enumerated() {
            let above = rows[i]
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var best = min(above[j] + (letter == other ? 0 : 1), above[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
