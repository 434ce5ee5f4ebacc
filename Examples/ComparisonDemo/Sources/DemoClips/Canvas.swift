import Foundation

/// A picture in the making, in linear light, so that lamps add up the way real ones do.
final class Canvas {
    let width: Int
    let height: Int
    var pixels: [Light]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = [Light](repeating: .zero, count: width * height)
    }

    /// Lays an evenly coloured, anti-aliased polygon over the picture.
    func fill(_ polygon: [Point], _ colour: Light, alpha: Float = 1) {
        fill(polygon) { _, _ in (colour, alpha) }
    }

    /// Lays a polygon over the picture whose colour and opacity depend on the place.
    func fill(_ polygon: [Point], paint: (_ x: Float, _ y: Float) -> (Light, Float)) {
        let width = width
        pixels.withUnsafeMutableBufferPointer { pixels in
            forEachCoveredRow(of: polygon, width: width, height: height) { y, columns, coverage in
                for x in columns where coverage[x] > 0 {
                    let (colour, alpha) = paint(Float(x), Float(y))
                    let i = y * width + x
                    pixels[i] += (colour - pixels[i]) * (alpha * min(coverage[x], 1))
                }
            }
        }
    }

    /// A line with square ends.
    func stroke(_ a: Point, _ b: Point, width: Float, _ colour: Light, alpha: Float = 1) {
        let along = b - a
        let length = max((along * along).sum().squareRoot(), 1e-4)
        let side = Point(-along.y, along.x) * (width / 2 / length)
        fill([a + side, b + side, b - side, a - side], colour, alpha: alpha)
    }

    /// Adds the soft glow of a light.
    func glow(at centre: Point, radius: Point, _ light: Light) {
        forEachPixel(around: centre, radius: radius) { pixel, falloff in pixel += light * (falloff * falloff) }
    }

    /// Lays a soft puff of mist over the picture.
    func puff(at centre: Point, radius: Point, _ colour: Light, alpha: Float) {
        forEachPixel(around: centre, radius: radius) { pixel, falloff in
            pixel += (colour - pixel) * (alpha * falloff * falloff)
        }
    }

    /// Adds an evenly lit disc with a soft rim: a lamp far out of focus.
    func disc(at centre: Point, radius: Float, rim: Float, _ light: Light) {
        let edge = radius + rim
        forEachPixel(around: centre, radius: Point(repeating: edge)) { pixel, falloff in
            let r = (1 - falloff).squareRoot() * edge
            // A lens draws its discs slightly brighter towards the rim.
            pixel += light * ((1 - smoothstep(radius - rim, radius + rim, r)) * (0.8 + 0.2 * r / edge))
        }
    }

    /// Visits the pixels of an ellipse; `falloff` goes from 1 in its centre to 0 on its rim.
    @inline(__always)
    private func forEachPixel(
        around centre: Point, radius: Point, _ body: (_ pixel: inout Light, _ falloff: Float) -> Void
    ) {
        guard radius.x > 0.2, radius.y > 0.2, radius.x < 8000, radius.y < 8000 else { return }
        guard abs(centre.x) < 20000, abs(centre.y) < 20000 else { return }
        let x0 = max(0, Int(centre.x - radius.x))
        let x1 = min(width - 1, Int(centre.x + radius.x) + 1)
        let y0 = max(0, Int(centre.y - radius.y))
        let y1 = min(height - 1, Int(centre.y + radius.y) + 1)
        guard x0 <= x1, y0 <= y1 else { return }
        let scale = 1 / radius
        pixels.withUnsafeMutableBufferPointer { pixels in
            for y in y0...y1 {
                let dy = (Float(y) + 0.5 - centre.y) * scale.y
                for x in x0...x1 {
                    let dx = (Float(x) + 0.5 - centre.x) * scale.x
                    let falloff = 1 - dx * dx - dy * dy
                    if falloff > 0 { body(&pixels[y * width + x], falloff) }
                }
            }
        }
    }

    /// The light at a place between pixel centres.
    @inline(__always)
    static func sample(_ pixels: UnsafeBufferPointer<Light>, width: Int, height: Int, x: Float, y: Float) -> Light {
        let px = clamp(x - 0.5, 0, Float(width) - 1.001)
        let py = clamp(y - 0.5, 0, Float(height) - 1.001)
        let ix = Int(px)
        let iy = Int(py)
        let i = iy * width + ix
        let tx = px - Float(ix)
        return mix(mix(pixels[i], pixels[i + 1], tx), mix(pixels[i + width], pixels[i + width + 1], tx), py - Float(iy))
    }
}
