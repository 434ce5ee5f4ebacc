#if canImport(AVFoundation)
    import AVFoundation

    /// Makes the item that a plan describes.
    enum ItemMaker {
        @MainActor
        static func item(for plan: ItemPlan, of open: OpenAsset, sound: Bool) async throws -> AVPlayerItem {
            let item: AVPlayerItem
            switch plan {
            case .whole(let end):
                item = AVPlayerItem(asset: open.asset)
                // Only if an out-point was set: the file's own end must not be rounded.
                if end < open.info.bounds.end { item.forwardPlaybackEndTime = CMTime(end) }
            case .turns(let inPoint, let part, let count):
                item = try await AVPlayerItem(
                    asset: turns(of: open, from: inPoint, part: part, count: count, sound: sound).asset)
            }
            // Speech and engine noise keep their pitch at rates from 0.25 to 4, and no rate is rounded.
            item.audioTimePitchAlgorithm = .timeDomain
            return item
        }

        /// Lays out the first turn from the in-point, then the part that repeats. Not on the main actor: with as many
        /// turns as an item may have this takes longer than a tick.
        private static func turns(
            of open: OpenAsset, from inPoint: Duration, part: Range<Duration>, count: Int, sound: Bool
        ) async throws -> SharedAsset {
            let composition = AVMutableComposition()
            let first = exactly(inPoint..<part.upperBound, in: open)
            let again = exactly(part, in: open)
            let ranges = [first] + Array(repeating: again, count: count - 1)
            // A silent member gets no sound track at all, so that none has to be disabled.
            for type in sound ? [AVMediaType.video, .audio] : [.video] {
                guard let source = try await open.asset.playedTrack(type),
                    let track = composition.addMutableTrack(
                        withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid)
                else { continue }
                if type == .video { track.preferredTransform = open.transform }
                let available = try await source.load(.timeRange)
                if ranges.allSatisfy(available.containsTimeRange) {
                    try track.insertTimeRanges(
                        ranges.map(NSValue.init(timeRange:)), of: Array(repeating: source, count: ranges.count),
                        at: .zero)
                } else {
                    try track.insert(ranges, of: source, within: available)
                }
            }
            return SharedAsset(composition)
        }

        /// Uses the track's own start and end where the range reaches them: times rounded down to nanoseconds would cut
        /// off its last frame.
        private static func exactly(_ range: Range<Duration>, in open: OpenAsset) -> CMTimeRange {
            let start =
                range.lowerBound == open.info.bounds.start ? open.trackRange.start : CMTime(range.lowerBound)
            let end = range.upperBound == open.info.bounds.end ? open.trackRange.end : CMTime(range.upperBound)
            return CMTimeRange(start: start, end: end).inside(open.trackRange)
        }
    }

    extension AVMutableCompositionTrack {
        /// Inserts ranges one after the other, each without what its source lacks: sound often begins later or ends
        /// sooner than the pictures, and a range beyond it may be refused. In its place there is silence.
        fileprivate func insert(
            _ ranges: [CMTimeRange], of source: AVAssetTrack, within available: CMTimeRange
        ) throws {
            var begin = CMTime.zero
            for range in ranges {
                let part = range.inside(available)
                if !part.isEmpty { try insertTimeRange(part, of: source, at: begin + (part.start - range.start)) }
                begin = begin + range.duration
            }
        }
    }

    extension CMTimeRange {
        /// The part of it that lies inside another range. Times of unlike scales have no exact difference, and a duration
        /// that was rounded up would reach beyond the range's end by a fraction of a nanosecond, which may be refused.
        fileprivate func inside(_ other: CMTimeRange) -> CMTimeRange {
            var part = intersection(other)
            while part.end > other.end { part.duration.value -= 1 }
            return part
        }
    }

    /// The contents of a player's item.
    enum ItemPlan: Hashable {
        /// The file as it is, up to an out-point.
        case whole(end: Duration)
        /// Turns laid end to end: from the in-point to the end of the part that repeats, then that part again and
        /// again.
        ///
        /// Item time is then linear in group time, across seams too: one anchor, one decoder, no visible seam.
        case turns(inPoint: Duration, part: Range<Duration>, count: Int)

        /// The most turns in one item: five hundred are known to play without a hiccup, and building more takes long.
        private static let mostTurns = 500
        /// The longest an item may be, for the same reason.
        private static let longest = Duration.seconds(7200)

        init(for timeline: MemberTimeline, at host: HostTime, canCompose: Bool) {
            guard canCompose, let part = timeline.repeatedPart(at: host) else {
                self = .whole(end: timeline.range.upperBound)
                return
            }
            let length = (part.upperBound - part.lowerBound).nanoseconds
            let count = min(Int64(Self.mostTurns), max(Self.longest.nanoseconds / length, 2))
            self = .turns(inPoint: timeline.range.lowerBound, part: part, count: Int(count))
        }

        /// The item time of a position. Any turn may be played as the first, because all are alike.
        func time(of position: MemberTimeline.Position) -> Duration {
            switch self {
            case .whole: position.itemTime
            case .turns(let inPoint, _, _): position.itemTime - inPoint
            }
        }

        /// Where its turn ends in the video.
        var turnEnd: Duration {
            switch self {
            case .whole(let end): end
            case .turns(_, let part, _): part.upperBound
            }
        }

        /// Where the item ends.
        var end: Duration {
            switch self {
            case .whole(let end): end
            case .turns(let inPoint, let part, let count):
                part.upperBound - inPoint + (part.upperBound - part.lowerBound) * (count - 1)
            }
        }

        var repeats: Bool {
            if case .turns = self { true } else { false }
        }
    }
#endif
