/// One component of a picture, as its samples lie in memory; valid while the picture is mapped.
package struct PlaneSamples {
    /// The first sample of the first row.
    package var base: UnsafeRawPointer
    /// Bytes from one row to the next.
    package var rowStride: Int
    /// Bytes from one sample to the next: more than a sample's own where components alternate.
    package var sampleStride: Int
    package var width: Int
    package var height: Int
    /// Bits of a sample. More than 8 take two bytes, the lower one first.
    package var depth: Int
    /// Unused bits below the sample in its bytes.
    package var shift = 0

    package init(
        base: UnsafeRawPointer, rowStride: Int, sampleStride: Int, width: Int, height: Int, depth: Int, shift: Int = 0
    ) {
        (self.base, self.rowStride, self.sampleStride) = (base, rowStride, sampleStride)
        (self.width, self.height, self.depth, self.shift) = (width, height, depth, shift)
    }

    /// Copies a row, each sample multiplied by `scale`.
    package func copyRow(_ row: Int, to target: UnsafeMutablePointer<Float>, scale: Float) {
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

    /// One sample.
    package func value(x: Int, y: Int) -> Int {
        let place = base + y * rowStride + x * sampleStride
        guard depth > 8 else { return Int(place.load(as: UInt8.self)) >> shift }
        return Int(UInt16(littleEndian: place.loadUnaligned(as: UInt16.self)) >> UInt16(shift))
    }
}
