#if canImport(CGStreamer)
    import Synchronization

    /// Lets tiles that may hold no decoder get their one picture a few at a time, so that a grid of stills does not need
    /// at its start the decoders it is meant to do without.
    package final class VisitQueue: Sendable {
        /// One visit's ticket; the visit is over when nobody holds the ticket any more.
        package final class Ticket: Sendable {
            private let queue: VisitQueue
            fileprivate let number: Int

            fileprivate init(_ queue: VisitQueue, _ number: Int) {
                (self.queue, self.number) = (queue, number)
            }

            /// Runs `start` now, or as soon as there is a place.
            package func begin(_ start: @escaping @Sendable () -> Void) { queue.begin(self, start) }

            deinit { queue.over(number) }
        }

        private struct State {
            var next = 0
            var running: Set<Int> = []
            var waiting: [(number: Int, start: @Sendable () -> Void)] = []
        }

        /// Two places: one visit opens its file while the other decodes.
        private static let local = VisitQueue(places: 2)
        /// For videos from a server, which may deliver nothing for a while. Each tile waits there for one frame only.
        private static let fetching = VisitQueue(places: 8)

        /// A ticket among the visits to all videos that come the same way.
        package static func ticket(for source: MediaSource) -> Ticket {
            (source.url.isFileURL ? local : fetching).ticket()
        }

        private let places: Int
        private let state = Mutex(State())

        init(places: Int) {
            self.places = places
        }

        private func ticket() -> Ticket {
            state.withLock { state in
                state.next += 1
                return Ticket(self, state.next)
            }
        }

        private func begin(_ ticket: Ticket, _ start: @escaping @Sendable () -> Void) {
            let mayRun = state.withLock { state -> Bool in
                guard state.running.count >= places else {
                    state.running.insert(ticket.number)
                    return true
                }
                state.waiting.append((ticket.number, start))
                return false
            }
            if mayRun { start() }
        }

        private func over(_ number: Int) {
            let next = state.withLock { state -> (@Sendable () -> Void)? in
                state.waiting.removeAll { $0.number == number }
                guard state.running.remove(number) != nil, !state.waiting.isEmpty else { return nil }
                let next = state.waiting.removeFirst()
                state.running.insert(next.number)
                return next.start
            }
            next?()
        }
    }
#endif
