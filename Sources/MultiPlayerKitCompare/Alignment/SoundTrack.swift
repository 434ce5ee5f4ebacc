import Foundation

/// The sound of one take, as alignment needs it: its samples, and how loud its bands are.
struct SoundTrack {
    /// Samples a second. Enough for what tells places in speech and music apart, and for a hundredth of a frame.
    static let rate = 8_000
    /// Samples per value of the loudness: a hundredth of a second.
    static let step = 80
    /// Lower edges of the bands in hertz; the last is the upper edge of the highest.
    private static let bands = [120.0, 400, 900, 1_800, 3_600]

    /// Seconds from the first frame to the first sample.
    let start: Double
    /// 16 bits each: an hour takes 58 MB.
    private(set) var samples: [Int16]

    init(start: Double, samples: [Int16] = []) {
        (self.start, self.samples) = (start, samples)
    }

    var length: Double { Double(samples.count) / Double(Self.rate) }
    var end: Double { start + length }

    /// Adds what is heard at a time, counted from the first frame.
    mutating func append(_ more: some Collection<Float>, at time: Double) {
        // Times jitter by some samples where a container rounds them; a hole is longer.
        let place = Int((time - start) * Double(Self.rate))
        if place > samples.count + Self.rate / 10 {
            samples.append(contentsOf: repeatElement(0, count: place - samples.count))
        }
        for sample in more { samples.append(Int16(min(max(sample, -1), 1) * 32_767)) }
    }

    /// The loudness of each band, every hundredth of a second.
    func loudness() -> ActivityCurve {
        let window = 256
        let transform = FourierTransform(length: window)
        let shape = (0..<window).map { place -> Float in
            let angle = 2 * Double.pi * (Double(place) + 0.5) / Double(window)
            return Float(0.5 - 0.5 * cos(angle)) / 32_768
        }
        let edges = Self.bands.map { Int($0 / Double(Self.rate) * Double(window)) }
        let count = samples.count >= window ? (samples.count - window) / Self.step + 1 : 0
        var channels = [[Float]](repeating: .init(repeating: 0, count: count), count: edges.count - 1)
        var piece = [Float](repeating: 0, count: window)
        for index in 0..<count {
            let from = index * Self.step
            for place in 0..<window { piece[place] = Float(samples[from + place]) * shape[place] }
            let spectrum = transform.spectrum(of: piece)
            for band in channels.indices {
                var sum: Float = 0
                for bin in edges[band]..<edges[band + 1] {
                    sum += spectrum.real[bin] * spectrum.real[bin] + spectrum.imaginary[bin] * spectrum.imaginary[bin]
                }
                channels[band][index] = sum
            }
        }
        for band in channels.indices {
            // What is as loud as the quieter half of a take is its noise.
            let floor = max(Self.median(channels[band]), 1e-9)
            for index in 0..<count { channels[band][index] = Float(log(Double(channels[band][index] + floor))) }
        }
        return ActivityCurve(
            channels, rate: Double(Self.rate / Self.step), start: start + Double(window) / 2 / Double(Self.rate),
            trend: 2)
    }

    private static func median(_ values: [Float]) -> Float {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }

    /// Samples from a time on; zeros where it has none.
    func stretch(from time: Double, count: Int) -> (samples: [Float], start: Double) {
        let first = Int(((time - start) * Double(Self.rate)).rounded())
        let known = (first..<first + count).clamped(to: samples.indices)
        let before = min(max(-first, 0), count)
        let stretch =
            [Float](repeating: 0, count: before) + samples[known].map { Float($0) }
            + [Float](repeating: 0, count: count - before - known.count)
        return (stretch, start + Double(first) / Double(Self.rate))
    }

    /// How loud a stretch is.
    func energy(from time: Double, count: Int) -> Float {
        let first = Int(((time - start) * Double(Self.rate)).rounded())
        let range = max(first, 0)..<max(max(first, 0), min(first + count, samples.count))
        return samples[range].reduce(0) { $0 + Float($1) * Float($1) }
    }
}
