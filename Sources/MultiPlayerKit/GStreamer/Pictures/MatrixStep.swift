#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Converts matrix and range of pictures in the canvas's layout.
    ///
    /// zimg can do this too, but in floating point and at full chroma: 0.39 ms for 640x360, which makes two 720p30
    /// clips 1.17 times as expensive. Here each sample is a sum of integers.
    final class MatrixStep: PictureStep {
        private let from: PictureFormat
        private let result: Picture
        private let shift: UnsafeMutablePointer<Int32>
        private var matrix: mpk_matrix

        /// `nil` if more than matrix and range differ, or the matrix is not one of luma and colour differences.
        ///
        /// - Parameter from: the source format, with even sides.
        init?(from: PictureFormat, to result: Picture) {
            guard !from.colour.hasOtherGamut, !from.colour.transfer.isHDR, from.width % 2 == 0, from.height % 2 == 0,
                mpk_is_canvas_layout(from.info) != 0, let weights = from.colour.matrix.weights,
                let matrix = Self.matrix(weights, isFull: from.colour.range == .full)
            else { return nil }
            (self.from, self.result, self.matrix) = (from, result, matrix)
            shift = .allocate(capacity: from.width)
        }

        deinit { shift.deallocate() }

        func run(_ picture: Picture) -> Picture? {
            guard let source = mpk_map(from.info, picture.buffer, 0) else { return nil }
            defer { mpk_unmap(source) }
            guard let target = mpk_map(result.format.info, result.buffer, 1) else { return nil }
            defer { mpk_unmap(target) }
            mpk_change_matrix(source, target, &matrix, shift)
            return result
        }

        /// The conversion to BT.709 in limited range.
        private static func matrix(_ from: (red: Double, blue: Double), isFull: Bool) -> mpk_matrix? {
            let to = (red: 0.2126, blue: 0.0722)
            // Red, green and blue for colour differences of 1 and luma 0.
            let (u, v) = (2 * (1 - from.blue), 2 * (1 - from.red))
            let green = 1 - from.red - from.blue
            func luma(_ red: Double, _ green: Double, _ blue: Double) -> Double {
                to.red * red + (1 - to.red - to.blue) * green + to.blue * blue
            }
            // U alone contributes blue and green, V alone red and green.
            let lumaU = luma(0, -u * from.blue / green, u)
            let lumaV = luma(v, -v * from.red / green, 0)
            let (scale, chroma, zero) = isFull ? (219.0 / 255, 224.0 / 255, 0.0) : (1, 1, 16)
            func parts(_ value: Double) -> Int32 { Int32((value * 8_192).rounded()) }
            // In limited range luma has 219 levels and chroma 224; in full range both have 255.
            let lumaPerChroma = isFull ? 219.0 / 255 : 219.0 / 224
            var result = mpk_matrix()
            result.luma = parts(scale)
            result.luma_u = parts(lumaU * lumaPerChroma)
            result.luma_v = parts(lumaV * lumaPerChroma)
            result.luma_offset = parts(16.5 - zero * scale) - 128 * (result.luma_u + result.luma_v)
            result.u_u = parts((u - lumaU) / (2 * (1 - to.blue)) * chroma)
            result.u_v = parts(-lumaV / (2 * (1 - to.blue)) * chroma)
            result.v_u = parts(-lumaU / (2 * (1 - to.red)) * chroma)
            result.v_v = parts((v - lumaV) / (2 * (1 - to.red)) * chroma)
            result.u_offset = parts(128.5) - 128 * (result.u_u + result.u_v)
            result.v_offset = parts(128.5) - 128 * (result.v_u + result.v_v)
            return result
        }
    }
#endif
