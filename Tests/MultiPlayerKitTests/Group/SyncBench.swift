import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// A `SyncGroup` with simulated players on a manual clock: the tests' own shell, which checks every command.
///
/// `@unchecked Sendable`: used from one thread only; nothing but the clock calls back, and only where a test moves it.
final class SyncBench: @unchecked Sendable {
    let clock = ManualClock()
    private(set) var group = SyncGroup()
    private(set) var players: [MemberID: SimulatedPlayer] = [:]
    private(set) var published: [GroupEvent] = []
    private(set) var answers: [Int: [PlaybackError.Code?]] = [:]
    private(set) var tickets = 0
    /// Rules that were broken, in words.
    private(set) var violations: [String] = []
    /// Called after each event that was handled.
    var onHandled: ((SyncGroup.Event, [SyncGroup.Command]) -> Void)?

    /// The host time from which the last `follow` commands apply.
    private(set) var followedFrom = HostTime(nanoseconds: 0)
    private var inbox: [SyncGroup.Event] = []
    private var isDraining = false
    /// Members that have answered their last request.
    private var ready: Set<MemberID> = []
    private var asked: [MemberID: Int] = [:]
    /// What members were last asked to prepare for.
    private var aims: [MemberID: (timeline: MemberTimeline, host: HostTime)] = [:]
    private var nextMember = 1

    var now: HostTime { clock.now }
    var time: Duration { group.line.time(at: now) }

    // MARK: Doing

    /// - Parameter isExact: Whether its pictures follow the line by arithmetic; otherwise it keeps its own time.
    @discardableResult
    func add(
        _ video: SimulatedVideo = SimulatedVideo(), map: TimeMap = TimeMap(), isAmbient: Bool = false,
        lead: Duration = .zero, isExact: Bool = true, playsBackwards: Bool = true, replacing old: MemberID? = nil
    ) -> MemberID {
        let id = MemberID(nextMember)
        nextMember += 1
        let traits = PlayerTraits(
            rates: playsBackwards ? -16...16 : 0...16, followsLineExactly: isExact, lead: lead)
        let player = SimulatedPlayer(clock: clock, traits: traits) { _ in video }
        player.attach { [weak self] event in self?.send(.player(id, event)) }
        players[id] = player
        let source = MediaSource(url: URL(fileURLWithPath: "/clips/\(id.number).mp4"))
        send(
            old.map { .replace($0, by: id, source, map, traits: traits) }
                ?? .add(id, source, map, isAmbient: isAmbient, traits: traits))
        return id
    }

    @discardableResult
    func play(at host: HostTime? = nil) -> Int {
        tickets += 1
        send(.play(at: host, ticket: tickets))
        return tickets
    }

    @discardableResult
    func seek(_ time: Duration) -> Int {
        tickets += 1
        send(.seek(time, ticket: tickets))
        return tickets
    }

    /// Reports stand-ins, as a stage does: for the target on its way, or for a barrier that may be over.
    func standIn(for barrier: Int? = nil) {
        guard let approach = group.approach(at: now) else { return send(.stoodIn(barrier: barrier ?? 0)) }
        // A picture on the way is as good as a preview. A member that is not on the line yet has no tile.
        if barrier ?? approach.number == approach.number {
            ready.formUnion(group.members.filter { $0.value.phase == .following }.keys)
        }
        send(.stoodIn(barrier: barrier ?? approach.number))
    }

    func advance(_ duration: Duration) {
        clock.advance(by: duration)
    }

    func send(_ event: SyncGroup.Event) {
        inbox.append(event)
        guard !isDraining else { return }
        isDraining = true
        while !inbox.isEmpty {
            let event = inbox.removeFirst()
            clock.decide { handle(event, at: $0) }
        }
        isDraining = false
    }

    // MARK: Reading

    /// The one answer to a ticket; `nil` while there is none.
    func answer(_ ticket: Int) -> PlaybackError.Code?? { answers[ticket]?.first }

    func frame(_ id: MemberID) -> Int64? { players[id]?.showing(at: now)?.frame }

    func prepares(_ id: MemberID) -> [SimulatedPlayer.Command] {
        players[id]?.commands.filter { if case .prepare = $0 { true } else { false } } ?? []
    }

    func forgetPublished() { published = [] }

    /// Whether nothing is being waited for.
    var isSettled: Bool {
        group.barrier == nil && !group.members.values.contains { $0.phase == .loading || $0.phase == .preparing }
    }

    // MARK: Inside

    private func handle(_ event: SyncGroup.Event, at now: HostTime) {
        if case .player(let id, let answer) = event { noteAnswer(answer, of: id) }
        let before = group
        var event = event
        if case .step(let count, _) = event, let reference = group.stepReference(at: now) {
            event = .step(count, frameTimes: players[reference.id]?.frameTimes(around: reference.position) ?? [])
        }
        let commands = group.handle(event, at: now)
        for command in commands { carryOut(command, before: before) }
        checkState(after: event, before: before)
        onHandled?(event, commands)
    }

