import Foundation
import Synchronization

/// The shell around `SyncGroup`: delivers every event in the order in which they happened and carries its commands out.
///
/// An event that is sent while another is being handled is left in the mailbox, and its sender goes on; so a player may
/// report from any thread. A call of the group's own interface returns when its decision has been made.
package final class GroupRunner: Sendable {
    private struct Core {
        var group = SyncGroup()
        var players: [MemberID: LeasedPlayer] = [:]
        /// When each member was last asked to open its video or to prepare a frame.
        var askedAt: [MemberID: HostTime] = [:]
        var nextMember = 1
        var nextTicket = 1
        var answers: [Int: @Sendable (PlaybackError.Code?) -> Void] = [:]

        mutating func note(_ commands: [SyncGroup.Command], at now: HostTime) {
            for command in commands {
                switch command {
                case .load(let id, _, _), .prepare(let id, _, _, _, _): askedAt[id] = now
                case .release(let id): askedAt[id] = nil
                case .remove(let id): (askedAt[id], players[id]) = (nil, nil)
                default: break
                }
            }
        }
    }

    /// One member as a stage needs it: a value, so that one tick sees one state of the group.
    package struct Entry: Sendable {
        package var id: MemberID
        /// The member whose place it has taken, if any.
        package var former: MemberID?
        package var source: MediaSource
        package var player: any SteeredPlayer
        package var info: MediaInfo?
        package var timeline: MemberTimeline?
        /// The timeline it will have when the group's `approach` reaches its target.
        package var aim: MemberTimeline?
        package var isAmbient: Bool
        /// Whether it is on the line: only then can it be late.
        package var isFollowing: Bool
        /// Whether it kept the others waiting for too long, and shows another instant than they do.
        var isLeftBehind: Bool

        package var name: String { source.name }
    }

    /// The state of the group as one value.
    package struct Lineup: Sendable {
        package var entries: [Entry] = []
        package var line = GroupLine(anchor: .held(at: .zero))
        /// The barrier for whose target a stage may show stand-ins that its members have on the way.
        package var approach: Int?
        /// Group time to which a seek, a scrub or a step leads; `nil` once the group is there.
        var destination: Duration?
        package var wantsToPlay = false
        /// Whether it plays on once nothing suspends it any more.
        var playsAfterSuspension = false
        package var isPreparing = false
        var isPreparingToStart = false
        var hasEnded = false
        /// The loop that was set; the line's own range may follow from the members' lengths.
        package var loop: (range: Range<Duration>?, repeats: Bool, alternates: Bool) = (nil, false, false)
        var rate = 1.0
        var audible: MemberID?
        package var startedAt: HostTime?
        package var maps: [MemberID: TimeMap] = [:]
        var phases: [MemberID: SyncGroup.Member.Phase] = [:]
        var askedAt: [MemberID: HostTime] = [:]
        var length: Duration?

        /// The lineup where there is no group.
        package static let empty = Lineup()

        /// The member that has taken this one's place; the same one if none has.
        package func current(_ id: MemberID) -> MemberID { entries.first { $0.former == id }?.id ?? id }

        package var course: GroupCourse {
            let live = entries.filter { !$0.isAmbient && phases[$0.id] != .failed && phases[$0.id] != .dropped }
            return GroupCourse(
                line: line, destination: destination, wantsToPlay: wantsToPlay, hasEnded: hasEnded, rate: rate,
                loops: loop.repeats, alternates: loop.alternates, audible: audible, length: length,
                live: live.map(\.id),
                isOpen: live.contains { $0.info != nil })
        }
    }

    package let clock: any GroupClock
    let events = EventHub<GroupEvent>()
    /// Tells the group, its only listener, that its course has changed.
    let changes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    package let ledger = LedgerBox()
    /// The decoder leases of the members.
    package let leases: PlayerLeases
    /// How long one member may hold up the others on a stage.
    package let patience = Mutex(GroupRunner.defaultPatience)
    /// Long enough for a decoder that another program holds up for two seconds, short enough that a viewer still
    /// connects the stopped picture with what they did.
    private static let defaultPatience = Duration.seconds(3)
    private let mailbox = Mailbox<SyncGroup.Event>()
    private let core = Mutex(Core())
    private let published = Mutex(Lineup())

    /// - Parameter budget: Shares out the decoders; `nil`: every member decodes everything.
    init(clock: any GroupClock, budget: DecoderBudget? = nil) {
        self.clock = clock
        let figures = LedgerLink()
        leases = PlayerLeases(budget: budget, clock: clock, usage: { figures.usage(of: $0) }) { [events] in
            events.send($0)
        }
        figures.runner = self
    }

    deinit {
        events.finish()
        changes.continuation.finish()
    }

    package var lineup: Lineup { published.withLock { $0 } }

    /// Adds a member; its video opens in the background.
    ///
    /// - Parameter old: the member whose place it takes as soon as it is on the line.
    func add(
        _ player: any SteeredPlayer, source: MediaSource, map: TimeMap, isAmbient: Bool, replacing old: MemberID? = nil
    ) -> MemberID {
        let id = core.withLock { core in
            defer { core.nextMember += 1 }
            return MemberID(core.nextMember)
        }
        let leased = LeasedPlayer(
            player, id: id, name: source.name, isBackground: isAmbient, replacing: old, in: leases
        ) {
            [weak self] event in self?.send(.player(id, event))
        }
        core.withLock { $0.players[id] = leased }
        let traits = player.traits
        perform(
            old.map { .replace($0, by: id, source, map, traits: traits) }
                ?? .add(id, source, map, isAmbient: isAmbient, traits: traits))
        return id
    }

    /// Makes a ticket; its answer comes once, from any thread.
    func ticket(_ answer: @escaping @Sendable (PlaybackError.Code?) -> Void) -> Int {
        core.withLock { core in
            defer { core.nextTicket += 1 }
            core.answers[core.nextTicket] = answer
            return core.nextTicket
        }
    }

    func player(_ id: MemberID) -> (any SteeredPlayer)? {
        core.withLock { $0.players[id]?.player }
    }

    /// Handles an event now, or after the ones that another thread is handling. For players and clocks: never waits.
    func send(_ event: SyncGroup.Event) {
        mailbox.post(event, handle: take)
    }

    /// Tells the group what a stage decided on a tick: which members it no longer waits for, which show the others'
    /// instant again, and for which barrier it showed stand-ins.
    package func report(leftBehind: Set<MemberID>, caughtUp: Set<MemberID>, stoodIn barrier: Int?) {
        for id in leftBehind.sorted() { send(.leftBehind(id)) }
        for id in caughtUp.sorted() { send(.caughtUp(id)) }
        if let barrier { send(.stoodIn(barrier: barrier)) }
    }

    /// Handles an event and returns when that is done, so that what the caller reads next contains it. For the group's
    /// own interface only: a player must not call it, because the handling thread may be calling that player.
    func perform(_ event: SyncGroup.Event) {
        mailbox.perform(event, handle: take)
    }

    private func take(_ event: SyncGroup.Event) {
        var aftermath: [SyncGroup.Command] = []
        clock.decide { now in aftermath = handle(event, at: now) }
        aftermath.forEach(conclude)
    }

    /// Decides and steers the players; returns the commands for later, which may run the app's code.
    private func handle(_ event: SyncGroup.Event, at now: HostTime) -> [SyncGroup.Command] {
        let event = knowingFrameTimes(event, at: now)
        let (commands, players, lineup) = core.withLock { core in
            let commands = core.group.handle(event, at: now)
            let players = core.players
            core.note(commands, at: now)
            return (commands, players, Self.lineup(of: core, at: now))
        }
        var aftermath: [SyncGroup.Command] = []
        var changesSound = if case .setAudible = event { true } else { false }
        for command in commands {
            switch command {
            case .load(let id, let source, let generation): players[id]?.load(source, generation: generation)
            case .prepare(let id, let timeline, let host, let allowsPreview, let generation):
                players[id]?.player.prepare(timeline, at: host, allowsPreview: allowsPreview, generation: generation)
            case .follow(let id, let timeline, let host): players[id]?.player.follow(timeline, from: host)
            case .setAudible(let id, let audible): players[id]?.player.setAudible(audible)
            case .release(let id): players[id]?.release()
            case .remove(let id): players[id]?.end()
            case .takeOver(let id):
                leases.takeOver(id)
                changesSound = true
            case .publish(let news):
                // Before the next tick is counted: it may be the first of a start.
                ledger.withLock { $0.note(news) }
                aftermath.append(command)
            case .wake, .answer, .measure: aftermath.append(command)
            }
        }
        if changesSound { leases.setAudible(lineup.audible) }
        leases.setPaces(lineup.maps.mapValues { abs(lineup.rate) * $0.speed })
        switch event {
        case .add, .replace: ledger.withLock { $0.forget(except: Set(players.keys)) }
        default: break
        }
        let isNews = published.withLock { published in
            defer { published = lineup }
            return published.course != lineup.course
        }
        if isNews { changes.continuation.yield() }
        return aftermath
    }

    /// Adds the real times of the frames around it to a step, if the player that it follows knows them. Not under the
    /// lock: the player may read its file.
    private func knowingFrameTimes(_ event: SyncGroup.Event, at now: HostTime) -> SyncGroup.Event {
        guard case .step(let count, _) = event else { return event }
        let reference = core.withLock { core in
            core.group.stepReference(at: now).map { (core.players[$0.id]?.player, $0.position) }
        }
        guard let (player, position) = reference else { return event }
        return .step(count, frameTimes: player?.frameTimes(around: position) ?? [])
    }

    private func conclude(_ command: SyncGroup.Command) {
        switch command {
        case .wake(let host):
            clock.wake(at: host) { [weak self] in self?.send(.time) }
        case .answer(let ticket, let failure):
            core.withLock { $0.answers.removeValue(forKey: ticket) }?(failure)
        case .publish(let event):
            events.send(event)
        case .measure(let ids):
            let players = core.withLock { core in core.players.filter { ids.contains($0.key) } }
            send(.readings(players.compactMapValues { $0.player.reading() }))
        default:
            break
        }
    }

    private static func lineup(of core: Core, at now: HostTime) -> Lineup {
        let group = core.group
        let approach = group.approach(at: now)
        var lineup = Lineup(
            line: group.line, wantsToPlay: group.wantsToPlay, playsAfterSuspension: group.playsAfterSuspension,
            isPreparing: group.barrier != nil, isPreparingToStart: group.isPreparingToStart, hasEnded: group.hasEnded,
            loop: group.loop, rate: group.rate, audible: group.audible, startedAt: group.startedAt,
            askedAt: core.askedAt, length: group.naturalLength)
        lineup.approach = approach?.number
        lineup.destination = group.destination
        for id in group.sortedIDs {
            guard let member = group.members[id], let player = core.players[id] else { continue }
            lineup.maps[id] = member.map
            lineup.phases[id] = member.phase
            guard member.replaces == nil else { continue }
            lineup.entries.append(
                Entry(
                    id: id, former: member.former, source: member.source, player: player.player, info: member.info,
                    timeline: group.timeline(of: id), aim: approach.flatMap { member.timeline(on: $0.line) },
                    isAmbient: member.isAmbient,
                    isFollowing: member.phase == .following, isLeftBehind: member.isLeftBehind))
        }
        return lineup
    }

    /// Whether nothing is being opened or prepared. A stage that runs faster than real time waits for this.
    package var isSettled: Bool {
        let lineup = self.lineup
        return !lineup.isPreparing && !lineup.phases.values.contains { $0 == .loading || $0 == .preparing }
            && mailbox.isIdle
    }
}

