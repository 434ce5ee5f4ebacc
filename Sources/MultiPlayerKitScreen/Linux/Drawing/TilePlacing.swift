#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// Draws a picture of a tile's size and in the canvas's colours at its position, turned, and blended over what is
    /// already there where it is transparent.
    ///
    /// GStreamer's videoflip turns whole pictures, of some layouts only, before they are scaled; here only the visible
    /// pixels are turned, in every layout.
    enum TilePlacing {
        static func place(
            _ picture: Picture, _ orientation: PictureOrientation, onto buffer: UnsafeMutablePointer<GstBuffer>,
            _ canvas: PictureFormat, at place: PixelRect
        ) {
            guard let source = mpk_map(picture.format.info, picture.buffer, 0) else { return }
            defer { mpk_unmap(source) }
            guard let target = mpk_map(canvas.info, buffer, 1) else { return }
            defer { mpk_unmap(target) }
            let hasAlpha = picture.format.hasAlpha
            for component in 0..<3 {
                let shift = Int(component == 0 ? 0 : 1)
                let from = Plane(source, component)
                let to = Plane(target, component).part(
                    x: Int(place.x) >> shift, y: Int(place.y) >> shift, width: Int(place.width) >> shift,
                    height: Int(place.height) >> shift)
                let path = TurnedPath(orientation, from)
                if hasAlpha {
                    blend(from, Plane(source, 3), shift, path, onto: to)
                } else if orientation == .rotate0 {
                    for row in 0..<to.height { memcpy(to.row(row), from.row(row), to.width) }
                } else {
                    turn(from, path, onto: to)
                }
            }
        }

        /// One component of a mapped picture, or part of it.
        private struct Plane {
            var base: UnsafeMutablePointer<UInt8>
            var stride, width, height: Int

            init(_ frame: UnsafeMutablePointer<GstVideoFrame>, _ component: Int) {
                base = mpk_component_line(frame, Int32(component), 0)
                stride = mpk_component_line(frame, Int32(component), 1) - base
                width = Int(mpk_component_width(frame, Int32(component)))
                height = Int(mpk_component_height(frame, Int32(component)))
            }

            func row(_ row: Int) -> UnsafeMutablePointer<UInt8> { base + row * stride }

            func part(x: Int, y: Int, width: Int, height: Int) -> Plane {
                var part = self
                part.base = base + y * stride + x
                (part.width, part.height) = (width, height)
                return part
            }
        }

        /// Where the shown picture begins in the stored one, and how many bytes apart its neighbouring pixels are
        /// there.
        private struct TurnedPath {
            var start, across, down: Int

            init(_ orientation: PictureOrientation, _ plane: Plane) {
                let (right, bottom) = (plane.width - 1, (plane.height - 1) * plane.stride)
                (start, across, down) =
                    switch orientation {
                    case .rotate0: (0, 1, plane.stride)
                    case .rotate90: (bottom, -plane.stride, 1)
                    case .rotate180: (bottom + right, -1, -plane.stride)
                    case .rotate270: (right, plane.stride, -1)
                    case .flipRotate0: (right, -1, plane.stride)
                    case .flipRotate90: (bottom + right, -plane.stride, -1)
                    case .flipRotate180: (bottom, 1, -plane.stride)
                    case .flipRotate270: (0, plane.stride, 1)
                    }
            }
        }

        private static func turn(_ from: Plane, _ path: TurnedPath, onto to: Plane) {
            for row in 0..<to.height {
                let line = to.row(row)
                var source = from.base + path.start + row * path.down
                for column in 0..<to.width {
                    line[column] = source.pointee
                    source += path.across
                }
            }
        }

        /// - Parameter shift: how often the plane is halved relative to alpha's; chroma uses the mean of four alpha
        ///   values.
        private static func blend(_ from: Plane, _ alpha: Plane, _ shift: Int, _ path: TurnedPath, onto to: Plane) {
            for row in 0..<to.height {
                let line = to.row(row)
                var offset = path.start + row * path.down
                for column in 0..<to.width {
                    let (y, x) = offset.quotientAndRemainder(dividingBy: from.stride)
                    let cover: Int
                    if shift == 0 {
                        cover = Int(alpha.row(y)[x])
                    } else {
                        let (upper, lower) = (alpha.row(2 * y) + 2 * x, alpha.row(2 * y + 1) + 2 * x)
                        cover = (Int(upper[0]) + Int(upper[1]) + Int(lower[0]) + Int(lower[1]) + 2) / 4
                    }
                    line[column] = UInt8(
                        (Int(from.base[offset]) * cover + Int(line[column]) * (255 - cover) + 127) / 255)
                    offset += path.across
                }
            }
        }
    }
#endif
