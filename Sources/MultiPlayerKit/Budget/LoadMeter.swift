/// What a system tells of its load; one for each budget, asked once an interval.
protocol LoadMeter: AnyObject, Sendable {
    /// What has been seen since the last call; `streams` and `decoding` are filled in by the budget.
    ///
    /// - Parameters:
    ///   - span: how long ago that was; zero the first time.
    ///   - decoding: processor time that decoding took meanwhile.
    func read(span: Duration, decoding: Duration) -> LoadReading
}

/// Of a system that tells nothing.
final class SilentMeter: LoadMeter {
    func read(span: Duration, decoding: Duration) -> LoadReading { LoadReading(span: span) }
}

/// What the system asks its apps to spare for.
struct DeviceState: Equatable, Sendable {
    var heat = LoadReading.Heat.nominal
    var isLowPower = false

    /// What of the capacity is used. Serious heat: a third less, so that the device cools before it throttles; critical:
    /// the system asks for the least that makes sense. Low power: the user asked for less, not for nothing.
    var factor: Double {
        let byHeat = heat == .critical ? 0.35 : heat == .serious ? 0.65 : 1
        return min(byHeat, isLowPower ? 0.7 : 1)
    }

    var reason: String? { heat >= .serious ? "hot device" : isLowPower ? "low power mode" : nil }
}
