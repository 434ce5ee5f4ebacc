import Foundation
import Synchronization

/// Shares out what a device can decode, and beyond that lowers the least important videos step by step.
///
/// ```swift
/// group.setPriority(.focused, of: member)      // lowered last
/// DecoderBudget.shared.limit.sessions = 4      // an explicit limit
/// DecoderBudget.shared.isEnabled = false       // every video decodes everything
/// ```
/// The members and backgrounds of all groups join by themselves, unless a group was made with another budget or none.
/// The device's capacity is declared (``limit``), or learned: from processor time and late frames where the processor
/// decodes, from refused and silent decoders elsewhere.
public final class DecoderBudget: Sendable {
    /// The budget that governs the device, unless a group is given another.
    public static let shared = DecoderBudget(keeper: BudgetKeeper(of: "shared"))

    /// What the holder of a lease reports at each control interval.
    package struct Usage {
        /// Ticks so far, and (`late`) those on which the frame of a full tier was not there.
        var ticks: Int
        var late: Int
        /// Processor time of decoding so far; `nil`: not known here.
        var decodingTime: Duration?
        /// Whether it is still opening its video, or getting ready for a start.
        var isOpening = false

        package init(ticks: Int, late: Int, decodingTime: Duration? = nil, isOpening: Bool = false) {
            (self.ticks, self.late, self.decodingTime, self.isOpening) = (ticks, late, decodingTime, isOpening)
        }
    }

    /// The holder of a lease.
    package struct Holder: Sendable {
        /// Takes a grant. Called in the order of decisions; has to return at once and must not call a budget.
        var take: @Sendable (DecodeGrant, _ reason: String) -> Void
        var usage: @Sendable () -> Usage

        package init(
            take: @escaping @Sendable (DecodeGrant, _ reason: String) -> Void, usage: @escaping @Sendable () -> Usage
        ) {
            (self.take, self.usage) = (take, usage)
        }
    }

    private struct State {
        var core: BudgetCore
        var holders: [LeaseID: Holder] = [:]
        var nextNumber = 1
        var limit = BudgetLimit.none
        var isEnabled = true
        var isSampling = false
        var lastSample: (at: HostTime, usage: [LeaseID: Usage])?
    }

    /// How often the machine is measured. Decoders have 165 ms of frames ahead, and `/proc` counts in 10 ms: two
    /// readings in half a second tell a spike from a load before the second freeze is seen.
    static let interval = Duration.milliseconds(250)

    private let clock: any GroupClock
    private let meter: any LoadMeter
    private let keeper: BudgetKeeper?
    private let state: Mutex<State>
    private let mailbox = Mailbox<BudgetCore.Event>()
    private let hub = EventHub<BudgetEvent>()

    /// Creates a separate budget, for groups that are made with it.
    ///
    /// - Parameter limit: what the app allows; by default all limits are learned.
    public convenience init(limit: BudgetLimit = .none) {
        self.init(keeper: BudgetKeeper(of: "separate"))
        self.limit = limit
    }

    private convenience init(keeper: BudgetKeeper) {
        self.init(
            clock: SystemGroupClock(), meter: SystemMeter.make(), keeper: keeper,
            defaultSessions: SystemMeter.defaultSessions)
    }

    init(clock: any GroupClock, meter: any LoadMeter, keeper: BudgetKeeper? = nil, defaultSessions: Int? = nil) {
        (self.clock, self.meter, self.keeper) = (clock, meter, keeper)
        state = Mutex(State(core: BudgetCore(prior: keeper?.read(), defaultSessions: defaultSessions)))
    }

    deinit {
        hub.finish()
    }

    /// Whether the budget governs. If not, everything is decoded, and what the machine cannot carry is late.
    public var isEnabled: Bool {
        get { state.withLock(\.isEnabled) }
        set {
            state.withLock { $0.isEnabled = newValue }
            perform(.setEnabled(newValue))
        }
    }

    /// The most that may be decoded at once, as the app declares it. Default: only the learned limits apply.
    public var limit: BudgetLimit {
        get { state.withLock(\.limit) }
        set {
            state.withLock { $0.limit = newValue }
            perform(.setLimit(newValue))
        }
    }

    /// The believed capacity and all leases at this moment.
    public var snapshot: BudgetSnapshot {
        let now = clock.present
        return state.withLock { $0.core.snapshot(at: now) }
    }

