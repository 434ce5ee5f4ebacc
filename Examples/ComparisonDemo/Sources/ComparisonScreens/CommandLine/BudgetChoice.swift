/// How much may be decoded at once.
public enum BudgetChoice: Sendable, Equatable {
    /// What the machine can carry is learned.
    case auto
    /// Everyone decodes everything.
    case off
    /// At most so many decoders, and macroblocks a second in the sum of all; what is not said is learned.
    case limit(pipelines: Int, macroblocksPerSecond: Double?)

    static let pipelines = 1...1_000
    /// From one 16x16 picture a second to far beyond any machine.
    static let macroblocks = 1.0...999_999_999.0
}
