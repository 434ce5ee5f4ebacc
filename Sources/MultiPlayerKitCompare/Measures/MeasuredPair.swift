/// Two pictures that are due at one time, and how far they are apart.
public struct MeasuredPair: Hashable, Sendable {
    /// Group time.
    public var time: Duration
    /// Item time of the reference's frame, from its first one.
    public var referenceTime: Duration
    /// Item time of the other's frame, from its first one.
    public var otherTime: Duration
    public var measures: PictureMeasures

    /// Creates a pair.
    public init(time: Duration, referenceTime: Duration, otherTime: Duration, measures: PictureMeasures) {
        (self.time, self.referenceTime, self.otherTime) = (time, referenceTime, otherTime)
        self.measures = measures
    }
}

/// What a run of measuring has found.
public struct MeasuredComparison: Hashable, Sendable {
    /// In order of time, one for each frame of the reference in the time that both videos have.
    public var pairs: [MeasuredPair]

    /// Creates a comparison.
    public init(pairs: [MeasuredPair]) {
        self.pairs = pairs
    }

    /// All pairs together; `nil` for none.
    public var mean: PictureMeasures? { .mean(of: pairs.map(\.measures)) }

    /// The pairs furthest apart, the worst first.
    ///
    /// - Parameters:
    ///   - count: how many at most.
    ///   - distance: how far they are apart in time at least, so that a bad second is one of them and not all.
    public func worst(_ count: Int = 10, apart distance: Duration = .milliseconds(500)) -> [MeasuredPair] {
        var found: [MeasuredPair] = []
        for pair in pairs.sorted(by: { $0.measures.psnr < $1.measures.psnr }) {
            guard found.count < count else { break }
            guard pair.measures.meanSquaredError > 0 else { break }
            if found.allSatisfy({ abs($0.time - pair.time) >= distance }) { found.append(pair) }
        }
        return found
    }
}

private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
