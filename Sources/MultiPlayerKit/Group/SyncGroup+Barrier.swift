extension SyncGroup {
    /// The members that are waited for, and what follows when all have answered.
    struct Barrier {
        /// The requested group time; `nil`: the beginning, wherever that is by then.
        var wanted: Duration?
        /// Start at this host time rather than at the next possible one.
        var startAt: HostTime?
        /// What may stand in for the target while it is being decoded.
        var standIn: StandIn
        /// Distinguishes it from earlier barriers.
        var number: Int
        /// Whether the group was under way: then members that are still opening do not hold it up.
        var isInterruption: Bool
        /// Members that are not prepared yet.
        var waiting: Set<MemberID>
        /// Members neither prepared nor previewed: nothing of this target can be shown before they answer.
        var unseen: Set<MemberID>
        var deadline: HostTime
        /// Whether it replaced a barrier that had shown nothing. Such a barrier is completed, so that a viewer who
        /// keeps dragging sees something.
        var tookOver: Bool
        /// Whether the group had played to its end and is only made ready there again: then it neither starts nor ends.
        var staysAtEnd: Bool
        /// Whether the line is already at the target and shows previews.
        var isShown = false

        mutating func wait(for id: MemberID) {
            waiting.insert(id)
            unseen.insert(id)
            isShown = false
        }

        mutating func leave(_ id: MemberID) {
            waiting.remove(id)
            unseen.remove(id)
        }
    }

    /// What may be shown for a target on the way to it.
    enum StandIn {
        /// Nothing: what was shown before stays.
        case none
        /// A picture near it, shown by each member as soon as it has one.
        case each
        /// Pictures of one instant near it, shown by all in the same tick. Members on a stage leave that to the stage.
        case together
    }

    /// Where a barrier leads.
    enum Destination {
        case beginning
        case here
        case time(Duration)
    }

    /// Holds what is shown, gets every member ready at the target, and then starts all together.
    mutating func openBarrier(
        at destination: Destination, startAt: HostTime? = nil, standIn: StandIn = .none, isStall: Bool = false,
        wasMoving: Bool = false, takesOver: Bool = false, at now: HostTime, _ out: inout [Command]
    ) {
        let isInterruption =
            wasMoving || line.anchor.rate != 0 || barrier?.isInterruption == true || scrubbing?.wasMoving == true
        pendingSeek = nil
        hold(at: now, &out)
        let wanted: Duration? =
            switch destination {
            case .beginning: nil
            case .here: line.time(at: now)
            case .time(let time): time
            }
        let staysAtEnd = if case .here = destination { hasEnded } else { false }
        setReplacementsAside()
        let taking = seen.filter { _, member in
            switch member.phase {
            // A group under way does not wait for videos that are still opening.
            case .loading: !isInterruption && !member.isOverdue
            case .preparing: true
            // Nobody waits for a background that has no frames.
            case .following: !(isStall && member.isAmbient)
            case .failed, .dropped: false
            }
        }
        barriers += 1
        let barrier = Barrier(
            wanted: wanted, startAt: startAt ?? startAhead(at: now),
            standIn: standIn, number: barriers, isInterruption: isInterruption, waiting: Set(taking.keys),
            unseen: Set(taking.keys), deadline: now.advanced(by: Self.prerollTimeout), tookOver: takesOver,
            staysAtEnd: staysAtEnd)
        self.barrier = barrier
        if case .time = destination { out.append(.publish(.seeking(to: target(of: barrier)))) }
        for id in taking.keys.sorted() where members[id]?.phase != .loading { enterBarrier(id, at: now, &out) }
        advanceBarrier(at: now, &out)
    }

    /// Group time to which a barrier leads, as far as the range is known now.
    func target(of barrier: Barrier) -> Duration {
        clamped(barrier.wanted ?? beginning)
    }

    /// Where playing begins: backwards it is the end, so far inside the last frame that rounding does not matter.
    private var beginning: Duration {
        rate < 0 ? line.range.map { $0.upperBound - FrameRate.grace * 2 } ?? .zero : .zero
    }

    /// A group time clamped to the range, whose end is excluded.
    func clamped(_ time: Duration) -> Duration {
        guard let range = line.range else { return max(time, .zero) }
        return min(max(time, range.lowerBound), range.upperBound - .nanoseconds(1))
    }

    /// The line as it will be: moving if it will move, so that a player knows what follows.
    func line(for barrier: Barrier, at now: HostTime) -> GroupLine {
        line(for: barrier, at: barrier.startAt ?? now, rate: movesNext ? rate : 0)
    }

    func line(for barrier: Barrier, at host: HostTime, rate: Double) -> GroupLine {
        // Playing again from the beginning is like a turn of a loop: the background runs on.
        line.moved(to: target(of: barrier), at: host, rate: rate, ambientRunsOn: barrier.wanted == nil)
    }

    mutating func enterBarrier(_ id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard let barrier, members[id]?.replaces == nil else { return }
        if members[id]?.isOverdue == true, canGoOn(without: []) {
            self.barrier?.leave(id)
        } else {
            self.barrier?.wait(for: id)
        }
        // With a start that is already past, the group is placed as if it had run since then.
        prepare(
            id, on: line(for: barrier, at: now), at: max(barrier.startAt ?? now, now),
            allowsPreview: barrier.standIn != .none, &out)
    }

    mutating func leaveBarrier(_ id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard barrier != nil else { return }
        barrier?.leave(id)
        advanceBarrier(at: now, &out)
    }

    mutating func advanceBarrier(at now: HostTime, _ out: inout [Command]) {
        guard let barrier else { return }
        let isDone = barrier.waiting.isEmpty
        if isDone, pendingSeek == nil { return finish(barrier, at: now, &out) }
        // A start in the past has prepared what comes after the target, not the target itself.
        let isAtTarget = barrier.startAt.map { $0 >= now } ?? true
        if isDone || barrier.standIn != .none && barrier.unseen.isEmpty, isAtTarget, !barrier.isShown {
            // Every tile has something for the target: show it, the exact frames follow by themselves.
            self.barrier?.isShown = true
            show(barrier, rate: 0, at: now, &out)
            let time = target(of: barrier)
            out.append(.publish(isDone ? .arrived(at: time) : .previewing(at: time)))
        }
        if let next = pendingSeek, isDone || self.barrier?.isShown == true {
            openBarrier(
                at: .time(next.time), startAt: barrier.startAt, standIn: next.standIn, at: now, &out)
        }
    }

    /// Notes that a stage shows stand-ins for the target of a barrier in all tiles.
    mutating func stoodIn(for number: Int, at now: HostTime, _ out: inout [Command]) {
        guard let barrier, barrier.number == number, barrier.standIn == .together else { return }
        for id in barrier.unseen where members[id]?.traits.followsLineExactly == true {
            self.barrier?.unseen.remove(id)
        }
        advanceBarrier(at: now, &out)
    }

    /// The line on which a stage may look for stand-ins, until it has shown one.
    func approach(at now: HostTime) -> (number: Int, line: GroupLine)? {
        guard let barrier, barrier.standIn == .together, !barrier.isShown else { return nil }
        return (barrier.number, line(for: barrier, at: now, rate: 0))
    }

    private mutating func finish(_ barrier: Barrier, at now: HostTime, _ out: inout [Command]) {
        self.barrier = nil
        let starts = movesNext && seen.values.contains(where: \.isLive)
        show(barrier, rate: starts ? rate : 0, at: now, &out)
        answer(&seekTickets, nil, &out)
        if starts {
            answer(&playTickets, nil, &out)
            if !hasEnded { out.append(.publish(.started(at: line.anchor.hostTime, time: target(of: barrier)))) }
        } else if movesNext {
            answer(&playTickets, .nothingToPlay, &out)
            pause(at: now, &out)
        } else {
            // A start that an interruption holds up keeps its host time.
            if playsAfterSuspension { scheduledStart = barrier.startAt }
            out.append(.publish(.arrived(at: target(of: barrier))))
        }
    }

    private mutating func show(_ barrier: Barrier, rate: Double, at now: HostTime, _ out: inout [Command]) {
        let earliest = now.advanced(by: lead)
        line = line(for: barrier, at: rate == 0 ? now : barrier.startAt ?? earliest, rate: rate)
        if rate != 0 {
            startedAt = max(barrier.startAt ?? earliest, earliest)
            scheduledStart = barrier.startAt
            hasBeenPlaced = true
            restartMeasuring(at: startedAt ?? earliest)
        }
        // The end counts as left if the range has changed meanwhile.
        hasEnded = hasEnded && barrier.staysAtEnd
        for id in sortedIDs where seen[id]?.isOnLine == true {
            // A stage has stand-ins only for members that have a tile.
            let isUnready = members[id]?.phase == .preparing && self.barrier?.waiting.contains(id) == true
            if !isUnready || barrier.standIn == .each { follow(id, from: earliest, &out) }
        }
    }

    mutating func checkDeadline(at now: HostTime, _ out: inout [Command]) {
        // Suspended players cannot answer; the full time begins when the suspension has ended.
        guard let barrier, suspensions.isEmpty, now >= barrier.deadline else { return }
        for id in barrier.waiting.sorted() {
            if members[id]?.source.isRemote == true {
                overdue(id, at: now, &out)
                continue
            }
            let error = PlaybackError(
                .prerollTimedOut, subject: members[id]?.source.name ?? id.description,
                reason: "no picture within \(Int(Self.prerollTimeout.seconds)) s",
                cure: "check that the file or server delivers fast enough")
            fail(id, error, at: now, &out)
        }
        // Without them the group may end elsewhere: members prepared again because of that get the full time again.
        renewDeadline(at: now)
    }

    /// Handles a member whose data have not come: a stall and no failure. The group's policy decides whether the others
    /// go on without it; if all are slow, all hold.
    private mutating func overdue(_ id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard let member = members[id], let barrier else { return }
        if !member.isStalled {
            members[id]?.isStalled = true
            out.append(.publish(.stalled(id)))
        }
        guard canGoOn(without: barrier.waiting) else { return }
        switch stallPolicy {
        case .wait where !member.isAmbient: break
        case .wait, .carryOn:
            members[id]?.isOverdue = true
            leaveBarrier(id, at: now, &out)
        case .drop: retire(id, as: .dropped, .dropped(id), at: now, &out)
        }
    }

    /// Whether others than these can play on.
    private func canGoOn(without waiting: Set<MemberID>) -> Bool {
        seen.contains { id, member in
            !waiting.contains(id) && member.isOnLine && !member.isAmbient && !member.isOverdue
        }
    }

    /// Gives the members that are waited for the full time again.
    mutating func renewDeadline(at now: HostTime) {
        barrier?.deadline = now.advanced(by: Self.prerollTimeout)
    }
}
