#if os(Linux)
    import Glibc
    import MultiPlayerKit

    /// Serves all clients that watch, on one thread, without ever waiting for one of them.
    ///
    /// Sendable because from `run` on only the thread that runs it touches anything in here.
    final class WatchLoop: @unchecked Sendable {
        enum Way { case local, web }

        private let bell: PosixSocket
        private var listeners: [(socket: PosixSocket, way: Way)]
        private var connections: [WatchConnection] = []
        private var pages: WatchPages
        private var buffer = [UInt8](repeating: 0, count: WatchRequest.longest)
        /// No new connection is accepted until then.
        private var closedUntil: HostTime?

        /// Far more than ever watch at once, far fewer than the descriptors a process may have.
        static let mostConnections = 16

        /// - Parameter bell: the pipe whose first byte ends the loop.
        init(bell: PosixSocket, listeners: [(PosixSocket, Way)], pages: WatchPages) {
            self.bell = bell
            self.listeners = listeners.map { (socket: $0.0, way: $0.1) }
            self.pages = pages
        }

        /// Serves until the bell is rung, and returns with everything closed.
        func run() {
            while step() {}
            connections = []
            listeners = []
        }

        /// One round.
        ///
        /// - Returns: whether there is another.
        private func step() -> Bool {
            let start = HostTime.now
            connections.removeAll { $0.deadline <= start }
            if let end = closedUntil, end <= start { closedUntil = nil }
            let open = closedUntil == nil ? listeners : []
            var pollers = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
            pollers += connections.map { pollfd(fd: $0.socket.descriptor, events: $0.events, revents: 0) }
            pollers += open.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
            let next = (connections.map(\.deadline) + [closedUntil].compactMap { $0 }).min()
            let timeout = next.map { PosixSocket.milliseconds(start.duration(to: $0)) } ?? -1
            if poll(&pollers, nfds_t(pollers.count), timeout) < 0 {
                // Out of memory, or interrupted: a short rest rather than a loop that takes a core.
                usleep(10_000)
                return true
            }
            if pollers[0].revents != 0 { return false }
            let known = connections.count
            for index in (0..<known).reversed() where pollers[1 + index].revents != 0 {
                serve(index, after: pollers[1 + index].revents)
            }
            for (index, listener) in open.enumerated() where pollers[1 + known + index].revents != 0 {
                admit(from: listener.socket, listener.way)
            }
            return true
        }

        private func serve(_ index: Int, after events: Int16) {
            let goesOn = connections[index].proceed(&pages, buffer: &buffer)
            // On a dead connection `poll` would return at once forever.
            let isDead = events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
            if !goesOn || isDead { connections.remove(at: index) }
        }

        /// Accepts waiting connections, but only so many that all others are served in between.
        private func admit(from listener: PosixSocket, _ way: Way) {
            for _ in 0..<Self.mostConnections {
                let now = HostTime.now
                do {
                    guard let socket = try listener.accept() else { return }
                    makeRoom()
                    var connection =
                        switch way {
                        case .local: WatchConnection(answering: socket, with: pages.json(), now: now)
                        case .web: WatchConnection(asking: socket, now: now)
                        }
                    if connection.proceed(&pages, buffer: &buffer) { connections.append(connection) }
                } catch {
                    // Out of descriptors, most likely. Waiting clients go on waiting.
                    closedUntil = now.advanced(by: .milliseconds(200))
                    return
                }
            }
        }

        /// Drops the oldest connection, of those that have their answer if there are any.
        private func makeRoom() {
            guard connections.count >= Self.mostConnections else { return }
            connections.remove(at: connections.firstIndex(where: \.isAnswered) ?? 0)
        }
    }

    /// One client that watches: from the connection to its end, a few seconds later at most.
    struct WatchConnection {
        private enum Step {
            case reading
            case answering
            /// Everything is sent. Further input is read and discarded: closing earlier would revoke what the other
            /// side has not read yet.
            case draining
        }

        let socket: PosixSocket
        let deadline: HostTime
        private var step: Step
        private var received: [UInt8] = []
        private var answer: [UInt8] = []
        private var sent = 0
        private var drained = 0

        /// The longest life of a connection, whatever the client does. On one machine an answer takes a millisecond; a
        /// client in a debugger or swapped out takes longer.
        static let patience = Duration.seconds(3)

        /// A client that sends more than this after its answer is cut off.
        private static let mostDrained = 64 << 10

        /// A client that asks over HTTP.
        init(asking socket: PosixSocket, now: HostTime) {
            self.socket = socket
            deadline = now.advanced(by: Self.patience)
            step = .reading
        }

        /// A client that is answered without asking.
        init(answering socket: PosixSocket, with bytes: [UInt8], now: HostTime) {
            self.socket = socket
            deadline = now.advanced(by: Self.patience)
            answer = bytes
            step = .answering
        }

        /// Whether it has its answer, and so is the first to drop when there is no room.
        var isAnswered: Bool { step == .draining }

        /// What `poll` is to wait for.
        var events: Int16 { Int16(step == .answering ? POLLOUT : POLLIN) }

        /// Does what can be done without waiting.
        ///
        /// - Returns: whether it goes on.
        mutating func proceed(_ pages: inout WatchPages, buffer: inout [UInt8]) -> Bool {
            while true {
                switch step {
                case .reading:
                    switch socket.receive(into: &buffer) {
                    case .bytes(let count): received += buffer.prefix(min(count, WatchRequest.longest - received.count))
                    case .later: return true
                    case .end, .failed: return false
                    }
                    guard let text = Self.answer(WatchRequest(received), &pages) else { continue }
                    (answer, step) = (text, .answering)
                case .answering:
                    switch socket.send(answer[sent...]) {
                    case .bytes(let count): sent += count
                    case .later: return true
                    case .end, .failed: return false
                    }
                    if sent == answer.count {
                        socket.finishSending()
                        (answer, received, step) = ([], [], .draining)
                    }
                case .draining:
                    switch socket.receive(into: &buffer) {
                    case .bytes(let count): drained += count
                    case .later: return true
                    case .end, .failed: return false
                    }
                    if drained > Self.mostDrained { return false }
                }
            }
        }

        /// - Returns: `nil`: the request is incomplete.
        private static func answer(_ request: WatchRequest, _ pages: inout WatchPages) -> [UInt8]? {
            switch request {
            case .incomplete: nil
            case .json: WatchRequest.answer("200 OK", type: "application/json", body: pages.json())
            case .metrics:
                WatchRequest.answer("200 OK", type: "text/plain; version=0.0.4; charset=utf-8", body: pages.metrics())
            case .refused(let refusal): WatchRequest.answer(refusal)
            }
        }
    }
#endif
