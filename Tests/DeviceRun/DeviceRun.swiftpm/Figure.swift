import MultiPlayerKit

/// A line of the report: what was measured, on what, and how it is distributed.
struct Figure {
    var name: String
    /// What it was measured on, as `name=value`.
    var conditions: String
    var unit: String
    /// The values of each repetition.
    var runs: [[Double]]

    init(_ name: String, _ conditions: String, in unit: String, runs: [[Double]]) {
        (self.name, self.conditions, self.unit, self.runs) = (name, conditions, unit, runs)
    }

    var line: String {
        let all = runs.flatMap(\.self)
        guard !all.isEmpty else { return "\(name)  \(conditions)  nothing could be measured" }
        let figures = [("p50", 50), ("p99", 99), ("max", 100)].map { name, percent in
            "\(name)=\(Self.text(Self.percentile(percent, of: all)))"
        }
        return "\(name)  \(conditions)  \(figures.joined(separator: " ")) \(unit)\(repetitions)"
    }

    /// The medians of the repetitions, where they differ by more than a tenth.
    private var repetitions: String {
        let medians = runs.filter { !$0.isEmpty }.map { Self.percentile(50, of: $0) }
        guard let least = medians.min(), let most = medians.max(), medians.count > 1,
            most - least > max(abs(most), abs(least)) / 10
        else { return "" }
        return "  runs=" + medians.map(Self.text).joined(separator: ",")
    }

    /// The smallest value that `percent` of the values do not exceed.
    static func percentile(_ percent: Int, of values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted[max((sorted.count * percent + 99) / 100 - 1, 0)]
    }

    /// Four digits behind the point: a tenth of a microsecond.
    static func text(_ value: Double) -> String { "\((value * 10_000).rounded() / 10_000)" }
}

extension Duration {
    /// Exact enough for what is measured: a microsecond in a century.
    var asSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
    var asMilliseconds: Double { asSeconds * 1_000 }
}

extension HostTime {
    /// Sleeps until this time; the system's own slack is all that it is late by.
    func reached() async throws {
        let rest = HostTime.now.duration(to: self)
        if rest > .zero { try await Task.sleep(for: rest, tolerance: .zero, clock: .suspending) }
        try Task.checkCancellation()
    }
}

/// Sleeps for a duration of the host clock, which stops with the device as the players do.
func pause(for duration: Duration) async throws {
    try await HostTime.now.advanced(by: duration).reached()
}
