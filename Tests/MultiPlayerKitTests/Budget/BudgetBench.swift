import MultiPlayerKitTestSupport

@testable import MultiPlayerKit
@testable import TestTools

/// A budget with simulated players on a simulated device, in virtual time.
///
/// Players take and give back decoders with a delay. The device may have a limited number of decoders, and its
/// processor may be overloaded. After each event the bench checks the rules against its own records.
final class BudgetBench {
    /// The device as it really is; the budget sees only its readings.
    struct Device {
        var decoders: Int?
        /// Whether it refuses silently: the player settles, and no picture comes.
        var isSilent = false
        var cores = 2.0
        /// Processor seconds of one unit of work, as a factor of what the model says.
        var slowness = 1.0
        /// Cores that other processes want.
        var hog = 0.0
        /// Cores that each player on key frames takes beyond what is planned for it, to meet others.
        var meetings = 0.0
        /// Cores this process uses for other things.
        var overhead = 0.1
        var heat = LoadReading.Heat.nominal
        var isLowPower = false
        var isShortOfMemory = false
    }

    struct Player {
        var demand: DecodeDemand
        var grant: DecodeGrant?
        /// The grant that it acts on.
        var acting: DecodeGrant?
        var ordinal = 0
        /// When a reading last moved it.
        var movedAt: HostTime?
        var moves: [HostTime] = []
        var idleSince: HostTime?

        func work(_ grant: DecodeGrant?) -> Double { demand.rungs.first { $0.grant == grant }?.cost.work ?? 0 }
        /// One for any tier that decodes, even where the grant is no longer one of its rungs.
        func sessions(_ grant: DecodeGrant?) -> Int { grant?.tier.decodes ?? false ? 1 : 0 }
        var isDecoding: Bool { sessions(grant) > 0 }
    }

    var core: BudgetCore
    var device = Device()
    var players: [LeaseID: Player] = [:]
    private(set) var now = HostTime.at(100)
    private(set) var broken: [String] = []
    private(set) var log: [String] = []
    private(set) var wakes: [HostTime] = []
    /// Whether readings contain the processor.
    var readsProcessor = false
    var readsLoad = true
    /// The time that a player takes to act on a grant.
    var delay = Duration.milliseconds(60)
    /// The time for which the device still counts a decoder that was given back.
    var slotDelay = Duration.zero
    var numbers: SplitMix
    /// Share of ticks late in the last reading; over 0 means the device was over its capacity.
    private(set) var lateShare = 0.0
    private(set) var memories: [BudgetMemory] = []
    private(set) var events: [BudgetEvent] = []
    var keepsLog = false

    private var pending: [(time: HostTime, order: Int, action: () -> Void)] = []
    private var order = 0
    private var nextNumber = 1
    private var nextReading: HostTime
    private var workSum = 0.0
    private var workSince: HostTime
    private var probes = ProbeBook()
    private var freed: [HostTime] = []

    static let interval = Duration.milliseconds(500)

    init(seed: UInt64 = 0, prior: BudgetMemory? = nil, defaultSessions: Int? = nil) {
        core = BudgetCore(prior: prior, defaultSessions: defaultSessions)
        numbers = SplitMix(seed: seed)
        nextReading = now.advanced(by: Self.interval)
        workSince = now
        probes.value = core.sessions.value
    }

    // MARK: What happens

    @discardableResult
    func join(_ demand: DecodeDemand) -> LeaseID {
        let id = LeaseID(number: nextNumber)
        nextNumber += 1
        players[id] = Player(demand: demand)
        send(.join(id, demand))
        if players[id]?.grant == nil { fail("\(id.number) joined and got no grant") }
        return id
    }

    func change(_ id: LeaseID, _ edit: (inout DecodeDemand) -> Void) { change([id], edit) }

    /// Changes several demands in one event.
    func change(_ ids: some Sequence<LeaseID>, _ edit: (inout DecodeDemand) -> Void) {
        var demands: [LeaseID: DecodeDemand] = [:]
        for id in ids {
            guard var demand = players[id]?.demand else { continue }
            edit(&demand)
            players[id]?.demand = demand
            demands[id] = demand
        }
        send(.change(demands))
    }

