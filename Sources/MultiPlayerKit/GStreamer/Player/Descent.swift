#if canImport(CGStreamer)
    /// One stretch of a video that is decoded forwards to be played backwards.
    ///
    /// Decoders only run forwards, from a key frame on. So what is played backwards is decoded in stretches, the last one
    /// first, each of which joins the frames that are there already once it is whole. A stretch is a group of pictures, or as
    /// much of its end as fits into memory: then the group is decoded again for what lies before.
    struct Descent<Picture> {
        typealias Frame = FrameWindow<Picture>.Frame

        /// Item time behind the stretch: a frame that begins here or later completes it.
        let end: Duration
        /// Whether nothing of the turn is here yet, so that the completing frame belongs to the stretch, too: only it shows
        /// that no other frame can be due at the target.
        let isFirst: Bool
        /// Item time of the earliest frame wanted. Of those before it, which may arrive with gaps, only the newest can be due.
        let floor: Duration
        /// The number of frames that fit into memory.
        private let limit: Int
        /// In order and without gaps.
        private(set) var frames: [Frame] = []

        /// - Parameters:
        ///   - beginning: where the turn begins: what lies before is not played.
        ///   - limit: the number of frames that fit into memory.
        ///   - frameDuration: item time from frame to frame; `nil`: not constant. Then all are wanted, and those that do not
        ///     fit are dropped as they come.
        init(end: Duration, isFirst: Bool, beginning: Duration, limit: Int, frameDuration: Duration?) {
            (self.end, self.isFirst, self.limit) = (end, isFirst, max(limit, 1))
            floor = frameDuration.map { max(end - $0 * max(limit, 1), beginning) } ?? beginning
        }

        /// Whether a frame at this time completes the stretch.
        func ends(at time: Duration) -> Bool { time >= end - FrameRate.grace }

        /// Adds a frame; one that is not later than the last is dropped (broken time stamps).
        mutating func add(_ frame: Frame) {
            if let last = frames.last, frame.time <= last.time { return }
            if frame.time <= floor + FrameRate.grace { frames.removeAll() }
            frames.append(frame)
            if frames.count > limit + 1 { frames.removeFirst() }
        }
    }
#endif
