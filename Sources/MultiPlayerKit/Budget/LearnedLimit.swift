/// A limit that is not declared, but found by hitting it, and by probing now and then whether there is more.
struct LearnedLimit: Equatable, Sendable {
    enum Law: Sendable {
        /// A count of whole decoders: the count that worked is the limit, and the next stream or family is tried.
        case count
        /// A rate: lowered to 0.85 of what was too much, raised by 8 %, or by more if the next step takes more.
        case rate
    }

    /// What is in use of a limited resource, and what more of it could be used.
    struct Need {
        var used: Double
        /// What the next step up would add, for each stream or family that could show more.
        var steps: [Double] = []
        /// The limit that the app declared.
        var ceiling: Double?
    }

    let law: Law
    /// The limit; `nil`: never hit.
    var value: Double?
    private(set) var timer = ProbeTimer()
    /// The limit before the last probe.
    private var unprobed: Double?

    /// Factors of WebRTC's congestion control, found there between reacting late and giving away much.
    static let decrease = 0.85
    static let increase = 1.08
    /// A sum that is over a limit by less than this factor is equal to it but for rounding.
    static let rounding = 1 + 1e-9

    init(_ law: Law, value: Double? = nil) {
        self.law = law
        self.value = value
    }

    /// The limit in whole units, bounded so that it can be converted: no device has a petabyte of memory.
    var count: Int? { value.map { Int(min(max($0, 0), 1e15)) } }

    /// For a count: `used` worked, one more did not. For a rate: `used` was too much.
    mutating func exceeded(using used: Double, at now: HostTime) {
        // While nothing is used, a shortage has another cause.
        guard law == .count || used > 0 else { return }
        let new = law == .count ? max(used, 0) : used * Self.decrease
        var known = value ?? .infinity
        // A probe for a large step may rise far beyond what has worked, so a failed one is undone.
        if law == .rate, timer.isOnTrial(at: now) { known = min(known, unprobed ?? known) }
        value = min(known, new)
        timer.failed(at: now)
    }

    /// When to probe for more, if the limit holds anything back (in the past: at once); `nil`: no need to.
    func nextProbe(for need: Need) -> HostTime? {
        nextUse(for: need) != nil ? timer.next ?? HostTime(nanoseconds: .min) : nil
    }

    /// Raises the limit, so far that something more fits, if it is time; returns whether it did.
    mutating func probe(for need: Need, at now: HostTime) -> Bool {
        guard let value, let next = nextUse(for: need), timer.allows(at: now) else { return false }
        unprobed = value
        let raised = law == .count ? next : max(value * Self.increase, next)
        self.value = min(raised, need.ceiling ?? .infinity)
        timer.probed(at: now)
        return true
    }

    /// The use after the smallest step that this limit prevents and the declared one allows; `nil`: there is none.
    ///
    /// How near use is to the limit does not matter: a large step does not fit even if little is used.
    private func nextUse(for need: Need) -> Double? {
        let ceiling = need.ceiling ?? .infinity
        guard let value, value < ceiling else { return nil }
        return need.steps.filter { $0 > 0 }.map { need.used + $0 }
            .filter { $0 > value && $0 <= ceiling * Self.rounding }.min()
    }
}

/// When a limit may be probed again: soon after a successful probe, ever later after failed ones.
struct ProbeTimer: Equatable, Sendable {
    /// The wait after an overload that no probe has caused.
    let first: Duration
    /// The wait after the next failure.
    private(set) var wait: Duration
    /// The earliest next probe; `nil`: at any time.
    private(set) var next: HostTime?
    private(set) var probedAt: HostTime?

    /// The wait after a probe: time enough to see whether it succeeded.
    static let afterSuccess = Duration.seconds(10)
    /// A probe that is followed by overload within this time has failed.
    static let trial = Duration.seconds(40)
    /// Waits are doubled up to this: a limit at which probes failed for minutes is likely to be the machine's.
    static let longest = Duration.seconds(240)

    init(first: Duration = .seconds(40)) {
        self.first = first
        wait = first
    }

    func allows(at now: HostTime) -> Bool { next.map { $0 <= now } ?? true }

    /// Whether an overload at this time counts as caused by the last probe.
    func isOnTrial(at now: HostTime) -> Bool { probedAt.map { $0.duration(to: now) <= Self.trial } ?? false }

    mutating func probed(at now: HostTime) {
        if let probedAt, probedAt.duration(to: now) > Self.trial { wait = first }
        probedAt = now
        next = now.advanced(by: Self.afterSuccess)
    }

    mutating func failed(at now: HostTime) {
        if probedAt != nil { wait = isOnTrial(at: now) ? min(max(wait * 2, .seconds(40)), Self.longest) : first }
        probedAt = nil
        next = now.advanced(by: wait)
    }
}
