#if os(Linux)
    import Foundation
    import Glibc
    import MultiPlayerKit

    /// A small file that is rewritten every few seconds while all is well, so that its age tells a watchdog when it is
    /// not.
    ///
    /// It has two lines: seconds since 1970, and the state in words. It stays when the heartbeat ends. As it is written
    /// 17,000 times a day, a folder in memory (`/run`) suits it better than a disk.
    final class Heartbeat: Sendable {
        /// Whether all is well, and a line about it.
        struct Report: Sendable {
            /// `false`: the file is left to grow old.
            var isWell: Bool
            /// The state, in one line.
            var state: String
        }

        private let path: String
        private let timer: RepeatingTimer

        /// Beats at once, and then every five seconds: a watchdog that waits for half a minute forgives five.
        ///
        /// - Parameter report: is called here, and then on the heartbeat's queue. While it blocks, the file grows old:
        ///   that is its purpose.
        /// - Throws: `PlaybackError` with `.outputFailed` where the first beat cannot be written.
        init(file: URL, every interval: Duration = .seconds(5), report: @escaping @Sendable () -> Report) throws {
            path = file.path
            do {
                try Self.checkOwn(path)
                try Self.beat(path, report())
            } catch {
                throw PlaybackError.watching(
                    path, error,
                    cure: (error as? PosixError)?.refusal?.cure
                        ?? "give it a path in a folder that exists and can be written")
            }
            timer = RepeatingTimer("kiosk heartbeat", every: interval, leeway: .milliseconds(50)) { [path] in
                // A full disk may have room again the next time; until then the age tells.
                try? Self.beat(path, report())
            }
        }

        /// Ends the heartbeat for good. Returns at once unless a beat is under way.
        func stop() { timer.stop() }

        /// Checks that an existing file, itself or behind a link, is a heartbeat: it would be replaced.
        private static func checkOwn(_ path: String) throws {
            guard FileManager.default.fileExists(atPath: path) else { return }
            let begin = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).read(upToCount: 24) ?? Data()
            let seconds = begin.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            guard seconds.isEmpty || begin.dropFirst(seconds.count).first != UInt8(ascii: "\n") else { return }
            throw PosixError(
                refusing: "write", "the file that is there is no heartbeat, and would be replaced",
                cure: "give it a name that is free, or remove that file")
        }

        /// Writes another file and renames it into place, so that nobody reads half of it.
        private static func beat(_ path: String, _ report: Report) throws {
            guard report.isWell else {
                // A folder that cannot be written is an error at the start, well or not.
                if access((path as NSString).deletingLastPathComponent, W_OK) != 0 { throw PosixError("write") }
                return
            }
            let text = "\(time(nil))\n\(PlainText.line(report.state))\n"
            let beside = "\(path).\(getpid()).new"
            let file = try PosixFile(beside, writes: true, creates: true)
            try file.truncate(to: 0)
            try Array(text.utf8).withUnsafeBytes { try file.write($0, at: 0) }
            // Not synchronized: after a loss of power there is no process to watch.
            try PosixFile.rename(beside, to: path)
        }
    }

    /// Reports the state of this process to the service manager (systemd) that started it.
    ///
    /// Without a service manager nothing happens. It can be used from any thread; a call takes microseconds, and a
    /// tenth of a second at most if the manager is slow.
    ///
    /// - Note: Source: `sd_notify(3)`, its protocol; and `sd_watchdog_enabled(3)`.
    public struct ServiceNotifier: Sendable {
        /// How often to call `beat`: half of the time after which the manager ends this process. `nil`: the manager
        /// does not watch it.
        public let watchdogInterval: Duration?
        private let path: String?

        /// Whether there is a service manager to notify.
        public var isPresent: Bool { path != nil }

        public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
            // Other forms, such as `vsock:`, are for the hosts of virtual machines.
            path = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
            let isMeant = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
            let time = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
            watchdogInterval = path != nil && isMeant && time > 0 ? .microseconds(time) / 2 : nil
        }

        /// Reports that the start is over: the first pictures are shown.
        @discardableResult
        public func ready(_ state: String) -> Bool { send("READY=1\n" + Self.assignment(state)) }

        /// Sets the text that `systemctl status` shows.
        @discardableResult
        public func say(_ state: String) -> Bool { send(Self.assignment(state)) }

        /// Reports that all is well. Do not call it when it is not.
        @discardableResult
        public func beat() -> Bool { send("WATCHDOG=1") }

        /// Reports that the process is about to end, as intended.
        @discardableResult
        public func stopping() -> Bool { send("STOPPING=1") }

        /// The state in one line: a second line would be another assignment.
        private static func assignment(_ state: String) -> String { "STATUS=" + PlainText.line(state) }

        /// - Returns: whether the manager got the message.
        private func send(_ message: String) -> Bool {
            // A socket for each message, as the manager may restart in between.
            guard let path, let address = PosixAddress(path: path), let socket = try? PosixSocket(AF_UNIX, .datagram),
                (try? socket.connect(address)) != nil
            else { return false }
            let bytes = Array(message.utf8)
            let deadline = HostTime.now.advanced(by: .milliseconds(100))
            while true {
                switch socket.send(bytes[...]) {
                case .bytes: return true
                case .later: if !socket.wait(for: Int32(POLLOUT), until: deadline) { return false }
                case .end, .failed: return false
                }
            }
        }
    }
#endif