/// Gives the leases access to a group's figures without keeping the group alive.
private final class LedgerLink: Sendable {
    private struct Weak { weak var runner: GroupRunner? }
    private let link = Mutex(Weak())

    /// The time in which all members of a busy machine decode as far ahead as they may.
    private static let filling = Duration.seconds(1)
    /// A member that takes longer than this waits for something other than the processor: its bytes, another member, or
    /// the host time of a start.
    private static let working = SyncGroup.prerollTimeout

    var runner: GroupRunner? {
        get { link.withLock(\.runner) }
        set { link.withLock { $0.runner = newValue } }
    }

    func usage(of id: MemberID) -> DecoderBudget.Usage {
        guard let runner else { return DecoderBudget.Usage(ticks: 0, late: 0) }
        let figures = runner.ledger.withLock { $0.members[id] }
        let lineup = runner.lineup
        let phase = lineup.phases[id]
        let now = runner.clock.present
        // Every change of the line causes a burst of seeking and filling windows. The cost of playing shows after it.
        let sinceChange = lineup.line.anchor.hostTime.duration(to: now)
        let isFilling = sinceChange < Self.filling && sinceChange > .zero - Self.filling
        let isAwaited = phase == .loading || phase == .preparing || lineup.isPreparing || sinceChange < .zero
        let isWorking = isAwaited && lineup.askedAt[id].map { $0.duration(to: now) < Self.working } ?? false
        return DecoderBudget.Usage(
            ticks: (figures?.late ?? 0) + (figures?.onTime ?? 0), late: figures?.late ?? 0,
            isOpening: isWorking || isFilling)
    }
}
