/// When a limit may be tried out again: soon after a try that went well, ever later after tries that failed.
struct ProbeTimer: Equatable, Sendable {
    /// Wait after overload that no try has caused.
    let first: Duration
    /// Wait after the next failure.
    private(set) var wait: Duration
    /// Not before this; `nil`: at any time.
    private(set) var next: HostTime?
    private(set) var probedAt: HostTime?

    /// After a try: time enough to see whether it went well.
    static let afterSuccess = Duration.seconds(10)
    /// A try that is followed by overload within this time has failed.
    static let trial = Duration.seconds(40)
    /// Waits are doubled up to this: a limit that has failed for minutes is likely to be the machine's.
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
