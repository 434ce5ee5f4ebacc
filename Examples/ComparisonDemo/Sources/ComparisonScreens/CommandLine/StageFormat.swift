/// Size of the stage in pixels: both sides even, 16 to 7680.
///
/// Even, because a recording halves the colour planes; 7680 is the width of 8K.
public struct StageSize: Sendable, Equatable, CustomStringConvertible {
    static let sides = 16...7680

    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public var description: String { "\(width)x\(height)" }
}

/// Ticks a second as an exact fraction in lowest terms, 1 to 240.
///
/// `59.94` is exactly 2997/50; write `60000/1001` for the rate that video calls 59.94.
public struct TickRate: Sendable, Equatable, CustomStringConvertible {
    static let slowest = 1
    static let fastest = 240
    /// Largest numerator or denominator: enough for `240000/1001` and for four digits after the point.
    static let largestTerm = 10_000_000

    public let numerator: Int
    public let denominator: Int

    /// Reduces the fraction. Both terms must be positive.
    public init(numerator: Int, denominator: Int) {
        precondition(numerator > 0 && denominator > 0, "a tick rate has positive terms")
        var (divisor, rest) = (numerator, denominator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// The nearest `Double`, for display.
    public var value: Double { Double(numerator) / Double(denominator) }

    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

    /// Whether an interval holds at least one tick. Exact.
    func ticks(within interval: Duration) -> Bool { interval * numerator >= .seconds(denominator) }
}
