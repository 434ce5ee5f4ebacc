import Foundation

/// The last steps from light to picture: bloom, vignette, film curve, 8-bit sRGB.
enum Finish {
    /// Spreads bright light a little, as a lens does.
    static func bloom(_ canvas: Canvas, strength: Float, threshold: Float = 0.75) {
        let factor = 4
        let small = Canvas(width: canvas.width / factor, height: canvas.height / factor)
        for y in 0..<small.height {
            for x in 0..<small.width {
                var sum = Light.zero
                for dy in 0..<factor {
                    let row = (y * factor + dy) * canvas.width + x * factor
                    for dx in 0..<factor {
                        let light = canvas.pixels[row + dx]
                        let peak = light.max()
                        if peak > threshold { sum += light * min((peak - threshold) / peak, 0.85) }
                    }
                }
                small.pixels[y * small.width + x] = pointwiseMin(sum / Float(factor * factor), Light(repeating: 5))
            }
        }
        let tight = Canvas(width: small.width, height: small.height)
        blur(small, across: 2, down: 2, passes: 3)
        tight.pixels = small.pixels
        blur(small, across: 9, down: 7, passes: 3)
        small.pixels.withUnsafeBufferPointer { wide in
            tight.pixels.withUnsafeBufferPointer { near in
                canvas.pixels.withUnsafeMutableBufferPointer { pixels in
                    for y in 0..<canvas.height {
                        let sy = (Float(y) + 0.5) / Float(factor)
                        for x in 0..<canvas.width {
                            let sx = (Float(x) + 0.5) / Float(factor)
                            let a = Canvas.sample(near, width: small.width, height: small.height, x: sx, y: sy)
                            let b = Canvas.sample(wide, width: small.width, height: small.height, x: sx, y: sy)
                            pixels[y * canvas.width + x] += (a * 0.45 + b * 0.8) * strength
                        }
                    }
                }
            }
        }
    }

    /// Blurs by running averages; a few passes come close to a bell curve.
    static func blur(_ canvas: Canvas, across: Int, down: Int, passes: Int) {
        let width = canvas.width
        let height = canvas.height
        var line = [Light](repeating: .zero, count: max(width, height))
        canvas.pixels.withUnsafeMutableBufferPointer { pixels in
            line.withUnsafeMutableBufferPointer { line in
                for _ in 0..<passes {
                    if across > 0 {
                        for y in 0..<height {
                            average(pixels, start: y * width, step: 1, count: width, radius: across, line)
                        }
                    }
                    if down > 0 {
                        for x in 0..<width { average(pixels, start: x, step: width, count: height, radius: down, line) }
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func average(
        _ pixels: UnsafeMutableBufferPointer<Light>, start: Int, step: Int, count: Int, radius: Int,
        _ line: UnsafeMutableBufferPointer<Light>
    ) {
        for i in 0..<count { line[i] = pixels[start + i * step] }
        let share = 1 / Float(2 * radius + 1)
        var sum = line[0] * Float(radius)
        for i in 0..<radius { sum += line[min(i, count - 1)] }
        for i in 0..<count {
            sum += line[min(i + radius, count - 1)]
            pixels[start + i * step] = sum * share
            sum -= line[max(i - radius, 0)]
        }
    }

    /// Turns light into an 8-bit picture.
    static func develop(_ canvas: Canvas, exposure: Float = 1, vignette: Float = 0.35) -> RGBImage {
        var bytes = [UInt8](repeating: 0, count: canvas.width * canvas.height * 3)
        let centre = Point(Float(canvas.width), Float(canvas.height)) / 2
        canvas.pixels.withUnsafeBufferPointer { pixels in
            bytes.withUnsafeMutableBufferPointer { bytes in
                toneCurve.withUnsafeBufferPointer { curve in
                    for y in 0..<canvas.height {
                        let dy = (Float(y) + 0.5 - centre.y) / centre.y
                        for x in 0..<canvas.width {
                            let dx = (Float(x) + 0.5 - centre.x) / centre.x
                            let r = (dx * dx + dy * dy) * 0.5
                            let i = y * canvas.width + x
                            let light = pixels[i] * (exposure * (1 - vignette * r * r - vignette * 0.35 * r))
                            // Very bright colours bleach towards white, as on film.
                            let excess = max(light.max() - 1, 0)
                            let film = light + Light(repeating: excess * excess / (excess + 3) * 0.16)
                            for channel in 0..<3 {
                                let index = min(max(film[channel], 0) / (1 + max(film[channel], 0)), 0.9999) * 16384
                                bytes[i * 3 + channel] = curve[Int(index)]
                            }
                        }
                    }
                }
            }
        }
        return RGBImage(width: canvas.width, height: canvas.height, pixels: bytes)
    }

    /// 8-bit sRGB for light x, found at x / (1 + x): a straight middle, a soft shoulder.
    private static let toneCurve: [UInt8] = (0..<16384).map { i in
        let t = (Float(i) + 0.5) / 16384
        let x = t / (1 - t)
        let shoulder = x * (1 + x / 7) / (1 + x * 0.50)
        let toe = shoulder * (0.70 + 0.30 * min(shoulder * 5, 1))
        let y = clamp(toe)
        let encoded = y <= 0.003_130_8 ? y * 12.92 : 1.055 * pow(y, 1 / 2.4) - 0.055
        return UInt8(clamp(encoded) * 255 + 0.5)
    }
}
