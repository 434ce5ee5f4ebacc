#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// Mixes two I420 pictures: their difference, or a fade from one to the other.
    ///
    /// Outside OpenGL, GStreamer has no element for this that takes part of a picture, hence these loops over pixels.
    enum PictureMix {
        static func apply(
            _ blend: Canvas.Layer.Blend, _ other: UnsafeMutablePointer<GstBuffer>,
            onto buffer: UnsafeMutablePointer<GstBuffer>, format: PictureFormat, in rect: CGRect
        ) {
            guard let upper = mpk_map(format.info, other, 0) else { return }
            defer { mpk_unmap(upper) }
            guard let lower = mpk_map(format.info, buffer, 1) else { return }
            defer { mpk_unmap(lower) }
            let planes = (0..<3).compactMap { PlanePair($0, upper, lower, rect) }
            guard planes.count == 3 else { return }
            switch blend {
            case .normal: break
            case .fading(let weight): for plane in planes { fade(plane, UInt16(weight)) }
            case .difference(let difference, let isFirst):
                PictureDifference(difference, isReversed: isFirst).apply(to: planes)
            }
        }

        private static func fade(_ plane: PlanePair, _ weight: UInt16) {
            let (new, old) = (weight, 256 - weight)
            plane.forEachRow { a, b, count in
                for column in 0..<count {
                    b[column] = UInt8(truncatingIfNeeded: (UInt16(a[column]) &* new &+ UInt16(b[column]) &* old) >> 8)
                }
            }
        }
    }

    /// The same part of one plane of two pictures. The lower one is written.
    struct PlanePair {
        private let upper, lower: UnsafeMutablePointer<UInt8>
        private let upperStride, lowerStride: Int
        let width, height: Int

        fileprivate init?(
            _ plane: Int, _ upper: UnsafeMutablePointer<GstVideoFrame>, _ lower: UnsafeMutablePointer<GstVideoFrame>,
            _ rect: CGRect
        ) {
            let shift = plane == 0 ? 0 : 1
            guard let from = mpk_plane(upper, Int32(plane)), let to = mpk_plane(lower, Int32(plane)) else { return nil }
            upperStride = Int(mpk_plane_stride(upper, Int32(plane)))
            lowerStride = Int(mpk_plane_stride(lower, Int32(plane)))
            let (x, y) = (Int(rect.minX) >> shift, Int(rect.minY) >> shift)
            width = (Int(rect.maxX) + shift) >> shift - x
            height = (Int(rect.maxY) + shift) >> shift - y
            self.upper = from + y * upperStride + x
            self.lower = to + y * lowerStride + x
        }

        /// A row of the upper picture and the same one of the lower.
        func row(_ row: Int) -> (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>) {
            (upper + row * upperStride, lower + row * lowerStride)
        }

        func forEachRow(
            _ body: (_ upper: UnsafeMutablePointer<UInt8>, _ lower: UnsafeMutablePointer<UInt8>, _ count: Int) -> Void
        ) {
            for row in 0..<height {
                let (upper, lower) = self.row(row)
                body(upper, lower, width)
            }
        }
    }
#endif
