/// What one way of looking has found: not yet an answer.
struct AlignmentEstimate {
    /// The other's time at the reference's first frame, in seconds.
    var offset: Double
    /// The other's seconds per second of the reference.
    var speed: Double
    /// 0…1.
    var confidence: Double

    /// Less is no answer: the next best way fits more than five sixths as well.
    private static let leastConfidence = 0.5

    var isSure: Bool { confidence >= Self.leastConfidence }

    /// How sure something is that fits so well, and its rival so well.
    ///
    /// The fourth power tells what is alike from what is the same: in music with a beat the sound of one bar fits
    /// another to three quarters, and where bars repeat exactly, to all but the noise.
    static func confidence(_ fit: Double, rival: Double) -> Double {
        let part = fit > 0 ? min(max(rival / fit, 0), 1) : 1
        return 1 - part * part * part * part
    }
}
