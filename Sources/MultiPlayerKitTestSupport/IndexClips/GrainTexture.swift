import Foundation

/// Strips of film grain, made once per clip and copied row by row into its frames.
///
/// Grain that is new in every frame would have to be computed for every pixel. A strip much wider than the picture,
/// read at another offset in every frame, looks the same to an encoder: the jumps are far longer than any motion
/// search.
struct GrainTexture {
    /// Samples in a row.
    let width: Int
    /// Rows.
    let height: Int
    private let bytesPerSample: Int
    private let bytes: [UInt8]

    /// A strip of grain on a ground.
    ///
    /// - Parameters:
    ///   - depth: bits of a sample; above 8, each takes two bytes and the levels are shifted up.
    ///   - strength: how far the grain moves luma, as a standard deviation in levels, roughly; 0 is no grain.
    ///   - ground: luma of a row without grain, in levels of 8 bits.
    init(width: Int, height: Int, depth: Int, strength: Int, seed: UInt64, ground: (Int) -> UInt8) {
        self.width = width
        self.height = height
        let bytesPerSample = depth > 8 ? 2 : 1
        self.bytesPerSample = bytesPerSample
        self.bytes = [UInt8](unsafeUninitializedCapacity: width * height * bytesPerSample) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            var random = SplitMix(seed: seed)
            for y in 0..<height {
                let level = Int(ground(y))
                let row = base + y * width * bytesPerSample
                guard strength > 0 else {
                    fillSamples(row, with: level << (depth - 8), count: width, bytesPerSample: bytesPerSample)
                    continue
                }
                var before = 0
                for x in 0..<width {
                    // The sum of four bytes of noise is close to a normal distribution with a standard deviation of
                    // 148.
                    let bits = random.next()
                    let noise =
                        Int(bits & 0xFF) + Int(bits >> 8 & 0xFF) + Int(bits >> 16 & 0xFF) + Int(bits >> 24 & 0xFF) - 510
                    // Neighbours share half of it: grains are larger than a pixel.
                    let value = min(max(level + (noise + before) * strength / 209, 1), 254)
                    before = noise
                    storeSample(value << (depth - 8), at: row + x * bytesPerSample, bytesPerSample)
                }
            }
            count = width * height * bytesPerSample
        }
    }

    /// Copies a part of a row; the row number wraps around.
    ///
    /// - Parameters:
    ///   - row: any row from 0 on.
    ///   - offset: first sample to take; `offset + count` must not exceed `width`.
    func copy(row: Int, offset: Int, count: Int, to target: UnsafeMutablePointer<UInt8>) {
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            let start = base + ((row % height) * width + offset) * bytesPerSample
            memcpy(target, start, count * bytesPerSample)
        }
    }
}

/// Writes one sample of one byte, or of two bytes, little-endian.
func storeSample(_ value: Int, at target: UnsafeMutablePointer<UInt8>, _ bytesPerSample: Int) {
    target[0] = UInt8(value & 0xFF)
    if bytesPerSample == 2 { target[1] = UInt8(value >> 8) }
}

/// Writes the same sample repeatedly; fast even without optimisation.
func fillSamples(_ target: UnsafeMutablePointer<UInt8>, with value: Int, count: Int, bytesPerSample: Int) {
    guard count > 0 else { return }
    guard bytesPerSample == 2 else {
        memset(target, Int32(value), count)
        return
    }
    storeSample(value, at: target, 2)
    var done = 2
    while done < 2 * count {
        let more = min(done, 2 * count - done)
        memcpy(target + done, target, more)
        done += more
    }
}
