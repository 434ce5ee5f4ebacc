extension BudgetCore {
    /// A released decoder may take this long to be free for another.
    static let releaseTime = Duration.seconds(1)
    /// Waits before a decoder that should be free is requested again.
    static let retryWaits: [Duration] = [.milliseconds(250), .milliseconds(500), .seconds(1)]
    /// A stream that has had a grant for this long has had its decoder. That it settled proves nothing: where refusals
    /// are silent all streams settle, and in a family those that got a decoder do. The first silent refusal is reported
    /// within five seconds, the second within ten.
    static let proof = Duration.seconds(15)

    mutating func settled(_ id: LeaseID, _ grant: DecodeGrant, at now: HostTime, _ out: inout [Command]) {
        guard var lease = leases[id] else { return }
        let before = lease.heldSessions
        let rung = lease.demand.rungs.first { $0.grant == grant }
        lease.settledSessions = rung?.cost.sessions ?? (grant.tier.decodes ? 1 : 0)
        if lease.settledSessions > 0 { lease.ungovernedRefusal = nil }
        if grant == lease.grant { lease.risesSince = nil }
        // A player that acts on the new rendition, at whatever tier, has given back the decoder of the old one.
        if grant == lease.grant || grant.tier.decodes && grant.rendition == lease.grant?.rendition {
            lease.isSwapping = false
        }
        lease.heldRendition =
            lease.settledSessions > 0 ? grant.rendition : lease.cost.sessions > 0 ? lease.grant?.rendition : nil
        leases[id] = lease
        if lease.heldSessions < before { noteRelease(renewsTries: !lease.hasFallen, at: now) }
        dispatch(at: now, &out)
    }

    /// A decoder was released, but may not be free for others at once: parties refused now start their retries anew.
    ///
    /// Not after a refusal: a family then releases what some of its members got, and would renew its retries for ever.
    mutating func noteRelease(renewsTries: Bool = true, at now: HostTime) {
        releasedAt = now
        guard renewsTries else { return }
        for index in parties.indices { parties[index].retries = 0 }
    }

    mutating func refused(_ id: LeaseID, _ refusal: Refusal, at now: HostTime, _ out: inout [Command]) {
        guard let lease = leases[id], lease.cost.sessions > 0, let index = index(of: id) else { return }
        let others = leases.reduce(0) { $0 + ($1.key == id ? 0 : $1.value.heldSessions) }
        // Silence is noticed a second or more after the request: a release since then does not explain it.
        let asked = refusal == .silent ? lease.since : now
        let isReleaseRecent = releasedAt.map { $0 <= asked && $0.duration(to: asked) <= Self.releaseTime } ?? false
        guard isEnabled else {
            leases[id]?.loseDecoder()
            leases[id]?.ungovernedRefusal = isReleaseRecent ? nil : (refusal, now)
            return
        }
        let retries = lease.since.duration(to: now) < Self.proof ? parties[index].retries : 0
        let level = parties[index].level
        fall(index, because: refusal, others: others, at: now, &out)
        leases[id]?.loseDecoder()
        if retries < Self.retryWaits.count, isReleaseRecent || retries > 0 {
            parties[index].retries = retries + 1
            parties[index].retryAt = now.advanced(by: Self.retryWaits[retries])
            assign(level, to: index, at: now)
            return
        }
        parties[index].retries = 0
        parties[index].retryAt = nil
        sessions.exceeded(using: Double(others), at: now)
        replan(.refusal, free: [parties[index].key], at: now, &out)
    }

    /// Learns from refusals that came while the budget did not govern.
    ///
    /// - Returns: the parties of those that have no decoder, which were lowered.
    mutating func takeUpRefusals(at now: HostTime, _ out: inout [Command]) -> Set<Party.Key> {
        // A player without a decoder asks again every few seconds: an older refusal was not the last word.
        let refused = leases.compactMapValues(\.ungovernedRefusal).filter {
            $0.value.at.duration(to: now) < Self.proof
        }
        for id in leases.keys { leases[id]?.ungovernedRefusal = nil }
        guard !refused.isEmpty else { return [] }
        let others = leases.reduce(0) { $0 + (refused[$1.key] == nil ? $1.value.heldSessions : 0) }
        sessions.exceeded(using: Double(others), at: now)
        var fallen: Set<Party.Key> = []
        for (id, last) in refused.sorted(by: { $0.key < $1.key }) {
            guard let index = index(of: id) else { continue }
            fall(index, because: last.refusal, others: others, at: now, &out)
            leases[id]?.loseDecoder()
            parties[index].retries = 0
            fallen.insert(parties[index].key)
        }
        return fallen
    }

    /// Lowers all of a party to what costs nothing.
    private mutating func fall(
        _ index: Int, because refusal: Refusal, others: Int, at now: HostTime, _ out: inout [Command]
    ) {
        let what = refusal == .busy ? "the device refused a decoder" : "no picture came"
        let reason = "\(what), \(others) in use"
        assign(0, to: index, at: now)
        for (member, rung) in zip(parties[index].members, parties[index].unit.rungs(at: 0)) {
            guard var lease = leases[member], let old = lease.grant else { continue }
            let new = lease.demand.rungs[rung]
            guard new.grant != old else { continue }
            (lease.settledSessions, lease.isSwapping, lease.hasFallen) = (lease.heldSessions, false, true)
            lease.risesSince = nil
            meter.add(new.cost.work - lease.cost.work, at: now)
            (lease.grant, lease.cost, lease.reason, lease.since) = (new.grant, new.cost, reason, now)
            leases[member] = lease
            out.append(.grant(member, new.grant, reason: reason))
            let move = BudgetMove(
                at: now, name: lease.demand.name, lease: member.number, from: old, to: new.grant, reason: reason)
            out.append(.publish(.moved(move)))
        }
    }

    func index(of id: LeaseID) -> Int? { parties.firstIndex { $0.members.contains(id) } }
}

extension BudgetCore.Lease {
    /// It was refused and has no decoder, whatever it had before: it releases nothing when it settles.
    fileprivate mutating func loseDecoder() {
        (settledSessions, isSwapping, heldRendition) = (0, false, nil)
    }
}
