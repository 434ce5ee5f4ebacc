#if canImport(AVFoundation)
    /// What a player's item consists of.
    enum ItemPlan: Hashable {
        /// The file as it is, up to an out-point.
        case whole(end: Duration)
        /// Turns laid end to end: from the in-point to the end of the part that repeats, then that part again and again.
        ///
        /// Item time is then linear in group time, over seams too: one anchor, one decoder, no seam.
        case turns(inPoint: Duration, part: Range<Duration>, count: Int)

        /// Turns in one item: five hundred are known to play without a hiccup, and building more takes long.
        private static let mostTurns = 500
        /// An item is no longer than this, for the same reason.
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

        /// Where a position lies in the item. Any turn may be played as the first, because all are alike.
        func time(of position: MemberTimeline.Position) -> Duration {
            switch self {
            case .whole: position.itemTime
            case .turns(let inPoint, _, _): position.itemTime - inPoint
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
