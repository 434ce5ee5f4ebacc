#if canImport(CoreVideo)
    import CoreVideo

    /// The components of a buffer of 4:2:0 with 8 bits in two planes, which stays locked for as long as this exists.
    package final class LockedPlanes {
        /// Luma, blue and red differences.
        package let planes: [PlaneSamples]
        private let buffer: CVPixelBuffer

        /// `nil` for a buffer whose pixels cannot be read, as of a protected file.
        package init?(_ buffer: CVPixelBuffer) {
            guard CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess else { return nil }
            guard let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
                let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
            else {
                CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
                return nil
            }
            func samples(_ base: UnsafeRawPointer, _ plane: Int, step: Int) -> PlaneSamples {
                PlaneSamples(
                    base: base, rowStride: CVPixelBufferGetBytesPerRowOfPlane(buffer, plane), sampleStride: step,
                    width: CVPixelBufferGetWidthOfPlane(buffer, plane),
                    height: CVPixelBufferGetHeightOfPlane(buffer, plane), depth: 8)
            }
            // Blue and red differences alternate in the second plane.
            planes = [samples(luma, 0, step: 1), samples(chroma, 1, step: 2), samples(chroma + 1, 1, step: 2)]
            self.buffer = buffer
        }

        deinit { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    }
#endif
