extension BudgetCore {
    /// A viewer notices it when more than this share of ticks is late.
    static let lateShare = 0.02

    mutating func take(_ reading: LoadReading, at now: HostTime, _ out: inout [Command]) {
        let granted = meter.take()
        let start = now.advanced(by: .zero - max(reading.span, .zero))
        let catchesUp = meter.raisedAt.map { $0.advanced(by: ProcessorRoom.catchUp.time) > start } ?? false
        let isRising = leases.values.contains { lease in
            lease.risesSince.map { $0.advanced(by: ProcessorRoom.catchUp.time) > start } ?? false
        }
        // A stream that is moving up delays others briefly; one that still is after `catchUp.time` counts as load.
        let isSteady = !isRising && meter.changedAt.map { $0 <= start } ?? true
        state.heat = reading.heat
        state.isLowPower = reading.isLowPower
        let isLate = Self.isLate(reading.streams)
        if let processor = reading.processor {
            let isWithin = room.work.map { granted <= $0.wall * 1.001 } ?? true
            room.take(
                processor, span: reading.span, granted: granted, untold: untold(of: reading), isLate: isLate,
                isSteady: isSteady && isWithin, catchesUp: catchesUp, isTelling: isTelling, at: now)
        } else {
            lateInARow = isLate && isSteady ? lateInARow + 1 : 0
            if lateInARow >= 2 {
                lateInARow = 0
                work.exceeded(using: max(meter.work, granted), at: now)
            }
        }
        if reading.isShortOfMemory {
            // Wait one reading before the next step: memory comes back as decoders close.
            if memory.timer.probedAt != nil || memory.timer.next == nil || isSteady {
                memory.exceeded(using: Double(used.memory), at: now)
            }
        }
        probe(at: now)
        // With unchanged limits the plan would be the same; what becomes possible with time comes with a wake-up.
        guard plannedFor.map({ $0.wall != limits(.wall) || $0.rise != limits(.rise) }) ?? true else {
            return
        }
        replan(.limit, at: now, &out)
    }

    /// Whether decoding times show what decoding costs. Members on key frames decode little, and exact frames, at a
    /// standstill or to meet other members, cost them more than planned: if such members are most of the work, the
    /// times show nothing.
    private var isTelling: Bool { reduced.reduce(0) { $0 + $1.value.cost.work } <= Self.untoldShare * used.work }
    private static let untoldShare = 0.5

    /// Leases that decode less than every frame that others refer to.
    private var reduced: [(key: LeaseID, value: Lease)] {
        leases.filter { !($0.value.grant?.tier.catchesUp ?? true) }.sorted { $0.key < $1.key }
    }

    /// What the reduced leases decoded beyond plan, in cores: to meet other members, or to be exact at a standstill.
    private func untold(of reading: LoadReading) -> Double {
        reduced.reduce(0) { sum, lease in
            sum + max((reading.shares[lease.key] ?? 0) - lease.value.cost.work * room.secondsPerWork, 0)
        }
    }

    /// If one of several streams is late, the fault is its own; if more are, the machine is overloaded.
    private static func isLate(_ streams: [LeaseID: LoadReading.Stream]) -> Bool {
        let ticks = streams.values.reduce(0) { $0 + $1.ticks }
        let late = streams.values.reduce(0) { $0 + $1.late }
        let behind = streams.values.filter { Double($0.late) > lateShare * Double($0.ticks) }.count
        return Double(late) > lateShare * Double(ticks) && (behind > 1 || streams.count == 1)
    }

    /// Probes for more capacity than was learned, if a probe is due.
    mutating func probe(at now: HostTime) {
        guard isEnabled else { return }
        let needs = needs
        _ = sessions.probe(for: needs.sessions, at: now)
        if !room.isKnown { _ = work.probe(for: needs.work, at: now) }
        _ = memory.probe(for: needs.memory, at: now)
    }

    var plannedSessions: Int { parties.reduce(0) { $0 + $1.option.sessions } }

    /// What is planned, and what the next option of each party that could show more would add.
    var needs: (sessions: LearnedLimit.Need, work: LearnedLimit.Need, memory: LearnedLimit.Need) {
        var sessions = LearnedLimit.Need(used: 0, ceiling: declared.sessions.map(Double.init))
        var work = LearnedLimit.Need(used: 0, ceiling: declared.macroblocksPerSecond)
        var memory = LearnedLimit.Need(used: 0, ceiling: declared.memory.map(Double.init))
        for party in parties {
            let option = party.option
            sessions.used += Double(option.sessions)
            work.used += option.work
            memory.used += Double(option.memory)
            guard party.level < party.unit.best else { continue }
            let next = party.unit.options[party.level + 1]
            sessions.steps.append(Double(next.sessions - option.sessions))
            work.steps.append(next.work - option.work)
            memory.steps.append(Double(next.memory - option.memory))
        }
        return (sessions, work, memory)
    }

    /// The sum of all granted costs, always in the same order, because sums of fractions depend on it.
    var used: DecodeCost { leases.sorted { $0.key < $1.key }.reduce(.none) { $0 + $1.value.cost } }
}
