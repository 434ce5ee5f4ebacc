import MultiPlayerKit

/// What one platform brings to a feed: its players, and how they open a video.
protocol FeedMedia: Sendable {
    associatedtype Player: SteeredPlayer

    /// Whether a player keeps its video while it serves no cell, and until another video replaces it.
    static var keepsVideos: Bool { get }

    /// The player of a seat no longer serves a cell, and keeps its video: it ends what it was about to do.
    func rest(_ player: Player)

    func player(for slot: FeedSlot) -> Player

    func load(_ source: MediaSource, into player: Player, generation: Int)

    /// Begins to fetch the first bytes of a video that is about to be opened; `nil`: the player does that by itself.
    func beginning(of source: MediaSource) -> (any ByteFetch)?
}

/// The players of a feed's pool: each serves one cell at a time, plays or is held, and goes back to the pool.
///
/// Its owner brings it commands and reports in order, one at a time.
struct FeedSeats<Media: FeedMedia>: Sendable {
    typealias Seat = FeedSeat<Media.Player>

    /// What follows from a player's report.
    struct Reaction: Sendable {
        var arrival: (FeedArrival, FeedBinding)?
        /// Why a cell cannot be played.
        var failure: PlaybackError?
        /// Whether the player is lost and has to be replaced (``FeedSeats/replace(_:at:)``).
        var isLost = false
    }

    private(set) var all: [FeedSlot: Seat] = [:]
    private var nextMember = 1
    private var audible: FeedBinding?
    private let media: Media
    private let leases: PlayerLeases
    /// Takes what the player of a slot reports, and which player that was, on the player's threads, and sees to it that
    /// ``react(to:of:from:at:)`` is called with it. To be set before the first command.
    var deliver: @Sendable (PlayerEvent, FeedSlot, MemberID) -> Void = { _, _, _ in }

    init(media: Media, leases: PlayerLeases) {
        (self.media, self.leases) = (media, leases)
    }

    subscript(slot: FeedSlot) -> Seat? { all[slot] }

    /// The seat that serves a cell.
    func seat(of cell: FeedCellID) -> Seat? { all.values.first { $0.binding?.cell == cell } }

    // MARK: Commands

    /// Has a slot's player serve a cell and play it.
    ///
    /// - Parameter start: item time relative to the first frame; `nil`: from where it is, or from the beginning.
    mutating func play(
        _ slot: FeedSlot, _ binding: FeedBinding, _ source: MediaSource, from start: Duration?, repeats: Bool,
        at now: HostTime
    ) {
        bind(slot, binding, source, at: start, now)
        all[slot]?.wantsToPlay = true
        all[slot]?.repeats = repeats
        if let start, let seat = all[slot], seat.phase == .ready, seat.place(at: now) != start {
            prepare(slot, at: start, now)
        }
        run(slot, at: now)
        prioritize(slot, .normal)
    }

    /// Has a slot's player serve a cell and be ready to play it.
    mutating func prepare(
        _ slot: FeedSlot, _ binding: FeedBinding, _ source: MediaSource, at place: Duration, at now: HostTime
    ) {
        bind(slot, binding, source, at: place, now)
        prioritize(slot, .ambient)
        hold(slot, at: now)
    }

    /// Holds a player at its current position, and returns that if it was moving.
    @discardableResult
    mutating func hold(_ slot: FeedSlot, at now: HostTime) -> Duration? {
        guard var seat = all[slot] else { return nil }
        defer { all[slot] = seat }
        seat.wantsToPlay = false
        guard seat.phase == .ready, seat.isMoving else { return nil }
        seat.place = seat.place(at: now)
        seat.timeline = seat.line(from: seat.place, at: now, moves: false)
        if let held = seat.timeline { seat.player.follow(held, from: now) }
        return seat.place
    }

    /// Plays a video that has come to its end once more.
    mutating func startOver(_ slot: FeedSlot, at now: HostTime) {
        prepare(slot, at: .zero, now)
    }

    /// Ends the service for a cell, and returns where its video stopped; `nil`: it was not open.
    mutating func release(_ slot: FeedSlot, at now: HostTime) -> (FeedBinding, Duration)? {
        hold(slot, at: now)
        guard var seat = all[slot], let binding = seat.binding else { return nil }
        defer { all[slot] = seat }
        prioritize(slot, .ambient)
        let place = seat.place(at: now)
        let isOpen = seat.info != nil
        seat.binding = nil
        seat.beginning = nil
        guard Media.keepsVideos else {
            seat.giveBack()
            return isOpen ? (binding, place) : nil
        }
        media.rest(seat.player)
        // What was under way does not become ready any more, so there is nothing to come back to.
        if seat.phase != .ready { (seat.cell, seat.phase) = (nil, .free) }
        return isOpen ? (binding, place) : nil
    }

    /// Keeps no video for a cell whose content has changed: its address may be the same.
    mutating func forget(_ cell: FeedCellID) {
        for slot in all.keys where all[slot]?.cell == cell { all[slot]?.cell = nil }
    }

    /// Gives decoder and bytes of a slot's player back.
    mutating func empty(_ slot: FeedSlot) { all[slot]?.giveBack() }

    /// Ends a player for good.
    mutating func retire(_ slot: FeedSlot) { all.removeValue(forKey: slot)?.leased.end() }

    mutating func retireAll() {
        for slot in all.keys { retire(slot) }
    }

