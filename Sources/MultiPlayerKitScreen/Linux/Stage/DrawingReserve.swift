#if canImport(CGStreamer)
    import MultiPlayerKit

    /// How long before its instant a tick stops waiting for pictures, so that drawing them ends in time.
    ///
    /// Two tiles are drawn in a millisecond or two, 48 in many. A stage that waits too long for one late picture shows all
    /// tiles late, and has no time left for its next tick.
    struct DrawingReserve {
        /// What drawing takes of late. It follows a longer time soon, in a quarter of the distance at a time, and a shorter
        /// one slowly, so that one drawing that was interrupted costs little and a scene of many tiles a few ticks.
        private var usual = Duration.zero

        /// - Parameter period: from one tick to the next. The other half of it is left for waiting.
        func time(ofPeriod period: Duration) -> Duration {
            min(max(usual, period / 8), period / 2)
        }

        mutating func note(_ drawing: Duration, ofPeriod period: Duration) {
            let drawing = min(drawing, period)
            usual += (drawing - usual) / (drawing > usual ? 4 : 32)
        }
    }
#endif
