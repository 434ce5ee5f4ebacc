import Foundation
import MultiPlayerKit
import MultiPlayerKitScreen

/// Builds a configuration from a JSON text and collects everything that is wrong on the way.
///
/// A value that cannot be read is noted and replaced by its default, so that one mistake does not hide the next. The
/// configuration is valid only if there is no mistake.
struct ConfigurationScan: DocumentScan {
    typealias Mistake = KioskConfigurationError.Mistake

    /// The folder that relative names refer to.
    let folder: URL
    /// Names of tiles, backgrounds and screens so far, each with the path of its owner.
    var tileNames: [String: String] = [:]
    var screenNames: [String: String] = [:]
    /// The files that the configuration names. `isWritten`: the kiosk writes the file itself.
    var namedFiles: [(field: DocumentField, url: URL, isWritten: Bool)] = []
    var notes: DocumentNotes

    static let example = "{\"screens\": [...]}"

    init(_ bytes: [UInt8], file: String, folder: URL) {
        notes = DocumentNotes(bytes, file: file)
        self.folder = folder
    }

    /// Name of the file, for messages.
    var file: String { notes.file }

    /// The mistakes in file order.
    var mistakes: [Mistake] { notes.mistakes.map(Mistake.init) }

    /// Reads the whole file. `nil`: it could not be read to its end. Check ``mistakes`` in any case.
    mutating func configuration() -> KioskConfiguration? {
        document().flatMap { configuration($0) }
    }
}

extension ConfigurationScan {
    private enum Key: String, CaseIterable { case screens, loop, audio, schedule, clock, watch }

    private mutating func configuration(_ field: DocumentField) -> KioskConfiguration? {
        let rule = FieldRule(name: "configuration", allowed: "an object", example: Self.example)
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

    private mutating func audio(_ field: DocumentField) -> String? {
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

extension ConfigurationScan {
    mutating func port(_ field: DocumentField) -> Int? {
        whole(
            field, in: 1...65_535,
            FieldRule(name: "port", allowed: "a whole number from 1 to 65535", example: "\(Self.usualPort)"))
    }
}
