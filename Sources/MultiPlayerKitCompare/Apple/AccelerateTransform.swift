#if canImport(Accelerate)
    import Accelerate

    /// Transforms of one length between time and frequency, by Accelerate. Used from one thread.
    final class FourierTransform {
        /// Samples in time.
        let length: Int
        private let exponent: vDSP_Length
        private let setup: FFTSetup

        /// - Parameter length: A power of two.
        init(length: Int) {
            precondition(length > 1 && length & (length - 1) == 0, "the length is a power of two")
            self.length = length
            exponent = vDSP_Length(length.trailingZeroBitCount)
            guard let setup = vDSP_create_fftsetup(exponent, FFTRadix(kFFTRadix2)) else {
                preconditionFailure("there is no memory for a transform of \(length) samples")
            }
            self.setup = setup
        }

        deinit { vDSP_destroy_fftsetup(setup) }

        /// The spectrum of `length` samples.
        func spectrum(of samples: [Float]) -> Spectrum {
            precondition(samples.count == length)
            let half = length / 2
            // Even samples are its real parts, odd ones its imaginary parts; what comes out is twice the sums.
            var real = (0..<half).map { samples[2 * $0] / 2 }
            var imaginary = (0..<half).map { samples[2 * $0 + 1] / 2 }
            transform(&real, &imaginary, kFFTDirection_Forward)
            // The highest frequency comes in the place of the lowest one's imaginary part, which is always zero.
            real.append(imaginary[0])
            imaginary[0] = 0
            imaginary.append(0)
            return Spectrum(real: real, imaginary: imaginary)
        }

        /// The samples of a spectrum, so that a way there and back changes nothing.
        func samples(of spectrum: Spectrum) -> [Float] {
            let half = length / 2
            var real = Array(spectrum.real.prefix(half))
            var imaginary = Array(spectrum.imaginary.prefix(half))
            imaginary[0] = spectrum.real[half]
            transform(&real, &imaginary, kFFTDirection_Inverse)
            let scale = 1 / Float(length)
            var samples = [Float](repeating: 0, count: length)
            for index in 0..<half {
                samples[2 * index] = real[index] * scale
                samples[2 * index + 1] = imaginary[index] * scale
            }
            return samples
        }

        private func transform(_ real: inout [Float], _ imaginary: inout [Float], _ direction: Int) {
            real.withUnsafeMutableBufferPointer { real in
                imaginary.withUnsafeMutableBufferPointer { imaginary in
                    guard let realp = real.baseAddress, let imagp = imaginary.baseAddress else { return }
                    var split = DSPSplitComplex(realp: realp, imagp: imagp)
                    vDSP_fft_zrip(setup, &split, 1, exponent, FFTDirection(direction))
                }
            }
        }
    }
#endif
