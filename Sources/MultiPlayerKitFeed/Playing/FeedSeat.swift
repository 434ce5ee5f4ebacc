import MultiPlayerKit

/// A player of a feed's pool, and what it is for now.
struct FeedSeat<Player: SteeredPlayer>: Sendable {
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
    let player: Player
    var phase = Phase.free
    /// The binding that it serves; `nil`: none.
    var binding: FeedBinding?
    /// The cell and the video that it was opened for. A free seat may keep them, in case the cell comes back.
    var cell: FeedCellID?
    var source: MediaSource?
    var info: MediaInfo?
    /// The generation under which its video was opened.
    var load = 0
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
    private static var remembered: Int { 8 }

    init(leased: LeasedPlayer, player: Player) {
        (self.leased, self.player) = (leased, player)
    }

    var member: MemberID { leased.id }

    var isMoving: Bool { timeline.map { $0.line.anchor.rate > 0 } ?? false }

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
        let error = player.reading()?.error ?? .zero
        return timeline.position(at: host).itemTime + error - timeline.range.lowerBound
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
