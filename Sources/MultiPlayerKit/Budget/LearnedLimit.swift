/// A limit that is not declared, but found by hitting it, and by probing now and then whether there is more.
struct LearnedLimit: Equatable, Sendable {
    enum Law: Sendable {
        /// A count of whole decoders: the count that worked is the limit, and one more is tried.
        case count
        /// A rate: lowered to 0.85 of what was too much, raised by 8 %.
        case rate
    }

    let law: Law
    /// The limit; `nil`: never hit.
    var value: Double?
    private(set) var timer = ProbeTimer()

    /// Factors of WebRTC's congestion control, found there between reacting late and giving away much.
    static let decrease = 0.85
    static let increase = 1.08
    /// Above this share of the limit, it is the limit that holds streams back.
    static let nearness = 0.9

    init(_ law: Law, value: Double? = nil) {
        self.law = law
        self.value = value
    }

    var count: Int? { value.map { Int(min(max($0, 0), 1e9)) } }

    /// For a count: `used` worked, one more did not. For a rate: `used` was too much.
    mutating func exceeded(using used: Double, at now: HostTime) {
        let new = law == .count ? used : used * Self.decrease
        value = min(value ?? .infinity, max(new, 0))
        timer.failed(at: now)
    }

    /// When to probe for more, if use is at the limit and more is wanted (in the past: at once); `nil`: no need to.
    func nextProbe(using used: Double, isWanted: Bool, ceiling: Double?) -> HostTime? {
        isHeldBack(used, isWanted, ceiling) ? timer.next ?? HostTime(nanoseconds: .min) : nil
    }

    /// Raises the limit if it is time; returns whether it did.
    mutating func probe(using used: Double, isWanted: Bool, ceiling: Double?, at now: HostTime) -> Bool {
        guard let value, isHeldBack(used, isWanted, ceiling), timer.allows(at: now) else { return false }
        let raised = law == .count ? value + 1 : max(value * Self.increase, 1)
        self.value = min(raised, ceiling ?? .infinity)
        timer.probed(at: now)
        return true
    }

    private func isHeldBack(_ used: Double, _ isWanted: Bool, _ ceiling: Double?) -> Bool {
        guard let value, isWanted, value < ceiling ?? .infinity else { return false }
        return law == .count ? used >= value : used >= Self.nearness * value || timer.probedAt != nil
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

    mutating func probed(at now: HostTime) {
        if let probedAt, probedAt.duration(to: now) > Self.trial { wait = first }
        probedAt = now
        next = now.advanced(by: Self.afterSuccess)
    }

    mutating func failed(at now: HostTime) {
        if let probedAt {
            let isByProbe = probedAt.duration(to: now) <= Self.trial
            wait = isByProbe ? min(max(wait * 2, .seconds(40)), Self.longest) : first
        }
        probedAt = nil
        next = now.advanced(by: wait)
    }
}
