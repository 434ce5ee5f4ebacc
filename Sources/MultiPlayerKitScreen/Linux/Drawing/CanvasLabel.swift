#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// A small picture with transparency that lies above everything on a canvas: text, in the canvas's colours.
    ///
    /// Samples are multiplied by their cover beforehand.
    package final class CanvasLabel: Sendable {
        /// Even pixels.
        let width, height: Int
        private let luma, cover: [UInt8]
        private let u, v, chromaCover: [UInt8]

        /// Paints on a transparent sheet; both sides are even. `nil` when there is no memory.
        convenience init?(width: Int, height: Int, paint: (_ cairo: OpaquePointer) -> Void) {
            guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
                let cairo = cairo_create(surface)
            else { return nil }
            defer {
                cairo_destroy(cairo)
                cairo_surface_destroy(surface)
            }
            paint(cairo)
            cairo_surface_flush(surface)
            guard let pixels = cairo_image_surface_get_data(surface) else { return nil }
            self.init(
                width: width, height: height, stride: Int(cairo_image_surface_get_stride(surface)), pixels: pixels)
        }

        /// From Cairo's pixels, which are multiplied by their alpha; both sides are even.
        init(width: Int, height: Int, stride: Int, pixels: UnsafePointer<UInt8>) {
            (self.width, self.height) = (width, height)
            let count = width * height
            var (luma, cover) = ([UInt8](repeating: 0, count: count), [UInt8](repeating: 0, count: count))
            var (u, v, chromaCover) = (
                [UInt8](repeating: 0, count: count / 4), [UInt8](repeating: 0, count: count / 4),
                [UInt8](repeating: 0, count: count / 4)
            )
            func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
            for y in Swift.stride(from: 0, to: height, by: 2) {
                for x in Swift.stride(from: 0, to: width, by: 2) {
                    var sum = SIMD3<Double>()
                    for (row, column) in [(y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1)] {
                        // A word of alpha, red, green and blue, stored as this machine stores words.
                        let word = UnsafeRawPointer(pixels).loadUnaligned(
                            fromByteOffset: row * stride + column * 4, as: UInt32.self)
                        func part(_ shift: UInt32) -> Double { Double(word >> shift & 255) / 255 }
                        let (alpha, red, green, blue) = (part(24), part(16), part(8), part(0))
                        // ITU-R BT.709 in limited range, as the canvas.
                        let bright = 0.2126 * red + 0.7152 * green + 0.0722 * blue
                        luma[row * width + column] = byte(16 * alpha + 219 * bright)
                        cover[row * width + column] = byte(255 * alpha)
                        sum += SIMD3(
                            128 * alpha + 224 * (blue - bright) / 1.8556, 128 * alpha + 224 * (red - bright) / 1.5748,
                            255 * alpha)
                    }
                    let index = y / 2 * (width / 2) + x / 2
                    (u[index], v[index], chromaCover[index]) = (byte(sum.x / 4), byte(sum.y / 4), byte(sum.z / 4))
                }
            }
            (self.luma, self.cover, self.u, self.v, self.chromaCover) = (luma, cover, u, v, chromaCover)
        }

        /// Draws into a canvas's buffer what lies inside it.
        ///
        /// - Parameters:
        ///   - x, y: even pixels.
        func draw(on frame: UnsafeMutablePointer<GstVideoFrame>, of format: PictureFormat, x: Int, y: Int) {
            let columns = max(0, -x)..<max(min(width, format.width - x), max(0, -x))
            let rows = max(0, -y)..<max(min(height, format.height - y), max(0, -y))
            for (plane, samples) in [luma, u, v].enumerated() {
                let shift = plane == 0 ? 0 : 1
                guard let base = mpk_plane(frame, Int32(plane)) else { continue }
                let stride = Int(mpk_plane_stride(frame, Int32(plane)))
                let cover = plane == 0 ? cover : chromaCover
                let width = width >> shift
                for row in rows.lowerBound >> shift..<rows.upperBound >> shift {
                    let line = base + (row + y >> shift) * stride + x >> shift
                    for column in columns.lowerBound >> shift..<columns.upperBound >> shift {
                        let index = row * width + column
                        let below = UInt32(line[column]) * UInt32(255 - cover[index])
                        line[column] = UInt8(min(UInt32(samples[index]) + (below + 127) / 255, 255))
                    }
                }
            }
        }
    }

    extension Canvas {
        /// A label and its place on the canvas, in even pixels.
        package struct PlacedLabel: Sendable {
            var label: CanvasLabel
            var x, y: Int
        }
    }
#endif
