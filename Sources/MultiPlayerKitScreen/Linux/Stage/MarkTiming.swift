#if canImport(CGStreamer)
    import MultiPlayerKit

    /// Lets changed marks wait for the next frame of the videos.
    ///
    /// A time line moves by itself, many times a second. Drawn at instants of its own, it would double the number of
    /// pictures that are composed, converted and sent to the display.
    struct MarkTiming {
        /// Slower videos do not hold up marks: at 24 frames a second one takes 42 ms.
        private static let patience = Duration.milliseconds(45)

        private var marks: [Canvas.Mark] = []
        private var lastFrame: Int64?

        /// The marks of a tick.
        ///
        /// - Parameters:
        ///   - wanted: the marks that were set last.
        ///   - hasFrame: whether the layers are other ones than at the tick before.
        ///   - period: the time from one tick to the next.
        mutating func marks(
            _ wanted: [Canvas.Mark], hasFrame: Bool, tick: Int64, period: Duration
        ) -> [Canvas.Mark] {
            if hasFrame { lastFrame = tick }
            let isMoving = lastFrame.map { period * Int(tick - $0) < Self.patience } ?? false
            if hasFrame || !isMoving { marks = wanted }
            return marks
        }
    }
#endif
