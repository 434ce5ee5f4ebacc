import Foundation
import Observation

/// Several videos that play as one.
///
/// ```swift
/// let group = PlaybackGroup(on: stage)
/// group.add(url: without)
/// group.add(url: with, offset: .milliseconds(480))
/// group.background = LoopingBackground(url: road)
/// try await group.play()
/// ```
/// Every transport call acts on all members in the same tick and keeps their offsets. Only `play()` and `seek(to:)`
/// suspend: they return when every member shows the requested frame.
///
/// Published state changes at events, not at ticks; for the running time use ``time(at:)``.
@MainActor
@Observable
public final class PlaybackGroup {
    /// What the group is doing.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum State: Equatable, Sendable {
        /// The group is paused.
        case paused
        /// The members get ready to start.
        case preparing
        /// The line moves.
        case playing
        /// The range has been played to its end; backgrounds run on.
        case ended
    }

    /// What the group is doing. Changes on the main actor, after the event that caused it.
    public private(set) var state = State.paused
    /// The members in the order of adding, without the background. One that replaces another stands in its place.
    public private(set) var members: [MemberID] = []
    /// Errors of members that failed, by member.
    public internal(set) var failures: [MemberID: PlaybackError] = [:]

    /// Media information of the members whose videos are open, including the background.
    public private(set) var mediaInfo: [MemberID: MediaInfo] = [:]
    /// The background as a member; `nil` without one.
    public private(set) var backgroundMember: MemberID?

    /// A video that loops behind everything, on the group's clock. Setting it replaces the one before.
    public var background: LoopingBackground? {
        didSet { replaceBackground(oldValue) }
    }

    /// Whether the members, but not a background, keep the display awake while they play. Matters only to players that
    /// can do that.
    var keepsDisplayAwake = true {
        didSet { for id in members { runner.player(id)?.keepDisplayAwake(keepsDisplayAwake) } }
    }

    @ObservationIgnored package nonisolated let runner: GroupRunner
    @ObservationIgnored private let makePlayer: @Sendable () -> any SteeredPlayer
    /// The object that listens to the system for this group, if any.
    @ObservationIgnored var environment: AnyObject?
    @ObservationIgnored private var listening: [Task<Void, Never>] = []
    /// The course that observers have been told of. It is read from the runner, which any thread may change.
    @ObservationIgnored private var told = GroupRunner.Lineup().course

    /// Creates a group on a clock, with players that the caller makes.
    ///
    /// - Parameters:
    ///   - clock: the clock of the group; a stage is one.
    ///   - budget: shares out the decoders; `nil`: every member decodes everything.
    ///   - makePlayer: makes the player of each URL that is added.
    public init(
        clock: any GroupClock, budget: DecoderBudget? = nil,
        makePlayer: @escaping @Sendable () -> any SteeredPlayer
    ) {
        runner = GroupRunner(clock: clock, budget: budget)
        self.makePlayer = makePlayer
        let (events, changes) = (runner.events.stream(), runner.changes.stream)
        listening = [
            Task { [weak self] in
                for await event in events {
                    guard let self else { return }
                    self.note(event)
                }
            },
            Task { [weak self] in
                for await _ in changes {
                    guard let self else { return }
                    self.refreshState()
                    // It may be again what it was, but whoever read it in between has to hear of it.
                    self.withMutation(keyPath: \.course) {}
                }
            },
        ]
    }

    deinit {
        for task in listening { task.cancel() }
    }

    // MARK: Members

    /// Adds a video. While the group plays, the new member joins the line as soon as it can.
    ///
    /// - Parameters:
    ///   - url: a file, or an http or https address.
    ///   - offset: seconds into the video at group time 0; negative: it starts later.
    ///   - speed: video seconds per group second, greater than 0.
    ///   - range: the part of the video that is used, from its first frame; default: all.
    ///   - end: what follows the range. Default: its last frame stays.
    /// - Returns: the member's name in this group. Problems with the file come as ``GroupEvent/failed(_:_:)``.
    @discardableResult
    public func add(
        url: URL, offset: Duration = .zero, speed: Double = 1, range: Range<Duration>? = nil,
        end: TimeMap.End = .hold
    ) -> MemberID {
        precondition(speed > 0 && speed.isFinite, "a member's speed is greater than 0")
        return add(
            makePlayer(), source: MediaSource(url: url),
            map: TimeMap(offset: offset, speed: speed, range: range, end: end))
    }

    /// Adds a member with a player that the caller made.
    @discardableResult
    public func add(_ player: any SteeredPlayer, source: MediaSource, map: TimeMap = TimeMap()) -> MemberID {
        precondition(map.speed > 0 && map.speed.isFinite, "a member's speed is greater than 0")
        player.keepDisplayAwake(keepsDisplayAwake)
        let id = runner.add(player, source: source, map: map, isAmbient: false)
        members.append(id)
        return id
    }

    /// Removes a member; its decoder, threads and descriptors are released.
    public func remove(_ member: MemberID) {
        members.removeAll { $0 == member }
        failures[member] = nil
        mediaInfo[member] = nil
        perform(.remove(current(member)))
    }

    /// Adds a video that exists in several sizes: same frames at the same times. The size of the tile and the decoder
    /// budget decide which one is decoded.
    @discardableResult
    public func add(source: MediaSource, map: TimeMap = TimeMap()) -> MemberID {
        add(makePlayer(), source: source, map: map)
    }

    /// Puts another video in a member's place while the others play on.
    ///
    /// The new video is a member of its own. It gets ready out of sight, with the decoders that the others leave; once it is
    /// on the line it takes the old one's place in ``members`` and its priority, is heard if that was heard, and the old
    /// one is removed: ``GroupEvent/replaced(_:by:)``. A stage changes both in one tick. A video that cannot be played is
    /// told by ``GroupEvent/failed(_:_:)``, and the old one stays. An old one that never opened, or failed, goes at once.
    ///
    /// The last call for a place counts. Removing the old member or the new one ends this.
    ///
    /// - Parameter map: the new member's; default: that of the old one at this moment, nudges included.
    /// - Returns: the new member's name, for its volume and other choices; `nil` if the old one is not in ``members``.
    @discardableResult
    public func replace(_ member: MemberID, with source: MediaSource, map: TimeMap? = nil) -> MemberID? {
        let old = current(member)
        guard members.contains(member), let map = map ?? timeMap(of: old) else { return nil }
        precondition(map.speed > 0 && map.speed.isFinite, "a member's speed is greater than 0")
        let player = makePlayer()
        player.keepDisplayAwake(keepsDisplayAwake)
        return runner.add(player, source: source, map: map, isAmbient: false, replacing: old)
    }

    // MARK: Transport

    /// Gets every member ready and starts all together; returns when the common start is set.
    ///
    /// - Parameter host: start at this host time; if it is past, the group is placed as if it had run since then.
    ///   Default: as soon as all are ready, or at the host time of an earlier call that is still to come.
    /// - Throws: ``PlaybackError`` `nothingToPlay` when no member can be played, `superseded` when the group was paused
    ///   before it could start. The failure of one member is an event; the others start without it.
    public func play(at host: HostTime? = nil) async throws {
        try await answered { .play(at: host, ticket: $0) }
    }

    /// Holds every member on the frame of the same group time.
    public func pause() {
        perform(.pause)
    }

    /// Moves every member to a group time, exactly; returns when all of them show it.
    ///
    /// - Throws: ``PlaybackError`` `superseded` when a newer seek, scrub or step took its place.
    public func seek(to time: Duration) async throws {
        try await answered { .seek(time, ticket: $0) }
    }

    /// Moves to a group time while a finger or mouse drags. May be called many times a second; the last call wins. If
    /// its frames take long, the newest instant that all members have on the way there is shown first; without
    /// ``movesTogether`` each member shows the first frame that it has.
    public func scrub(to time: Duration) {
        runner.perform(.scrub(time, together: movesTogether))
    }

    /// Steps by frames of the member with the highest frame rate, forward or (negative) back. Pauses the group.
    public func step(by frames: Int) {
        perform(.step(frames))
    }

    /// Group seconds per host second, 0.25 to 4, or −0.25 to −4: backwards. Other values are clamped. Members keep their
    /// offsets.
    ///
    /// Backwards every frame is shown once, in order and without sound, down to the beginning of the range; ``play()`` of
    /// a group that has not begun starts at its end. Where a member's player only plays forwards, as an `AVPlayer` here,
    /// the rate stays as it was, and ``GroupEvent/refused(_:)`` says so.
    public var rate: Double {
        get {
            access(keyPath: \.rate)
            return runner.lineup.rate
        }
        set { perform(.setRate(newValue)) }
    }

    /// Plays a part of group time, once or repeatedly.
    ///
    /// - Parameters:
    ///   - range: the part to play; `nil`: from zero to the end of the longest member.
    ///   - repeats: whether to start again at the end, every member in the same tick.
    ///   - alternates: whether every other turn runs the other way, there and back; the first and the last frame last
    ///     twice as long then. Refused where a member's player only plays forwards (``GroupEvent/refused(_:)``).
    public func setRange(_ range: Range<Duration>?, repeats: Bool, alternates: Bool = false) {
        precondition(
            range.map { $0.lowerBound >= .zero && !$0.isEmpty } ?? true, "a range begins at 0 or later and is not empty"
        )
        perform(.setLoop(range: range, repeats: repeats, alternates: alternates))
    }

    /// Whether the group starts again at its end. Setting it keeps the range.
    public var loops: Bool {
        get {
            access(keyPath: \.loops)
            return runner.lineup.loop.repeats
        }
        set { setLoop(repeats: newValue, alternates: runner.lineup.loop.alternates) }
    }

    /// Whether every other turn of a loop runs the other way; see ``setRange(_:repeats:alternates:)``. Setting it keeps
    /// the range.
    public var alternates: Bool {
        get {
            access(keyPath: \.alternates)
            return runner.lineup.loop.alternates
        }
        set { setLoop(repeats: runner.lineup.loop.repeats, alternates: newValue) }
    }

    private func setLoop(repeats: Bool, alternates: Bool) {
        perform(.setLoop(range: runner.lineup.loop.range, repeats: repeats, alternates: alternates))
    }

    /// Performs an action at a host time, exactly on the tick, whether or not the main actor is busy.
    public nonisolated func schedule(_ action: ScheduledAction, at host: HostTime) {
        runner.clock.wake(at: host) { [weak runner] in runner.map { $0.send(action.event(for: $0.lineup)) } }
    }

    // MARK: One member

    /// How a member's time follows from the group's.
    public func timeMap(of member: MemberID) -> TimeMap? {
        runner.lineup.maps[current(member)]
    }

    /// Changes offset, speed, range or end of a member while it plays.
    public func setTimeMap(_ map: TimeMap, of member: MemberID) {
        precondition(map.speed > 0 && map.speed.isFinite, "a member's speed is greater than 0")
        perform(.setMap(current(member), map))
    }

    /// Moves one member against the others by a number of its own frames, while playing or paused.
    public func nudge(_ member: MemberID, by frames: Int) {
        perform(.nudge(current(member), frames: frames))
    }

    /// The one member whose sound is heard; `nil`: silence, the default. Muted members decode no sound.
    public var audibleMember: MemberID? {
        get {
            access(keyPath: \.audibleMember)
            return runner.lineup.audible
        }
        set { perform(.setAudible(newValue.map(current))) }
    }

    /// Sets a member's priority for when not all can be decoded. Default `normal`, for a background `ambient`.
    ///
    /// With ``movesTogether`` the most important member counts for all.
    public func setPriority(_ priority: PlaybackPriority, of member: MemberID) {
        runner.leases.setPriority(priority, of: current(member))
    }

    /// A member's priority; `nil` when it is gone.
    public func priority(of member: MemberID) -> PlaybackPriority? { runner.leases.priority(of: current(member)) }

    /// Whether the members form one picture: a stage shows frames of one instant or none, and the decoder budget gives
    /// all but the background the same tier, so that a comparison stays fair. Default: true. Set it to false for grids,
    /// in which each member counts for itself.
    public var movesTogether: Bool {
        get {
            access(keyPath: \.movesTogether)
            return runner.leases.movesTogether
        }
        set { withMutation(keyPath: \.movesTogether) { runner.leases.movesTogether = newValue } }
    }

    /// What the group does when one member has no frames. Default: the others carry on.
    public var stallPolicy = StallPolicy.carryOn {
        didSet { runner.perform(.setStallPolicy(stallPolicy)) }
    }

    /// How long one member without its frame may hold up the others on a stage. Meanwhile the whole picture stays; then
    /// the others go on without it, its tile is marked, and it comes back as soon as it has the frame due.
    ///
    /// Default: three seconds. Zero: nobody waits. Applies only with ``movesTogether``.
    public var patience: Duration {
        get {
            access(keyPath: \.patience)
            return runner.patience.withLock { $0 }
        }
        set { withMutation(keyPath: \.patience) { runner.patience.withLock { $0 = max(newValue, .zero) } } }
    }

    // MARK: Reading

    /// Group time at a host time of the group's clock, by default now.
    public nonisolated func time(at host: HostTime? = nil) -> Duration {
        runner.lineup.line.time(at: host ?? runner.clock.now)
    }

    /// Group time at which the longest member ends; `nil` while no video is open, and where all of them loop.
    public nonisolated var length: Duration? {
        access(keyPath: \.length)
        return runner.lineup.length
    }

    /// The events from now on. Each call returns a separate stream.
    public nonisolated var events: AsyncStream<GroupEvent> { runner.events.stream() }

    /// State and figures of one moment.
    public nonisolated var snapshot: GroupSnapshot { GroupSnapshot(runner) }

    // MARK: For siblings

    /// What others have to know to speak for the group. May be read from any thread, and observed.
    package nonisolated var course: GroupCourse {
        access(keyPath: \.course)
        return runner.lineup.course
    }

    /// The course, of whose next change a listener hears: once, on the main actor, and not within the change, which may
    /// be that of another property.
    package func course(onChange listener: @escaping @MainActor @Sendable () -> Void) -> GroupCourse {
        withObservationTracking {
            course
        } onChange: {
            DispatchQueue.main.async { MainActor.assumeIsolated(listener) }
        }
    }

    package nonisolated var hostClock: any GroupClock { runner.clock }

    /// Performs an action at once, without waiting for what comes of it, so that several keep their order.
    package func carryOut(_ action: ScheduledAction) { perform(action.event(for: runner.lineup)) }

    // MARK: Inside

    func perform(_ event: SyncGroup.Event) {
        runner.perform(event)
        refreshState()
    }

    private func answered(_ event: (Int) -> SyncGroup.Event) async throws {
        let failure: PlaybackError.Code? = await withCheckedContinuation { continuation in
            let ticket = runner.ticket { continuation.resume(returning: $0) }
            perform(event(ticket))
        }
        refreshState()
        guard let failure else { return }
        switch failure {
        case .superseded:
            throw PlaybackError(failure, subject: "group", reason: "another command came first", cure: "call again")
        default:
            throw PlaybackError(
                failure, subject: "group", reason: "no member can be played",
                cure: "look at the members' own errors (failures)")
        }
    }

    private func note(_ event: GroupEvent) {
        switch event {
        case .failed(let id, let error), .damaged(let id, let error):
            if isPresent(id) { failures[id] = error } else { forgetAbsent() }
        case .opened(let id, let info):
            if isPresent(id) {
                mediaInfo[id] = info
                failures[id] = nil
            }
        case .replaced(let old, let new):
            forgetAbsent()
            guard let index = members.firstIndex(of: old) else { break }
            // The new one may have been removed since.
            members.replaceSubrange(index...index, with: isPresent(new) ? [new] : [])
        default: break
        }
        refreshState()
    }

    /// Whether a member is still there: it may have been removed since the event.
    private func isPresent(_ id: MemberID) -> Bool { runner.lineup.phases[id] != nil }

    private func forgetAbsent() {
        failures = failures.filter { isPresent($0.key) }
        mediaInfo = mediaInfo.filter { isPresent($0.key) }
    }

    /// Until ``members`` knows of a replacement, calls with the old name are meant for the new member.
    private func current(_ id: MemberID) -> MemberID { runner.lineup.current(id) }

    /// Reads what the group is doing now: a waiting event may tell of an earlier state.
    private func refreshState() {
        let lineup = runner.lineup
        // What suspends a group at its end changes nothing for it.
        let isOver = lineup.hasEnded && (lineup.wantsToPlay || lineup.playsAfterSuspension)
        let now: State =
            if isOver { .ended } else if !lineup.wantsToPlay { .paused } else if lineup.isPreparingToStart {
                .preparing
            } else { .playing }
        if state != now { state = now }
        tell(lineup.course)
    }

    private func tell(_ new: GroupCourse) {
        let old = told
        told = new
        if old.rate != new.rate { withMutation(keyPath: \.rate) {} }
        if old.loops != new.loops { withMutation(keyPath: \.loops) {} }
        if old.alternates != new.alternates { withMutation(keyPath: \.alternates) {} }
        if old.audible != new.audible { withMutation(keyPath: \.audibleMember) {} }
        if old.length != new.length { withMutation(keyPath: \.length) {} }
        if old != new { withMutation(keyPath: \.course) {} }
    }

    private func replaceBackground(_ old: LoopingBackground?) {
        guard background != old else { return }
        if let old = backgroundMember {
            mediaInfo[old] = nil
            failures[old] = nil
            runner.perform(.remove(old))
        }
        backgroundMember = background.map {
            let player = makePlayer()
            player.keepDisplayAwake(false)
            return runner.add(
                player, source: $0.source,
                map: TimeMap(offset: $0.offset, speed: $0.speed, range: $0.range, end: .loop),
                isAmbient: true)
        }
    }
}

/// A video that loops behind a group, on the group's clock and on its own frame times, without a seam.
///
/// It pauses, seeks and changes rate with the group; where the group loops, the background runs on.
public struct LoopingBackground: Hashable, Sendable {
    public var source: MediaSource
    /// Seconds into the loop at group time 0.
    public var offset: Duration
    /// Video seconds per group second, greater than 0.
    public var speed: Double
    /// The part that loops, from the first frame; `nil`: all of it.
    public var range: Range<Duration>?

    public init(url: URL, offset: Duration = .zero, speed: Double = 1, range: Range<Duration>? = nil) {
        precondition(speed > 0 && speed.isFinite, "a background's speed is greater than 0")
        source = MediaSource(url: url)
        self.offset = offset
        self.speed = speed
        self.range = range
    }
}
