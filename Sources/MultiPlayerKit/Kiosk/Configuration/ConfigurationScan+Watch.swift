import Foundation

extension ConfigurationScan {
    private enum Key: String, CaseIterable { case socket, port, heartbeat }

    /// Bytes of a socket's path: an address of the kernel has 104 on Apple platforms and 108 on Linux, its end
    /// included, and the name under which it is made before it is moved into place needs a few.
    private static var longestSocketPath: Int { 100 }

    mutating func watch(_ field: ConfigurationField) -> KioskConfiguration.Watch {
        var watch = KioskConfiguration.Watch()
        let rule = FieldRule(name: "watch", allowed: "an object", example: "{\"heartbeat\": \"kiosk.beat\"}")
        guard let fields = fields(of: field, Key.self, rule) else { return watch }
        watch.socket = fields[.socket].flatMap { socket($0) }
        watch.port = fields[.port].flatMap { port($0) }
        watch.heartbeat = fields[.heartbeat].flatMap { heartbeat($0) }
        return watch
    }

    private mutating func socket(_ field: ConfigurationField) -> URL? {
        let rule = FieldRule(name: "socket", allowed: "the name of a file", example: "\"kiosk.sock\"")
        guard let url = written(field, rule) else { return nil }
        let length = url.path.utf8.count
        guard length <= Self.longestSocketPath else {
            refuse(
                field, "the path of this socket has \(length) bytes with its folder",
                "give at most \(Self.longestSocketPath) bytes, for example \"/run/kiosk.sock\"")
            return nil
        }
        return url
    }

    private mutating func heartbeat(_ field: ConfigurationField) -> URL? {
        written(field, FieldRule(name: "heartbeat", allowed: "the name of a file", example: "\"kiosk.beat\""))
    }

    /// A file that the kiosk makes itself, and so must not be one that something else here is read from.
    private mutating func written(_ field: ConfigurationField, _ rule: FieldRule) -> URL? {
        let itself = ("the configuration", folder.appending(path: self.file, directoryHint: .notDirectory))
        let others = [itself] + namedFiles.map { ($0.field.path, $0.url) }
        guard let url = file(field, isWritten: true, rule) else { return nil }
        if let other = others.first(where: { $0.1.standardizedFileURL == url.standardizedFileURL }) {
            refuse(field, "\(other.0) is the same file, and would be written over", "give a file of its own")
        }
        return url
    }
}
