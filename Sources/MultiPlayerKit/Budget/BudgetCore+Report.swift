extension BudgetCore {
    /// Relative changes of capacity below this share are not published.
    static let tellingShare = 0.05

    func snapshot(at now: HostTime) -> BudgetSnapshot {
        let list = leases.sorted { $0.key < $1.key }.map { id, lease in
            let key = Self.key(of: lease.demand, id)
            let party = parties.first { $0.key == key }
            let place = party?.members.firstIndex(of: id) ?? 0
            let best = party.map { $0.unit.rungs(at: $0.unit.best)[place] } ?? 0
            return BudgetSnapshot.Lease(
                id: id.number, name: lease.demand.name, grant: lease.grant ?? DecodeGrant(.poster),
                best: lease.demand.rungs[best].grant, cost: lease.cost, priority: lease.demand.priority,
                isBackground: lease.demand.isBackground, reason: lease.reason, since: lease.since)
        }
        return BudgetSnapshot(
            isEnabled: isEnabled, capacity: limits(.goal), used: used, leases: list,
            processorUse: room.isKnown ? room.use : nil, cores: room.cores)
    }

    /// Publishes and remembers what is believed now, if it has changed enough.
    mutating func report(at now: HostTime, _ out: inout [Command]) {
        let limit = limits(.goal)
        if let published {
            if limit.isFar(from: published, by: Self.tellingShare) {
                out.append(.publish(.capacity(limit, reason: capacityReason(limit, published))))
                self.published = limit
            }
        } else {
            published = limit
        }
        let learned = BudgetMemory(
            sessions: sessions.count, work: work.value, secondsPerWork: room.heaviest)
        // Counts are stored at once; rates, which drift, only once in a while.
        let isDue = rememberedAt.map { $0.advanced(by: .seconds(10)) <= now } ?? true
        guard learned.isFar(from: remembered), isDue || learned.sessions != remembered.sessions else { return }
        if learned.secondsPerWork == nil, remembered.secondsPerWork != nil, learned.sessions == remembered.sessions,
            learned.work == remembered.work
        {
            return
        }
        remembered = learned
        rememberedAt = now
        out.append(.remember(learned))
    }

    private func capacityReason(_ new: BudgetLimit, _ old: BudgetLimit) -> String {
        if new.sessions != old.sessions {
            guard let count = new.sessions else { return "decoders are not limited" }
            if count == declared.sessions { return "declared: \(count) decoders" }
            return count < old.sessions ?? .max ? "a decoder was refused beyond \(count)" : "trying \(count) decoders"
        }
        if let reason = state.reason { return reason }
        if new.memory != old.memory { return "memory" }
        if room.isKnown { return processorText }
        return "what was seen to work"
    }

    // MARK: Reasons

    func reason(for party: Party, from lease: Lease, to rung: DecodeRung) -> String {
        guard isEnabled else { return "not governed" }
        let isUp = lease.grant != nil && rung.cost.work > lease.cost.work
        if party.cause == .turn { return isUp ? "its turn" : "another's turn" }
        if party.level == party.unit.best, party.isVisible {
            return party.unit.isFocused ? "focused" : isUp ? "room again" : "room for it"
        }
        return isUp ? "room again" : shortage(for: party, rung)
    }

    /// What keeps a party from its best.
    private func shortage(for party: Party, _ rung: DecodeRung) -> String {
        guard party.isVisible else { return "cannot be seen" }
        let limit = limits(.goal)
        if let count = limit.sessions, rung.cost.sessions == 0, plannedSessions >= count {
            let decoding = parties.filter { $0.option.sessions > 0 }
            let isLowest = decoding.allSatisfy { $0.unit.rank > party.unit.rank }
            let why = isLowest ? "this tile has the lowest priority" : "others came first"
            return "decoder limit: \(min(plannedSessions, count)) of \(count) in use, \(why)"
        }
        if let reason = state.reason { return reason }
        if let bytes = limit.memory, Double(used.memory) > 0.8 * Double(bytes) { return "memory is short" }
        if let declared = declared.macroblocksPerSecond, declared <= limit.macroblocksPerSecond ?? .infinity {
            return
                "declared limit: \(Self.percent(parties.reduce(0) { $0 + $1.option.work } / max(declared, 1))) in use"
        }
        return room.isKnown ? processorText : "decoding limit of this device"
    }

    private var processorText: String {
        guard let cores = room.cores else { return "processor" }
        let whole = cores == cores.rounded() ? "\(Int(cores))" : "\((cores * 10).rounded() / 10)"
        return "processor: \(Self.percent(room.total / cores)) of \(whole) cores in use"
    }

    private static func percent(_ share: Double) -> String {
        "\(Int((min(max(share, 0), 9.99) * 100).rounded())) %"
    }
}

extension BudgetLimit {
    fileprivate func isFar(from other: BudgetLimit, by share: Double) -> Bool {
        func far(_ left: Double?, _ right: Double?) -> Bool {
            guard let left, let right else { return (left == nil) != (right == nil) }
            return abs(left - right) > share * max(abs(left), abs(right))
        }
        return sessions != other.sessions || far(macroblocksPerSecond, other.macroblocksPerSecond)
            || far(memory.map(Double.init), other.memory.map(Double.init))
    }
}
