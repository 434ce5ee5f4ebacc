/// Frames (or ticks) per second as a ratio of whole numbers: 30000/1001 is exact, 29.97 is not. Kept in lowest terms.
public struct FrameRate: Hashable, Sendable, CustomStringConvertible {
    /// Frames in `denominator` seconds; greater than zero.
    public let numerator: Int64
    public let denominator: Int64

    /// - Precondition: both greater than zero.
    public init(_ numerator: Int64, _ denominator: Int64 = 1) {
        precondition(numerator > 0 && denominator > 0, "a frame rate is a ratio of whole numbers greater than zero")
        var (divisor, rest) = (numerator, denominator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// The rate that a decimal customarily means: 23.976, 29.97, 59.94 become n × 1000/1001, others n/1000; `nil` below
    /// 0.001, from 100,000 on and for NaN.
    public init?(decimal: Double) {
        guard decimal.isFinite, decimal >= 0.001, decimal < 100_000 else { return nil }
        let ntsc = (decimal * 1.001).rounded()
        if decimal != decimal.rounded(), abs(decimal - ntsc / 1.001) < 0.005 {
            self.init(Int64(ntsc) * 1000, 1001)
        } else {
            self.init(Int64((decimal * 1000).rounded()), 1000)
        }
    }

    /// For display and comparisons; not for times.
    public var perSecond: Double { Double(numerator) / Double(denominator) }

    /// Length of one frame, rounded down to the nanosecond. To get a frame's time, use ``time(ofFrame:)``.
    public var frameDuration: Duration { time(ofFrame: 1) }

    /// When frame `index` is due, counted from frame 0: exact before one rounding down to the nanosecond.
    public func time(ofFrame index: Int64) -> Duration {
        let product = Int128(index) * Int128(denominator) * 1_000_000_000
        let rate = Int128(numerator)
        let quotient = product / rate
        return .nanoseconds(Int64(clamping: product % rate < 0 ? quotient - 1 : quotient))
    }

    /// Tolerance for containers and clocks that round to nanoseconds. The least distance between a frame and a tick that
    /// do not coincide is 8.3 µs at the customary rates (119.88 against 120), so one microsecond cannot confuse two frames.
    static let grace = Duration.microseconds(1)

    /// The frame due at `time`: the last one that begins at most the grace (1 µs) after it.
    public func frame(at time: Duration) -> Int64 {
        let product = (Int128(time.nanoseconds) + Int128(Self.grace.nanoseconds)) * Int128(numerator)
        let unit = Int128(denominator) * 1_000_000_000
        let quotient = product / unit
        return Int64(clamping: product % unit < 0 ? quotient - 1 : quotient)
    }

    public var description: String {
        denominator == 1 ? "\(numerator)" : String(Double((perSecond * 1000).rounded()) / 1000)
    }
}
