extension BudgetCore {
    /// One player's lease.
    struct Lease {
        var demand: DecodeDemand
        /// The index of the planned rung.
        var planned: Int?
        /// The last grant it was sent, and (`cost`) what that takes; `nil` only until its first plan.
        var grant: DecodeGrant?
        var cost = DecodeCost.none
        /// Decoders of the grant that the player acts on; they are held until it has settled on another.
        var settledSessions = 0
        /// The rendition of the decoder it holds; `nil`: it holds none.
        var heldRendition: Int?
        /// Whether it changes to another rendition: until it has settled, both hold a decoder.
        var isSwapping = false
        /// When it began to move up to more work; `nil`: it has settled, or never moved up.
        var risesSince: HostTime?
        /// Whether a refusal, its own or of its family, lowered it.
        var hasFallen = false
        /// Its last refusal while the budget did not govern.
        var ungovernedRefusal: (refusal: Refusal, at: HostTime)?
        var reason = ""
        var since: HostTime

        var heldSessions: Int {
            isSwapping ? settledSessions + cost.sessions : max(settledSessions, cost.sessions)
        }
    }

    /// Leases that move as one, and what is planned for them.
    struct Party {
        enum Key: Hashable {
            case lease(LeaseID)
            case family(DecodeDemand.Family)
        }

        let key: Key
        var members: [LeaseID]
        var unit: PlanUnit
        /// The planned one of the unit's options. It is granted at once, unless decoders have to be released first.
        var level = 0
        /// When the plan last moved it, other than at its own request.
        var changedAt: HostTime?
        /// The cause of its last move.
        var cause = Cause.demand
        /// Since when it has decoded nothing, and (`decodingSince`) since when it has decoded something.
        var idleSince: HostTime?
        var decodingSince: HostTime?
        /// It took or gave up a turn: a mere reshuffle does not move it before this.
        var restsUntil: HostTime?
        /// Consecutive refusals that were attributed to a decoder released a moment before.
        var retries = 0
        /// When the decoder is requested again, or (in the past) was; `nil`: not since it last had none planned.
        var retryAt: HostTime?

        var option: PlanUnit.Option { unit.options[level] }
        var isVisible: Bool { unit.rank > 0 }
    }

    mutating func set(_ demands: [LeaseID: DecodeDemand], at now: HostTime, _ out: inout [Command]) {
        var free: Set<Party.Key> = []
        for (id, demand) in demands.sorted(by: { $0.key < $1.key }) {
            let old = leases[id]?.demand
            let demand = demand.complete
            set(demand, of: id, at: now)
            if Self.isNews(demand, after: old) { free.insert(Self.key(of: demand, id)) }
        }
        replan(.demand, free: free, at: now, &out)
    }

    private mutating func set(_ demand: DecodeDemand, of id: LeaseID, at now: HostTime) {
        let old = leases[id]?.demand
        let key = Self.key(of: demand, id)
        var lease = leases[id] ?? Lease(demand: demand, since: now)
        if let planned = lease.planned {
            let wanted = lease.demand.rungs[planned].grant
            // The same grant in the new ladder, else the same tier of another rendition.
            lease.planned =
                demand.rungs.firstIndex { $0.grant == wanted }
                ?? demand.rungs.firstIndex { $0.grant.tier == wanted.tier }
        }
        if let rung = demand.rungs.first(where: { $0.grant == lease.grant }) {
            meter.add(rung.cost.work - lease.cost.work, at: now)
            lease.cost = rung.cost
        }
        lease.demand = demand
        if old == nil { risesFrom = now.advanced(by: Self.upDistance) }
        leases[id] = lease
        if let old, Self.key(of: old, id) != key { rebuild(Self.key(of: old, id), without: id, at: now) }
        rebuild(key, with: id, at: now)
    }

    mutating func remove(_ id: LeaseID, at now: HostTime, _ out: inout [Command]) {
        guard let lease = leases.removeValue(forKey: id) else { return }
        if lease.heldSessions > 0 { noteRelease(at: now) }
        meter.add(-lease.cost.work, at: now)
        rebuild(Self.key(of: lease.demand, id), without: id, at: now)
        replan(.room, at: now, &out)
    }

    /// Whether a change lets a lease, and others for its sake, move at once. A tile that is scrolled or resized a
    /// little does not.
    private static func isNews(_ new: DecodeDemand, after old: DecodeDemand?) -> Bool {
        guard let old else { return true }
        return new.priority != old.priority || new.rungs != old.rungs || new.isAudible != old.isAudible
            || new.isBackground != old.isBackground || new.family != old.family || (new.area > 0) != (old.area > 0)
    }

    static func key(of demand: DecodeDemand, _ id: LeaseID) -> Party.Key {
        demand.family.map { .family($0) } ?? .lease(id)
    }

    /// Rebuilds a party after one of its members has joined, changed or left; its level stays if it can.
    private mutating func rebuild(
        _ key: Party.Key, with id: LeaseID? = nil, without gone: LeaseID? = nil, at now: HostTime
    ) {
        let index = parties.firstIndex { $0.key == key }
        var members = index.map { parties[$0].members } ?? []
        members.removeAll { $0 == gone }
        if let id, !members.contains(id) { members.append(id) }
        guard !members.isEmpty else {
            if let index { parties.remove(at: index) }
            return
        }
        let unit = PlanUnit(members.compactMap { leases[$0]?.demand })
        var party = index.map { parties[$0] } ?? Party(key: key, members: members, unit: unit, idleSince: now)
        party.members = members
        party.unit = unit
        party.level =
            unit.options.indices.last { level in
                zip(members, unit.rungs(at: level)).allSatisfy { member, rung in
                    guard let lease = leases[member], let planned = lease.planned else { return true }
                    let (left, right) = (lease.demand.rungs[rung], lease.demand.rungs[planned])
                    return left == right || left.grant.tier == right.grant.tier
                        || (left.cost.isNone && right.cost.isNone)
                } && members.contains { leases[$0]?.planned != nil }
            } ?? 0
        if let index { parties[index] = party } else { parties.append(party) }
        assign(party.level, to: index ?? parties.count - 1, at: now)
    }

    /// Records the level that is planned for a party.
    mutating func assign(_ level: Int, to index: Int, at now: HostTime) {
        parties[index].level = level
        let option = parties[index].option
        for (member, rung) in zip(parties[index].members, parties[index].unit.rungs(at: level)) {
            leases[member]?.planned = rung
        }
        // A retry of the past must not keep a party without a decoder from waiting for its turn.
        if option.sessions == 0 { parties[index].retryAt = nil }
        if option.sessions == 0 && option.work == 0 {
            parties[index].decodingSince = nil
            // What cannot be seen does not wait for a turn.
            parties[index].idleSince = parties[index].isVisible ? parties[index].idleSince ?? now : nil
        } else {
            parties[index].idleSince = nil
            parties[index].decodingSince = parties[index].decodingSince ?? now
        }
    }
}

extension DecodeDemand {
    /// The same demand, with a last rung that costs nothing if it had none.
    fileprivate var complete: DecodeDemand {
        guard !rungs.contains(where: \.cost.isNone) else { return self }
        var copy = self
        copy.rungs.append(DecodeRung(grant: DecodeGrant(.poster), cost: .none, quality: 0))
        return copy
    }
}
