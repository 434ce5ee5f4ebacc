extension BudgetCore {
    /// Why a plan is made.
    enum Cause: Equatable {
        /// A stream joined, or its demand changed.
        case demand
        /// A stream left, or time now allows a step that it did not.
        case room
        /// The capacity has changed.
        case limit
        case refusal
        case turn
    }

    /// The least time between two steps up of one lease, other than for what the viewer does, and before any step up
    /// after a stream has joined: pictures that keep getting better and worse are worse than those that stay.
    static let upDistance = Duration.seconds(11)
    /// Where the processor is measured, a raised stream is observed for this long before others are raised.
    static let riseDistance = Duration.seconds(4)
    /// The most that may rise at once, because catching up costs extra: seven that catch up on two cores, each from up
    /// to two seconds behind a moving line, are hardly faster than the line and stay late for seconds (measured: 4 s),
    /// and so do the tiles that were on time.
    static let risesAtOnce = 2
    /// A stream that has not caught up after this time no longer holds others up.
    static let risePatience = Duration.seconds(2)
    /// A plan that only moves decoders between streams has to be better by this factor (as in Jitsi's bridge).
    static let reshuffleGain = 1.15

    /// Makes a new plan and grants it.
    ///
    /// - Parameter free: Parties that may move at once, and for which others are lowered if it is worth it.
    mutating func replan(_ cause: Cause, free: Set<Party.Key> = [], at now: HostTime, _ out: inout [Command]) {
        let units = parties.map(\.unit)
        let current = parties.map(\.level)
        var levels = current
        if isEnabled {
            levels = planned(
                units, current, cause, free: Set(parties.indices.filter { free.contains(parties[$0].key) }), at: now)
        } else {
            levels = units.map(\.best)
        }
        if cause == .limit, levels.indices.contains(where: { levels[$0] > current[$0] }) {
            risesFrom = now.advanced(by: Self.riseDistance)
        }
        for index in levels.indices where levels[index] != current[index] {
            assign(levels[index], to: index, at: now)
            parties[index].cause = cause
            // A move that a party itself asked for is not a step of the budget.
            parties[index].changedAt = free.contains(parties[index].key) ? parties[index].changedAt : now
        }
        dispatch(free: free, at: now, &out)
    }

    private mutating func planned(
        _ units: [PlanUnit], _ current: [Int], _ cause: Cause, free: Set<Int>, at now: HostTime
    ) -> [Int] {
        let wall = limits(.wall)
        let goal = limits(.goal)
        plannedFor = (wall, limits(.rise))
        let isOpen = cause != .limit || opensForRises(at: now)
        let mayRise = parties.indices.map { free.contains($0) || isOpen && self.mayRise(parties[$0], at: now) }
        let plan = BudgetPlan(units, within: wall)
        guard plan.fits(current) else {
            // Lower at once, and in the same plan raise only parties that asked for it.
            let allowed = units.indices.map { 0...(free.contains($0) ? units[$0].best : current[$0]) }
            var levels =
                BudgetPlan(units, within: goal, allowed: allowed, keeping: current).levels() ?? current.map { _ in 0 }
            PlanOrder.restore(units, &levels)
            return levels
        }
        // Up to the wall nobody is lowered, but nothing is added either.
        let limit = limits(.rise).raised(to: plan.use(of: current))
        // Room that is meant for parties that may not rise yet is not given to others meanwhile.
        let meant =
            mayRise.allSatisfy { $0 }
            ? units.map(\.best)
            : BudgetPlan(
                units, within: limit, allowed: units.indices.map { current[$0]...units[$0].best }, keeping: current
            ).levels() ?? current
        var rise = units.indices.map { current[$0]...(mayRise[$0] ? max(meant[$0], current[$0]) : current[$0]) }
        for index in free { rise[index] = 0...units[index].best }
        PlanOrder.cap(units, current: current, &rise)
        var levels = BudgetPlan(units, within: limit, allowed: rise, keeping: current).levels() ?? current
        let isSatisfied = units.indices.allSatisfy { levels[$0] == units[$0].best }
        if !isSatisfied, looksForReshuffle(cause, at: now) {
            let allowed = units.indices.map { index in
                let isResting = !free.contains(index) && parties[index].restsUntil.map { $0 > now } ?? false
                let top = mayRise[index] ? units[index].best : current[index]
                return isResting ? min(current[index], levels[index])...max(current[index], levels[index]) : 0...top
            }
            let mixed = BudgetPlan(units, within: limit, allowed: allowed, keeping: current)
            if let other = mixed.levels(), isWorthIt(other, over: levels, mixed, free: free) { levels = other }
        }
        PlanOrder.restore(units, &levels)
        if cause == .limit, room.isKnown {
            let risen = levels.indices.filter { levels[$0] > current[$0] }.sorted {
                units[$0].weight > units[$1].weight
            }
            let later = Set(risen.dropFirst(Self.risesAtOnce))
            for index in later { levels[index] = current[index] }
            // One that has to wait may have been meant to give memory back: the others do without it.
            if !plan.fits(levels) {
                let allowed = units.indices.map { index in
                    later.contains(index)
                        ? current[index]...current[index]
                        : min(current[index], levels[index])...max(current[index], levels[index])
                }
                levels = BudgetPlan(units, within: limit, allowed: allowed, keeping: current).levels() ?? current
                PlanOrder.restore(units, &levels)
            }
        }
        return levels
    }

    /// Whether to look for a reshuffle. Readings that show more capacity lower nobody; without a new demand or a
    /// refusal, only once in a while.
    private mutating func looksForReshuffle(_ cause: Cause, at now: HostTime) -> Bool {
        let isStructural = cause == .demand || cause == .refusal
        guard isStructural || reshuffledAt.map({ $0.duration(to: now) >= Self.upDistance }) ?? true else {
            return false
        }
        guard isStructural || cause == .room else { return false }
        reshuffledAt = now
        return true
    }

    private func isWorthIt(_ new: [Int], over old: [Int], _ plan: BudgetPlan, free: Set<Int>) -> Bool {
        if PlanOrder.isBroken(plan.units, old) { return true }
        func worth(_ levels: [Int], focused: Bool) -> Double {
            plan.units.indices.filter { plan.units[$0].isFocused == focused }
                .reduce(0) { $0 + plan.units[$1].options[levels[$1]].worth }
        }
        let gain = worth(new, focused: true) - worth(old, focused: true)
        if gain != 0 { return gain > 1e-9 * worth(new, focused: true) }
        let (better, worse) = (worth(new, focused: false), worth(old, focused: false))
        // One party among many never gains that share of the whole: a new one is measured against its own weight.
        if !free.isEmpty {
            let weight = free.reduce(0) { $0 + plan.units[$1].weight }
            return better - worse > (Self.reshuffleGain - 1) * weight
        }
        return better > Self.reshuffleGain * worse
    }

    private func opensForRises(at now: HostTime) -> Bool {
        guard room.isKnown, let risesFrom else { return true }
        return risesFrom <= now
    }

    func mayRise(_ party: Party, at now: HostTime) -> Bool {
        party.changedAt.map { $0.advanced(by: Self.upDistance) <= now } ?? true
    }

    enum Margin {
        /// Nothing is added beyond this.
        case rise
        /// Use is lowered to this when there is too much.
        case goal
        /// Use up to this may stay as it is.
        case wall
    }

    func limits(_ margin: Margin) -> BudgetLimit {
        guard isEnabled else { return .none }
        var limit = BudgetLimit()
        limit.sessions = [declared.sessions, sessions.count].compactMap { $0 }.min()
        limit.memory = [declared.memory, memory.count].compactMap { $0 }.min()
        let measured = room.work.map { work in
            switch margin {
            case .goal: work.goal
            case .rise: work.rise
            case .wall: work.wall
            }
        }
        let believed = measured ?? work.value
        limit.macroblocksPerSecond = [declared.macroblocksPerSecond, believed].compactMap { $0 }.min()
        if state.factor < 1 {
            // Where no limit is known, begin with less than all that is asked for.
            let known = limit.macroblocksPerSecond ?? parties.reduce(0) { $0 + $1.unit.options[$1.unit.best].work }
            // Some players have no tier between full and still: a mere share would stop even the only video.
            let least = leastWork
            limit.macroblocksPerSecond = max(known * state.factor, least <= known ? least : 0)
        }
        return limit
    }

    /// The work with which any party of the highest rank can decode something if no other does.
    private var leastWork: Double {
        let rank = parties.map(\.unit.rank).max() ?? 0
        return parties.filter { $0.unit.rank == rank }
            .compactMap { $0.unit.options.dropFirst().map(\.work).min() }.max() ?? 0
    }

    // MARK: Granting

    /// Grants what is planned: first what releases resources, then what needs no more decoders than there are.
    ///
    /// - Parameter free: Parties that do not wait for others to rise.
    mutating func dispatch(free: Set<Party.Key> = [], at now: HostTime, _ out: inout [Command]) {
        let moved = parties.indices.filter { !isGranted(parties[$0]) }
        guard !moved.isEmpty else { return }
        let ups = moved.filter { isUp(parties[$0]) }.sorted { parties[$0].unit.weight > parties[$1].unit.weight }
        // Members that move down go first and at once, even if others of their family rise or wait.
        for party in moved.map({ parties[$0] }) {
            for (member, rung) in zip(party.members, party.unit.rungs(at: party.level)) {
                guard let lease = leases[member], lease.hasOwnGrant, !lease.swaps(to: rung),
                    lease.demand.rungs[rung].cost.work < lease.cost.work
                else { continue }
                grant(rung, to: member, of: party, at: now, &out)
            }
        }
        for party in moved.map({ parties[$0] }) where !hasRoom(for: party) { freezeSwaps(of: party, at: now, &out) }
        for index in moved.filter({ !ups.contains($0) }) + ups {
            let party = parties[index]
            let isHeldUp = party.retryAt.map { $0 > now } ?? false
            if ups.contains(index), !free.contains(party.key), waitsForRises(party, at: now) { continue }
            if hasRoom(for: party) && !isHeldUp {
                for (member, rung) in zip(party.members, party.unit.rungs(at: party.level)) {
                    grant(rung, to: member, of: party, at: now, &out)
                }
            } else {
                if !ups.contains(index) { freezeSwaps(of: party, at: now, &out) }
                // A stream that has just joined, or whose ladder has changed, still gets a grant.
                for member in party.members {
                    guard let lease = leases[member], !lease.hasOwnGrant else { continue }
                    let reason = "waits for a decoder to be given back"
                    grant(PlanUnit.lowest(of: lease.demand), to: member, of: party, because: reason, at: now, &out)
                }
            }
        }
    }

    /// Without a spare decoder a change of rendition freezes first: the decoder is released, then requested again.
    private mutating func freezeSwaps(of party: Party, at now: HostTime, _ out: inout [Command]) {
        for (member, rung) in zip(party.members, party.unit.rungs(at: party.level)) {
            guard let lease = leases[member], lease.swaps(to: rung) else { continue }
            let reason = "changes to another size, and no decoder is spare"
            grant(PlanUnit.lowest(of: lease.demand), to: member, of: party, because: reason, at: now, &out)
        }
    }

    private func hasRoom(for party: Party) -> Bool {
        guard let limit = limits(.wall).sessions else { return true }
        let requests = zip(party.members, party.unit.rungs(at: party.level)).contains { member, rung in
            leases[member]?.requestsDecoder(for: rung) ?? false
        }
        guard requests else { return true }
        return leases.values.reduce(extra(party, withSwaps: true)) { $0 + $1.heldSessions } <= limit
    }

    /// Whether a party waits for others that rise: only where the processor decodes, never if focused or without a
    /// grant.
    private func waitsForRises(_ party: Party, at now: HostTime) -> Bool {
        guard isEnabled, room.isKnown, !party.unit.isFocused,
            party.members.allSatisfy({ leases[$0]?.grant != nil }),
            // One that gives memory back does not wait: those that rise may need it.
            party.option.memory >= party.members.reduce(0, { $0 + (leases[$1]?.cost.memory ?? 0) }),
            zip(party.members, party.unit.rungs(at: party.level)).contains(where: { member, rung in
                leases[member]?.demand.rungs[rung].grant.tier.catchesUp ?? false
            })
        else { return false }
        let rising = parties.filter { party in
            party.members.contains { leases[$0]?.risesUntil.map { $0 > now } ?? false }
        }
        // A focused stream that rises has the processors to itself.
        return rising.count >= Self.risesAtOnce || rising.contains(where: \.unit.isFocused)
    }

    func isGranted(_ party: Party) -> Bool {
        party.members.allSatisfy { member in
            guard let lease = leases[member], let planned = lease.planned else { return true }
            return lease.demand.rungs[planned].grant == lease.grant
        }
    }

    /// Decoders that have to be free for a party's plan, beyond those its members hold.
    private func extra(_ party: Party, withSwaps: Bool) -> Int {
        party.members.reduce(0) { sum, member in
            guard let lease = leases[member], let planned = lease.planned else { return sum }
            let sessions = lease.demand.rungs[planned].cost.sessions
            return sum + (withSwaps && lease.swaps(to: planned) ? sessions : max(sessions - lease.heldSessions, 0))
        }
    }

    private func isUp(_ party: Party) -> Bool {
        let granted = party.members.reduce(0) { $0 + (leases[$1]?.cost.work ?? 0) }
        return party.option.work > granted || extra(party, withSwaps: false) > 0
    }

    private mutating func grant(
        _ rung: Int, to id: LeaseID, of party: Party, because: String? = nil, at now: HostTime,
        _ out: inout [Command]
    ) {
        guard var lease = leases[id] else { return }
        let new = lease.demand.rungs[rung]
        guard new.grant != lease.grant else { return }
        let reason = because ?? reason(for: party, from: lease, to: new)
        let old = lease.grant
        if lease.heldSessions == 0 { lease.heldRendition = new.cost.sessions > 0 ? new.grant.rendition : nil }
        (lease.settledSessions, lease.isSwapping) = (lease.heldSessions, lease.swaps(to: rung))
        meter.add(new.cost.work - lease.cost.work, at: now)
        let catchesUp = old != nil && new.cost.work > lease.cost.work && new.grant.tier.catchesUp
        lease.risesSince = catchesUp ? now : nil
        lease.hasFallen = false
        lease.ungovernedRefusal = nil
        lease.grant = new.grant
        lease.cost = new.cost
        lease.reason = reason
        lease.since = now
        leases[id] = lease
        out.append(.grant(id, new.grant, reason: reason))
        guard let old else { return }
        let move = BudgetMove(
            at: now, name: lease.demand.name, lease: id.number, from: old, to: new.grant, reason: reason)
        out.append(.publish(.moved(move)))
    }
}

