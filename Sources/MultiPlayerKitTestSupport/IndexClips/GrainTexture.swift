/// Strips of film grain, made once a clip and copied row by row into its frames.
///
/// Grain that is new in every frame would have to be drawn anew for every pixel. A strip much wider than the
/// picture, entered at another place in every frame, looks the same to an encoder: the jumps are far longer
/// than any motion search.
struct GrainTexture {
    /// Bytes in a row.
    let width: Int
    /// Rows.
    let height: Int
    private let bytes: [UInt8]

    /// A strip of grain on a ground.
    ///
    /// - Parameters:
    ///   - strength: how far the grain moves luma, as a standard deviation in levels, roughly; 0 is no grain.
    ///   - ground: luma of a row without grain.
    init(width: Int, height: Int, strength: Int, seed: UInt64, ground: (Int) -> UInt8) {
        self.width = width
        self.height = height
        self.bytes = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            var random = SplitMix(seed: seed)
            for y in 0..<height {
                let level = Int(ground(y))
                let row = base + y * width
                var before = 0
                for x in 0..<width {
                    guard strength > 0 else {
                        row[x] = UInt8(level)
                        continue
                    }
                    // Four bytes of noise added up are close to a bell curve with a deviation of 148.
                    let bits = random.next()
                    let noise =
                        Int(bits & 0xFF) + Int(bits >> 8 & 0xFF) + Int(bits >> 16 & 0xFF) + Int(bits >> 24 & 0xFF) - 510
                    // Neighbours share half of it: grains are larger than a pixel.
                    let value = level + (noise + before) * strength / 209
                    before = noise
                    row[x] = UInt8(min(max(value, 1), 254))
                }
            }
            count = width * height
        }
    }

    /// Copies a part of a row; the row number wraps around.
    ///
    /// - Parameters:
    ///   - row: any row from 0 on.
    ///   - offset: first byte to take; `offset + count` must not exceed `width`.
    func copy(row: Int, offset: Int, count: Int, to target: UnsafeMutablePointer<UInt8>) {
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            target.update(from: base + (row % height) * width + offset, count: count)
        }
    }
}
