import Foundation

/// A small alphabet of round pen strokes. One unit is the height of a capital; y goes up from the base line.
enum Lettering {
    private struct Glyph {
        var width: Float
        var strokes: [[Point]]
    }

    /// Width of a line of text whose capitals are `size` pixels high.
    static func width(_ text: String, size: Float) -> Float {
        text.reduce(0) { $0 + (glyphs[$1]?.width ?? 0.3) * size + spacing * size } - spacing * size
    }

    /// Writes a line of text with its left end on the base line at `origin`.
    static func write(
        _ text: String, on canvas: Canvas, at origin: Point, size: Float, weight: Float, _ colour: Light,
        alpha: Float = 1
    ) {
        var pen = origin
        for character in text {
            let glyph = glyphs[character] ?? Glyph(width: 0.3, strokes: [])
            let strokes = glyph.strokes.map { $0.map { Point(pen.x + $0.x * size, pen.y - $0.y * size) } }
            ink(strokes, on: canvas, width: weight * size, colour, alpha: alpha)
            pen.x += (glyph.width + spacing) * size
        }
    }

    /// Draws lines with round ends; where they cross, the ink is laid only once.
    static func ink(_ strokes: [[Point]], on canvas: Canvas, width: Float, _ colour: Light, alpha: Float = 1) {
        let points = strokes.flatMap { $0 }
        guard var low = points.first else { return }
        var high = low
        for point in points {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        let half = width / 2
        let x0 = max(0, Int(low.x - half - 1))
        let x1 = min(canvas.width - 1, Int(high.x + half + 1))
        let y0 = max(0, Int(low.y - half - 1))
        let y1 = min(canvas.height - 1, Int(high.y + half + 1))
        guard x0 <= x1, y0 <= y1 else { return }
        for y in y0...y1 {
            for x in x0...x1 {
                let p = Point(Float(x) + 0.5, Float(y) + 0.5)
                var nearest = Float.infinity
                for stroke in strokes {
                    for i in stroke.indices.dropFirst() {
                        let a = stroke[i - 1]
                        let along = stroke[i] - a
                        let t = clamp(((p - a) * along).sum() / max((along * along).sum(), 1e-9))
                        let d = p - a - along * t
                        nearest = min(nearest, (d * d).sum())
                    }
                }
                let cover = clamp(half + 0.5 - nearest.squareRoot()) * alpha
                if cover > 0 {
                    let i = y * canvas.width + x
                    canvas.pixels[i] += (colour - canvas.pixels[i]) * cover
                }
            }
        }
    }

    /// Part of an ellipse as a chain of short lines; degrees, counter-clockwise from the right.
    static func arc(_ x: Float, _ y: Float, _ rx: Float, _ ry: Float, _ from: Float, _ to: Float) -> [Point] {
        let steps = max(2, Int(abs(to - from) / 15))
        return (0...steps).map { i in
            let angle = (from + (to - from) * Float(i) / Float(steps)) * (.pi / 180)
            return Point(x + rx * cos(angle), y + ry * sin(angle))
        }
    }

    private static let spacing: Float = 0.20

    private static let glyphs: [Character: Glyph] = {
        func line(_ numbers: Float...) -> [Point] {
            stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
        }
        let x: Float = 0.34  // Half the height of small letters.
        return [
            " ": Glyph(width: 0.26, strokes: []),
            "W": Glyph(width: 1.12, strokes: [line(0, 1, 0.27, 0, 0.56, 0.92, 0.85, 0, 1.12, 1)]),
            "E": Glyph(width: 0.54, strokes: [line(0.54, 1, 0, 1, 0, 0, 0.54, 0), line(0, 0.52, 0.47, 0.52)]),
            "S": Glyph(
                width: 0.58,
                strokes: [
                    arc(0.29, 0.755, 0.27, 0.245, 25, 180) + arc(0.29, 0.755, 0.27, 0.235, 195, 270)
                        + arc(0.29, 0.26, 0.29, 0.26, 90, -90) + arc(0.29, 0.26, 0.29, 0.26, 255, 205)
                ]),
            "C": Glyph(width: 0.74, strokes: [arc(0.45, 0.5, 0.45, 0.5, 48, 312)]),
            "i": Glyph(width: 0.02, strokes: [line(0.01, 0, 0.01, 0.68), line(0.01, 0.95, 0.01, 0.96)]),
            "t": Glyph(
                width: 0.34,
                strokes: [
                    line(0.12, 0.92, 0.12, 0.18) + arc(0.28, 0.18, 0.16, 0.18, 195, 280), line(0, 0.68, 0.32, 0.68),
                ]),
            "h": Glyph(
                width: 0.50,
                strokes: [line(0, 0, 0, 1), line(0, 0.36) + arc(0.25, 0.42, 0.25, 0.27, 165, 0) + line(0.5, 0)]),
            "o": Glyph(width: 0.60, strokes: [arc(0.30, x, 0.30, x, 0, 360)]),
            "u": Glyph(
                width: 0.50,
                strokes: [
                    line(0, 0.68, 0, 0.27) + arc(0.25, 0.27, 0.25, 0.27, 180, 360) + line(0.5, 0.68),
                    line(0.5, 0.3, 0.5, 0),
                ]),
            "k": Glyph(width: 0.46, strokes: [line(0, 0, 0, 1), line(0.42, 0.68, 0, 0.26), line(0.16, 0.42, 0.46, 0)]),
            "m": Glyph(
                width: 0.80,
                strokes: [
                    line(0, 0, 0, 0.68), line(0, 0.45) + arc(0.20, 0.45, 0.20, 0.24, 170, 0) + line(0.4, 0),
                    line(0.4, 0.45) + arc(0.60, 0.45, 0.20, 0.24, 170, 0) + line(0.8, 0),
                ]),
            "/": Glyph(width: 0.36, strokes: [line(0, -0.1, 0.36, 1.05)]),
            "0": Glyph(width: 0.60, strokes: [arc(0.30, 0.5, 0.30, 0.5, 0, 360)]),
            "1": Glyph(width: 0.60, strokes: [line(0.10, 0.80, 0.36, 1, 0.36, 0)]),
            "2": Glyph(
                width: 0.60, strokes: [arc(0.29, 0.71, 0.28, 0.29, 165, -30) + line(0.02, 0, 0.58, 0)]),
            "3": Glyph(
                width: 0.60,
                strokes: [arc(0.28, 0.76, 0.25, 0.24, 150, -90) + arc(0.28, 0.265, 0.30, 0.265, 80, -150)]),
            "4": Glyph(width: 0.60, strokes: [line(0.44, 0, 0.44, 1, 0, 0.27, 0.60, 0.27)]),
            "5": Glyph(
                width: 0.60, strokes: [line(0.53, 1, 0.10, 1, 0.06, 0.55) + arc(0.28, 0.32, 0.30, 0.32, 130, -150)]),
            "6": Glyph(
                width: 0.60,
                strokes: [arc(0.30, 0.31, 0.29, 0.31, 0, 360), arc(0.62, 0.31, 0.61, 0.69, 180, 100)]),
            "7": Glyph(width: 0.60, strokes: [line(0.02, 1, 0.58, 1, 0.20, 0)]),
            "8": Glyph(
                width: 0.60,
                strokes: [arc(0.30, 0.76, 0.245, 0.24, 0, 360), arc(0.30, 0.265, 0.30, 0.265, 0, 360)]),
            "9": Glyph(
                width: 0.60,
                strokes: [arc(0.30, 0.69, 0.29, 0.31, 0, 360), arc(-0.02, 0.69, 0.61, 0.69, 0, -80)]),
        ]
    }()
}
