extension BudgetCore {
    /// Late on more than this share of ticks is seen by a viewer.
    static let lateShare = 0.02

    mutating func take(_ reading: LoadReading, at now: HostTime, _ out: inout [Command]) {
        let granted = meter.take()
        let start = now.advanced(by: .zero - max(reading.span, .zero))
        let catchesUp = meter.raisedAt.map { $0.advanced(by: ProcessorRoom.catchUp.time) > start } ?? false
        let isRising = leases.values.contains { lease in
            lease.risesSince.map { $0.advanced(by: ProcessorRoom.catchUp.time) > start } ?? false
        }
        // Who rises makes others late for a moment. Who has not arrived after it is no excuse.
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
            // One reading later is soon enough for the next step: memory comes back as decoders close.
            if memory.timer.probedAt != nil || memory.timer.next == nil || isSteady {
                memory.exceeded(using: Double(used.memory), at: now)
            }
        }
        probe(at: now)
        // With nothing changed a plan would be the same; what time allows comes with a wake-up.
        guard plannedFor.map({ $0.wall != limits(.wall) || $0.rise != limits(.rise) }) ?? true else {
            return
        }
        replan(.limit, at: now, &out)
    }

    /// Whether what is decoded tells what decoding costs. Of members on key frames little is decoded, and places that are
    /// stood at, and at which others are met, cost them more than was planned: where that is most of it, it tells nothing.
    private var isTelling: Bool { reduced.reduce(0) { $0 + $1.value.cost.work } <= Self.untoldShare * used.work }
    private static let untoldShare = 0.5

    /// Those who decode less than every frame that others refer to.
    private var reduced: [(key: LeaseID, value: Lease)] {
        leases.filter { !($0.value.grant?.tier.catchesUp ?? true) }.sorted { $0.key < $1.key }
    }

    /// What they have decoded beyond what was planned for them, in cores: to meet others, or to be exact at a standstill.
    private func untold(of reading: LoadReading) -> Double {
        reduced.reduce(0) { sum, lease in
            sum + max((reading.shares[lease.key] ?? 0) - lease.value.cost.work * room.secondsPerWork, 0)
        }
    }

    /// One stream alone that is late has a fault of its own; of several it is the machine.
    private static func isLate(_ streams: [LeaseID: LoadReading.Stream]) -> Bool {
        let ticks = streams.values.reduce(0) { $0 + $1.ticks }
        let late = streams.values.reduce(0) { $0 + $1.late }
        let behind = streams.values.filter { Double($0.late) > lateShare * Double($0.ticks) }.count
        return Double(late) > lateShare * Double(ticks) && (behind > 1 || streams.count == 1)
    }

    /// Tries out whether there is more than was learned, if it is time to.
    mutating func probe(at now: HostTime) {
        guard isEnabled else { return }
        let wants = wantsMore
        let used = used
        _ = sessions.probe(
            using: Double(plannedSessions), isWanted: wants.sessions, ceiling: declared.sessions.map(Double.init),
            at: now)
        if !room.isKnown {
            _ = work.probe(using: used.work, isWanted: wants.work, ceiling: declared.macroblocksPerSecond, at: now)
        }
        _ = memory.probe(
            using: Double(used.memory), isWanted: wants.work, ceiling: declared.memory.map(Double.init), at: now)
    }

    var plannedSessions: Int { parties.reduce(0) { $0 + $1.option.sessions } }

    /// Whether anybody who can be seen lacks a decoder, or something else.
    var wantsMore: (sessions: Bool, work: Bool) {
        var wants = (sessions: false, work: false)
        for party in parties where party.level < party.unit.best {
            wants.work = true
            if party.option.sessions < party.unit.options[party.unit.best].sessions { wants.sessions = true }
        }
        return wants
    }

    /// Sum of what is granted; always in the same order, because sums of fractions depend on it.
    var used: DecodeCost { leases.sorted { $0.key < $1.key }.reduce(.none) { $0 + $1.value.cost } }
}
