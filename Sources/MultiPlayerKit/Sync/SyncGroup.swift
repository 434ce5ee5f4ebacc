/// Every decision of a playback group, as a value: events in, commands out, time as an argument.
///
/// It holds no player, reads no clock and never suspends. The shell (`GroupRunner`) delivers events in the order in
/// which they happened and carries the commands out at once; so all of it is tested in virtual time.
struct SyncGroup {
    /// What happened.
    enum Event {
        case add(MemberID, MediaSource, TimeMap, isAmbient: Bool, traits: PlayerTraits)
        case remove(MemberID)
        case play(at: HostTime?, ticket: Int)
        case pause
        case seek(Duration, ticket: Int?)
        case scrub(Duration)
        case step(Int)
        case setRate(Double)
        case setLoop(range: Range<Duration>?, repeats: Bool)
        case setMap(MemberID, TimeMap)
        case nudge(MemberID, frames: Int)
        case setAudible(MemberID?)
        case setStallPolicy(StallPolicy)
        case player(MemberID, PlayerEvent)
        /// A wake-up that was asked for; also sent when nothing else happens.
        case time
    }

    /// What to do about it, in this order.
    enum Command: Equatable {
        case load(MemberID, MediaSource, generation: Int)
        case prepare(MemberID, MemberTimeline, at: HostTime, allowsPreview: Bool, generation: Int)
        case follow(MemberID, MemberTimeline, from: HostTime)
        case setAudible(MemberID, Bool)
        case release(MemberID)
        case wake(at: HostTime)
        case answer(ticket: Int, failure: PlaybackError.Code?)
        case publish(GroupEvent)
    }

    /// One member as the group sees it.
    struct Member {
        enum Phase: Equatable {
            case loading
            /// Getting ready for the generation it was last asked for.
            case preparing
            /// Following the line.
            case following
            case failed
            /// Taken out by the stall policy; its last picture stays.
            case dropped
        }

        var source: MediaSource
        var map: TimeMap
        var isAmbient: Bool
        var traits: PlayerTraits
        var info: MediaInfo?
        var phase = Phase.loading
        var isStalled = false
        var generation = 0
    }

    /// Members waited for, and what follows when all have answered.
    struct Barrier {
        var target: Duration
        /// Start at this host time rather than at the next possible one.
        var startAt: HostTime?
        var allowsPreview: Bool
        /// Not prepared yet.
        var waiting: Set<MemberID>
        /// Neither prepared nor previewed: nothing of this target can be shown before these answer.
        var unseen: Set<MemberID>
        var deadline: HostTime
        /// The line already stands at the target and shows previews.
        var isShown = false
    }

    private(set) var members: [MemberID: Member] = [:]
    private(set) var line = GroupLine(anchor: .held(at: .zero))
    private(set) var barrier: Barrier?
    private(set) var wantsToPlay = false
    private(set) var rate = 1.0
    private(set) var audible: MemberID?
    private(set) var loop: (range: Range<Duration>?, repeats: Bool) = (nil, false)
    private(set) var stallPolicy = StallPolicy.carryOn
    /// Host time of the last common start, for the figures.
    private(set) var startedAt: HostTime?
    private var pendingTarget: (time: Duration, allowsPreview: Bool)?
    private var playTickets: [Int] = []
    private var seekTickets: [Int] = []
    private var hasReportedEnd = false
    private var nextGeneration = 0

    /// A member that has not prepared by then holds the others up no longer. Long enough for a cold disk and a 4K key
    /// frame on a busy machine, short enough that a viewer still connects it with what they did.
    static let prerollTimeout = Duration.seconds(10)

    /// Rates a group accepts: beyond 4 decoders fall behind, below ¼ a display shows slides.
    static let rates: ClosedRange<Double> = 0.25...4

    var sortedIDs: [MemberID] { members.keys.sorted() }

    // MARK: Events

