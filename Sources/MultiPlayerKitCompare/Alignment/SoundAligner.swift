import Foundation

/// Brings two sounds into line: first by the loudness of their bands, then sample by sample at several places.
///
/// The samples decide: loudness only says where to compare them. Places that fit one line within a millisecond or two
/// agree by chance once in many thousand tries, however alike two recordings sound.
struct SoundAligner {
    /// Lags that are compared sample by sample.
    private static let candidates = 8
    /// Places at which samples are compared, over the time that both have in common.
    private static let places = 14
    /// Samples of the reference at a place: a second.
    private static let stretch = 8_192
    /// How far a place may lie from where the loudness says, in seconds: its values are a hundredth apart.
    private static let reach = 0.06
    /// How close the places have to lie to one line, in seconds.
    private static let tolerance = 0.002
    /// Hertz that are compared: hum and what codecs leave out are not.
    private static let band = 150.0..<3_400.0

    private let transforms = FourierTransforms()

    /// What fits best; its confidence may be nothing.
    func align(_ other: SoundTrack, with reference: SoundTrack) -> AlignmentEstimate? {
        let curves = (reference.loudness(), other.loudness())
        let candidates = LagSearch().candidates(for: curves.0, in: curves.1, count: Self.candidates)
        let fits = candidates.compactMap { fit($0, other, reference) }.sorted { $0.score > $1.score }
        guard let best = fits.first else { return nil }
        let rival = fits.dropFirst().first { $0.isApart(from: best) }
        return AlignmentEstimate(
            offset: best.line.lag, speed: 1 + best.line.slope, confidence: Self.confidence(best, rival))
    }

    /// How well one candidate fits.
    private struct Fit {
        var line: LineFit
        var points: Int
        var span: Double
        /// The sum over the places that lie on the line of how much both sounds have in common there, 0…1 each, divided
        /// by the number of all places.
        var score: Double

        func isApart(from other: Fit) -> Bool {
            abs(line.lag - other.line.lag) > 0.01 || abs(line.slope - other.line.slope) > 0.0005
        }
    }

    private static func confidence(_ best: Fit, _ rival: Fit?) -> Double {
        // Five places that lie on one line: by chance each does once in thirty tries.
        guard best.line.count >= 5, best.line.count * 2 >= best.points else { return 0 }
        return AlignmentEstimate.confidence(best.score, rival: rival?.score ?? 0)
    }

    private func fit(_ candidate: LagSearch.Candidate, _ other: SoundTrack, _ reference: SoundTrack) -> Fit? {
        let length = Double(Self.stretch) / Double(SoundTrack.rate)
        let low = max(reference.start, other.start - candidate.lag + 0.1)
        let high = min(reference.start + reference.length, other.start + other.length - candidate.lag - 0.1) - length
        guard high - low > LagSearch.shortest - length - 0.3 else { return nil }
        var points: [LineFit.Point] = []
        for part in 0..<Self.places {
            // The loudest of some stretches near each place.
            let share = (high - low) / Double(Self.places)
            let tries = (0..<4).map { low + share * (Double(part) + Double($0) / 4) }
            guard
                let time = tries.max(by: {
                    reference.energy(from: $0, count: Self.stretch) < reference.energy(from: $1, count: Self.stretch)
                })
            else { continue }
            if let point = compare(at: time, candidate, other, reference) { points.append(point) }
        }
        guard let line = LineFit(points, tolerance: Self.tolerance, steepest: LagSearch.drift) else { return nil }
        let weight = zip(points, line.isOnLine).reduce(0) { $0 + ($1.1 ? $1.0.weight : 0) }
        return Fit(
            line: line, points: points.count, span: high - low, score: weight / Double(max(points.count, 1)))
    }

    /// The lag at one place, weighted by how much both have in common there.
    private func compare(
        at time: Double, _ candidate: LagSearch.Candidate, _ other: SoundTrack, _ reference: SoundTrack
    ) -> LineFit.Point? {
        let reach = Self.reach + LagSearch.drift * abs(time - candidate.at)
        let margin = Int(reach * Double(SoundTrack.rate))
        let (own, start) = reference.stretch(from: time, count: Self.stretch)
        let theirs = other.stretch(
            from: time + candidate.lag - reach, count: Self.stretch + 2 * margin)
        let transform = transforms.atLeast(Self.stretch + 2 * margin)
        let bins =
            Int(
                Self.band.lowerBound / Double(SoundTrack.rate) * Double(transform.length))..<Int(
                Self.band.upperBound / Double(SoundTrack.rate) * Double(transform.length))
        func spectrum(_ samples: [Float]) -> Spectrum {
            transform.spectrum(of: samples + [Float](repeating: 0, count: transform.length - samples.count))
                .flattened(bins)
        }
        let (one, two) = (spectrum(own), spectrum(theirs.samples))
        let norm = (one.energy * two.energy).squareRoot() / Float(transform.length)
        guard norm > 0 else { return nil }
        let sums = transform.samples(of: one.correlated(with: two)).prefix(2 * margin + 1)
        guard let peak = sums.indices.max(by: { sums[$0] < sums[$1] }), peak > 0, peak < sums.count - 1 else {
            return nil
        }
        // The top of the parabola through three samples.
        let (before, at, after) = (sums[peak - 1], sums[peak], sums[peak + 1])
        let bend = before - 2 * at + after
        let shift = bend < 0 ? Double((before - after) / (2 * bend)) : 0
        let lag = theirs.start + (Double(peak) + shift) / Double(SoundTrack.rate) - start
        return LineFit.Point(time: start, lag: lag, weight: Double(max(at / norm, 0)))
    }
}
