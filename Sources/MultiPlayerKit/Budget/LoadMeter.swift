/// Measures the load of a system. Each budget has one and reads it once an interval.
protocol LoadMeter: AnyObject, Sendable {
    /// Returns what was measured since the last call; the budget fills in `streams` and `shares`.
    ///
    /// - Parameters:
    ///   - span: time since the last call; zero the first time.
    ///   - decoding: processor time that decoding took meanwhile.
    func read(span: Duration, decoding: Duration) -> LoadReading
}

/// The meter of a system that reports nothing.
final class SilentMeter: LoadMeter {
    func read(span: Duration, decoding: Duration) -> LoadReading { LoadReading(span: span) }
}

/// Conditions in which the system asks its apps to do less.
struct DeviceState: Equatable, Sendable {
    var heat = LoadReading.Heat.nominal
    var isLowPower = false

    /// The share of the capacity that is used. Serious heat: a third less, so that the device cools before it
    /// throttles; critical: the system asks for the least that makes sense. Low power: the user asked for less, not for
    /// nothing.
    var factor: Double {
        let byHeat = heat == .critical ? 0.35 : heat == .serious ? 0.65 : 1
        return min(byHeat, isLowPower ? 0.7 : 1)
    }

    var reason: String? { heat >= .serious ? "hot device" : isLowPower ? "low power mode" : nil }
}
