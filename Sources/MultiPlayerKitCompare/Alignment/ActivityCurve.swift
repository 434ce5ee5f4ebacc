/// How much happens from moment to moment, in one channel or several: the loudness of bands, or motion.
struct ActivityCurve {
    /// Values a second.
    let rate: Double
    /// Seconds from the first frame to the middle of the first value.
    let start: Double
    /// Equally long; each without its slow changes, and of unit variance.
    private(set) var channels: [[Float]]

    var count: Int { channels.first?.count ?? 0 }
    var length: Double { Double(count) / rate }

    /// - Parameters:
    ///   - channels: as measured.
    ///   - trend: seconds over which a slow change is taken for none.
    init(_ channels: [[Float]], rate: Double, start: Double, trend: Double) {
        (self.rate, self.start) = (rate, start)
        self.channels = channels.map { Self.normalized($0, window: Int(trend * rate) | 1) }
    }

    /// How much happens in a time, counted like ``start``.
    func sum(in range: ClosedRange<Double>) -> Float {
        let low = min(max(Int((range.lowerBound - start) * rate), 0), count)
        let high = min(max(Int((range.upperBound - start) * rate), low), count)
        return channels.reduce(0) { $0 + $1[low..<high].reduce(0, +) }
    }

    private static func normalized(_ values: [Float], window: Int) -> [Float] {
        var result = zip(values, smoothed(values, window: window)).map { $0 - $1 }
        let power = result.reduce(0) { $0 + $1 * $1 } / Float(max(result.count, 1))
        guard power > 1e-12 else { return result.map { _ in 0 } }
        let scale = 1 / power.squareRoot()
        // One bang must not outweigh everything else.
        for index in result.indices { result[index] = min(max(result[index] * scale, -4), 4) }
        return result
    }

    /// The mean of the window around each value; shorter at the ends.
    static func smoothed(_ values: [Float], window: Int) -> [Float] {
        var sums: [Double] = [0]
        sums.reserveCapacity(values.count + 1)
        for value in values { sums.append(sums[sums.count - 1] + Double(value)) }
        let half = window / 2
        return values.indices.map { index in
            let (low, high) = (max(index - half, 0), min(index + half + 1, values.count))
            return Float((sums[high] - sums[low]) / Double(high - low))
        }
    }
}