    func leave(_ id: LeaseID) {
        if let player = players[id], player.sessions(player.acting) > 0 { freed.append(now) }
        players[id] = nil
        send(.leave(id))
    }

    func advance(_ duration: Duration) {
        let end = now.advanced(by: duration)
        while true {
            var next = pending.map(\.time).min() ?? end
            if readsLoad { next = min(next, nextReading) }
            if let wake = wakes.min() { next = min(next, wake) }
            guard next <= end else { break }
            pass(to: max(next, now))
            if let index = pending.indices.filter({ pending[$0].time <= now }).min(by: {
                pending[$0].order < pending[$1].order
            }) {
                pending.remove(at: index).action()
            } else if wakes.contains(where: { $0 <= now }) {
                wakes.removeAll { $0 <= now }
                send(.time)
            } else if readsLoad, nextReading <= now {
                read()
            } else {
                break
            }
        }
        pass(to: end)
    }

    private func pass(to time: HostTime) {
        workSum += actingWork * workSince.duration(to: time).seconds
        workSince = time
        now = time
    }

    private var actingWork: Double { players.values.reduce(0) { $0 + $1.work($1.acting) } }
    var grantedWork: Double { players.values.reduce(0) { $0 + $1.work($1.grant) } }

    /// The share of its cores that the device really needs for all that is granted, and for everything else.
    var trueUse: Double {
        (grantedWork * device.slowness * ProcessorRoom.priorSecondsPerWork + device.overhead + device.hog)
            / device.cores
    }

    private func read() {
        let span = Self.interval
        nextReading = now.advanced(by: span)
        let onKeyFrames = players.filter { $0.value.acting?.tier == .keyframes }
        let playing = workSum / span.seconds * device.slowness * ProcessorRoom.priorSecondsPerWork
        let decoding = playing + Double(onKeyFrames.count) * device.meetings
        workSum = 0
        let wanted = decoding + device.overhead + device.hog
        let served = min(device.cores / max(wanted, 1e-9), 1)
        lateShare = 1 - served
        var reading = LoadReading(span: span)
        reading.heat = device.heat
        reading.isLowPower = device.isLowPower
        reading.isShortOfMemory = device.isShortOfMemory
        func noisy(_ value: Double) -> Double { value * Double.random(in: 0.98...1.02, using: &numbers) }
        if readsProcessor {
            reading.processor = LoadReading.Processor(
                cores: device.cores, own: noisy((decoding + device.overhead) * served),
                others: noisy(device.hog * served), decoding: noisy(decoding * served),
                waiting: served < 1 ? 0.6 : 0.02)
        }
        for (id, player) in onKeyFrames {
            let work = player.work(player.acting) * device.slowness * ProcessorRoom.priorSecondsPerWork
            reading.shares[id] = (work + device.meetings) * served
        }
        for (id, player) in players where player.acting?.tier == .full {
            reading.streams[id] = LoadReading.Stream(ticks: 30, late: Int((30 * lateShare).rounded(.up)))
        }
        send(.load(reading))
    }

    func send(_ event: BudgetCore.Event) {
        let (before, plannedBefore) = (players, planned)
        if keepsLog { log.append("\(seconds) \(BudgetBench.text(event))") }
        let commands = core.handle(event, at: now)
        var raised: [LeaseID] = []
        for command in commands {
            if keepsLog { log.append("    \(command)") }
            switch command {
            case .grant(let id, let grant, _):
                guard let player = players[id] else {
                    fail("grant for \(id.number), which is gone")
                    continue
                }
                if player.grant == grant { fail("\(id.number) was told \(grant) twice") }
                if player.sessions(grant) > player.sessions(player.grant) { checkSessions(id, grant) }
                let hadOwn = player.demand.rungs.contains { $0.grant == player.grant }
                if hadOwn, player.work(grant) > player.work(player.grant) { raised.append(id) }
                if player.grant != nil, player.work(grant) < player.work(player.grant), !raised.isEmpty {
                    if case .time = event {} else { fail("\(id.number) is lowered after others were raised") }
                }
                players[id]?.grant = grant
                if player.grant != nil { players[id]?.moves.append(now) }
                players[id]?.ordinal += 1
                follow(id, grant, ordinal: player.ordinal + 1)
            case .wake(let time):
                if time <= now { fail("a wake-up in the past") }
                wakes.append(time)
            case .publish(let event): events.append(event)
            case .remember(let memory): memories.append(memory)
            }
        }
        checkSpacing(event, raised, before, plannedBefore)
        check()
    }

