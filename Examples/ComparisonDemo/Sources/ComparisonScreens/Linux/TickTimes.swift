#if os(Linux)
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Synchronization

    /// Notes for each recorded tick what time all machines shared then: with the recording, the proof of being in phase.
    final class TickTimes: StageOutput {
        /// An hour of ticks; a recording that is longer proves no more.
        private static let most = 216_000

        private let list = Mutex<[Double]>([])

        /// Shared time of each tick, in seconds since 1970, in the order of the recording.
        var times: [Double] { list.withLock { $0 } }

        func open(_ format: StageFormat) {}
        func finish() {}

        func show(_ tick: StageTick) {
            guard let time = tick.sharedTime else { return }
            let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
            list.withLock { if $0.count < Self.most { $0.append(seconds) } }
        }
    }
#endif
