import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// A machine in virtual time: its host clock against shared time, its measurements, and the line that it steers.
struct ClockSimulation {
    /// The seconds that shared time has gained on the host clock after this many host seconds.
    var gained: (Double) -> Double
    /// The most by which measurements are off either way, in seconds. One in a hundred is off by another 200 ms, and
    /// one in a hundred by another 60 ms, which does not look like a clock that was set.
    var jitter: Double
    /// Seconds between measurements.
    var interval: Double
    /// Host seconds in which nothing can be measured.
    var away: Range<Double>?

    var steering: ClockSteering
    var random: SplitMix
    private(set) var elapsed = 0.0
    private(set) var jumps = 0
    /// Host seconds at which there was a line for the first time.
    private(set) var lockedAt: Double?
    /// The seconds by which the line was behind true shared time before each step.
    private(set) var errors: [Double] = []

    /// 2027-01-15 08:00, and a machine that has run for two weeks.
    private static let epoch = Duration.seconds(1_800_000_000)
    private static let origin = HostTime(nanoseconds: 1_209_600_000_000_007)

    init(
        jitter: Double = 0, interval: Double = 1, isAudible: Bool = true, seed: UInt64 = 1,
        gained: @escaping (Double) -> Double
    ) {
        self.gained = gained
        self.jitter = jitter
        self.interval = interval
        steering = ClockSteering(isAudible: isAudible)
        random = SplitMix(seed: seed)
    }

    private func host(_ seconds: Double) -> HostTime { Self.origin.advanced(by: .nearest(seconds: seconds)) }

    private func shared(_ seconds: Double) -> Duration {
        Self.epoch + .nearest(seconds: seconds) + .nearest(seconds: gained(seconds))
    }

    /// The seconds by which the line is behind shared time now.
    var error: Double? {
        steering.line.map { (shared(elapsed) - $0.time(at: host(elapsed))).seconds }
    }

    /// Lets time pass, and checks at each step that the line is continuous and within its limits.
    mutating func run(for seconds: Double) {
        let end = elapsed + seconds
        while elapsed + interval <= end {
            elapsed += interval
            if let error { errors.append(error) }
            step()
        }
    }

    /// Forgets the errors so far.
    mutating func forget() { errors = [] }

    private mutating func step() {
        let before = steering.line
        let pull = steering.correction
        let host = host(elapsed)
        let outcome: ClockSteering.Outcome
        if let away, away.contains(elapsed) {
            outcome = steering.steer(at: host)
        } else {
            var noise = jitter > 0 ? Double.random(in: -jitter...jitter, using: &random) : 0
            let wild = [0.2, -0.2, 0.06, -0.06]
            if jitter > 0, Int.random(in: 0..<50, using: &random) == 0 {
                noise += wild.randomElement(using: &random) ?? 0
            }
            outcome = steering.measured(shared(elapsed) + .nearest(seconds: noise), at: host)
        }
        if before == nil, steering.line != nil { lockedAt = elapsed }
        guard let before, let after = steering.line else { return }
        let limit = steering.isAudible ? 500.0 : 10_000.0
        check(after.time(at: host) == before.time(at: host), "the line jumped at \(elapsed) s")
        check(
            abs((after.rate - 1) * 1e6 - steering.frequency - steering.correction) <= 0.11,
            "rate \(after.rate) at \(elapsed) s")
        check(abs(steering.correction) <= limit, "pulled by \(steering.correction) ppm at \(elapsed) s")
        check(abs(steering.frequency) <= 1_000, "frequency \(steering.frequency) ppm at \(elapsed) s")
        check(
            abs(steering.correction - pull) <= limit / 5 * min(interval, 5) + 1e-6, "pull jumped at \(elapsed) s")
        if case .jump(let target) = outcome {
            jumps += 1
            steering.take(target)
        }
    }

    private func check(_ condition: Bool, _ comment: @autoclosure () -> String) {
        // There are millions of steps, so only those that fail are recorded.
        if !condition { Issue.record(Comment(rawValue: comment())) }
    }

    /// Median, 99th percentile and maximum of the errors' sizes, in milliseconds.
    func summary() -> (median: Double, most: Double, worst: Double) {
        let sizes = errors.map { abs($0) * 1e3 }.sorted()
        guard let worst = sizes.last else { return (.infinity, .infinity, .infinity) }
        return (sizes[sizes.count / 2], sizes[sizes.count * 99 / 100], worst)
    }

    /// Prints the summary and returns it.
    func report(_ name: String) -> (median: Double, most: Double, worst: Double) {
        let summary = summary()
        let figures = [summary.median, summary.most, summary.worst].map { String(($0 * 1_000).rounded() / 1_000) }
        print("clock: \(name): p50 \(figures[0]) p99 \(figures[1]) max \(figures[2]) ms, jumps \(jumps)")
        return summary
    }
}
