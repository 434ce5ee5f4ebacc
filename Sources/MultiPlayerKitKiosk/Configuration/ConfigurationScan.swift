import Foundation
import MultiPlayerKit

/// Builds a configuration from a JSON text and collects everything that is wrong on the way.
///
/// A value that cannot be read is noted and replaced by its default, so that one mistake does not hide the next. The
/// configuration is valid only if there is no mistake.
struct ConfigurationScan {
    typealias Mistake = KioskConfigurationError.Mistake

    /// Name of the file, for messages.
    let file: String
    /// The folder that relative names refer to.
    let folder: URL
    let text: SourceText
    /// Names of tiles, backgrounds and screens so far, each with the path of its owner.
    var tileNames: [String: String] = [:]
    var screenNames: [String: String] = [:]
    /// The files that the configuration names. `isWritten`: the kiosk writes the file itself.
    var namedFiles: [(field: ConfigurationField, url: URL, isWritten: Bool)] = []
    private var noted: [Note] = []

    private struct Note {
        let offset: Int
        let path: String
        let problem: String
        let remedy: String
    }

    init(_ bytes: [UInt8], file: String, folder: URL) {
        text = SourceText(bytes)
        self.file = file
        self.folder = folder
    }

    var hasMistakes: Bool { !noted.isEmpty }

    /// The mistakes in file order.
    var mistakes: [Mistake] {
        let sorted = noted.sorted { $0.offset < $1.offset }
        return zip(sorted, text.places(of: sorted.map(\.offset))).map { note, place in
            Mistake(
                file: file, line: place.line, column: place.column, field: note.path, problem: note.problem,
                remedy: note.remedy)
        }
    }

    mutating func note(_ path: String, at offset: Int, _ problem: String, _ remedy: String) {
        noted.append(Note(offset: offset, path: path, problem: problem, remedy: remedy))
    }

    /// Notes a mistake in a value of the right kind.
    mutating func refuse(_ field: ConfigurationField, _ problem: String, _ remedy: String) {
        note(field.path, at: field.value.offset, problem, remedy)
    }

    /// Notes a value that does not fit the rule of its field.
    mutating func refuse(_ field: ConfigurationField, _ rule: FieldRule) {
        refuse(field, "\(field.value.shown) is no \(rule.name)", rule.remedy)
    }

    /// Reads the whole file. `nil`: it could not be read to its end. Check ``mistakes`` in any case.
    mutating func configuration() -> KioskConfiguration? {
        var reader = JSONReader(text)
        let document: JSONValue
        do {
            document = try reader.document()
        } catch {
            note(error.path, at: error.offset, error.problem, error.remedy)
            return nil
        }
        for fault in reader.repeatedKeys { note(fault.path, at: fault.offset, fault.problem, fault.remedy) }
        return configuration(ConfigurationField(path: "", value: document))
    }
}

extension ConfigurationScan {
    private enum Key: String, CaseIterable { case screens, loop, audio, schedule, clock, watch }

    private mutating func configuration(_ field: ConfigurationField) -> KioskConfiguration? {
        let rule = FieldRule(name: "configuration", allowed: "an object", example: "{\"screens\": [...]}")
        guard let fields = fields(of: field, Key.self, rule) else { return nil }
        var configuration = KioskConfiguration(screens: [])
        let screens = FieldRule(
            name: "list of screens", allowed: "a list of at least one", example: "[{\"background\": \"a.mp4\"}]")
        if let screenField = fields[.screens] {
            configuration.screens = self.screens(screenField, screens)
        } else {
            miss(.screens, in: fields, screens)
        }
        if let loop = fields[.loop].flatMap({ choice($0, of: KioskConfiguration.Loop.self, "way to loop") }) {
            configuration.loop = loop
        }
        configuration.audio = fields[.audio].flatMap { audio($0) }
        configuration.schedule = fields[.schedule].map { schedule($0) } ?? []
        configuration.clock = fields[.clock].map { clock($0) } ?? configuration.clock
        configuration.watch = fields[.watch].map { watch($0) } ?? configuration.watch
        return configuration
    }

    private mutating func audio(_ field: ConfigurationField) -> String? {
        let rule = FieldRule(name: "name of a tile", allowed: "the name of the tile that is heard", example: "\"left\"")
        guard let name = field.text else {
            refuse(field, rule)
            return nil
        }
        let names = tileNames.filter { !$0.value.hasSuffix(".background") }.keys.sorted()
        // With no name at all the tiles are the mistake, which is already noted.
        if !names.contains(name), !names.isEmpty {
            refuse(field, "no tile is called \(field.value.shown)", NearestWord.question(name, among: names))
        }
        return name
    }
}

/// Readers for one kind of value each. `nil`, with a mistake noted: the value is of another kind or out of range.
extension ConfigurationScan {
    mutating func number(_ field: ConfigurationField, in range: ClosedRange<Double>, _ rule: FieldRule) -> Double? {
        // A number too large for the machine reads as infinity, one too small as zero.
        if case .number(let digits) = field.value.content, let number = Double(digits), range.contains(number) {
            return number
        }
        refuse(field, rule)
        return nil
    }