    /// Lets the player act on the grant, a little later.
    private func follow(_ id: LeaseID, _ grant: DecodeGrant, ordinal: Int) {
        later(delay) { [unowned self] in
            guard let player = players[id], player.ordinal == ordinal else { return }
            let holds = player.sessions(player.acting)
            let wants = player.sessions(grant)
            if wants > holds, let decoders = device.decoders {
                let taken = players.values.reduce(0) { $0 + $1.sessions($1.acting) }
                let late = freed.filter { $0.advanced(by: slotDelay) > now }.count
                if taken + late + wants - holds > decoders {
                    // A silent refusal looks like success at first.
                    if device.isSilent { send(.settled(id, grant)) }
                    refuse(id, ordinal)
                    return
                }
            }
            if wants < holds { freed.append(now) }
            pass(to: now)
            players[id]?.acting = grant
            send(.settled(id, grant))
        }
    }

    private func refuse(_ id: LeaseID, _ ordinal: Int) {
        later(device.isSilent ? .milliseconds(800) : .zero) { [unowned self] in
            guard let player = players[id], player.ordinal == ordinal else { return }
            players[id]?.acting = nil
            send(.refused(id, device.isSilent ? .silent : .busy))
        }
    }

    func later(_ delay: Duration, _ action: @escaping () -> Void) {
        order += 1
        pending.append((now.advanced(by: delay), order, action))
    }

    // MARK: What must be true

    private func checkSessions(_ id: LeaseID, _ grant: DecodeGrant) {
        guard core.isEnabled, let limit = core.snapshot(at: now).capacity.sessions else { return }
        // Each player holds the decoder of its former grant until it has settled, this one too.
        func held(with new: DecodeGrant?) -> Int {
            players.reduce(0) { sum, other in
                let granted = max(
                    other.value.sessions(other.value.grant), other.key == id ? other.value.sessions(new) : 0)
                return sum + max(granted, other.value.sessions(other.value.acting))
            }
        }
        let after = held(with: grant)
        if after > limit, after > held(with: nil) { fail("\(after) decoders held of \(limit)") }
    }

    /// What each player is to get, perhaps after a wait for a decoder or for others that rise.
    private var planned: [LeaseID: DecodeGrant] {
        core.leases.compactMapValues { lease in lease.planned.map { lease.demand.rungs[$0].grant } }
    }

    /// Checks that readings move no player up too soon. One that ends a player's wait does not move it: what the player
    /// waits for was planned before, perhaps for the viewer's sake. One that makes it wait for more does.
    private func checkSpacing(
        _ event: BudgetCore.Event, _ raised: [LeaseID], _ before: [LeaseID: Player],
        _ plannedBefore: [LeaseID: DecodeGrant]
    ) {
        guard case .load = event else { return }
        let planned = planned
        for (id, player) in players {
            let goal = plannedBefore[id]
            let isRaised =
                player.work(planned[id]) > player.work(goal)
                || raised.contains(id) && player.work(player.grant) > player.work(goal)
            if isRaised, let moved = before[id]?.movedAt, moved.duration(to: now) < BudgetCore.upDistance {
                fail("\(id.number) was raised \(moved.duration(to: now)) after its last move")
            }
            if planned[id] != goal || player.grant != before[id]?.grant && player.grant != goal {
                players[id]?.movedAt = now
            }
        }
    }

