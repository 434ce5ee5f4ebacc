import MultiPlayerKit

/// The bytes of a file, and their lines and columns.
package struct SourceText {
    package let bytes: [UInt8]
    /// The offset at which the text begins, after a byte order mark.
    let start: Int

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // The byte order mark in UTF-8. It means nothing, but some editors write it.
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The lines and columns of bytes, from 1; columns count Unicode scalars, and a tab as one.
    ///
    /// - Parameter offsets: In ascending order, so that one pass through the text finds them all.
    package func places(of offsets: [Int]) -> [(line: Int, column: Int)] {
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

    /// The offset of the first byte that is not UTF-8; `nil`: the text is valid.
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

    /// For messages: the character at an offset, or that the file ends there.
    func shown(at offset: Int) -> String {
        guard offset < bytes.count else { return "the end of the file" }
        // A character has at most four bytes. Only the first is used, so it does not matter if one after it is cut.
        let text = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
        return ShownText.quoted(String(text.unicodeScalars.prefix(1)))
    }
}

/// Formats text of a file for messages: on one line, of bounded length, without what could control a terminal and
/// without the secrets of addresses.
package enum ShownText {
    /// Long enough for any value that is nearly right, short enough to keep a message readable.
    private static let limit = 60

    package static func quoted(_ text: String) -> String {
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

    /// Shortens a number, whose digits need no quotes.
    static func shortened(_ digits: String) -> String {
        digits.utf8.count <= limit ? digits : digits.prefix(limit) + "..."
    }
}

/// Finds the word that was probably meant.
package enum NearestWord {
    /// The nearest of `words`, or `nil` when none is near: a third of its letters, but at least one, may be wrong,
    /// missing, extra or swapped with a neighbor. Case is ignored.
    package static func to(_ word: String, among words: [String]) -> String? {
        let letters = Array(word.lowercased().utf8)
        // No key of a document is longer than 16 letters; the bound keeps a hostile file cheap.
        guard (1...32).contains(letters.count) else { return nil }
        let ranked = words.map { (word: $0, distance: distance(letters, Array($0.lowercased().utf8))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.word.utf8.count / 3) ? best.word : nil
    }

    /// The second half of a message: the word that was probably meant, or all that are allowed.
    package static func question(_ word: String, among words: [String]) -> String {
        if let nearest = to(word, among: words) { return "did you mean \(ShownText.quoted(nearest))?" }
        return "give one of " + words.map(ShownText.quoted).joined(separator: ", ")
    }

    /// The number of edits that turn one word into the other; a swap of two neighbors is one.
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
