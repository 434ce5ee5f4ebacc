/// Every decision of a playback group, as a value: events in, commands out, time as an argument.
///
/// It holds no player, reads no clock and never suspends. The shell (`GroupRunner`) delivers events in the order in
/// which they happened and carries the commands out at once; so all of it is tested in virtual time.
struct SyncGroup {
    /// What happened.
    enum Event {
        case add(MemberID, MediaSource, TimeMap, isAmbient: Bool, traits: PlayerTraits)
        /// A new member takes another's place once it has its frame; until then the other goes on.
        case replace(MemberID, by: MemberID, MediaSource, TimeMap, traits: PlayerTraits)
        case remove(MemberID)
        case retry(MemberID)
        case play(at: HostTime?, ticket: Int)
        case pause
        case seek(Duration, ticket: Int?)
        /// `together`: on the way, only an instant that all members have is shown.
        case scrub(Duration, together: Bool = true)
        /// A hand takes hold of the line: it stands still until the hand lets go.
        case beginScrubbing
        case endScrubbing
        /// With the reference member's frame times around where the step begins, if they are known.
        case step(Int, frameTimes: [Duration] = [])
        case setRate(Double)
        case setLoop(range: Range<Duration>?, repeats: Bool, alternates: Bool = false)
        case setMap(MemberID, TimeMap)
        case nudge(MemberID, frames: Int)
        case setAudible(MemberID?)
        case setStallPolicy(StallPolicy)
        case player(MemberID, PlayerEvent)
        /// What a stage did with a member that kept the others waiting.
        case leftBehind(MemberID)
        case caughtUp(MemberID)
        /// A stage shows stand-ins for the target of this barrier.
        case stoodIn(barrier: Int)
        /// What `measure` found.
        case readings([MemberID: LineReading])
        /// Something outside began or ended; `resumes`: whether playing may go on by itself. After a change of route it
        /// may not if the device that was heard is gone.
        case disturbance(Disturbance, ends: Bool = true, resumes: Bool = true)
        /// A requested wake-up; also sent when nothing else happens.
        case time
    }

    /// What to do, in this order.
    enum Command: Equatable {
        case load(MemberID, MediaSource, generation: Int)
        case prepare(MemberID, MemberTimeline, at: HostTime, allowsPreview: Bool, generation: Int)
        case follow(MemberID, MemberTimeline, from: HostTime)
        case setAudible(MemberID, Bool)
        case release(MemberID)
        /// Releases a member that is gone for good.
        case remove(MemberID)
        /// From now on this member is the one in its place.
        case takeOver(MemberID)
        /// Asks players where they are; the answer comes back as `readings`.
        case measure([MemberID])
        case wake(at: HostTime)
        case answer(ticket: Int, failure: PlaybackError.Code?)
        case publish(GroupEvent)
    }

    // Written by the extensions of this type only.
    var members: [MemberID: Member] = [:]
    var line = GroupLine(anchor: .held(at: .zero))
    var barrier: Barrier?
    /// A seek that waits until the barrier before it has something to show.
    var pendingSeek: (time: Duration, standIn: StandIn, since: HostTime)?
    /// Whether the group is to play: true while the line moves; in a barrier and under a hand it says what follows.
    var wantsToPlay = false
    /// Set while a hand holds the line.
    var scrubbing: Scrubbing?
    var rate = 1.0
    var audible: MemberID? {
        didSet { if audible != oldValue { isSilenced = false } }
    }
    /// Whether the audible member has reported that it is not heard.
    var isSilenced = false
    var loop: (range: Range<Duration>?, repeats: Bool, alternates: Bool) = (nil, false, false)
    var stallPolicy = StallPolicy.carryOn
    /// Host time of the last common start, for the figures.
    var startedAt: HostTime?
    /// The requested start, as long as it may lie ahead.
    var scheduledStart: HostTime?
    /// Whether the line has been played or moved; until then it is at the beginning of its range.
    var hasBeenPlaced = false
    /// Whether the line has run to its end and `ended` was published.
    var hasEnded = false
    var playTickets: [Int] = []
    var seekTickets: [Int] = []
    var wakeUps = WakeUps()
    /// Disturbances that have begun and not ended.
    var suspensions: Set<Disturbance> = []
    /// Whether the group played when the first of them began.
    var playsAfterSuspension = false
    /// When players were last measured; a restart sets it so that the next measurement comes early.
    var measuredAt: HostTime?
    var drift = DriftWindow()
    private var nextGeneration = 0
    /// When a new member was ready to take its place, but had to wait for its turn.
    var replacementDue: HostTime?
    /// The number of barriers so far.
    var barriers = 0

    /// A member that has not prepared within this time no longer holds the others up. Long enough for a cold disk and a
    /// 4K key frame on a busy machine, short enough that a viewer still connects it with what they did.
    static let prerollTimeout = Duration.seconds(10)

    /// A hand that has requested nothing newer for this long rests: a moving one makes four requests in that time at 60
    /// a second.
    static let handRest = Duration.milliseconds(66)