    /// Makes another player for a slot, which goes on where the former was.
    mutating func replace(_ slot: FeedSlot, at now: HostTime) {
        guard let old = all[slot] else { return }
        let place = old.place(at: now)
        retire(slot)
        guard let binding = old.binding, let source = old.source else { return }
        bind(slot, binding, source, at: place, now)
        all[slot]?.wantsToPlay = old.wantsToPlay
        all[slot]?.repeats = old.repeats
        prioritize(slot, old.wantsToPlay ? .normal : .ambient)
        tellWhoIsHeard()
    }

    /// Has one cell heard, and no other.
    mutating func setAudible(_ binding: FeedBinding?) {
        audible = binding
        for seat in all.values { seat.player.setAudible(binding != nil && seat.binding == binding) }
        tellWhoIsHeard()
    }

    private func tellWhoIsHeard() {
        leases.setAudible(all.values.first { audible != nil && $0.binding == audible }?.member)
    }

    // MARK: Reports

    /// Takes what the player of a slot reports.
    ///
    /// - Parameter member: which player reported it. A slot's generations begin anew with each player, so a report that
    ///   a former one left behind must not be taken for the present one's.
    mutating func react(
        to event: PlayerEvent, of slot: FeedSlot, from member: MemberID, at now: HostTime
    ) -> Reaction {
        guard let seat = all[slot], seat.member == member else { return Reaction() }
        switch event {
        case .loaded(let info, let generation):
            // An answer to an earlier request: the decision counts it if it is late.
            guard generation == seat.generation else {
                return Reaction(arrival: seat.askers[generation].map { (.bytes, $0) })
            }
            guard seat.binding != nil else { break }
            all[slot]?.info = info
            prepare(slot, at: seat.place, now)
        case .prepared(let generation):
            guard generation == seat.generation else {
                return Reaction(arrival: seat.askers[generation].map { (.prerolled, $0) })
            }
            guard let binding = seat.binding else { break }
            all[slot]?.phase = .ready
            all[slot]?.beginning = nil
            if seat.wantsToPlay { run(slot, at: now) }
            return Reaction(arrival: (.prerolled, binding))
        case .refused(let error, let generation), .failed(let error, let generation):
            let isPresent = generation == seat.generation
            if isPresent { all[slot]?.phase = .failed }
            guard let binding = isPresent ? seat.binding : seat.askers[generation] else { break }
            return Reaction(arrival: (.failed(error.description), binding), failure: error)
        case .damaged(_, let bounds): all[slot]?.info?.bounds = bounds
        case .lost: return Reaction(isLost: true)
        case .previewed, .stalled, .resumed, .settled, .starved, .sound, .moved, .handedOver: break
        }
        return Reaction()
    }

    // MARK: Inside

    /// Makes a player serve a cell, unless it does already.
    private mutating func bind(
        _ slot: FeedSlot, _ binding: FeedBinding, _ source: MediaSource, at place: Duration?, _ now: HostTime
    ) {
        var seat = all[slot] ?? newSeat(slot)
        // After a failure the same cell is tried again, from where it was.
        let isRetry = seat.binding == binding
        guard !isRetry || seat.phase == .failed else { return }
        let hasIt = seat.phase == .ready && seat.cell == binding.cell && seat.source == source
        seat.binding = binding
        seat.place = place ?? (isRetry ? seat.place : .zero)
        seat.wantsToPlay = false
        seat.player.setAudible(binding == audible)
        if hasIt {
            all[slot] = seat
            return prepare(slot, at: seat.place, now)
        }
        if !Media.keepsVideos { seat.giveBack() }
        // What it holds is of another cell, or of an earlier binding of this one.
        (seat.cell, seat.source, seat.timeline, seat.info, seat.phase) = (binding.cell, source, nil, nil, .opening)
        seat.beginning = media.beginning(of: source)
        seat.load = seat.ask(for: binding)
        all[slot] = seat
        let player = seat.player
        seat.leased.load(generation: seat.load) {
            media.load(source, into: player, generation: seat.load)
            return nil
        }
    }

    private mutating func newSeat(_ slot: FeedSlot) -> Seat {
        defer { nextMember += 1 }
        let player = media.player(for: slot)
        let member = MemberID(nextMember)
        let leased = LeasedPlayer(player, id: member, name: "player \(slot.number + 1)", in: leases) {
            [deliver] event in
            deliver(event, slot, member)
        }
        return Seat(leased: leased, player: player)
    }

    /// Starts a player that is ready and is to play.
    private mutating func run(_ slot: FeedSlot, at now: HostTime) {
        guard var seat = all[slot], seat.phase == .ready, seat.wantsToPlay, !seat.isMoving,
            let timeline = seat.line(from: seat.place(at: now), at: now, moves: true)
        else { return }
        seat.timeline = timeline
        seat.player.follow(timeline, from: now)
        all[slot] = seat
    }

    private mutating func prepare(_ slot: FeedSlot, at place: Duration, _ now: HostTime) {
        guard var seat = all[slot], let info = seat.info, let binding = seat.binding else { return }
        // A video may have become shorter since its position was remembered.
        seat.place = place < info.bounds.length ? place : .zero
        guard let timeline = seat.line(from: seat.place, at: now, moves: false) else { return }
        seat.timeline = timeline
        seat.phase = .preparing
        let generation = seat.ask(for: binding)
        all[slot] = seat
        seat.player.prepare(timeline, at: now, allowsPreview: false, generation: generation)
    }

    private func prioritize(_ slot: FeedSlot, _ priority: PlaybackPriority) {
        guard let seat = all[slot], leases.priority(of: seat.member) != priority else { return }
        leases.setPriority(priority, of: seat.member)
    }
}

extension FeedSeat {
    fileprivate mutating func giveBack() {
        leased.release()
        (phase, cell, source, info, timeline, beginning) = (.free, nil, nil, nil, nil, nil)
    }
}
