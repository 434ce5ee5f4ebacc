/// Counts durations in classes of 50 µs up to one second, so that percentiles of a week cost as much memory as those
/// of a minute.
package struct DurationHistogram: Sendable {
    private static var width: Int64 { 50_000 }
    private static var classes: Int { 20_000 }

    private var counts: [UInt32] = []
    package private(set) var count = 0
    /// Classes in memory.
    var size: Int { counts.count }
    package private(set) var maximum = Duration.zero

    package init() {}

    package mutating func add(_ duration: Duration) {
        let index = Int(min(max(duration.nanoseconds / Self.width, 0), Int64(Self.classes - 1)))
        // Grown only as far as needed: nearly all durations lie in the first classes.
        if index >= counts.count { counts += Array(repeating: 0, count: index + 1 - counts.count) }
        counts[index] &+= 1
        count += 1
        maximum = max(maximum, duration)
    }

    /// The upper edge of the class in which the share of `percent` is reached; never above the maximum.
    package func percentile(_ percent: Double) -> Duration {
        guard count > 0 else { return .zero }
        let wanted = max(Int((Double(count) * percent / 100).rounded(.up)), 1)
        var seen = 0
        for (index, number) in counts.enumerated() {
            seen += Int(number)
            if seen >= wanted { return min(.nanoseconds(Int64(index + 1) * Self.width), maximum) }
        }
        return maximum
    }
}
