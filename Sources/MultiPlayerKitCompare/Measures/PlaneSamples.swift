/// One component of a picture, as its samples lie in memory; valid while the picture is mapped.
struct PlaneSamples {
    /// The first sample of the first row.
    var base: UnsafeRawPointer
    /// Bytes from one row to the next.
    var rowStride: Int
    /// Bytes from one sample to the next: more than a sample's own where components alternate.
    var sampleStride: Int
    var width: Int
    var height: Int
    /// Bits of a sample. More than 8 take two bytes, the lower one first.
    var depth: Int
    /// Unused bits below the sample in its bytes.
    var shift = 0

    /// Copies a row, each sample multiplied by `scale`.
    func copyRow(_ row: Int, to target: UnsafeMutablePointer<Float>, scale: Float) {
        let line = base + row * rowStride
        if depth <= 8, sampleStride == 1 {
            let bytes = line.assumingMemoryBound(to: UInt8.self)
            for x in 0..<width { target[x] = Float(bytes[x]) * scale }
        } else if depth <= 8 {
            let bytes = line.assumingMemoryBound(to: UInt8.self)
            for x in 0..<width { target[x] = Float(bytes[x * sampleStride]) * scale }
        } else {
            for x in 0..<width {
                let word = UInt16(littleEndian: line.loadUnaligned(fromByteOffset: x * sampleStride, as: UInt16.self))
                target[x] = Float(word >> UInt16(shift)) * scale
            }
        }
    }
}
