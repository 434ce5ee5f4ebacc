#if canImport(CGStreamer)
    /// Pictures decoded on the way to a target, of which a stage shows those of one instant while the target is still
    /// being decoded.
    ///
    /// One member may run ahead of another by far: its decoder began earlier, or its frames are quicker. So besides the
    /// newest pictures it keeps the first one, which members with like key frames have in common, and marks: those of
    /// instants at even distances in group time, which are the same for all members. A member that follows shows a
    /// picture as soon as it passes one of the marks of the one ahead.
    struct StandInPictures<Picture> {
        private struct Entry {
            var picture: Picture
            var time: Duration
            var span: FrameSpan

            /// The multiple of a distance that the frame covers, if any.
            func multiple(of distance: Int64) -> Int64? {
                let last = span.times.upperBound.nanoseconds - 1
                let multiple = last / distance * distance
                return last >= 0 && multiple >= span.times.lowerBound.nanoseconds ? multiple : nil
            }
        }

        private var entries: [Entry] = []
        private var distance = Self.shortest
        /// Four frames at 30 a second: closer ones are among the newest.
        private static var shortest: Duration { .milliseconds(125) }

        /// In order of item time.
        var pictures: [(picture: Picture, time: Duration)] { entries.map { ($0.picture, $0.time) } }

        /// - Parameters:
        ///   - span: the frame's part of group time.
        ///   - limit: how many pictures to keep, three at least. A third of them are the newest.
        mutating func append(_ picture: Picture, at time: Duration, span: FrameSpan, limit: Int) {
            // Frames outside the part that is played are not shown.
            guard !span.times.isEmpty else { return }
            entries.append(Entry(picture: picture, time: time, span: span))
            thin(to: limit)
            // At the latest when the distance is longer than the way, the first and the newest are all there is.
            while entries.count > max(limit, 3) {
                distance *= 2
                thin(to: limit)
            }
        }

        private mutating func thin(to limit: Int) {
            let newest = entries.count - limit / 3
            var covered: Int64?
            entries = entries.enumerated().filter { index, entry in
                let multiple = entry.multiple(of: distance.nanoseconds)
                defer { covered = multiple ?? covered }
                return index == 0 || index >= newest || multiple != nil && multiple != covered
            }.map(\.element)
        }

        mutating func removeAll() {
            self = StandInPictures()
        }
    }
#endif
