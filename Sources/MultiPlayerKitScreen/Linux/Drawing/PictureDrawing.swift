#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// Fills part of an I420 picture; chroma in steps of two pixels.
    enum PictureFill {
        static func apply(
            _ colour: StageColour, opacity: Double, to buffer: UnsafeMutablePointer<GstBuffer>, format: PictureFormat,
            in rect: CGRect
        ) {
            apply([Canvas.Mark(rect: rect, colour: colour, opacity: opacity)], to: buffer, format: format)
        }

        static func apply(
            _ marks: [Canvas.Mark], to buffer: UnsafeMutablePointer<GstBuffer>, format: PictureFormat
        ) {
            guard !marks.isEmpty, let frame = mpk_map(format.info, buffer, 1) else { return }
            defer { mpk_unmap(frame) }
            for mark in marks { fill(frame, format, mark.rect, mark.colour, mark.opacity) }
        }

        private static func fill(
            _ frame: UnsafeMutablePointer<GstVideoFrame>, _ format: PictureFormat, _ rect: CGRect,
            _ colour: StageColour, _ opacity: Double
        ) {
            // An app's quotient may be no number.
            guard !opacity.isNaN, [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy(\.isFinite) else { return }
            let area = rect.integral.intersection(CGRect(x: 0, y: 0, width: format.width, height: format.height))
            guard !area.isEmpty else { return }
            let weight = Int(min(max(opacity, 0), 1) * 256)
            for (plane, value) in [colour.y, colour.u, colour.v].enumerated() {
                let shift = plane == 0 ? 0 : 1
                guard let base = mpk_plane(frame, Int32(plane)) else { continue }
                let stride = Int(mpk_plane_stride(frame, Int32(plane)))
                let columns = (Int(area.minX) >> shift)..<((Int(area.maxX) + shift) >> shift)
                for row in (Int(area.minY) >> shift)..<((Int(area.maxY) + shift) >> shift) {
                    let line = base + row * stride
                    if weight == 256 {
                        (line + columns.lowerBound).update(repeating: value, count: columns.count)
                    } else {
                        for column in columns {
                            line[column] = UInt8((Int(line[column]) * (256 - weight) + Int(value) * weight) >> 8)
                        }
                    }
                }
            }
        }
    }

    /// Copies part of an I420 picture into another, pixel by pixel; positions and sizes are even.
    enum PictureCopy {
        static func apply(
            _ picture: Picture, _ area: PixelRect, onto buffer: UnsafeMutablePointer<GstBuffer>, format: PictureFormat,
            at target: PixelRect
        ) {
            guard let from = mpk_map(picture.format.info, picture.buffer, 0) else { return }
            defer { mpk_unmap(from) }
            guard let to = mpk_map(format.info, buffer, 1) else { return }
            defer { mpk_unmap(to) }
            for plane in 0..<3 {
                let shift = Int32(plane == 0 ? 0 : 1)
                guard let source = mpk_plane(from, Int32(plane)), let goal = mpk_plane(to, Int32(plane)) else {
                    continue
                }
                let sourceStride = Int(mpk_plane_stride(from, Int32(plane)))
                let goalStride = Int(mpk_plane_stride(to, Int32(plane)))
                let width = Int((area.width + shift) >> shift)
                for row in 0..<Int((area.height + shift) >> shift) {
                    memcpy(
                        goal + (Int(target.y >> shift) + row) * goalStride + Int(target.x >> shift),
                        source + (Int(area.y >> shift) + row) * sourceStride + Int(area.x >> shift), width)
                }
            }
        }
    }
#endif
