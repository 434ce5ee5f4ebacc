/// How long a stream has spent at each tier.
struct TierLog: Hashable, Sendable {
    private(set) var tier: DecodeTier
    private(set) var since: HostTime
    private var before: [DecodeTier: Duration] = [:]

    init(_ tier: DecodeTier, since: HostTime) {
        (self.tier, self.since) = (tier, since)
    }

    mutating func move(to tier: DecodeTier, at now: HostTime) {
        before[self.tier, default: .zero] += max(since.duration(to: now), .zero)
        (self.tier, since) = (tier, max(now, since))
    }

    /// Time at each tier until `now`; tiers that it never had are left out.
    func durations(until now: HostTime) -> [DecodeTier: Duration] {
        var log = self
        log.move(to: tier, at: now)
        return log.before.filter { $0.value > .zero }
    }
}