    private func noteAnswer(_ event: PlayerEvent, of id: MemberID) {
        switch event {
        case .prepared(let generation), .previewed(let generation):
            if generation == asked[id] { ready.insert(id) }
        default: break
        }
    }

    private func carryOut(_ command: SyncGroup.Command, before: SyncGroup) {
        switch command {
        case .load(let id, let source, let generation):
            asked[id] = generation
            player(id, command)?.load(source, generation: generation)
        case .prepare(let id, let timeline, let host, let allowsPreview, let generation):
            if before.members[id]?.phase != .following { ready.remove(id) }
            asked[id] = generation
            aims[id] = (timeline, host)
            player(id, command)?.prepare(timeline, at: host, allowsPreview: allowsPreview, generation: generation)
        case .follow(let id, let timeline, let host):
            if !ready.contains(id) { violations.append("\(id) follows without having been prepared") }
            if before.barrier != nil, !timeline.isAmbient, let aim = aims[id] {
                // A barrier ends with what was prepared in it.
                let begin = max(host, timeline.line.anchor.hostTime)
                let isSameLine = timeline.line.anchor == aim.timeline.line.anchor
                let shown = timeline.position(at: isSameLine ? aim.host : begin)
                let prepared = aim.timeline.position(at: aim.host)
                // If the slowest was ready only after the requested start, all have to catch up.
                let isLate = timeline.line.anchor.rate != 0 && timeline.line.anchor.hostTime < host && !isSameLine
                if !isLate, shown.itemTime != prepared.itemTime || shown.piece != prepared.piece {
                    violations.append("\(now.nanoseconds): \(id) was prepared for \(prepared), but follows \(shown)")
                }
            }
            followedFrom = max(followedFrom, host)
            player(id, command)?.follow(timeline, from: host)
        case .setAudible(let id, let audible): player(id, command)?.setAudible(audible)
        case .release(let id):
            player(id, command)?.release()
            ready.remove(id)
        case .remove(let id):
            // One that failed has been released before.
            if players[id]?.isReleased == false { players[id]?.release() }
            ready.remove(id)
        case .takeOver: break
        case .measure(let ids):
            send(.readings(players.filter { ids.contains($0.key) }.compactMapValues { $0.reading() }))
        case .wake(let host):
            clock.wake(at: host) { [weak self] in self?.send(.time) }
        case .answer(let ticket, let failure):
            answers[ticket, default: []].append(failure)
            if answers[ticket]?.count != 1 { violations.append("ticket \(ticket) answered again") }
        case .publish(let event):
            published.append(event)
        }
    }

    private func player(_ id: MemberID, _ command: SyncGroup.Command) -> SimulatedPlayer? {
        guard let player = players[id] else {
            violations.append("\(command) to nobody")
            return nil
        }
        if player.isReleased { violations.append("\(command) after release") }
        return player
    }

    /// Checks what must hold after every event.
    private func checkState(after event: SyncGroup.Event, before: SyncGroup) {
        // While a barrier has nothing to show yet, every member stays on what was held before it.
        let isHeld = group.barrier?.isShown == false
        var lines: Set<GroupLine> = []
        for (id, member) in group.members where member.phase == .following {
            guard let line = players[id]?.line() else {
                violations.append("\(id) is following, but follows nothing after \(event)")
                continue
            }
            lines.insert(line.line)
            if line != member.followed { violations.append("\(id) follows something else after \(event)") }
            if !isHeld, line.line != group.line { violations.append("\(id) is on a line of its own after \(event)") }
            if !isHeld, line.map != member.map { violations.append("\(id) follows another map after \(event)") }
            if isHeld, line.line.anchor.rate != 0 { violations.append("\(id) moves in a barrier after \(event)") }
        }
        if lines.count > 1 { violations.append("\(lines.count) lines after \(event)") }
        let heard = players.filter { $0.value.isAudible }.keys.sorted()
        if heard.count > 1 { violations.append("\(heard) are heard after \(event)") }
        if let audible = group.audible, group.members[audible] == nil {
            violations.append("audible \(audible) is gone")
        }
        for id in heard where group.audible != id { violations.append("\(id) is heard after \(event)") }
        if case .player(_, .stalled) = event, before.stallPolicy != .wait, before.barrier == nil,
            before.scrubbing == nil, group.line != before.line
        {
            violations.append("one member's stall moved the line")
        }
        if group.scrubbing != nil, group.line.anchor.rate != 0 {
            violations.append("moves under a hand after \(event)")
        }
        if let barrier = group.barrier {
            for id in barrier.waiting.union(barrier.unseen) where group.members[id] == nil {
                violations.append("waiting for \(id), who is gone")
            }
        }
    }
}

extension SimulatedVideo {
    /// A video that takes this long to prepare.
    static func slow(_ delay: Duration, length: Duration = .seconds(10)) -> SimulatedVideo {
        var video = SimulatedVideo(length: length)
        video.prerollDelay = delay
        return video
    }
}
