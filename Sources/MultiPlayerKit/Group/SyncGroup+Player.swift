extension SyncGroup {
    /// Handles what a player reports. Members that failed or were dropped are ignored.
    mutating func handle(_ event: PlayerEvent, of id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard let member = members[id], member.isLive else { return }
        switch event {
        case .loaded(let info, let generation):
            guard generation == member.generation, member.phase == .loading else { return }
            opened(id, info, at: now, &out)
        case .prepared(let generation):
            guard generation == member.generation, member.isOnLine else { return }
            recovered(id, &out)
            if barrier != nil {
                leaveBarrier(id, at: now, &out)
            } else if member.phase == .preparing {
                follow(id, from: now.advanced(by: lead), &out)
            }
        case .previewed(let generation):
            guard generation == member.generation, let barrier, barrier.standIn != .none else { return }
            // A stage chooses what to show, for all members.
            guard barrier.standIn == .each || !member.traits.followsLineExactly else { return }
            self.barrier?.unseen.remove(id)
            advanceBarrier(at: now, &out)
        case .refused(let error, let generation):
            guard generation == member.generation else { return }
            fail(id, error, at: now, &out)
        case .failed(let error, let generation):
            guard generation <= member.generation else { return }
            fail(id, error, at: now, &out)
        case .stalled:
            stall(id, at: now, &out)
        case .resumed:
            recovered(id, &out)
        case .damaged(var error, let bounds):
            error.memberID = id
            members[id]?.info?.bounds = bounds
            out.append(.publish(.damaged(id, error)))
            if !refreshRange(at: now, &out) { retarget([id], at: now, &out) }
        case .moved:
            guard member.isOnLine else { return }
            out.append(.publish(.movedByApp(id)))
            join(id, at: now, &out)
        case .handedOver(let timeline):
            // What was measured, and a stall, were the other player's.
            if let timeline { members[id]?.followed = timeline }
            members[id]?.correctedAt = nil
            if audible == id { restartMeasuring(at: now) }
            recovered(id, &out)
            out.append(.publish(.handedOver(id)))
        case .settled, .starved: break  // The budget's business.
        case .sound(let loss):
            noteSound(of: id, loss, &out)
        case .lost:
            reopen(id, &out)
            leaveBarrier(id, at: now, &out)
        }
    }

    /// Publishes a loss of sound once and its return once, whatever players the member has meanwhile.
    private mutating func noteSound(of id: MemberID, _ loss: PlaybackError?, _ out: inout [Command]) {
        guard audible == id, (loss != nil) != isSilenced else { return }
        isSilenced = loss != nil
        if var loss {
            loss.memberID = id
            out.append(.publish(.soundLost(id, loss)))
        } else {
            out.append(.publish(.soundBack(id)))
        }
    }

    private mutating func opened(_ id: MemberID, _ info: MediaInfo, at now: HostTime, _ out: inout [Command]) {
        members[id]?.info = info
        out.append(.publish(.opened(id, info)))
        if audible == id { out.append(.setAudible(id, true)) }
        refreshRange(at: now, &out)
        members[id]?.phase = .preparing
        join(id, at: now, &out)
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
            guard line.anchor.rate != 0, !member.isAmbient else { return }
            openBarrier(at: .here, isStall: true, at: now, &out)
        case .drop:
            retire(id, as: .dropped, .dropped(id), at: now, &out)
        }
    }

    mutating func setLeftBehind(_ value: Bool, _ id: MemberID, _ out: inout [Command]) {
        guard let member = members[id], member.isLive, member.isLeftBehind != value else { return }
        members[id]?.isLeftBehind = value
        out.append(.publish(value ? .leftBehind(id) : .caughtUp(id)))
    }

    private mutating func recovered(_ id: MemberID, _ out: inout [Command]) {
        guard members[id]?.isStalled == true else { return }
        members[id]?.isStalled = false
        members[id]?.isOverdue = false
        out.append(.publish(.resumed(id)))
    }
}