    mutating func handle(_ event: Event, at now: HostTime) -> [Command] {
        var out: [Command] = []
        switch event {
        case let .add(id, source, map, isAmbient, traits):
            let generation = newGeneration()
            members[id] = Member(
                source: source, map: map, isAmbient: isAmbient, traits: traits, generation: generation)
            out.append(.load(id, source, generation: generation))
            if var barrier, !barrier.isShown, startedAt == nil {
                // Added before the first start: it belongs to it.
                barrier.waiting.insert(id)
                barrier.unseen.insert(id)
                self.barrier = barrier
            }
        case .remove(let id):
            guard members.removeValue(forKey: id) != nil else { break }
            if audible == id { audible = nil }
            out.append(.release(id))
            refreshRange(at: now, &out)
            leaveBarrier(id, at: now, &out)
        case let .play(at: start, ticket):
            play(at: start, ticket: ticket, now: now, &out)
        case .pause:
            pause(at: now, &out)
        case let .seek(target, ticket):
            if let ticket { seekTickets.append(ticket) }
            seek(to: target, allowsPreview: false, at: now, &out)
        case .scrub(let target):
            seek(to: target, allowsPreview: true, at: now, &out)
        case .step(let frames):
            step(frames, at: now, &out)
        case .setRate(let newRate):
            setRate(newRate, at: now, &out)
        case let .setLoop(range, repeats):
            loop = (range, repeats)
            refreshRange(at: now, &out)
        case let .setMap(id, map):
            setMap(map, of: id, at: now, &out)
        case let .nudge(id, frames):
            nudge(id, by: frames, at: now, &out)
        case .setAudible(let id):
            setAudible(id, &out)
        case .setStallPolicy(let policy):
            stallPolicy = policy
        case let .player(id, event):
            guard members[id] != nil else { break }
            handle(event, of: id, at: now, &out)
        case .time:
            checkDeadline(at: now, &out)
            checkEnd(at: now, &out)
        }
        return out
    }

    /// What a member must show, once its video is open.
    func timeline(of id: MemberID) -> MemberTimeline? {
        guard let member = members[id], let info = member.info else { return nil }
        return timeline(of: member, info: info, line: line)
    }

    /// Group time at which the longest member that ends has ended; `nil` while none is open, or all loop.
    var naturalLength: Duration? {
        members.values.compactMap { member -> Duration? in
            guard let info = member.info, !member.isAmbient, member.map.end != .loop, member.phase != .failed else {
                return nil
            }
            let range = MemberTimeline(line: line, map: member.map, bounds: info.bounds).range
            return max(member.map.groupTime(atItemTime: range.upperBound, inPoint: range.lowerBound), .zero)
        }.max()
    }

    // MARK: Transport

    private mutating func play(at start: HostTime?, ticket: Int, now: HostTime, _ out: inout [Command]) {
        wantsToPlay = true
        playTickets.append(ticket)
        if barrier != nil {
            barrier?.startAt = start
            return
        }
        if line.anchor.rate > 0, start == nil {
            // Already under way.
            answer(&playTickets, nil, &out)
            return
        }
        var target = line.anchor.time(at: now)
        if line.hasEnded(at: now), let range = line.range { target = range.lowerBound }
        open(target: target, startAt: start, allowsPreview: false, at: now, &out)
    }

    private mutating func pause(at now: HostTime, _ out: inout [Command]) {
        wantsToPlay = false
        answer(&playTickets, .superseded, &out)
        guard line.anchor.rate != 0 else { return }
        changeLine(at: now, &out) { line, host in line.continued(at: host, rate: 0) }
        out.append(.publish(.paused(at: line.time(at: now))))
    }

    /// The latest target wins: while one is being decoded another waits, and replaces whatever waited before.
    private mutating func seek(
        to target: Duration, allowsPreview: Bool, at now: HostTime, _ out: inout [Command]
    ) {
        var target = max(target, .zero)
        if let range = line.range {
            target = min(max(target, range.lowerBound), range.upperBound - .nanoseconds(1))
        }
        if let barrier, !(barrier.unseen.isEmpty && barrier.allowsPreview && barrier.isShown) {
            pendingTarget = (target, allowsPreview)
            return
        }
        open(target: target, startAt: nil, allowsPreview: allowsPreview, at: now, &out)
    }

    private mutating func step(_ frames: Int, at now: HostTime, _ out: inout [Command]) {
        guard frames != 0 else { return }
        pause(at: now, &out)
        let from = pendingTarget?.time ?? barrier?.target ?? line.time(at: now)
        seek(to: FrameGrid(members: members)?.time(from: from, steppedBy: frames) ?? from, allowsPreview: false,
            at: now, &out)
    }

