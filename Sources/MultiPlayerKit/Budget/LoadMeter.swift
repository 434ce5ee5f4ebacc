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
