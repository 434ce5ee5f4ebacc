/// Every decision of the decoder budget, as a value: events in, commands out, time as an argument.
///
/// It holds no player, reads no clock and never suspends. A `BudgetPlan` shares out what the device is believed to
/// carry; the plan is then granted in an order in which no decoder is requested twice: where their number is limited, a
/// stream that is raised waits until one that is lowered has settled.
struct BudgetCore {
    enum Refusal: Hashable, Sendable {
        /// The device refused the decoder.
        case busy
        /// The device accepted everything, and no picture came.
        case silent
    }

    /// What happened.
    enum Event {
        case join(LeaseID, DecodeDemand)
        /// Several demands that change together: one plan is made with all of them.
        case change([LeaseID: DecodeDemand])
        case leave(LeaseID)
        /// The player acts on this grant now and has released what it held before.
        case settled(LeaseID, DecodeGrant)
        /// No decoder came for the present grant.
        case refused(LeaseID, Refusal)
        case load(LoadReading)
        /// A limit declared by the app: never exceeded; what it leaves open is learned.
        case setLimit(BudgetLimit)
        /// `false`: every stream gets its best at once.
        case setEnabled(Bool)
        /// A requested wake-up; also sent when nothing else happens.
        case time
    }

    /// What to do, in this order.
    enum Command: Equatable {
        case grant(LeaseID, DecodeGrant, reason: String)
        case wake(at: HostTime)
        case publish(BudgetEvent)
        /// What was learned has changed enough to be kept.
        case remember(BudgetMemory)
    }

    // Written by the extensions of this type only.
    var leases: [LeaseID: Lease] = [:]
    var parties: [Party] = []
    var isEnabled = true
    var declared = BudgetLimit.none
    var sessions: LearnedLimit
    var work: LearnedLimit
    var memory = LearnedLimit(.rate)
    var room: ProcessorRoom
    var state = DeviceState()
    /// Granted work, added up over time since the last reading.
    var meter = WorkMeter()
    /// When a decoder was last released: for a moment the device may not know yet.
    var releasedAt: HostTime?
    var turnAt: HostTime?
    /// No reading raises a stream before this time: one that has just joined or risen is observed first.
    var risesFrom: HostTime?
    /// Limits of the last plan.
    var plannedFor: (wall: BudgetLimit, rise: BudgetLimit)?
    /// When a plan that lowers some and raises others was last looked for.
    var reshuffledAt: HostTime?
    var lateInARow = 0
    var published: BudgetLimit?
    var remembered: BudgetMemory
    var rememberedAt: HostTime?
    var wakeUps = WakeUps()

    /// - Parameters:
    ///   - prior: What was learned on this device before.
    ///   - defaultSessions: How many decoders to assume until one is refused; `nil`: any number.
    init(prior: BudgetMemory? = nil, defaultSessions: Int? = nil) {
        sessions = LearnedLimit(.count, value: (prior?.sessions ?? defaultSessions).map { Double(max($0, 0)) })
        work = LearnedLimit(.rate, value: prior?.work)
        room = ProcessorRoom(secondsPerWork: prior?.secondsPerWork)
        remembered = prior ?? BudgetMemory()
    }

    mutating func handle(_ event: Event, at now: HostTime) -> [Command] {
        var out: [Command] = []
        meter.pass(to: now)
        switch event {
        case .join(let id, let demand):
            set([id: demand], at: now, &out)
        case .change(let demands):
            // A change may be on its way when its lease leaves.
            let known = demands.filter { leases[$0.key] != nil }
            if !known.isEmpty { set(known, at: now, &out) }
        case .leave(let id):
            remove(id, at: now, &out)
        case .settled(let id, let grant):
            settled(id, grant, at: now, &out)
        case .refused(let id, let refusal):
            refused(id, refusal, at: now, &out)
        case .load(let reading):
            take(reading, at: now, &out)
        case .setLimit(let limit):
            declared = limit.usable
            replan(.room, at: now, &out)
        case .setEnabled(let isEnabled):
            self.isEnabled = isEnabled
            let fallen = isEnabled ? takeUpRefusals(at: now, &out) : []
            replan(fallen.isEmpty ? .room : .refusal, free: fallen, at: now, &out)
        case .time:
            wakeUps.came(at: now)
            passTime(at: now, &out)
        }
        report(at: now, &out)
        if let host = wakeUps.ask(for: nextCheck(after: now)) { out.append(.wake(at: host)) }
        return out
    }
}