    private mutating func setRate(_ newRate: Double, at now: HostTime, _ out: inout [Command]) {
        rate = min(max(newRate.isNaN ? 1 : newRate, Self.rates.lowerBound), Self.rates.upperBound)
        guard line.anchor.rate != 0 else { return }
        let rate = rate
        changeLine(at: now, &out) { line, host in line.continued(at: host, rate: rate) }
    }

    // MARK: Members

    private mutating func setMap(_ map: TimeMap, of id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard members[id] != nil else { return }
        members[id]?.map = map
        refreshRange(at: now, &out)
        retarget(id, at: now, &out)
    }

    private mutating func nudge(_ id: MemberID, by frames: Int, at now: HostTime, _ out: inout [Command]) {
        guard let member = members[id] else { return }
        let rate = member.info?.frameRate ?? FrameRate(30)
        var map = member.map
        // Whole frames from wherever the offset stands: 1/30 s is no whole number of nanoseconds, and many nudges
        // must not add up the rounding.
        let count = rate.frame(at: map.offset)
        map.offset = map.offset - rate.time(ofFrame: count) + rate.time(ofFrame: count + Int64(frames))
        setMap(map, of: id, at: now, &out)
        out.append(.publish(.nudged(id, offset: map.offset)))
    }

    private mutating func setAudible(_ id: MemberID?, _ out: inout [Command]) {
        let id = id.flatMap { members[$0] == nil ? nil : $0 }
        guard id != audible else { return }
        if let audible { out.append(.setAudible(audible, false)) }
        if let id { out.append(.setAudible(id, true)) }
        audible = id
    }

    /// Sends a member after its changed timeline; inside a barrier it has to answer again.
    private mutating func retarget(_ id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard let timeline = timeline(of: id), let member = members[id] else { return }
        if let barrier, barrier.waiting.contains(id) || !barrier.isShown, member.phase != .loading {
            prepare(id, in: barrier, at: now, &out)
            self.barrier?.waiting.insert(id)
        } else if member.phase == .following {
            out.append(.follow(id, timeline, from: now.advanced(by: lead)))
        }
    }

    // MARK: Players

    private mutating func handle(
        _ event: PlayerEvent, of id: MemberID, at now: HostTime, _ out: inout [Command]
    ) {
        guard let member = members[id], member.phase != .failed else { return }
        switch event {
        case let .loaded(info, generation):
            guard generation == member.generation, member.phase == .loading else { return }
            members[id]?.info = info
            members[id]?.phase = .preparing
            out.append(.publish(.opened(id, info)))
            refreshRange(at: now, &out)
            if audible == id { out.append(.setAudible(id, true)) }
            if let barrier {
                prepare(id, in: barrier, at: now, &out)
            } else {
                join(id, at: now, &out)
            }
        case .prepared(let generation):
            guard generation == members[id]?.generation else { return }
            if barrier?.waiting.contains(id) == true {
                leaveBarrier(id, at: now, &out)
            } else if member.phase == .preparing {
                follow(id, at: now, &out)
            }
        case .previewed(let generation):
            guard generation == members[id]?.generation, barrier?.allowsPreview == true else { return }
            barrier?.unseen.remove(id)
            advanceBarrier(at: now, &out)
        case let .refused(error, generation):
            guard generation == members[id]?.generation else { return }
            fail(id, error, at: now, &out)
        case let .failed(error, generation):
            guard generation <= member.generation else { return }
            fail(id, error, at: now, &out)
        case .stalled:
            stall(id, at: now, &out)
        case .resumed:
            guard member.isStalled else { return }
            members[id]?.isStalled = false
            out.append(.publish(.resumed(id)))
        case let .damaged(error, bounds):
            var error = error
            error.playerID = id
            members[id]?.info?.bounds = bounds
            out.append(.publish(.damaged(id, error)))
            refreshRange(at: now, &out)
            retarget(id, at: now, &out)
        case .moved:
            out.append(.publish(.movedByApp(id)))
            join(id, at: now, &out)
        }
    }

    private mutating func fail(_ id: MemberID, _ error: PlaybackError, at now: HostTime, _ out: inout [Command]) {
        var error = error
        error.playerID = id
        members[id]?.phase = .failed
        out.append(.release(id))
        out.append(.publish(.failed(id, error)))
        refreshRange(at: now, &out)
        leaveBarrier(id, at: now, &out)
    }

