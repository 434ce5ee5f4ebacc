#if os(Linux)
    import Foundation
    import Glibc

    /// Tells the service manager (systemd) that started this process how it is.
    ///
    /// Where no service manager waits for it, nothing happens. Can be used from any thread; a call takes microseconds, and
    /// a tenth of a second at most where the manager is slow.
    ///
    /// - Note: Source: `sd_notify(3)`, its protocol; and `sd_watchdog_enabled(3)`.
    public struct ServiceNotifier: Sendable {
        /// How often `beat` is to be called: half of the time after which the manager ends this process. `nil`: it does
        /// not watch.
        public let watchdogInterval: Duration?
        private let path: String?

        /// Whether somebody waits for it.
        public var isPresent: Bool { path != nil }

        public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
            // Other words, such as `vsock:`, are for the hosts of virtual machines.
            path = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
            let isMeant = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
            let time = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
            watchdogInterval = path != nil && isMeant && time > 0 ? .microseconds(time) / 2 : nil
        }

        /// The first pictures are out: the start is over.
        @discardableResult
        public func ready(_ state: String) -> Bool { send("READY=1\n" + Self.assignment(state)) }

        /// What `systemctl status` shows.
        @discardableResult
        public func say(_ state: String) -> Bool { send(Self.assignment(state)) }

        /// All is well. Not to be called when it is not.
        @discardableResult
        public func beat() -> Bool { send("WATCHDOG=1") }

        /// It is about to end, as it should.
        @discardableResult
        public func stopping() -> Bool { send("STOPPING=1") }

        /// One line: a second one would be another message.
        private static func assignment(_ state: String) -> String { "STATUS=" + PlainText.line(state) }

        /// - Returns: whether the manager has it.
        private func send(_ message: String) -> Bool {
            // A socket for each message, as the manager may be started anew in between.
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
