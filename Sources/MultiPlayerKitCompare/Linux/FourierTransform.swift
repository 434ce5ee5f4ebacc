#if canImport(CGStreamer)
    import CGStreamer

    /// Transforms of one length between time and frequency, by GStreamer's library. Used from one thread.
    final class FourierTransform {
        /// Samples in time: even.
        let length: Int
        private let forward: OpaquePointer
        private let inverse: OpaquePointer
        private var bins: [GstFFTF32Complex]

        /// - Parameter length: Even; quick for products of small primes.
        init(length: Int) {
            self.length = length
            forward = gst_fft_f32_new(gint(length), 0)
            inverse = gst_fft_f32_new(gint(length), 1)
            bins = .init(repeating: GstFFTF32Complex(r: 0, i: 0), count: length / 2 + 1)
        }

        deinit {
            gst_fft_f32_free(forward)
            gst_fft_f32_free(inverse)
        }

        /// The spectrum of `length` samples.
        func spectrum(of samples: [Float]) -> Spectrum {
            precondition(samples.count == length)
            gst_fft_f32_fft(forward, samples, &bins)
            return Spectrum(real: bins.map { $0.r }, imaginary: bins.map { $0.i })
        }

        /// The samples of a spectrum, so that a way there and back changes nothing.
        func samples(of spectrum: Spectrum) -> [Float] {
            let scale = 1 / Float(length)
            for bin in bins.indices {
                bins[bin] = GstFFTF32Complex(r: spectrum.real[bin] * scale, i: spectrum.imaginary[bin] * scale)
            }
            var samples = [Float](repeating: 0, count: length)
            gst_fft_f32_inverse_fft(inverse, bins, &samples)
            return samples
        }
    }
#endif