    private func check() {
        for (id, player) in players where !player.demand.rungs.contains(where: { $0.grant == player.grant }) {
            fail("\(id.number) has \(String(describing: player.grant)), none of its rungs")
        }
        if core.isEnabled {
            let used = players.values.reduce(DecodeCost.none) { sum, player in
                sum + (player.demand.rungs.first { $0.grant == player.grant }?.cost ?? .none)
            }
            let wall = core.limits(.wall)
            if let work = wall.macroblocksPerSecond, used.work > work * 1.000_001 + 1e-6 {
                fail("work \(used.work) of \(work)")
            }
            if let memory = wall.memory, used.memory > memory { fail("memory \(used.memory) of \(memory)") }
            if let sessions = wall.sessions, used.sessions > sessions {
                fail("\(used.sessions) granted of \(sessions)")
            }
        }
        if abs(core.meter.work - core.used.work) > 1e-6 * (core.used.work + 1) {
            fail("the meter counts \(core.meter.work), and \(core.used.work) is granted")
        }
        checkOrder()
        if let text = probes.note(core.sessions.value, at: now, declared: core.declared.sessions) { fail(text) }
        for (id, player) in players {
            players[id]?.idleSince = player.isDecoding ? nil : player.idleSince ?? now
        }
    }

    /// Checks that no tile is below one of lower rank and equal ladder, and that families share a tier. Parties that
    /// wait for their planned grants are exempt.
    private func checkOrder() {
        guard core.isEnabled else { return }
        let waiting = Set(
            core.parties.filter { party in
                party.members.contains { id in
                    guard let lease = core.leases[id], let planned = lease.planned else { return true }
                    return lease.demand.rungs[planned].grant != lease.grant
                }
            }.flatMap(\.members))
        let settled = players.filter { !waiting.contains($0.key) && $0.value.demand.area > 0 }
        for (id, high) in settled where high.demand.family == nil {
            for (other, low) in settled where low.demand.family == nil && high.demand.rungs == low.demand.rungs {
                let isHigher =
                    high.demand.priority > low.demand.priority
                    || (high.demand.priority == low.demand.priority && low.demand.isBackground
                        && !high.demand.isBackground)
                if isHigher, high.work(high.grant) < low.work(low.grant) {
                    fail("\(id.number) is below \(other.number), which matters less")
                }
            }
        }
        for (id, one) in settled {
            for (other, two) in settled where one.demand.family != nil && one.demand.family == two.demand.family {
                guard let left = one.grant?.tier, let right = two.grant?.tier else { continue }
                if left != right, left.decodes || right.decodes { fail("\(id.number) and \(other.number) are apart") }
            }
        }
    }

    private func fail(_ text: String) { broken.append("\(seconds): \(text)") }
    private var seconds: Double { now.nanoseconds == 0 ? 0 : Double(now.nanoseconds) / 1e9 }

    private static func text(_ event: BudgetCore.Event) -> String {
        switch event {
        case .join(let id, let demand): "join \(id.number) \(demand.priority) area \(demand.area)"
        case .change(let demands):
            demands.sorted { $0.key < $1.key }
                .map { "change \($0.number) \($1.priority) area \($1.area)" }.joined(separator: ", ")
        case .leave(let id): "leave \(id.number)"
        case .settled(let id, let grant): "settled \(id.number) \(grant)"
        case .refused(let id, let refusal): "refused \(id.number) \(refusal)"
        case .load(let reading): "load \(String(describing: reading.processor))"
        case .setLimit(let limit): "limit \(limit)"
        case .setEnabled(let isEnabled): "enabled \(isEnabled)"
        case .time: "time"
        }
    }
}

/// When more decoders were probed for, recorded independently of the budget's own timer.
private struct ProbeBook {
    var value: Double?
    private var raisedAt: HostTime?
    private var wait = Duration.seconds(40)
    private var notBefore: HostTime?

    mutating func note(_ new: Double?, at now: HostTime, declared: Int?) -> String? {
        defer { value = new }
        guard let new, new != value else { return nil }
        if let value, new > value {
            defer {
                raisedAt = now
                notBefore = now.advanced(by: .seconds(10))
            }
            if let notBefore, now < notBefore { return "decoders were tried \(now.duration(to: notBefore)) too soon" }
            if let raisedAt, raisedAt.duration(to: now) > .seconds(40) { wait = .seconds(40) }
            return nil
        }
        if let raisedAt {
            wait = raisedAt.duration(to: now) <= .seconds(40) ? min(wait * 2, .seconds(240)) : .seconds(40)
        }
        raisedAt = nil
        notBefore = now.advanced(by: wait)
        return nil
    }
}
