#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// Serves the status of a kiosk to clients that watch; nobody can control the kiosk by it.
    ///
    /// A local socket answers each connection with the status as JSON and closes it. A port on the loopback address, if
    /// configured, serves `GET /status` (or `/`) as JSON and `GET /metrics` for Prometheus. Nothing that a client sends
    /// changes anything. It serves sixteen connections at most at once, for three seconds at most each, on one thread.
    final class WatchServer: Sendable {
        /// The port that is served; `nil`: none.
        let port: Int?
        private let file: WatchSocketFile?
        private let bell: PosixSocket
        private let thread: ObjectIdentifier
        private let ended = DispatchSemaphore(value: 0)
        private let isStopped = Mutex(false)

        /// Serves from now on, until `stop` or the end of the server.
        ///
        /// - Parameters:
        ///   - socket: where the local socket is put; only this user may connect. One that a killed process left is
        ///     replaced.
        ///   - port: on 127.0.0.1; 0: any that is free.
        ///   - status: called on the server's thread, at most four times a second. While it blocks, nobody is served.
        /// - Throws: `PlaybackError` with `.outputFailed`.
        init(socket: URL? = nil, port: Int? = nil, status: @escaping @Sendable () -> KioskStatus) throws {
            let web = try port.map(Self.listen(on:))
            let local = try socket.map { try WatchSocketFile.listen(at: $0.path) }
            var listeners: [(PosixSocket, WatchLoop.Way)] = []
            if let local { listeners.append((local.1, .local)) }
            if let web { listeners.append((web, .web)) }
            let ends: (PosixSocket, PosixSocket)
            do {
                ends = try PosixSocket.pipe()
            } catch {
                local?.0.remove()
                throw PlaybackError.watching("watch", error, cure: "let the process open more files")
            }
            self.port = web?.port
            self.file = local?.0
            bell = ends.1
            let loop = WatchLoop(bell: ends.0, listeners: listeners, pages: WatchPages(status))
            let ended = ended
            let begun = DispatchSemaphore(value: 0)
            let thread = Thread {
                // On Linux others see a name only if it is set while the thread runs and its object knows its id.
                begun.wait()
                Thread.current.name = "kiosk watch"
                loop.run()
                ended.signal()
            }
            // Watching must not disturb playback.
            thread.qualityOfService = .utility
            self.thread = ObjectIdentifier(thread)
            thread.start()
            begun.signal()
        }

        deinit {
            stop()
        }

        /// Closes everything, removes the socket's file and returns. Does nothing the second time.
        func stop() {
            let wasRunning = isStopped.withLock { isStopped in
                defer { isStopped = true }
                return !isStopped
            }
            guard wasRunning else { return }
            file?.remove()
            bell.ring()
            // The closure may release the last reference on the server's own thread, which cannot wait for itself.
            if ObjectIdentifier(Thread.current) != thread { ended.wait() }
        }

        private static func listen(on port: Int) throws -> PosixSocket {
            let subject = "127.0.0.1:\(port)"
            guard let number = UInt16(exactly: port) else {
                throw PlaybackError(
                    .outputFailed, subject: subject, reason: "there is no such port", cure: "choose one from 1 to 65535"
                )
            }
            do {
                let listener = try PosixSocket(AF_INET, .stream)
                // Connections of the previous process may linger for a minute.
                listener.set(SO_REUSEADDR)
                try listener.bind(PosixAddress(loopbackPort: number))
                try listener.listen()
                return listener
            } catch {
                throw PlaybackError.watching(
                    subject, error,
                    cure: (error as? PosixError)?.number == EACCES
                        ? "choose a port above 1023" : "choose another port, or end the process that has it")
            }
        }
    }

    /// The texts that are served, at most a quarter of a second old.
    ///
    /// For the serving thread only.
    struct WatchPages {
        private let status: @Sendable () -> KioskStatus
        private var readAt: HostTime?
        private var current: KioskStatus?
        private var jsonBytes: [UInt8]?
        private var metricsBytes: [UInt8]?

        /// Four times a second: people do not read faster, and reading the status takes locks that playback needs.
        private static let freshness = Duration.milliseconds(250)

        init(_ status: @escaping @Sendable () -> KioskStatus) {
            self.status = status
        }

        mutating func json() -> [UInt8] {
            let status = fresh()
            let bytes = jsonBytes ?? Array(status.json())
            jsonBytes = bytes
            return bytes
        }

        mutating func metrics() -> [UInt8] {
            let status = fresh()
            let bytes = metricsBytes ?? Array(status.prometheusText.utf8)
            metricsBytes = bytes
            return bytes
        }

        private mutating func fresh() -> KioskStatus {
            if let current, let readAt, readAt.duration(to: .now) < Self.freshness { return current }
            let status = status()
            (current, readAt) = (status, .now)
            (jsonBytes, metricsBytes) = (nil, nil)
            return status
        }
    }

    extension PlaybackError {
        /// The error for a socket, port or file for watching that cannot be set up.
        static func watching(_ subject: String, _ error: any Error, cure: String) -> PlaybackError {
            PlaybackError(.outputFailed, subject: subject, reason: "\(error)", cure: cure, underlying: error)
        }
    }
#endif
