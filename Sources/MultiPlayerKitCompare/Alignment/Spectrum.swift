/// The frequencies of a stretch of samples, from zero to half the sampling rate.
struct Spectrum {
    var real: [Float]
    var imaginary: [Float]

    /// Multiplies the other by the conjugate of this: the spectrum of how alike both are, lag by lag.
    func correlated(with other: Spectrum) -> Spectrum {
        Spectrum(
            real: real.indices.map { real[$0] * other.real[$0] + imaginary[$0] * other.imaginary[$0] },
            imaginary: real.indices.map { real[$0] * other.imaginary[$0] - imaginary[$0] * other.real[$0] })
    }

    /// All frequencies within a band closer to equally strong, and none outside it: peaks become narrow, and a voice's
    /// overtones do not repeat them.
    func flattened(_ band: Range<Int>) -> Spectrum {
        var result = Spectrum(
            real: .init(repeating: 0, count: real.count), imaginary: .init(repeating: 0, count: real.count))
        for bin in band.clamped(to: real.indices) {
            let power = real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
            // The square root of the amplitude remains: equal amplitudes would let a microphone's noise count as much
            // as what it hears.
            let scale = power > 0 ? 1 / power.squareRoot().squareRoot() : 0
            (result.real[bin], result.imaginary[bin]) = (real[bin] * scale, imaginary[bin] * scale)
        }
        return result
    }

    mutating func add(_ other: Spectrum) {
        for bin in real.indices {
            real[bin] += other.real[bin]
            imaginary[bin] += other.imaginary[bin]
        }
    }

    var energy: Float {
        // A real signal's spectrum has every inner bin twice.
        var sum: Float = 0
        for bin in real.indices { sum += real[bin] * real[bin] + imaginary[bin] * imaginary[bin] }
        return sum * 2
    }
}

/// Transforms by their length: making one costs more than using it. Used from one thread.
final class FourierTransforms {
    private var made: [Int: FourierTransform] = [:]

    /// The transform for at least so many samples: of a power of two.
    func atLeast(_ count: Int) -> FourierTransform {
        var length = 16
        while length < count { length *= 2 }
        if let known = made[length] { return known }
        let transform = FourierTransform(length: length)
        made[length] = transform
        return transform
    }
}
