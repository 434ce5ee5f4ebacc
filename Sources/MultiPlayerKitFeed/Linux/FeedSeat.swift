#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit

    /// A player of a feed's pool, and its state. Only its feed changes it, on the feed's queue.
    struct FeedSeat: Sendable {
        enum Phase: Hashable, Sendable {
            case free
            case opening
            case preparing
            /// Has the frames of its position.
            case ready
            case failed
        }

        let leased: LeasedPlayer
        /// The one that is leased.
        let player: GStreamerPlayer
        var phase = Phase.free
        /// The binding that it serves.
        var binding: FeedBinding?
        var source: MediaSource?
        var info: MediaInfo?
        /// The fetch of its first bytes, held until it is ready.
        var beginning: (any ByteFetch)?
        /// The generation of the last request to the player.
        var generation = 0
        /// The binding of each recent request, to attribute late answers.
        var askers: [Int: FeedBinding] = [:]
        /// The position where it is to begin or is held, in item time relative to the first frame.
        var place = Duration.zero
        var wantsToPlay = false
        var repeats = true
        /// The timeline that it follows, held or moving.
        var timeline: MemberTimeline?

        /// The number of generations whose late answers can still be attributed.
        private static let remembered = 8

        var member: MemberID { leased.id }

        /// The generation of the next request.
        mutating func ask(for binding: FeedBinding) -> Int {
            generation += 1
            askers[generation] = binding
            askers[generation - Self.remembered] = nil
            return generation
        }

        /// Its position, in item time relative to the first frame.
        func place(at host: HostTime) -> Duration {
            guard phase == .ready, let timeline else { return place }
            return timeline.position(at: host).itemTime - timeline.range.lowerBound
        }

        /// A timeline through a position: held, or moving from a host time on.
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
        /// The player whose frames it shows; `nil`: it keeps its picture, or shows its poster.
        var live: Live?

        struct Live: Sendable {
            var member: MemberID
            var player: GStreamerPlayer
            var timeline: MemberTimeline
            var info: MediaInfo
            /// Whether it starts over at its end.
            var repeats: Bool
        }
    }
#endif
