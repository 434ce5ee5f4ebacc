import Foundation
import MultiPlayerKit

/// Builds a value from a JSON document that people write, and collects everything that is wrong on the way.
///
/// A value that cannot be read is noted and replaced by its default, so that one mistake does not hide the next. The
/// result is valid only if there is no mistake.
package protocol DocumentScan {
    var notes: DocumentNotes { get set }
    /// The folder that relative names refer to.
    var folder: URL { get }
    /// The smallest document there is, for messages.
    static var example: String { get }
}

/// One thing that is wrong in a document. Text from the file is quoted, shortened and freed of control characters.
package struct DocumentMistake: Hashable, Sendable {
    /// Name of the file, without its folder.
    package let file: String
    /// The line and the column, from 1; columns are counted in Unicode scalars.
    package let line, column: Int
    /// The path of the value; empty: the file as a whole.
    package let field: String
    package let problem: String
    package let remedy: String
}

/// The text of a document, and what is wrong in it.
package struct DocumentNotes {
    /// Name of the file, for messages.
    package let file: String
    let text: SourceText
    private var noted: [Note] = []

    private struct Note {
        let offset: Int
        let path: String
        let problem: String
        let remedy: String
    }

    package init(_ bytes: [UInt8], file: String) {
        text = SourceText(bytes)
        self.file = file
    }

    /// In file order.
    package var mistakes: [DocumentMistake] {
        let sorted = noted.sorted { $0.offset < $1.offset }
        return zip(sorted, text.places(of: sorted.map(\.offset))).map { note, place in
            DocumentMistake(
                file: file, line: place.line, column: place.column, field: note.path, problem: note.problem,
                remedy: note.remedy)
        }
    }

    package var areEmpty: Bool { noted.isEmpty }

    mutating func note(_ path: String, at offset: Int, _ problem: String, _ remedy: String) {
        noted.append(Note(offset: offset, path: path, problem: problem, remedy: remedy))
    }
}

extension DocumentScan {
    package var hasMistakes: Bool { !notes.areEmpty }

    package mutating func note(_ path: String, at offset: Int, _ problem: String, _ remedy: String) {
        notes.note(path, at: offset, problem, remedy)
    }

    /// Notes a mistake in a value of the right kind.
    package mutating func refuse(_ field: DocumentField, _ problem: String, _ remedy: String) {
        note(field.path, at: field.value.offset, problem, remedy)
    }

    /// Notes a value that does not fit the rule of its field.
    package mutating func refuse(_ field: DocumentField, _ rule: FieldRule) {
        refuse(field, "\(field.value.shown) is no \(rule.name)", rule.remedy)
    }

    /// Reads the whole file. `nil`: it could not be read to its end.
    package mutating func document() -> DocumentField? {
        var reader = JSONReader(notes.text, example: Self.example)
        let document: JSONValue
        do {
            document = try reader.document()
        } catch {
            note(error.path, at: error.offset, error.problem, error.remedy)
            return nil
        }
        for fault in reader.repeatedKeys { note(fault.path, at: fault.offset, fault.problem, fault.remedy) }
        return DocumentField(path: "", value: document)
    }
}

/// Readers for one kind of value each. `nil`, with a mistake noted: the value is of another kind or out of range.
extension DocumentScan {
    package mutating func number(_ field: DocumentField, in range: ClosedRange<Double>, _ rule: FieldRule) -> Double? {
        // A number too large for the machine reads as infinity, one too small as zero.
        if case .number(let digits) = field.value.content, let number = Double(digits), range.contains(number) {
            return number
        }
        refuse(field, rule)
        return nil
    }

    package mutating func whole(_ field: DocumentField, in range: ClosedRange<Int>, _ rule: FieldRule) -> Int? {
        if case .number(let digits) = field.value.content, let number = Double(digits).flatMap(Int.init(exactly:)),
            range.contains(number)
        {
            return number
        }
        refuse(field, rule)
        return nil
    }

    /// Reads seconds, to the nanosecond.
    package mutating func time(_ field: DocumentField, in range: ClosedRange<Duration>, _ rule: FieldRule) -> Duration?
    {
        let bounds = range.lowerBound.seconds...range.upperBound.seconds
        return number(field, in: bounds, rule).map(Duration.nearest(seconds:))
    }

    /// Reads the two times of a part, of which the first may be missing. `nil`: neither is there, or a mistake is noted.
    package mutating func part(
        from: DocumentField?, to: DocumentField?, upTo longest: Duration, _ rule: FieldRule
    ) -> Range<Duration>? {
        let start = from.map { time($0, in: .zero...longest, rule) } ?? .zero
        guard let to else {
            if let from, start != nil {
                refuse(from, "the part has no end", "give \"to\", too, for example \"from\": 1, \"to\": 3")
            }
            return nil
        }
        guard let end = time(to, in: .zero...longest, rule), let start else { return nil }
        guard start < end else {
            refuse(
                to, "the part ends at \(to.value.shown) s and begins at \(from?.value.shown ?? "0") s",
                "give \"to\" after \"from\", for example \"from\": 1, \"to\": 3")
            return nil
        }
        return start..<end
    }

    package mutating func list(_ field: DocumentField, _ rule: FieldRule) -> [DocumentField]? {
        if let items = field.items, !items.isEmpty { return items }
        if field.items != nil { refuse(field, "the list is empty", rule.remedy) } else { refuse(field, rule) }
        return nil
    }

