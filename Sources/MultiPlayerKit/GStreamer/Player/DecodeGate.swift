#if canImport(CGStreamer)
    import Foundation
    import Synchronization

    /// Lets as many frames be decoded at once as there are processors, the most urgent first.
    ///
    /// Without it dozens of streaming threads fight for the processors, and the system shares them out evenly: what is
    /// due in a moment waits for what is due in half a second. With it the picture that matters most never waits longer
    /// than the rest of one frame.
    final class DecodeGate: Sendable {
        /// Who is let in first: by priority, then by how few frames it has ahead.
        struct Urgency: Comparable, Sendable {
            var priority: PlaybackPriority
            /// Item time decoded beyond what is due; negative: behind.
            var ahead: Duration

            static func < (left: Urgency, right: Urgency) -> Bool {
                left.priority == right.priority ? left.ahead > right.ahead : left.priority < right.priority
            }
        }

        /// One streaming thread's place in the queue.
        final class Pass: Sendable {
            fileprivate let turn = DispatchSemaphore(value: 0)
            fileprivate let isGranted = Mutex(false)

            /// Waits for the turn that was asked for; false: it was called off.
            func wait() -> Bool {
                turn.wait()
                return isGranted.withLock { $0 }
            }

            fileprivate func answer(_ granted: Bool) {
                isGranted.withLock { $0 = granted }
                turn.signal()
            }
        }

        /// While somebody is in a hurry only those are let in beside it whose next frame is due sooner than this: three
        /// ticks at 30 a second, so that they are not late either.
        private static let nearlyDue = Duration.milliseconds(100)

        private struct State {
            var free: Int
            /// How many keep their place from one frame to the next.
            var hurried = 0
            var waiting: [(urgency: Urgency, pass: Pass)] = []

            func admits(_ urgency: Urgency) -> Bool {
                free > 0 && (hurried == 0 || urgency.priority == .focused || urgency.ahead < DecodeGate.nearlyDue)
            }

            /// Lets in whoever may go now.
            mutating func admit() -> [Pass] {
                var admitted: [Pass] = []
                while let next = first() {
                    free -= 1
                    admitted.append(waiting.remove(at: next).pass)
                }
                return admitted
            }

            /// The most urgent; of equals the one that has waited longest.
            private func first() -> Int? {
                var best: Int?
                for index in waiting.indices where admits(waiting[index].urgency) {
                    if best.map({ waiting[$0].urgency < waiting[index].urgency }) ?? true { best = index }
                }
                return best
            }
        }

        /// The one gate of the process: all its decoders share the same processors.
        static let shared = DecodeGate(slots: ProcessInfo.processInfo.activeProcessorCount)

        private let state: Mutex<State>

        init(slots: Int) {
            state = Mutex(State(free: max(slots, 1)))
        }

        /// Asks for a place; never waits. False: `wait()` says when. Whoever has a place decodes one frame and waits for
        /// nothing meanwhile.
        func request(_ pass: Pass, _ urgency: Urgency) -> Bool {
            state.withLock { state in
                guard state.admits(urgency) else {
                    state.waiting.append((urgency, pass))
                    return false
                }
                state.free -= 1
                return true
            }
        }

        /// Calls a request off that has not been granted yet.
        func cancel(_ pass: Pass) {
            let wasWaiting = state.withLock { state -> Bool in
                guard let index = state.waiting.firstIndex(where: { $0.pass === pass }) else { return false }
                state.waiting.remove(at: index)
                return true
            }
            if wasWaiting { pass.answer(false) }
        }

        /// Whoever has a place keeps it until `leave(wasKept: true)`, and has the processors almost to itself.
        func keep() {
            state.withLock { $0.hurried += 1 }
        }

        /// Gives a place back, to the most urgent of those who wait.
        func leave(wasKept: Bool) {
            let next = state.withLock { state in
                state.free += 1
                if wasKept { state.hurried -= 1 }
                return state.admit()
            }
            next.forEach { $0.answer(true) }
        }
    }
#endif
