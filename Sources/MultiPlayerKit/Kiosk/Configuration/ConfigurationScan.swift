import Foundation

/// Makes a configuration of a JSON text and collects all that is wrong on the way.
///
/// What cannot be read is noted and then stands as its default, so that one mistake does not hide the next; the
/// configuration is of use only while there is no mistake.
struct ConfigurationScan {
    typealias Mistake = KioskConfigurationError.Mistake

    /// Name of the file, for messages.
    let file: String
    /// What relative names are relative to.
    let folder: URL
    let text: SourceText
    /// Names of tiles, backgrounds and screens so far, each with the path of its owner.
    var tileNames: [String: String] = [:]
    var screenNames: [String: String] = [:]
    /// Files that are named, and folders in which one will be written.
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

    /// In the order of the file.
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

    /// Something is wrong with a value that is of the right kind.
    mutating func refuse(_ field: ConfigurationField, _ problem: String, _ remedy: String) {
        note(field.path, at: field.value.offset, problem, remedy)
    }

    /// A value is not what belongs here.
    mutating func refuse(_ field: ConfigurationField, _ rule: FieldRule) {
        refuse(field, "\(field.value.shown) is no \(rule.name)", rule.remedy)
    }

    /// Reads the whole file; `nil`: it cannot be read to its end. See ``mistakes`` in any case.
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
        // Without any name the tiles are what is wrong, and that has been said.
        if !names.contains(name), !names.isEmpty {
            refuse(field, "no tile is called \(field.value.shown)", NearestWord.question(name, among: names))
        }
        return name
    }
}
