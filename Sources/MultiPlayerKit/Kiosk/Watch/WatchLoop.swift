#if os(Linux)
    import Glibc

    /// Serves all who watch, on one thread, without ever waiting for one of them.
    ///
    /// Sendable because from `run` on only the thread that runs it touches anything in here.
    final class WatchLoop: @unchecked Sendable {
        enum Way { case local, web }

        private let bell: PosixSocket
        private var listeners: [(socket: PosixSocket, way: Way)]
        private var connections: [WatchConnection] = []
        private var pages: WatchPages
        private var buffer = [UInt8](repeating: 0, count: WatchRequest.longest)
        /// Until then nobody new is let in.
        private var closedUntil: HostTime?

        /// Far more than ever look at once, far fewer than the descriptors a process may have.
        static let mostConnections = 16

        /// - Parameter bell: what to look at for the end: it comes with the first byte.
        init(bell: PosixSocket, listeners: [(PosixSocket, Way)], pages: WatchPages) {
            self.bell = bell
            self.listeners = listeners.map { (socket: $0.0, way: $0.1) }
            self.pages = pages
        }

        /// Returns, with everything closed, when the bell is rung.
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
                // Short of memory, or interrupted: a short rest rather than a loop that takes a core.
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
            // Where nothing more can come or go, poll would return at once for ever.
            let isDead = events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
            if !goesOn || isDead { connections.remove(at: index) }
        }

        /// Lets in those who wait, so many at most that all others are served in between.
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
                    // Out of descriptors, most likely. Who waits goes on waiting.
                    closedUntil = now.advanced(by: .milliseconds(200))
                    return
                }
            }
        }

        /// The one that has been here longest goes, of those that have their answer if there are any.
        private func makeRoom() {
            guard connections.count >= Self.mostConnections else { return }
            connections.remove(at: connections.firstIndex(where: \.isAnswered) ?? 0)
        }
    }
#endif
