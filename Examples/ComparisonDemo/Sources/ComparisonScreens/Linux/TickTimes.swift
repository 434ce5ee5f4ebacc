#if os(Linux)
    import MultiPlayerKit
    import Synchronization

    /// Notes for each recorded tick what time all machines shared then: with the recording, the proof of being in phase.
    final class TickTimes: StageOutput {
        private struct State {
            var first: Int64?
            var times: [Double] = []
        }

        /// An hour of ticks; a recording that is longer proves no more.
        private static let most = 216_000

        private let display: KioskDisplay
        private let state = Mutex(State())

        init(_ display: KioskDisplay) { self.display = display }

        /// Shared time of each tick, in seconds since 1970, in the order of the recording.
        var times: [Double] { state.withLock(\.times) }

        func open(_ format: StageFormat) {}
        func finish() {}

        func show(_ tick: StageTick) {
            let time = display.sharedTime(at: tick.host)
            let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
            state.withLock { if $0.times.count < Self.most { $0.times.append(seconds) } }
        }
    }
#endif
