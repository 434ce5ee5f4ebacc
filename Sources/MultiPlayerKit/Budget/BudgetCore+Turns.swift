extension BudgetCore {
    /// A tile that has decoded nothing for longer than this takes the place of an equal one.
    static let patience = Duration.seconds(30)
    /// Something overdue is done after this time.
    static let shortly = Duration.seconds(1)
    /// The least time between two turns in the whole budget.
    static let turnDistance = Duration.seconds(10)

    mutating func passTime(at now: HostTime, _ out: inout [Command]) {
        probe(at: now)
        replan(room.isKnown ? .limit : .room, at: now, &out)
        if let (waiting, having, level) = turn(at: now) {
            turnAt = now
            assign(0, to: having, at: now)
            assign(level, to: waiting, at: now)
            for index in [having, waiting] {
                parties[index].changedAt = now
                parties[index].cause = .turn
                parties[index].restsUntil = now.advanced(by: Self.patience)
            }
            dispatch(at: now, &out)
        }
    }

    /// The party whose turn it is, the one it replaces, and the level it gets.
    private func turn(at now: HostTime) -> (waiting: Int, having: Int, level: Int)? {
        guard isEnabled, turnAt.map({ $0.advanced(by: Self.turnDistance) <= now }) ?? true else { return nil }
        let waiting = parties.indices.filter { patienceEnds($0).map { $0 <= now } ?? false }
            .sorted { (parties[$0].idleSince ?? now, $0) < (parties[$1].idleSince ?? now, $1) }
        for index in waiting {
            if let (having, level) = place(for: index) { return (index, having, level) }
        }
        return nil
    }

    /// When a party has waited long enough for a turn; `nil`: it does not wait.
    func patienceEnds(_ index: Int) -> HostTime? {
        let party = parties[index]
        guard party.isVisible, !party.unit.isFocused, party.unit.best > 0, party.retryAt == nil else { return nil }
        return party.idleSince?.advanced(by: Self.patience)
    }

    /// The equal party that has decoded longest, and the best level that fits in its place.
    func place(for waiting: Int) -> (having: Int, level: Int)? {
        let unit = parties[waiting].unit
        let limit = limits(.wall)
        let current = parties.map(\.level)
        let plan = BudgetPlan(parties.map(\.unit), within: limit)
        return parties.indices.compactMap { index -> (since: HostTime, having: Int, level: Int)? in
            let party = parties[index]
            guard index != waiting, let since = party.decodingSince, party.unit.rank == unit.rank,
                !party.unit.isFocused, !isAudible(party), isComparable(party.unit, unit)
            else { return nil }
            var levels = current
            levels[index] = 0
            for level in stride(from: unit.best, to: 0, by: -1) {
                // Hardly more than the other had: a turn is not a way to the top.
                guard unit.options[level].work <= 1.25 * party.option.work else { continue }
                levels[waiting] = level
                // Nor does it put a party above one that matters more and waits for the same.
                if plan.fits(levels), !PlanOrder.isBroken(plan.units, levels) { return (since, index, level) }
            }
            return nil
        }
        .min { ($0.since, $0.having) < ($1.since, $1.having) }
        .map { ($0.having, $0.level) }
    }

    private func isAudible(_ party: Party) -> Bool {
        party.members.contains { leases[$0]?.demand.isAudible ?? false }
    }

    /// Whether two units cost about the same at their best.
    private func isComparable(_ left: PlanUnit, _ right: PlanUnit) -> Bool {
        let (one, other) = (left.options[left.best].work, right.options[right.best].work)
        return max(one, other) <= 1.25 * min(one, other)
    }

    // MARK: Timers

    /// The next moment at which something may have to be done; `nil` if nothing waits.
    func nextCheck(after now: HostTime) -> HostTime? {
        guard isEnabled, !parties.isEmpty else { return nil }
        var times: [HostTime] = parties.compactMap(\.retryAt)
        if parties.contains(where: { !isGranted($0) }) { times += leases.values.compactMap(\.risesUntil) }
        let isShort = parties.contains { $0.level < $0.unit.best }
        if isShort {
            times += parties.filter { $0.level < $0.unit.best }
                .compactMap { $0.changedAt?.advanced(by: Self.upDistance) }
            let needs = needs
            times += [
                sessions.nextProbe(for: needs.sessions),
                room.isKnown ? nil : work.nextProbe(for: needs.work),
                memory.nextProbe(for: needs.memory),
            ].compactMap { $0 }
            if let turn = nextTurn(after: now) { times.append(turn) }
        }
        // What lies in the past has been dealt with, or waits for something other than time.
        return times.filter { $0 > now }.min()
    }

    private func nextTurn(after now: HostTime) -> HostTime? {
        let earliest = turnAt?.advanced(by: Self.turnDistance)
        return parties.indices.compactMap { index -> HostTime? in
            guard let end = patienceEnds(index), place(for: index) != nil else { return nil }
            // Patience may have run out long before there was a place.
            return max(end, earliest ?? end, now.advanced(by: Self.shortly))
        }.min()
    }
}
