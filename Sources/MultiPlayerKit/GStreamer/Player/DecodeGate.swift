#if canImport(CGStreamer)
    import Foundation
    import Synchronization

    /// Lets as many frames be decoded at once as there are processors, the most urgent first.
    ///
    /// Without it dozens of streaming threads fight for the processors, and the system shares them out evenly: a frame
    /// due in a moment waits for one due in half a second. With it the most important picture never waits longer than
    /// the rest of one frame takes.
    final class DecodeGate: Sendable {
        /// The order of admission: by priority, then by when the next frame is due.
        ///
        /// A time rather than a distance to it: a waiting request becomes more urgent, and later ones with fewer frames
        /// ahead do not overtake it for ever.
        struct Urgency: Comparable, Sendable {
            var priority: PlaybackPriority
            /// In the past: the decoder is behind.
            var due: HostTime

            static func < (left: Urgency, right: Urgency) -> Bool {
                left.priority == right.priority ? left.due > right.due : left.priority < right.priority
            }
        }

        /// One streaming thread's place in the queue.
        final class Pass: Sendable {
            fileprivate let turn = DispatchSemaphore(value: 0)
            private let granted = Mutex(false)

            /// Whether the last request was granted, after waiting.
            var isGranted: Bool { granted.withLock { $0 } }

            /// Waits until the request is answered; false: it was cancelled.
            func wait() -> Bool {
                turn.wait()
                return isGranted
            }

            fileprivate func answer(_ granted: Bool) {
                self.granted.withLock { $0 = granted }
                turn.signal()
            }
        }

        /// While a decoder is in a hurry, only those whose next frame is due sooner than this are admitted beside it:
        /// three ticks at 30 a second, so that they are not late either.
        private static let nearlyDue = Duration.milliseconds(100)

        private struct State {
            var free: Int
            /// The number of decoders that keep their slot from one frame to the next, or are in a hurry to open.
            var hurried = 0
            var waiting: [(urgency: Urgency, pass: Pass)] = []
            /// When the last scheduled look is due.
            private var lookAt: HostTime?

            init(free: Int) { self.free = free }

            func admits(_ urgency: Urgency, at now: HostTime) -> Bool {
                free > 0
                    && (hurried == 0 || urgency.priority == .focused
                        || now.duration(to: urgency.due) <= DecodeGate.nearlyDue)
            }

            /// Admits all that may go now.
            mutating func admit(at now: HostTime) -> [Pass] {
                var admitted: [Pass] = []
                while let next = first(at: now) {
                    free -= 1
                    admitted.append(waiting.remove(at: next).pass)
                }
                return admitted
            }

            /// When to look next, if no look comes before: a request waits beside a free slot until it is nearly due,
            /// and perhaps no other decoder leaves the gate in time to admit it.
            mutating func nextLook(after now: HostTime) -> HostTime? {
                guard free > 0, let due = waiting.map(\.urgency.due).min() else { return nil }
                let next = due.advanced(by: .zero - DecodeGate.nearlyDue)
                if let lookAt, lookAt > now, lookAt <= next { return nil }
                lookAt = next
                return next
            }

            /// The most urgent request; of equals the one that has waited longest.
            private func first(at now: HostTime) -> Int? {
                var best: Int?
                for index in waiting.indices where admits(waiting[index].urgency, at: now) {
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

        /// Requests a slot; never waits. False: `wait()` tells when. The holder of a slot decodes one frame and waits
        /// for nothing meanwhile.
        func request(_ pass: Pass, _ urgency: Urgency, at now: HostTime = .now) -> Bool {
            let (isFree, next) = state.withLock { state in
                guard state.admits(urgency, at: now) else {
                    state.waiting.append((urgency, pass))
                    return (false, state.nextLook(after: now))
                }
                state.free -= 1
                return (true, nil)
            }
            if let next { look(after: now.duration(to: next)) }
            return isFree
        }

        /// Changes the urgency of a request that has not been granted yet.
        func change(_ pass: Pass, to urgency: Urgency, at now: HostTime = .now) {
            admit(at: now) { state in
                guard let index = state.waiting.firstIndex(where: { $0.pass === pass }) else { return }
                state.waiting[index].urgency = urgency
            }
        }

        /// Cancels a request that has not been granted yet.
        func cancel(_ pass: Pass) {
            let wasWaiting = state.withLock { state -> Bool in
                guard let index = state.waiting.firstIndex(where: { $0.pass === pass }) else { return false }
                state.waiting.remove(at: index)
                return true
            }
            if wasWaiting { pass.answer(false) }
        }

        /// Lets the holder of a slot keep it until `leave(wasKept: true)`, with the processors almost to itself.
        func keep() {
            state.withLock { $0.hurried += 1 }
        }

        /// Counts a focused member that is only opening as if it kept a slot already, for as long as opening takes.
        func hurry() {
            state.withLock { $0.hurried += 1 }
            look(after: Self.opening) { $0.hurried -= 1 }
        }
        /// How long a pipeline takes to its first frame on a busy machine.
        private static let opening = Duration.milliseconds(200)

        private static let looks = DispatchQueue(label: "MultiPlayerKit.decode-gate", qos: .userInteractive)

        /// Admits all that may go after `wait`: what held them back is over, or they have become nearly due.
        private func look(after wait: Duration, _ change: @escaping @Sendable (inout State) -> Void = { _ in }) {
            let delay = DispatchTimeInterval.nanoseconds(Int(max(wait, .zero).nanoseconds))
            Self.looks.asyncAfter(deadline: .now() + delay) {
                self.admit(at: .now, after: change)
            }
        }

        private func admit(at now: HostTime, after change: (inout State) -> Void) {
            let (admitted, next) = state.withLock { state in
                change(&state)
                return (state.admit(at: now), state.nextLook(after: now))
            }
            for pass in admitted { pass.answer(true) }
            if let next { look(after: now.duration(to: next)) }
        }

        /// Gives a slot back, to the most urgent request that waits.
        func leave(wasKept: Bool, at now: HostTime = .now) {
            admit(at: now) { state in
                state.free += 1
                if wasKept { state.hurried -= 1 }
            }
        }
    }
#endif
