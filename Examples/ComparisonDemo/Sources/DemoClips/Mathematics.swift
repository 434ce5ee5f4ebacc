import Foundation

/// A place or direction in the world: x to the right, y up, z along the road, in metres.
typealias Vector = SIMD3<Float>
/// A place on the canvas in pixels, y downwards.
typealias Point = SIMD2<Float>
/// An amount of light in linear red, green and blue; 1 is paper white, lamps are brighter.
typealias Light = SIMD3<Float>

@inline(__always) func dot(_ a: Vector, _ b: Vector) -> Float { (a * b).sum() }

@inline(__always) func cross(_ a: Vector, _ b: Vector) -> Vector {
    Vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

@inline(__always) func normalize(_ a: Vector) -> Vector { a / max(dot(a, a), 1e-12).squareRoot() }

@inline(__always) func clamp(_ x: Float, _ low: Float = 0, _ high: Float = 1) -> Float { min(max(x, low), high) }

@inline(__always) func mix(_ a: Light, _ b: Light, _ t: Float) -> Light { a + (b - a) * t }

@inline(__always) func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }

/// Rises smoothly from 0 at `low` to 1 at `high`.
@inline(__always) func smoothstep(_ low: Float, _ high: Float, _ x: Float) -> Float {
    let t = clamp((x - low) / (high - low))
    return t * t * (3 - 2 * t)
}

/// A bell that needs no exponential: 1 at 0, soft flanks.
@inline(__always) func bell(_ squared: Float) -> Float {
    let q = 1 / (1 + squared)
    return q * q
}

/// How much of the stretch of length `span` around `x` lies between `low` and `high`: an anti-aliased stripe.
@inline(__always) func stripe(_ low: Float, _ high: Float, _ x: Float, _ span: Float) -> Float {
    clamp((min(high, x + span / 2) - max(low, x - span / 2)) / span)
}

/// The same for dashes of `length` that repeat every `period`.
@inline(__always) func dashes(_ length: Float, _ period: Float, _ x: Float, _ span: Float) -> Float {
    func drawn(_ x: Float) -> Float {
        let n = (x / period).rounded(.down)
        return n * length + min(x - n * period, length)
    }
    return (drawn(x + span / 2) - drawn(x - span / 2)) / span
}

/// A fixed, well mixed number in 0..<1 for a pair of integers: the only "chance" in the drawings.
@inline(__always) func chance(_ a: Int, _ b: Int = 0) -> Float {
    var h = UInt32(truncatingIfNeeded: a) &* 0x9E37_79B1 ^ UInt32(truncatingIfNeeded: b) &* 0x85EB_CA77
    h ^= h >> 15
    h = h &* 0x2C1B_3C6D
    h ^= h >> 12
    h = h &* 0x297A_2D39
    h ^= h >> 15
    return Float(h >> 8) / Float(1 << 24)
}

/// Smooth noise in 0...1 with hills about one unit wide; repeats along y every `wrap` units.
@inline(__always) func hills(_ x: Float, _ y: Float, wrap: Int) -> Float {
    let fx = x.rounded(.down)
    let fy = y.rounded(.down)
    let ix = Int(fx)
    let iy = Int(fy)
    func row(_ y: Int) -> Int { ((y % wrap) + wrap) % wrap }
    let y0 = row(iy)
    let y1 = row(iy + 1)
    var tx = x - fx
    var ty = y - fy
    tx *= tx * (3 - 2 * tx)
    ty *= ty * (3 - 2 * ty)
    let low = mix(chance(ix, y0), chance(ix + 1, y0), tx)
    let high = mix(chance(ix, y1), chance(ix + 1, y1), tx)
    return mix(low, high, ty)
}

/// A smooth curve through points in time: a cubic whose slope at each point follows its neighbours.
struct Curve: Sendable {
    private let times: [Float]
    private let values: [Float]
    private let slopes: [Float]

    init(_ points: [(Float, Float)]) {
        times = points.map(\.0)
        values = points.map(\.1)
        slopes = points.indices.map { i in
            guard i > 0, i < points.count - 1 else { return 0 }
            let before = (points[i].1 - points[i - 1].1) / (points[i].0 - points[i - 1].0)
            let after = (points[i + 1].1 - points[i].1) / (points[i + 1].0 - points[i].0)
            // A turning point stays one: no overshoot beyond the value that was asked for.
            guard before * after > 0 else { return 0 }
            let average = (points[i + 1].1 - points[i - 1].1) / (points[i + 1].0 - points[i - 1].0)
            let limit = 3 * min(abs(before), abs(after))
            return min(max(average, -limit), limit)
        }
    }

    func callAsFunction(_ x: Float) -> Float {
        guard let first = times.first, let last = times.last, x > first else { return values.first ?? 0 }
        guard x < last else { return values.last ?? 0 }
        var i = 0
        while times[i + 1] < x { i += 1 }
        let h = times[i + 1] - times[i]
        let t = (x - times[i]) / h
        let rest = 1 - t
        return values[i] * (1 + 2 * t) * rest * rest + slopes[i] * h * t * rest * rest
            + values[i + 1] * t * t * (3 - 2 * t) - slopes[i + 1] * h * t * t * rest
    }
}
