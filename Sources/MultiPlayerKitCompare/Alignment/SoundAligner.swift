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
    /// Samples of the reference at a place: 0.8 s, which with ``reach`` on both sides fit a transform of 8,192.
    private static let stretch = 6_600
    /// Seconds from one stretch of the reference to the next of which a place takes the loudest. The candidates then mostly
    /// share their stretches, and each is transformed once.
    private static let grid = 0.25
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
        let stretches = Stretches(of: reference)
        let fits = candidates.compactMap { fit($0, other, stretches) }.sorted { $0.score > $1.score }
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

    /// Stretches of the reference, each as loud as it is and transformed at most once per length.
    private final class Stretches {
        let track: SoundTrack
        private let energies: [Float]
        private var spectra: [Int: (length: Int, spectrum: Spectrum)] = [:]

        init(of track: SoundTrack) {
            self.track = track
            let last = track.length - Double(SoundAligner.stretch) / Double(SoundTrack.rate)
            energies = (0..<max(Int(last / SoundAligner.grid) + 1, 0)).map {
                track.energy(from: track.start + Double($0) * SoundAligner.grid, count: SoundAligner.stretch)
            }
        }

        func time(of index: Int) -> Double { track.start + Double(index) * SoundAligner.grid }

        /// The loudest that begins at some times.
        func loudest(in times: Range<Double>) -> Int? {
            let first = max(Int(((times.lowerBound - track.start) / SoundAligner.grid).rounded(.up)), 0)
            let end = Int(((times.upperBound - track.start) / SoundAligner.grid).rounded(.up))
            return (first..<max(min(end, energies.count), first)).max { energies[$0] < energies[$1] }
        }

        func spectrum(of index: Int, _ make: ([Float]) -> Spectrum, length: Int) -> Spectrum {
            if let known = spectra[index], known.length == length { return known.spectrum }
            let spectrum = make(track.stretch(from: time(of: index), count: SoundAligner.stretch).samples)
            spectra[index] = (length, spectrum)
            return spectrum
        }
    }

    private func fit(_ candidate: LagSearch.Candidate, _ other: SoundTrack, _ reference: Stretches) -> Fit? {
        let length = Double(Self.stretch) / Double(SoundTrack.rate)
        let (start, end) = (reference.track.start, reference.track.start + reference.track.length)
        let low = max(start, other.start - candidate.lag + 0.1)
        let high = min(end, other.start + other.length - candidate.lag - 0.1) - length
        guard high - low > LagSearch.shortest - length - 0.3 else { return nil }
        let share = (high - low) / Double(Self.places)
        let points = (0..<Self.places).compactMap { part -> LineFit.Point? in
            let first = low + share * Double(part)
            return reference.loudest(in: first..<first + share).flatMap { compare(at: $0, candidate, other, reference) }
        }
        guard let line = LineFit(points, tolerance: Self.tolerance, steepest: LagSearch.drift) else { return nil }
        let weight = zip(points, line.isOnLine).reduce(0) { $0 + ($1.1 ? $1.0.weight : 0) }
        return Fit(
            line: line, points: points.count, span: high - low, score: weight / Double(max(points.count, 1)))
    }

    /// The lag at one place, weighted by how much both have in common there.
    private func compare(
        at index: Int, _ candidate: LagSearch.Candidate, _ other: SoundTrack, _ reference: Stretches
    ) -> LineFit.Point? {
        let time = reference.time(of: index)
        let reach = Self.reach + LagSearch.drift * abs(time - candidate.at)
        let margin = Int(reach * Double(SoundTrack.rate))
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
        let one = reference.spectrum(of: index, spectrum, length: transform.length)
        let two = spectrum(theirs.samples)
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
        let lag = theirs.start + (Double(peak) + shift) / Double(SoundTrack.rate) - time
        return LineFit.Point(time: time, lag: lag, weight: Double(max(at / norm, 0)))
    }
}