extension BudgetCore.Lease {
    /// Others wait for it until then.
    var risesUntil: HostTime? { risesSince?.advanced(by: BudgetCore.risePatience) }

    /// Whether its grant is one of its rungs.
    var hasOwnGrant: Bool { demand.rungs.contains { $0.grant == grant } }

    /// Whether a rung takes a decoder that the present grant does not. One that the player may still hold of a former
    /// grant counts as taken anew: it may be on its way back, or may never have come.
    func requestsDecoder(for rung: Int) -> Bool {
        swaps(to: rung) || demand.rungs[rung].cost.sessions > cost.sessions
    }

    /// Whether a rung has another rendition than the lease's decoder: for a moment that takes one more decoder.
    func swaps(to rung: Int) -> Bool {
        guard heldSessions > 0, demand.rungs[rung].cost.sessions > 0, let heldRendition else { return false }
        return demand.rungs[rung].grant.rendition != heldRendition
    }
}

extension BudgetLimit {
    /// The limit, raised to at least what is used.
    fileprivate func raised(to use: (work: Double, sessions: Int, memory: Int)) -> BudgetLimit {
        BudgetLimit(
            sessions: sessions.map { max($0, use.sessions) },
            macroblocksPerSecond: macroblocksPerSecond.map { max($0, use.work) },
            memory: memory.map { max($0, use.memory) })
    }
}