    mutating func whole(_ field: ConfigurationField, in range: ClosedRange<Int>, _ rule: FieldRule) -> Int? {
        if case .number(let digits) = field.value.content, let number = Double(digits).flatMap(Int.init(exactly:)),
            range.contains(number)
        {
            return number
        }
        refuse(field, rule)
        return nil
    }

    /// Reads seconds, to the nanosecond.
    mutating func time(_ field: ConfigurationField, in range: ClosedRange<Duration>, _ rule: FieldRule) -> Duration? {
        let bounds = range.lowerBound.seconds...range.upperBound.seconds
        return number(field, in: bounds, rule).map(Duration.nearest(seconds:))
    }

    mutating func list(_ field: ConfigurationField, _ rule: FieldRule) -> [ConfigurationField]? {
        if let items = field.items, !items.isEmpty { return items }
        if field.items != nil { refuse(field, "the list is empty", rule.remedy) } else { refuse(field, rule) }
        return nil
    }

    /// Reads one of the words that the cases of an enumeration name.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ field: ConfigurationField, of choices: Choice.Type, _ name: String
    ) -> Choice? {
        if let choice = field.text.flatMap(Choice.init(rawValue:)) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        refuse(field, "\(field.value.shown) is no \(name)", NearestWord.question(field.text ?? "", among: words))
        return nil
    }

    /// Reads a name for logs and status lines: one line of text.
    mutating func name(_ field: ConfigurationField) -> String? {
        if let name = field.text, !name.isEmpty, name.utf8.count <= Self.longestName,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        {
            return name
        }
        refuse(field, Self.nameRule)
        return nil
    }

    mutating func port(_ field: ConfigurationField) -> Int? {
        whole(
            field, in: 1...65_535,
            FieldRule(name: "port", allowed: "a whole number from 1 to 65535", example: "\(Self.usualPort)"))
    }

    /// The longest name in bytes: a label that still leaves room in a log line.
    static var longestName: Int { 64 }

    static var nameRule: FieldRule {
        FieldRule(name: "name", allowed: "text of 1 to \(longestName) bytes in one line", example: "\"left\"")
    }
}

/// One value of the file, and its path.
struct ConfigurationField {
    let path: String
    let value: JSONValue

    /// The value's text; `nil`: it is not text.
    var text: String? {
        if case .text(let text) = value.content { text } else { nil }
    }

    /// The value's items; `nil`: it is not a list.
    var items: [ConfigurationField]? {
        guard case .list(let values) = value.content else { return nil }
        return values.enumerated().map { ConfigurationField(path: FieldPath.item($0, of: path), value: $1) }
    }

    var isObject: Bool {
        if case .object = value.content { true } else { false }
    }
}

/// The fields of an object that has keys of one kind.
struct ConfigurationFields<Key: RawRepresentable<String> & Hashable & CaseIterable> {
    let owner: ConfigurationField
    fileprivate(set) var found: [Key: ConfigurationField] = [:]
    /// Keys that misspelled ones probably stand for. They are not reported as missing, too: one slip, one message.
    fileprivate var meant: Set<Key> = []

    subscript(_ key: Key) -> ConfigurationField? { found[key] }
}

/// What a field may contain.
struct FieldRule {
    /// The name of the kind of value, as in `"ten" is no time`.
    let name: String
    /// The allowed values, as in `seconds greater than 0`.
    let allowed: String
    /// An example as it is written in a file.
    let example: String

    var remedy: String { "give \(allowed), for example \(example)" }
}

extension ConfigurationScan {
    /// Splits an object into its fields. Unknown keys are mistakes. `nil`, with a mistake noted: it is not an object.
    mutating func fields<Key>(
        of field: ConfigurationField, _ keys: Key.Type, _ rule: FieldRule
    ) -> ConfigurationFields<Key>? {
        guard case .object(let members) = field.value.content else {
            refuse(field, rule)
            return nil
        }
        var fields = ConfigurationFields<Key>(owner: field)
        for member in members {
            let path = FieldPath.member(member.key, of: field.path)
            if let key = Key(rawValue: member.key) {
                fields.found[key] = ConfigurationField(path: path, value: member.value)
            } else {
                let keys = Key.allCases.map(\.rawValue)
                note(path, at: member.keyOffset, "there is no such key", NearestWord.question(member.key, among: keys))
                if let key = NearestWord.to(member.key, among: keys).flatMap(Key.init) { fields.meant.insert(key) }
            }
        }
        return fields
    }

    /// Notes that a required key, or the one that may replace it, is missing.
    mutating func miss<Key>(_ key: Key, or other: Key? = nil, in fields: ConfigurationFields<Key>, _ rule: FieldRule) {
        guard fields.meant.isDisjoint(with: [key, other ?? key]) else { return }
        note(
            FieldPath.member(key.rawValue, of: fields.owner.path), at: fields.owner.value.offset, "is missing",
            rule.remedy)
    }
}