    private mutating func stall(_ id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard let member = members[id], member.phase == .following, !member.isStalled else { return }
        members[id]?.isStalled = true
        out.append(.publish(.stalled(id)))
        switch stallPolicy {
        case .carryOn:
            // The player catches up with the line by itself and says so.
            break
        case .wait:
            guard line.anchor.rate != 0, barrier == nil, !member.isAmbient else { return }
            open(target: line.anchor.time(at: now), startAt: nil, allowsPreview: false, at: now, &out)
        case .drop:
            members[id]?.phase = .dropped
            out.append(.release(id))
            out.append(.publish(.dropped(id)))
        }
    }

    /// Brings a member that stands apart onto the line the others are on.
    private mutating func join(_ id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard let timeline = timeline(of: id) else { return }
        let generation = newGeneration()
        members[id]?.phase = .preparing
        members[id]?.generation = generation
        out.append(.prepare(id, timeline, at: now, allowsPreview: false, generation: generation))
    }

    private mutating func follow(_ id: MemberID, at host: HostTime, _ out: inout [Command]) {
        guard let timeline = timeline(of: id) else { return }
        members[id]?.phase = .following
        members[id]?.isStalled = false
        out.append(.follow(id, timeline, from: host))
    }

    // MARK: The barrier

    /// Holds what is shown, gets every member ready at the target, and then sets them off together.
    private mutating func open(
        target: Duration, startAt: HostTime?, allowsPreview: Bool, at now: HostTime, _ out: inout [Command]
    ) {
        pendingTarget = nil
        if line.anchor.rate != 0 {
            changeLine(at: now, &out) { line, host in line.continued(at: host, rate: 0) }
        }
        let taking = Set(members.filter { $0.value.phase != .failed && $0.value.phase != .dropped }.keys)
        let barrier = Barrier(
            target: target, startAt: startAt, allowsPreview: allowsPreview, waiting: taking, unseen: taking,
            deadline: now.advanced(by: Self.prerollTimeout))
        self.barrier = barrier
        for id in taking.sorted() where members[id]?.phase != .loading { prepare(id, in: barrier, at: now, &out) }
        if startedAt != nil { out.append(.publish(.seeking(to: target))) }
        out.append(.wake(at: barrier.deadline))
        advanceBarrier(at: now, &out)
    }

    private mutating func prepare(
        _ id: MemberID, in barrier: Barrier, at now: HostTime, _ out: inout [Command]
    ) {
        guard let member = members[id], let info = member.info else { return }
        let generation = newGeneration()
        members[id]?.generation = generation
        // Prepared on the moving line where it will move, so that the player knows what follows.
        let start = barrier.startAt ?? now
        let target = line.moved(to: barrier.target, at: start, rate: wantsToPlay ? rate : 0)
        out.append(
            .prepare(
                id, timeline(of: member, info: info, line: target), at: start, allowsPreview: barrier.allowsPreview,
                generation: generation))
    }

    private mutating func leaveBarrier(_ id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard barrier != nil else { return }
        barrier?.waiting.remove(id)
        barrier?.unseen.remove(id)
        advanceBarrier(at: now, &out)
    }

    private mutating func advanceBarrier(at now: HostTime, _ out: inout [Command]) {
        guard let barrier else { return }
        if barrier.unseen.isEmpty, !barrier.waiting.isEmpty, !barrier.isShown {
            // Every tile has something of the target: show it, the exact frames follow by themselves.
            self.barrier?.isShown = true
            line = line.moved(to: barrier.target, at: now, rate: 0)
            for id in sortedIDs where isOnLine(id) { follow(id, at: now, &out) }
            out.append(.publish(.previewing(at: barrier.target)))
        }
        if let next = pendingTarget, barrier.waiting.isEmpty || self.barrier?.isShown == true {
            if barrier.waiting.isEmpty {
                show(barrier, rate: 0, at: now, &out)
                out.append(.publish(.arrived(at: barrier.target)))
            }
            open(target: next.time, startAt: nil, allowsPreview: next.allowsPreview, at: now, &out)
            return
        }
        guard barrier.waiting.isEmpty else { return }
        self.barrier = nil
        guard members.values.contains(where: { $0.phase != .failed && $0.phase != .dropped }) else {
            wantsToPlay = false
            answer(&playTickets, .nothingToPlay, &out)
            answer(&seekTickets, nil, &out)
            return
        }
        show(barrier, rate: wantsToPlay ? rate : 0, at: now, &out)
        answer(&seekTickets, nil, &out)
        if wantsToPlay {
            answer(&playTickets, nil, &out)
            out.append(.publish(.started(at: line.anchor.hostTime, time: barrier.target)))
        } else {
            out.append(.publish(.arrived(at: barrier.target)))
        }
    }

