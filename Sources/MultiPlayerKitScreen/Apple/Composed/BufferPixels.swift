#if canImport(AVFoundation)
    import AVFoundation
    import CoreGraphics
    import MultiPlayerKit

    /// The pixels of a buffer that a video output has handed out, as they are seen: turned as the file says.
    struct BufferPixels {
        /// Of the picture as it is seen, in pixels as they are stored.
        let width, height: Int
        private let planes: LockedPlanes
        /// From the picture as it is seen to the picture as it is stored.
        private let storing: CGAffineTransform
        private let isFullRange: Bool
        private let weights: (red: Double, blue: Double)?

        /// Pixels; no file has longer sides.
        private static let longest = 65_536.0

        /// `nil` for a buffer whose pixels cannot be read.
        ///
        /// - Parameter turn: the transform that the file specifies.
        init?(_ buffer: CVPixelBuffer, turnedBy turn: CGAffineTransform) {
            guard let planes = LockedPlanes(buffer) else { return nil }
            self.planes = planes
            let stored = CGRect(
                x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
            let box = stored.applying(turn)
            // A damaged file may specify anything.
            guard box.width >= 1, box.height >= 1, max(box.width, box.height) <= Self.longest else { return nil }
            (width, height) = (Int(box.width.rounded()), Int(box.height.rounded()))
            storing = CGAffineTransform(translationX: box.minX, y: box.minY).concatenating(turn.inverted())
            isFullRange =
                CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
            weights = Self.weights(of: buffer)
        }

        /// Shares of red and blue in luma, by ITU-T H.273, table 4; `nil`: not stated, which is taken as BT.709.
        private static func weights(of buffer: CVPixelBuffer) -> (red: Double, blue: Double)? {
            let stated = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? String
            return stated.flatMap { known[$0] }
        }

        private static let known: [String: (red: Double, blue: Double)] = [
            kCVImageBufferYCbCrMatrix_ITU_R_601_4 as String: (0.299, 0.114),
            kCVImageBufferYCbCrMatrix_ITU_R_2020 as String: (0.2627, 0.0593),
        ]

        /// The values of a pixel, counted from the upper left of the picture as it is seen.
        func values(column: Int, row: Int) -> PixelValues {
            let place = CGPoint(x: Double(column) + 0.5, y: Double(row) + 0.5).applying(storing)
            func sample(_ plane: Int, halved: Bool) -> Int {
                let plane = planes.planes[plane]
                let (x, y) = (Int(place.x) / (halved ? 2 : 1), Int(place.y) / (halved ? 2 : 1))
                return plane.value(x: min(max(x, 0), plane.width - 1), y: min(max(y, 0), plane.height - 1))
            }
            return PixelValues(
                luma: sample(0, halved: false), chroma: (sample(1, halved: true), sample(2, halved: true)), depth: 8,
                isFullRange: isFullRange, weights: weights)
        }

        /// What a glass shows, one pixel for each.
        func image(of view: Loupe.View) -> CGImage? {
            let columns = pixels(view.crop.minX, view.crop.maxX, of: width)
            let rows = pixels(view.crop.minY, view.crop.maxY, of: height)
            guard !columns.isEmpty, !rows.isEmpty, let space = CGColorSpace(name: CGColorSpace.sRGB) else { return nil }
            var bytes = rows.flatMap { row in
                columns.flatMap { column -> [UInt8] in
                    let values = values(column: column, row: row)
                    return [UInt8(values.red), UInt8(values.green), UInt8(values.blue), 255]
                }
            }
            return bytes.withUnsafeMutableBytes { bytes in
                // The image copies them.
                CGContext(
                    data: bytes.baseAddress, width: columns.count, height: rows.count, bitsPerComponent: 8,
                    bytesPerRow: columns.count * 4, space: space,
                    bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)?.makeImage()
            }
        }

        private func pixels(_ begin: CGFloat, _ end: CGFloat, of length: Int) -> Range<Int> {
            let begin = Int((Double(begin) * Double(length)).rounded())
            return begin..<max(Int((Double(end) * Double(length)).rounded()), begin)
        }
    }
#endif
