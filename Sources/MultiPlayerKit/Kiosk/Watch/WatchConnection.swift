#if os(Linux)
    import Glibc

    /// One who watches: from the connection to its end, a few seconds later at most.
    struct WatchConnection {
        private enum Step {
            case reading
            case answering
            /// All is sent. What still comes is read and thrown away: closing before would take back what the other side
            /// has not read yet.
            case draining
        }

        let socket: PosixSocket
        let deadline: HostTime
        private var step: Step
        private var received: [UInt8] = []
        private var answer: [UInt8] = []
        private var sent = 0
        private var drained = 0

        /// From the connection to the end, whatever it does. On one machine an answer takes a millisecond; a debugger or
        /// a swapped-out client takes longer.
        static let patience = Duration.seconds(3)

        /// Who sends more than this for nothing is cut off.
        private static let mostDrained = 64 << 10

        /// One who asks over HTTP.
        init(asking socket: PosixSocket, now: HostTime) {
            self.socket = socket
            deadline = now.advanced(by: Self.patience)
            step = .reading
        }

        /// One who is answered without asking.
        init(answering socket: PosixSocket, with bytes: [UInt8], now: HostTime) {
            self.socket = socket
            deadline = now.advanced(by: Self.patience)
            answer = bytes
            step = .answering
        }

        /// Whether it has its answer: the first to go when there is no room.
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

        /// - Returns: `nil`: more has to come.
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
