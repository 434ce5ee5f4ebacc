/// What the world around the group does to it.
extension SyncGroup {
    mutating func disturbed(
        _ disturbance: Disturbance, ends: Bool, resumes: Bool, at now: HostTime, _ out: inout [Command]
    ) {
        switch (disturbance, ends) {
        case (.audioInterruption, false), (.background, false): suspend(for: disturbance, at: now, &out)
        case (.audioInterruption, true), (.background, true):
            resume(from: disturbance, playing: resumes, at: now, &out)
        case (.sleep, _):
            renew(because: disturbance, at: now, &out)
        case (.routeChange, _):
            // Silent players do not know where sound goes.
            if audible != nil { renew(because: disturbance, at: now, &out) }
        case (.mediaServicesReset, _): reopen(at: now, &out)
        }
    }

    /// Holds until the disturbance ends. Whoever waits for `play()` goes on waiting.
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
        guard suspensions.remove(disturbance) != nil, suspensions.isEmpty else { return }
        let plays = playsAfterSuspension && resumes
        playsAfterSuspension = false
        wantsToPlay = plays
        if !plays { answer(&playTickets, .superseded, &out) }
        refreshAnchors(at: now, &out)
    }

    /// All anchors are stale: everyone is prepared again where the line stands.
    private mutating func renew(because disturbance: Disturbance, at now: HostTime, _ out: inout [Command]) {
        out.append(.publish(.interrupted(disturbance)))
        refreshAnchors(at: now, &out)
    }

    private mutating func refreshAnchors(at now: HostTime, _ out: inout [Command]) {
        guard suspensions.isEmpty, hasBeenPlaced || wantsToPlay else { return }
        openBarrier(at: pendingSeek.map { .time($0.time) } ?? .here, at: now, &out)
    }

    /// The players are dead. New ones open the same videos and stand where the line stood; somebody has to play them.
    private mutating func reopen(at now: HostTime, _ out: inout [Command]) {
        wantsToPlay = false
        playsAfterSuspension = false
        answer(&playTickets, .superseded, &out)
        hold(at: now, &out)
        out.append(.publish(.interrupted(.mediaServicesReset)))
        for id in sortedIDs where members[id]?.isLive == true { reopen(id, &out) }
    }

    mutating func reopen(_ id: MemberID, _ out: inout [Command]) {
        guard let source = members[id]?.source else { return }
        let generation = newGeneration()
        members[id]?.generation = generation
        members[id]?.phase = .loading
        members[id]?.isStalled = false
        members[id]?.aim = nil
        members[id]?.followed = nil
        out.append(.load(id, source, generation: generation))
    }
}
