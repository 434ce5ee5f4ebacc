#if canImport(AVFoundation)
    import AVFoundation

    /// When the frames of a local file are shown, read from its index.
    ///
    /// `@unchecked Sendable`: the track is used under the lock only.
    final class SampleTimes: @unchecked Sendable {
        private let track: AVAssetTrack
        /// Which stretch of the media is shown when. A sample's time stamp counts in the media and item time in the
        /// track; edit lists set the two apart, as in most files with B-frames.
        private let edits: [CMTimeMapping]
        private let lock = NSLock()

        init(_ track: AVAssetTrack, edits: [AVAssetTrackSegment]) {
            self.track = track
            self.edits = edits.filter { !$0.isEmpty }.map(\.timeMapping)
        }

        /// How many frames on either side are read: a second of most videos. Whoever steps further does not count them.
        private static let reach: Int64 = 30

        /// Item times of the frames around an item time, in order and without gaps; empty where the index cannot tell.
        func times(around time: Duration) -> [Duration] {
            // Times are rounded down to nanoseconds: a frame's own one may lie before it.
            let wanted = CMTime(time + FrameRate.grace)
            guard let edit = edits.last(where: { $0.target.start <= wanted }),
                edit.source.duration == edit.target.duration
            else { return [] }
            let shift = edit.target.start - edit.source.start
            return lock.withLock {
                guard let cursor = track.makeSampleCursor(presentationTimeStamp: wanted - shift) else { return [] }
                _ = cursor.stepInPresentationOrder(byCount: -Self.reach)
                var times: [Duration] = []
                for _ in 0...2 * Self.reach {
                    let stamp = cursor.presentationTimeStamp
                    // Of the frames before a cut only the last is seen: it is on the screen when the stretch begins.
                    guard stamp < edit.source.end, let shown = Duration(max(stamp, edit.source.start) + shift) else {
                        break
                    }
                    if times.last.map({ $0 < shown }) ?? true { times.append(shown) }
                    guard cursor.stepInPresentationOrder(byCount: 1) == 1 else { break }
                }
                return times
            }
        }
    }
#endif
