#if canImport(AVFoundation)
    import AVFoundation

    /// Makes the item that a plan asks for.
    enum ItemMaker {
        @MainActor
        static func item(for plan: ItemPlan, of open: OpenAsset, sound: Bool) async throws -> AVPlayerItem {
            let item: AVPlayerItem
            switch plan {
            case .whole(let end):
                item = AVPlayerItem(asset: open.asset)
                // Only where an out-point was set: the file's own end is not to be rounded.
                if end < open.info.bounds.end { item.forwardPlaybackEndTime = CMTime(end) }
            case .turns(let inPoint, let part, let count):
                item = try await AVPlayerItem(
                    asset: turns(of: open, from: inPoint, part: part, count: count, sound: sound))
            }
            // Speech and engine noise keep their pitch at 0.25 to 4 times, and no rate is rounded.
            item.audioTimePitchAlgorithm = .timeDomain
            return item
        }

        /// The first turn from the in-point, and the part that repeats behind it.
        @MainActor
        private static func turns(
            of open: OpenAsset, from inPoint: Duration, part: Range<Duration>, count: Int, sound: Bool
        ) async throws -> AVComposition {
            let composition = AVMutableComposition()
            let first = exactly(inPoint..<part.upperBound, in: open)
            let again = exactly(part, in: open)
            // A silent member has no sound track at all, so that nothing has to be switched off in it.
            for type in sound ? [AVMediaType.video, .audio] : [.video] {
                guard let source = try await open.asset.loadTracks(withMediaType: type).first,
                    let track = composition.addMutableTrack(
                        withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid)
                else { continue }
                if type == .video { track.preferredTransform = try await source.load(.preferredTransform) }
                try track.insertTimeRange(first, of: source, at: .zero)
                var time = first.duration
                for _ in 1..<max(count, 2) {
                    try track.insertTimeRange(again, of: source, at: time)
                    time = time + again.duration
                }
            }
            return composition
        }

        /// The track's own times where the range is all of it: nanoseconds rounded down would cut its last frame.
        private static func exactly(_ range: Range<Duration>, in open: OpenAsset) -> CMTimeRange {
            let start =
                range.lowerBound == open.info.bounds.start ? open.trackRange.start : CMTime(range.lowerBound)
            let end = range.upperBound == open.info.bounds.end ? open.trackRange.end : CMTime(range.upperBound)
            return CMTimeRange(start: start, end: end)
        }
    }
#endif
