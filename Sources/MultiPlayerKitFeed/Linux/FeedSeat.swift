#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit

    /// A player of a feed's pool, and what it is at. A value that its feed alone changes, on its queue.
    struct FeedSeat: Sendable {
        enum Phase: Hashable, Sendable {
            case free
            case opening
            case preparing
            /// Has the frames of where it stands.
            case ready
            case failed
        }

        let member: MemberID
        let player: GStreamerPlayer
        var phase = Phase.free
        /// Whom it serves.
        var binding: FeedBinding?
        var source: MediaSource?
        var info: MediaInfo?
        /// Its first bytes, wanted until it stands ready.
        var beginning: (any ByteFetch)?
        /// Of what was asked of the player last.
        var generation = 0
        /// For whom earlier generations were asked, to know whose late answers are.
        var askers: [Int: FeedBinding] = [:]
        /// Where it is to begin, or stands, in item time from the first frame on.
        var place = Duration.zero
        var wantsToPlay = false
        var repeats = true
        /// What it follows once it plays.
        var timeline: MemberTimeline?
        /// Turns that it may go through, and those that it has.
        var turns = 0

        /// Generations whose late answers are still told apart from each other.
        private static let remembered = 8

        /// A number for what is asked next.
        mutating func ask(for binding: FeedBinding) -> Int {
            generation += 1
            askers[generation] = binding
            askers[generation - Self.remembered] = nil
            return generation
        }

        /// Where it stands, in item time from the first frame on.
        func place(at host: HostTime) -> Duration {
            guard phase == .ready, let timeline else { return place }
            return timeline.position(at: host).itemTime - timeline.range.lowerBound
        }

        /// A line through a place: standing, or moving from a host time on.
        func line(from place: Duration, at host: HostTime, moves: Bool) -> MemberTimeline? {
            info.map {
                MemberTimeline(
                    line: GroupLine(anchor: LineAnchor(hostTime: host, time: place, rate: moves ? 1 : 0)),
                    map: TimeMap(end: .loop), bounds: $0.bounds)
            }
        }
    }

    /// What a tick needs to know of one cell.
    package struct FeedCellBoard: Sendable {
        var binding: FeedBinding
        var offer = FeedOffer.nothing
        var role: FeedRole
        /// Whose frames it shows; `nil`: it keeps its picture, or shows its poster.
        var live: Live?

        struct Live: Sendable {
            var member: MemberID
            var player: GStreamerPlayer
            var timeline: MemberTimeline
            var info: MediaInfo
            /// Whether the next turn is its own too.
            var repeats: Bool
        }
    }
#endif