/// Disturbances from outside the group.
extension SyncGroup {
    mutating func disturbed(
        _ disturbance: Disturbance, ends: Bool, resumes: Bool, at now: HostTime, _ out: inout [Command]
    ) {
        switch (disturbance, ends) {
        // Silent players need no sound from the system, and do not know where it goes.
        case (.audioInterruption, false) where audible == nil, (.routeChange, _) where audible == nil: break
        case (.audioInterruption, false), (.background, false): suspend(for: disturbance, at: now, &out)
        case (.audioInterruption, true), (.background, true):
            resume(from: disturbance, playing: resumes, at: now, &out)
        case (.sleep, _): renew(because: disturbance, at: now, &out)
        case (.routeChange, _) where resumes: renew(because: disturbance, at: now, &out)
        case (.routeChange, _):
            // What one person heard, all around would hear now.
            guard wantsToPlay || playsAfterSuspension else { break }
            out.append(.publish(.interrupted(disturbance)))
            pause(at: now, &out)
        case (.mediaServicesReset, _): reopen(at: now, &out)
        }
    }

    /// Holds until the disturbance ends. Callers of `play()` go on waiting.
    private mutating func suspend(for disturbance: Disturbance, at now: HostTime, _ out: inout [Command]) {
        guard suspensions.insert(disturbance).inserted else { return }
        playsAfterSuspension = playsAfterSuspension || wantsToPlay
        wantsToPlay = false
        hold(at: now, &out)
        out.append(.publish(.interrupted(disturbance)))
    }

    private mutating func resume(
        from disturbance: Disturbance, playing resumes: Bool, at now: HostTime, _ out: inout [Command]
    ) {
        guard suspensions.remove(disturbance) != nil else { return }
        // A word against playing counts even while something else holds the group.
        playsAfterSuspension = playsAfterSuspension && resumes
        guard suspensions.isEmpty else { return }
        renewDeadline(at: now)
        wantsToPlay = playsAfterSuspension
        playsAfterSuspension = false
        if !wantsToPlay { supersedeStart(at: now, &out) }
        refreshAnchors(at: now, &out)
    }

    /// All anchors are stale: every member is prepared again at the line's position.
    private mutating func renew(because disturbance: Disturbance, at now: HostTime, _ out: inout [Command]) {
        out.append(.publish(.interrupted(disturbance)))
        refreshAnchors(at: now, &out)
    }

    private mutating func refreshAnchors(at now: HostTime, _ out: inout [Command]) {
        guard suspensions.isEmpty, hasBeenPlaced || wantsToPlay else { return }
        // A seek or a start that is under way keeps its destination.
        let wanted = pendingSeek?.time ?? barrier?.wanted
        let destination: Destination =
            if let wanted { wanted == line.time(at: now) ? .here : .time(wanted) } else {
                barrier == nil ? .here : .beginning
            }
        openBarrier(at: destination, startAt: barrier?.startAt, at: now, &out)
    }

    /// The players are dead. New ones open the same videos and wait at the line's position until `play()` is called.
    private mutating func reopen(at now: HostTime, _ out: inout [Command]) {
        wantsToPlay = false
        playsAfterSuspension = false
        hold(at: now, &out)
        renewDeadline(at: now)
        out.append(.publish(.interrupted(.mediaServicesReset)))
        for id in sortedIDs where members[id]?.isLive == true { reopen(id, &out) }
        supersedeStart(at: now, &out)
    }

    /// Opens a member anew that no longer takes part. A group that has not started yet waits for it.
    mutating func retry(_ id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard let member = members[id], !member.isLive else { return }
        reopen(id, &out)
        guard barrier?.isInterruption == false else { return }
        barrier?.wait(for: id)
        renewDeadline(at: now)
    }

    mutating func reopen(_ id: MemberID, _ out: inout [Command]) {
        guard let source = members[id]?.source else { return }
        let generation = newGeneration()
        members[id]?.generation = generation
        members[id]?.phase = .loading
        members[id]?.isStalled = false
        members[id]?.isOverdue = false
        members[id]?.aim = nil
        members[id]?.followed = nil
        out.append(.load(id, source, generation: generation))
    }
}
