/// Mean of the work granted between two readings.
struct WorkMeter: Equatable, Sendable {
    /// Granted now.
    private(set) var work = 0.0
    /// When anything was granted or taken last.
    private(set) var changedAt: HostTime?
    /// When more was granted last.
    private(set) var raisedAt: HostTime?
    private var sum = 0.0
    private var elapsed = 0.0
    private var last: HostTime?

    mutating func pass(to now: HostTime) {
        if let last {
            let seconds = max(last.duration(to: now), .zero).seconds
            sum += work * seconds
            elapsed += seconds
        }
        last = now
    }

    mutating func add(_ difference: Double, at now: HostTime) {
        // Differences add up to rounding; nothing is below nothing.
        work = max(work + difference, 0)
        changedAt = now
        if difference > 0 { raisedAt = now }
    }

    /// The mean since it was asked for last.
    mutating func take() -> Double {
        defer { (sum, elapsed) = (0, 0) }
        return elapsed > 0 ? sum / elapsed : work
    }
}
