#if os(Linux)
    import Foundation
    import MultiPlayerKitTestSupport

    /// Reads what each tile of a recorded wall shows, and judges it by the time of its tick.
    struct WallReader {
        enum Verdict: Hashable {
            case exact
            /// The latest key frame of its own clip: what a tile shows while it prepares at another position, and on a
            /// busy machine.
            case reduced
            /// The same frame as on the tick before, which stays until the due one has come. On the first tick and
            /// after a gap, a frame that was due in the gap or within the second before it.
            case kept
            /// A frame of another clip, a frame that is not due, or none that can be read.
            case wrong
        }

        let clips: [IndexClip]
        /// When all clips begin, in seconds since 1970.
        let epoch: Double
        private var last: [IndexCode?]
        /// The length of the gap before the next tick, in seconds.
        private var gap = 0.0

        init(clips: [IndexClip], epoch: Double) {
            (self.clips, self.epoch) = (clips, epoch)
            last = clips.map { _ in nil }
        }

        /// Notes that ticks are missing before the next one, for this many seconds.
        mutating func leap(over gap: Double) {
            last = clips.map { _ in nil }
            self.gap = gap
        }

        /// What the tiles show: two by two, each half as wide and high as the picture.
        mutating func judge(
            _ pixels: UnsafePointer<UInt8>, width: Int, height: Int, at time: Double
        ) -> [(verdict: Verdict, shown: IndexCode?, due: Int)] {
            let plane = LumaPlane(base: pixels, width: width, height: height)
            let (tileWidth, tileHeight) = (Double(width / 2), Double(height / 2))
            return clips.indices.map { index in
                let rect = PictureRect(
                    x: Double(index % 2) * tileWidth, y: Double(index / 2) * tileHeight, width: tileWidth,
                    height: tileHeight)
                let shown = IndexReader.read(plane, rect: rect)
                let due = due(clips[index], at: time)
                let frame = due.max() ?? 0
                defer { last[index] = shown }
                guard let shown, shown.clip == clips[index].id else { return (.wrong, shown, frame) }
                if due.contains(shown.index) { return (.exact, shown, frame) }
                if isKeyFrame(clips[index], shown.index, at: time) { return (.reduced, shown, frame) }
                let isKept =
                    last[index].map { $0 == shown }
                    ?? (0...Int((1 + gap) * 60)).contains {
                        self.due(clips[index], at: time - Double($0) / 60).contains(shown.index)
                    }
                return (isKept ? .kept : .wrong, shown, frame)
            }
        }

        private func isKeyFrame(_ clip: IndexClip, _ index: Int, at time: Double) -> Bool {
            guard index % clip.gop == 0, let due = due(clip, at: time).min() else { return false }
            // On a busy machine the next key frame is up to ten frames late.
            return (due - index + clip.frameCount) % clip.frameCount < clip.gop + 10
        }

        /// The frames that are due at a shared time: two where one frame ends and the next begins, because a Double
        /// loses the last bits of a time since 1970.
        private func due(_ clip: IndexClip, at time: Double) -> Set<Int> {
            let rate = Double(clip.frameRate.numerator) / Double(clip.frameRate.denominator)
            let inside = (time - epoch).truncatingRemainder(dividingBy: Double(clip.frameCount) / rate) * rate
            return Set([-0.01, 0.01].map { (Int((inside + $0).rounded(.down)) + clip.frameCount) % clip.frameCount })
        }
    }
#endif