    /// Processor seconds per unit of work, as believed now.
    var secondsPerWork: Double { state.withLock(\.core.room.secondsPerWork) }

    /// The events from now on. Each call returns a separate stream.
    public var events: AsyncStream<BudgetEvent> { hub.stream() }

    // MARK: Leases

    /// Requests a lease. The holder has taken its first grant when this returns.
    package func join(_ demand: DecodeDemand, _ holder: Holder) -> LeaseID {
        let id = state.withLock { state in
            defer { state.nextNumber += 1 }
            let id = LeaseID(number: state.nextNumber)
            state.holders[id] = holder
            return id
        }
        // The capacity has to be known before the first demand is planned.
        sample()
        perform(.join(id, demand))
        return id
    }

    package func change(_ demands: [LeaseID: DecodeDemand]) { post(.change(demands)) }
    package func leave(_ id: LeaseID) { post(.leave(id)) }
    package func settled(_ id: LeaseID, _ grant: DecodeGrant) { post(.settled(id, grant)) }
    package func starved(_ id: LeaseID, silently: Bool) {
        post(.refused(id, silently ? .silent : .busy))
    }

    /// Makes a family that no other streams belong to.
    func newFamily() -> DecodeDemand.Family {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            return DecodeDemand.Family(number: state.nextNumber)
        }
    }

    // MARK: Inside

    private func perform(_ event: BudgetCore.Event) { mailbox.perform(event, handle: handle) }
    private func post(_ event: BudgetCore.Event) { mailbox.post(event, handle: handle) }

    private func handle(_ event: BudgetCore.Event) {
        let now = clock.present
        let (commands, holders) = state.withLock { state in
            let commands = state.core.handle(event, at: now)
            if case .leave(let id) = event { state.holders[id] = nil }
            return (commands, state.holders)
        }
        for command in commands {
            switch command {
            case .grant(let id, let grant, let reason): holders[id]?.take(grant, reason)
            case .wake(let host): clock.wake(at: host) { [weak self] in self?.post(.time) }
            case .publish(let news): hub.send(news)
            case .remember(let memory): keeper?.write(memory)
            }
        }
    }

    /// Measures the machine, and again after each interval while there are leases.
    private func sample() {
        let now = clock.present
        let (isNew, holders, last) = state.withLock {
            state -> (Bool, [LeaseID: Holder], (HostTime, [LeaseID: Usage])?) in
            defer { state.isSampling = true }
            return (!state.isSampling, state.holders, state.lastSample)
        }
        guard isNew else { return }
        let usage = holders.mapValues { $0.usage() }
        state.withLock { $0.lastSample = (now, usage) }
        if let last {
            let span = last.0.duration(to: now)
            let decoding = Self.decoding(usage, since: last.1)
            var reading = meter.read(span: span, decoding: decoding.values.reduce(.zero, +))
            if span > .zero { reading.shares = decoding.mapValues { $0 / span } }
            // Opening takes all the processor there is, and says nothing about the cost of playing.
            if usage.values.contains(where: \.isOpening) || last.1.values.contains(where: \.isOpening) {
                reading.processor = nil
            } else {
                reading.streams = Self.streams(usage, since: last.1)
            }
            post(.load(reading))
        } else {
            post(.load(meter.read(span: .zero, decoding: .zero)))
        }
        clock.wake(at: now.advanced(by: Self.interval)) { [weak self] in
            guard let self else { return }
            let goesOn = state.withLock { state in
                state.isSampling = false
                if state.holders.isEmpty { state.lastSample = nil }
                return !state.holders.isEmpty
            }
            if goesOn { sample() }
        }
    }

    private static func streams(
        _ usage: [LeaseID: Usage], since last: [LeaseID: Usage]
    ) -> [LeaseID: LoadReading.Stream] {
        var streams: [LeaseID: LoadReading.Stream] = [:]
        for (id, now) in usage {
            guard let before = last[id], now.ticks > before.ticks else { continue }
            streams[id] = LoadReading.Stream(ticks: now.ticks - before.ticks, late: max(now.late - before.late, 0))
        }
        return streams
    }

    private static func decoding(
        _ usage: [LeaseID: Usage], since last: [LeaseID: Usage]
    ) -> [LeaseID: Duration] {
        var times: [LeaseID: Duration] = [:]
        for (id, now) in usage {
            times[id] = now.decodingTime.map { max($0 - (last[id]?.decodingTime ?? .zero), .zero) }
        }
        return times
    }
}
