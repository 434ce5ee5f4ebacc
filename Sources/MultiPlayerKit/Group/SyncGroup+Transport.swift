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
        let isOver = barrier.map { $0.staysAtEnd && hasEnded && pendingSeek == nil } ?? line.hasEnded(at: now)
        if barrier != nil, !isOver {
            // Without a host time the start that is already set remains.
            if let start { barrier?.startAt = start }
            // A start in the past needs a later frame than the target's.
            retarget(sortedIDs, at: now, &out)
            return
        }
        if line.anchor.rate > 0, start == nil, !isOver {
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
        let grid = FrameGrid(members: members, range: line.range)
        let target = grid?.time(from: from, steppedBy: count, frameTimes: frameTimes) ?? from
        seek(to: target, ticket: nil, at: now, &out)
    }

    /// The member whose frames a step follows, and its position where the step begins.
    func stepReference(at now: HostTime) -> (id: MemberID, position: MemberTimeline.Position)? {
        guard let id = FrameGrid.reference(among: members),
            let timeline = members[id]?.timeline(on: line.moved(to: stepOrigin(at: now), at: now, rate: 0))
        else { return nil }
        return (id, timeline.position(at: now))
    }

    private func stepOrigin(at now: HostTime) -> Duration {
        destination ?? line.time(at: now)
    }

    mutating func setRate(_ newRate: Double, at now: HostTime, _ out: inout [Command]) {
        rate = min(max(newRate.isNaN ? 1 : newRate, Self.rates.lowerBound), Self.rates.upperBound)
        guard line.anchor.rate != 0 else { return retarget(sortedIDs, at: now, &out) }
        let rate = rate
        changeLine(at: now, lead: lead, &out) { line, host in line.continued(at: host, rate: rate) }
        restartMeasuring(at: now.advanced(by: lead))
    }
}