    /// Rates a group accepts, in both directions: beyond 4 decoders fall behind, below ¼ a display shows slides.
    static let rates: ClosedRange<Double> = 0.25...4

    /// Steps and nudges are held inside this, a year at 30 a second, so that no count overflows.
    static let frameLimit = 1_000_000_000

    mutating func handle(_ event: Event, at now: HostTime) -> [Command] {
        var out: [Command] = []
        let (wasWaiting, before) = (barrier != nil, barriers)
        // Check the end first: a wake-up may be late, and what follows the end has to be handled after it.
        checkEnd(at: now, &out)
        switch event {
        case .add(let id, let source, let map, let isAmbient, let traits):
            add(id, source, map, isAmbient: isAmbient, traits: traits, at: now, &out)
        case .replace(let old, by: let new, let source, let map, let traits):
            replace(old, by: new, source, map, traits: traits, at: now, &out)
        case .remove(let id):
            remove(id, at: now, &out)
        case .retry(let id): retry(id, at: now, &out)
        case .play(at: let start, let ticket):
            play(at: start, ticket: ticket, now: now, &out)
        case .pause:
            pause(at: now, &out)
        case .seek(let target, let ticket):
            seek(to: target, ticket: ticket, at: now, &out)
        case .scrub(let target, let together):
            seek(to: target, ticket: nil, standIn: together ? .together : .each, at: now, &out)
        case .beginScrubbing: beginScrubbing(at: now, &out)
        case .endScrubbing: endScrubbing(at: now, &out)
        case .step(let frames, let frameTimes):
            step(frames, frameTimes: frameTimes, at: now, &out)
        case .setRate(let newRate):
            setRate(newRate, at: now, &out)
        case .setLoop(let range, let repeats, let alternates):
            setLoop(range: range, repeats: repeats, alternates: alternates, at: now, &out)
        case .setMap(let id, let map):
            setMap(map, of: id, at: now, &out)
        case .nudge(let id, let frames):
            nudge(id, by: frames, at: now, &out)
        case .setAudible(let id):
            setAudible(id, at: now, &out)
        case .setStallPolicy(let policy):
            stallPolicy = policy
        case .player(let id, let event):
            handle(event, of: id, at: now, &out)
        case .leftBehind(let id): setLeftBehind(true, id, &out)
        case .caughtUp(let id): setLeftBehind(false, id, &out)
        case .stoodIn(let number): stoodIn(for: number, at: now, &out)
        case .readings(let readings):
            take(readings, at: now, &out)
        case .disturbance(let disturbance, let ends, let resumes):
            disturbed(disturbance, ends: ends, resumes: resumes, at: now, &out)
        case .time:
            wakeUps.came(at: now)
            takeUpPendingSeek(at: now, &out)
            checkDeadline(at: now, &out)
            checkMeasurement(at: now, &out)
        }
        completeReplacements(after: event, wasWaiting: wasWaiting || barriers != before, at: now, &out)
        // A group that has become silent needs no sound from the system any more.
        if audible == nil { disturbed(.audioInterruption, ends: true, resumes: true, at: now, &out) }
        if let host = wakeUps.ask(for: nextCheck) { out.append(.wake(at: host)) }
        return out
    }

    // MARK: Reading

    /// The members in the order of their places; those that are yet to take a place come after its present member.
    var sortedIDs: [MemberID] {
        members.sorted { ($0.value.place, $0.key) < ($1.value.place, $1.key) }.map(\.key)
    }

    /// The timeline a member was last told to follow; `nil` before that.
    func timeline(of id: MemberID) -> MemberTimeline? { members[id]?.followed }

    /// Whether the group is getting ready for a start, and was not only interrupted by a seek or a hand.
    var isPreparingToStart: Bool { wantsToPlay && (barrier?.isInterruption ?? scrubbing?.wasMoving) == false }

    /// Group time at which the longest member that ends has ended; `nil` while none is open, or all loop.
    var naturalLength: Duration? {
        seen.values.compactMap { member -> Duration? in
            guard let info = member.info, !member.isAmbient, member.map.end != .loop, member.phase != .failed else {
                return nil
            }
            let range = MemberTimeline(line: line, map: member.map, bounds: info.bounds).range
            return max(member.map.groupTime(atItemTime: range.upperBound, inPoint: range.lowerBound), .zero)
        }.max()
    }

    /// The longest lead any member needs; with frames pulled by time it is zero.
    var lead: Duration {
        members.filter(\.value.isLive).map { $0 == audible ? $1.traits.leadWithSound : $1.traits.lead }.max() ?? .zero
    }

    // MARK: Small things

    mutating func newGeneration() -> Int {
        nextGeneration += 1
        return nextGeneration
    }

    func answer(_ tickets: inout [Int], _ failure: PlaybackError.Code?, _ out: inout [Command]) {
        out += tickets.map { .answer(ticket: $0, failure: failure) }
        tickets = []
    }
}