    /// Reads one of the words that the cases of an enumeration name.
    package mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ field: DocumentField, of choices: Choice.Type, _ name: String
    ) -> Choice? {
        if let choice = field.text.flatMap(Choice.init(rawValue:)) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        refuse(field, "\(field.value.shown) is no \(name)", NearestWord.question(field.text ?? "", among: words))
        return nil
    }

    /// Reads a name for logs and status lines: one line of text.
    package mutating func name(_ field: DocumentField) -> String? {
        if let name = field.text, !name.isEmpty, name.utf8.count <= Self.longestName,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        {
            return name
        }
        refuse(field, Self.nameRule)
        return nil
    }

    /// The longest name in bytes: a label that still leaves room in a log line.
    package static var longestName: Int { 64 }

    package static var nameRule: FieldRule {
        FieldRule(name: "name", allowed: "text of 1 to \(longestName) bytes in one line", example: "\"left\"")
    }
}

/// One value of the file, and its path.
package struct DocumentField {
    package let path: String
    package let value: JSONValue

    /// The value's text; `nil`: it is not text.
    package var text: String? {
        if case .text(let text) = value.content { text } else { nil }
    }

    /// The value's items; `nil`: it is not a list.
    package var items: [DocumentField]? {
        guard case .list(let values) = value.content else { return nil }
        return values.enumerated().map { DocumentField(path: FieldPath.item($0, of: path), value: $1) }
    }

    package var isObject: Bool {
        if case .object = value.content { true } else { false }
    }
}

/// The fields of an object that has keys of one kind.
package struct DocumentFields<Key: RawRepresentable<String> & Hashable & CaseIterable> {
    package let owner: DocumentField
    fileprivate(set) var found: [Key: DocumentField] = [:]
    /// Keys that misspelled ones probably stand for. They are not reported as missing, too: one slip, one message.
    fileprivate var meant: Set<Key> = []

    package subscript(_ key: Key) -> DocumentField? { found[key] }
}

/// What a field may contain.
package struct FieldRule {
    /// The name of the kind of value, as in `"ten" is no time`.
    package let name: String
    /// The allowed values, as in `seconds greater than 0`.
    package let allowed: String
    /// An example as it is written in a file.
    package let example: String

    package init(name: String, allowed: String, example: String) {
        (self.name, self.allowed, self.example) = (name, allowed, example)
    }

    package var remedy: String { "give \(allowed), for example \(example)" }
}

extension DocumentScan {
    /// Splits an object into its fields. Unknown keys are mistakes. `nil`, with a mistake noted: it is not an object.
    package mutating func fields<Key>(
        of field: DocumentField, _ keys: Key.Type, _ rule: FieldRule
    ) -> DocumentFields<Key>? {
        guard case .object(let members) = field.value.content else {
            refuse(field, rule)
            return nil
        }
        var fields = DocumentFields<Key>(owner: field)
        for member in members {
            let path = FieldPath.member(member.key, of: field.path)
            if let key = Key(rawValue: member.key) {
                fields.found[key] = DocumentField(path: path, value: member.value)
            } else {
                let keys = Key.allCases.map(\.rawValue)
                note(path, at: member.keyOffset, "there is no such key", NearestWord.question(member.key, among: keys))
                if let key = NearestWord.to(member.key, among: keys).flatMap(Key.init) { fields.meant.insert(key) }
            }
        }
        return fields
    }

    /// Notes that a required key, or the one that may replace it, is missing.
    package mutating func miss<Key>(_ key: Key, or other: Key? = nil, in fields: DocumentFields<Key>, _ rule: FieldRule)
    {
        guard fields.meant.isDisjoint(with: [key, other ?? key]) else { return }
        note(
            FieldPath.member(key.rawValue, of: fields.owner.path), at: fields.owner.value.offset, "is missing",
            rule.remedy)
    }
}

/// File names and network addresses.
extension DocumentScan {
    /// Reads a file name, or an http or https address. `nil`, with a mistake noted: it is neither.
    package mutating func fileOrAddress(_ field: DocumentField, _ rule: FieldRule) -> URL? {
        guard let text = field.text, let scheme = Self.scheme(of: text) else { return fileName(field, rule) }
        guard ["http", "https"].contains(scheme) else {
            refuse(field, "\(field.value.shown) is no address that can be played", rule.remedy)
            return nil
        }
        guard let url = URL(string: text), url.host()?.isEmpty == false else {
            refuse(field, rule)
            return nil
        }
        return url
    }

    /// Reads a file name, relative to the document's folder. `nil`, with a mistake noted: it is not one.
    package mutating func fileName(_ field: DocumentField, _ rule: FieldRule) -> URL? {
        guard let name = field.text, !name.isEmpty, !name.hasSuffix("/"), Self.scheme(of: name) == nil else {
            refuse(field, rule)
            return nil
        }
        return
            name.hasPrefix("/")
            ? URL(filePath: name, directoryHint: .notDirectory)
            : folder.appending(path: name, directoryHint: .notDirectory)
    }

    /// The letters before `://` in lower case; `nil`: there are none, so it is the name of a file.
    private static func scheme(of text: String) -> String? {
        guard let mark = text.firstRange(of: "://"), mark.lowerBound != text.startIndex else { return nil }
        let scheme = text[..<mark.lowerBound]
        return scheme.utf8.allSatisfy { Character(Unicode.Scalar($0)).isLetter } ? scheme.lowercased() : nil
    }
}
