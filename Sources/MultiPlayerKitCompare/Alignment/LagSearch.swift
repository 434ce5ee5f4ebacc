/// Finds where one activity curve may lie in another: candidates, not answers.
struct LagSearch {
    /// One way in which both may lie.
    struct Candidate {
        /// Other time minus reference time, in seconds, at the reference time `at`.
        var lag: Double
        var at: Double
        /// How well all stretches fit, in standard deviations of what chance brings.
        var score: Double
    }

    /// Seconds of the reference that are looked for at a time. Long enough to be unmistakable, short enough for a
    /// difference in speed of 0.1 % to shift its ends by a hundredth of a second only.
    var stretch = 20.0
    /// The largest difference in speed.
    static let drift = 0.0012
    /// The shortest time in common.
    static let shortest = 5.0
    /// Enough to be sure of hours, and few enough to search them in seconds.
    private static let mostStretches = 24
    /// Candidates that lie closer together are one.
    var distance = 0.25

    /// The best candidates, best first.
    func candidates(for reference: ActivityCurve, in other: ActivityCurve, count: Int) -> [Candidate] {
        let rows = rows(for: reference, in: other)
        var found: [Candidate] = []
        for row in rows {
            for peak in row.peaks(8, apart: Int(distance * reference.rate)) {
                let lag = row.lag(at: peak)
                let score = score(of: lag, at: row.middle, in: rows)
                found.append(Candidate(lag: lag, at: row.middle, score: score))
            }
        }
        found.sort { $0.score > $1.score }
        var kept: [Candidate] = []
        for candidate in found where kept.count < count {
            let isNew = kept.allSatisfy {
                abs($0.lag - candidate.lag) > distance + Self.drift * abs($0.at - candidate.at)
            }
            if isNew { kept.append(candidate) }
        }
        return kept
    }

    /// The likenesses of one stretch of the reference with all of the other.
    private struct Row {
        /// The reference time of the stretch's middle.
        var middle: Double
        var rate: Double
        /// The lag of the first likeness.
        var first: Double
        /// In standard deviations.
        var likeness: [Float]

        func lag(at index: Int) -> Double { first + Double(index) / rate }

        /// The greatest likeness near a lag.
        func best(near lag: Double, within tolerance: Double) -> Float? {
            let low = Int(((lag - tolerance - first) * rate).rounded(.up))
            let high = Int(((lag + tolerance - first) * rate).rounded(.down))
            guard low < likeness.count, high >= 0 else { return nil }
            return likeness[max(low, 0)...max(max(low, 0), min(high, likeness.count - 1))].max()
        }

        func peaks(_ count: Int, apart: Int) -> [Int] {
            let order = likeness.indices.filter { index in
                (index == 0 || likeness[index - 1] <= likeness[index])
                    && (index + 1 == likeness.count || likeness[index + 1] < likeness[index])
            }.sorted { likeness[$0] > likeness[$1] }
            var kept: [Int] = []
            for index in order where kept.allSatisfy({ abs($0 - index) >= apart }) {
                kept.append(index)
                if kept.count == count { break }
            }
            return kept
        }
    }

    private func rows(for reference: ActivityCurve, in other: ActivityCurve) -> [Row] {
        let rate = reference.rate
        let length = min(Int(stretch * rate), reference.count, other.count)
        guard length >= Int(Self.shortest * rate) else { return [] }
        let margin = length - Int(Self.shortest * rate)
        let padding = [Float](repeating: 0, count: margin)
        let padded = other.channels.map { padding + $0 + padding }
        let transform = FourierTransforms().atLeast(padded[0].count)
        func spectrum(_ values: some Collection<Float>) -> Spectrum {
            transform.spectrum(of: values + [Float](repeating: 0, count: transform.length - values.count))
        }
        let spectra = padded.map(spectrum)
        let energies = Self.energies(padded, window: length)
        // Where both are quiet, nothing is alike.
        let least = Float(length * padded.count) * 0.2
        let last = reference.count - length
        let count = min(last > 0 ? 2 + (last - 1) / (length / 2) : 1, Self.mostStretches)
        return (0..<count).map { number in
            let start = count > 1 ? last * number / (count - 1) : 0
            let patterns = reference.channels.map { $0[start..<start + length] }
            let own = max(patterns.reduce(0) { $0 + $1.reduce(0) { $0 + $1 * $1 } }, least)
            var common = spectrum(patterns[0]).correlated(with: spectra[0])
            for channel in patterns.indices.dropFirst() {
                common.add(spectrum(patterns[channel]).correlated(with: spectra[channel]))
            }
            var likeness = zip(transform.samples(of: common), energies).map { $0 / (own * max($1, least)).squareRoot() }
            let power = likeness.reduce(0) { $0 + $1 * $1 } / Float(likeness.count)
            let scale = power > 0 ? 1 / power.squareRoot() : 0
            for index in likeness.indices { likeness[index] *= scale }
            return Row(
                middle: reference.start + Double(start + length / 2) / rate, rate: rate,
                first: other.start - Double(margin) / rate - reference.start - Double(start) / rate,
                likeness: likeness)
        }
    }

    /// The energy of each stretch of a length, of all channels together.
    private static func energies(_ channels: [[Float]], window: Int) -> [Float] {
        var sum = channels.reduce(0) { $0 + $1.prefix(window).reduce(0.0) { $0 + Double($1 * $1) } }
        var result = [Float(sum)]
        for index in window..<max(channels[0].count, window) {
            for channel in channels {
                let (new, old) = (Double(channel[index]), Double(channel[index - window]))
                sum += new * new - old * old
            }
            result.append(Float(max(sum, 0)))
        }
        return result
    }

    /// How well a lag fits every stretch, as one number that chance alone gives a deviation of one.
    private func score(of lag: Double, at time: Double, in rows: [Row]) -> Double {
        var (sum, count) = (0.0, 0.0)
        for row in rows {
            let tolerance = 0.02 + Self.drift * abs(row.middle - time)
            guard let best = row.best(near: lag, within: tolerance) else { continue }
            sum += Double(best)
            count += 1
        }
        // Stretches overlap by half.
        return count > 0 ? sum / count.squareRoot() : 0
    }
}
