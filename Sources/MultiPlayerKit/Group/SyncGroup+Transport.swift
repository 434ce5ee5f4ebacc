extension SyncGroup {
    mutating func play(at start: HostTime?, ticket: Int, now: HostTime, _ out: inout [Command]) {
        wantsToPlay = true
        // A call of `play()` during an interruption overrides it.
        if !suspensions.isEmpty { renewDeadline(at: now) }
        suspensions = []
        playsAfterSuspension = false
        playTickets.append(ticket)
        if scrubbing != nil {
            // It starts when the hand lets go.
            scheduledStart = start ?? scheduledStart
            return
        }
        // At the end, a group that is only made ready there again has nothing left to play.
        let isOver =
            barrier.map { $0.staysAtEnd && hasEnded && pendingSeek == nil }
            ?? line.hasEnded(at: now, backwards: rate < 0)
        if barrier != nil, !isOver {
            // Without a host time the start that is already set remains.
            if let start { barrier?.startAt = start }
            // A start in the past needs a later frame than the target's.
            retarget(sortedIDs, at: now, &out)
            return
        }
        if line.anchor.rate != 0, start == nil, !isOver {
            // Already under way.
            answer(&playTickets, nil, &out)
            return
        }
        openBarrier(at: isOver || !hasBeenPlaced ? .beginning : .here, startAt: start, at: now, &out)
    }

    mutating func pause(at now: HostTime, _ out: inout [Command]) {
        let wasPlaying = wantsToPlay || playsAfterSuspension
        wantsToPlay = false
        playsAfterSuspension = false
        supersedeStart(at: now, &out)
        hold(at: now, &out)
        if wasPlaying { out.append(.publish(.paused(at: line.time(at: now)))) }
    }

    /// Gives up the start that is still to come, with its host time.
    mutating func supersedeStart(at now: HostTime, _ out: inout [Command]) {
        scheduledStart = nil
        answer(&playTickets, .superseded, &out)
        guard barrier?.startAt != nil else { return }
        barrier?.startAt = nil
        retarget(sortedIDs, at: now, &out)
    }

    /// The latest target wins: while one is being decoded another waits, and replaces whatever waited before.
    mutating func seek(
        to target: Duration, ticket: Int?, standIn: StandIn = .none, at now: HostTime, _ out: inout [Command]
    ) {
        answer(&seekTickets, .superseded, &out)
        if let ticket { seekTickets.append(ticket) }
        hasBeenPlaced = true
        if let barrier, !barrier.isShown {
            pendingSeek = (target, standIn, now)
        } else {
            openBarrier(at: .time(target), standIn: standIn, at: now, &out)
        }
    }

    /// Once the hand rests, its last request replaces the one being decoded, which nobody waits for any more.
    mutating func takeUpPendingSeek(at now: HostTime, _ out: inout [Command]) {
        guard let next = pendingSeek, let barrier, let rest = handsRest, now >= rest else { return }
        openBarrier(
            at: .time(next.time), startAt: barrier.startAt, standIn: next.standIn, takesOver: true, at: now, &out)
    }

    /// When the hand behind the pending request counts as resting.
    var handsRest: HostTime? {
        guard let barrier, !barrier.tookOver else { return nil }
        return pendingSeek?.since.advanced(by: Self.handRest)
    }

    mutating func step(_ frames: Int, frameTimes: [Duration], at now: HostTime, _ out: inout [Command]) {
        guard frames != 0 else { return }
        pause(at: now, &out)
        let from = stepOrigin(at: now)
        let count = min(max(frames, -Self.frameLimit), Self.frameLimit)
        let grid = FrameGrid(members: seen, range: line.range)
        let target = grid?.time(from: from, steppedBy: count, frameTimes: frameTimes) ?? from
        seek(to: target, ticket: nil, at: now, &out)
    }

    /// The member whose frames a step follows, and its position where the step begins.
    func stepReference(at now: HostTime) -> (id: MemberID, position: MemberTimeline.Position)? {
        guard let id = FrameGrid.reference(among: seen),
            let timeline = members[id]?.timeline(on: line.moved(to: stepOrigin(at: now), at: now, rate: 0))
        else { return nil }
        return (id, timeline.position(at: now))
    }

    private func stepOrigin(at now: HostTime) -> Duration {
        destination ?? line.time(at: now)
    }

    mutating func setRate(_ newRate: Double, at now: HostTime, _ out: inout [Command]) {
        let wanted = Self.clamped(newRate)
        if let id = wanted < 0 ? forwardOnly : nil { return refuse(.backwards, because: id, &out) }
        rate = wanted
        guard line.anchor.rate != 0 else { return retarget(sortedIDs, at: now, &out) }
        changeLine(at: now, lead: lead, &out) { line, host in line.continued(at: host, rate: wanted) }
        leaveEnd(at: now, &out)
        restartMeasuring(at: now.advanced(by: lead))
    }

    /// The nearest rate that a group accepts, in the same direction.
    private static func clamped(_ rate: Double) -> Double {
        let size = min(max(abs(rate.isNaN ? 1 : rate), rates.lowerBound), rates.upperBound)
        return rate < 0 ? -size : size
    }

    /// Plays on forwards if a member that has come plays no other way.
    mutating func turnForwards(becauseOf id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard forwardOnly != nil else { return }
        if rate < 0 {
            refuse(.backwards, because: id, &out)
            setRate(-rate, at: now, &out)
        }
        if loop.alternates {
            refuse(.alternating, because: id, &out)
            loop.alternates = false
            refreshRange(at: now, &out)
        }
    }

    mutating func setLoop(
        range: Range<Duration>?, repeats: Bool, alternates: Bool, at now: HostTime, _ out: inout [Command]
    ) {
        let refusing = alternates ? forwardOnly : nil
        if let refusing { refuse(.alternating, because: refusing, &out) }
        loop = (range, repeats, alternates && refusing == nil)
        refreshRange(at: now, &out)
    }

    /// The first member whose player only plays forwards.
    private var forwardOnly: MemberID? {
        sortedIDs.first { members[$0].map { $0.isLive && $0.traits.rates.lowerBound >= 0 } ?? false }
    }

    private enum Refused: String {
        case backwards = "a rate below 0"
        case alternating = "a loop that runs there and back"
    }

    private func refuse(_ what: Refused, because id: MemberID, _ out: inout [Command]) {
        let name = members[id]?.source.name ?? id.description
        out.append(
            .publish(
                .refused(
                    PlaybackError(
                        .onlyForwards, subject: name,
                        reason: "its player does not play backwards, which \(what.rawValue) needs",
                        cure: "play forwards, or step back frame by frame", memberID: id))))
    }
}