    private mutating func show(_ barrier: Barrier, rate: Double, at now: HostTime, _ out: inout [Command]) {
        let earliest = now.advanced(by: lead)
        let start = rate == 0 ? now : max(barrier.startAt ?? earliest, earliest)
        // A start that was asked for and is already past is met as if the group had run since then.
        let since = rate == 0 ? start : (barrier.startAt ?? start)
        line = line.moved(to: barrier.target, at: since, rate: rate)
        if rate != 0 { startedAt = start }
        hasReportedEnd = false
        for id in sortedIDs where isOnLine(id) { follow(id, at: start, &out) }
        askForEnd(&out)
    }

    private func isOnLine(_ id: MemberID) -> Bool {
        members[id]?.phase == .preparing || members[id]?.phase == .following
    }

    private mutating func checkDeadline(at now: HostTime, _ out: inout [Command]) {
        guard let barrier, now >= barrier.deadline else { return }
        for id in barrier.waiting.sorted() {
            let name = members[id]?.source.name ?? id.description
            let error = PlaybackError(
                .prerollTimedOut, subject: name, reason: "no picture within \(Int(Self.prerollTimeout.seconds)) s",
                cure: "check that the file or server delivers fast enough", playerID: id)
            fail(id, error, at: now, &out)
        }
    }

    // MARK: The line

    /// Changes the line at the earliest host time that every player can still meet, and hands it to all.
    private mutating func changeLine(
        at now: HostTime, _ out: inout [Command], _ change: (GroupLine, HostTime) -> GroupLine
    ) {
        let host = now.advanced(by: lead)
        line = change(line, host)
        for id in sortedIDs where members[id]?.phase == .following { follow(id, at: host, &out) }
        askForEnd(&out)
    }

    /// The longest lead any member needs; with frames pulled by time it is zero.
    private var lead: Duration {
        members.values.map(\.traits.lead).max() ?? .zero
    }

    /// Keeps the played range in step with the loop setting and with the members' lengths.
    private mutating func refreshRange(at now: HostTime, _ out: inout [Command]) {
        let range = loop.range ?? naturalLength.flatMap { $0 > .zero ? Duration.zero..<$0 : nil }
        guard range != line.range || loop.repeats != line.repeats else { return }
        hasReportedEnd = false
        let repeats = loop.repeats && range != nil
        if line.anchor.rate == 0, barrier == nil, startedAt == nil {
            // Nothing has been shown yet: a range begins at its beginning.
            line.range = range
            line.repeats = repeats
            line.anchor.time = range?.lowerBound ?? .zero
        } else {
            line = line.continued(at: now, range: range, repeats: repeats)
        }
        if startedAt == nil, let lower = range?.lowerBound, let target = barrier?.target, target < lower {
            barrier?.target = lower
        }
        for id in sortedIDs { retarget(id, at: now, &out) }
        askForEnd(&out)
    }

    private func askForEnd(_ out: inout [Command]) {
        guard !line.repeats, let end = line.range?.upperBound, let host = line.anchor.hostTime(at: end) else { return }
        out.append(.wake(at: host))
    }

    private mutating func checkEnd(at now: HostTime, _ out: inout [Command]) {
        guard !hasReportedEnd, line.anchor.rate > 0, line.hasEnded(at: now) else { return }
        hasReportedEnd = true
        out.append(.publish(.ended))
    }

    // MARK: Small things

    private func timeline(of member: Member, info: MediaInfo, line: GroupLine) -> MemberTimeline {
        MemberTimeline(line: line, map: member.map, bounds: info.bounds, isAmbient: member.isAmbient)
    }

    private mutating func newGeneration() -> Int {
        nextGeneration += 1
        return nextGeneration
    }

    private func answer(_ tickets: inout [Int], _ failure: PlaybackError.Code?, _ out: inout [Command]) {
        out += tickets.map { .answer(ticket: $0, failure: failure) }
        tickets = []
    }
}
