import Foundation

/// The thing in the way: a closed lane with striped boards, cones and amber warning lamps.
struct Obstacle {
    let scene: RoadScene
    let camera: Camera
    let z: Float
    /// Seconds, for the blinking.
    let time: Float
    var flip: Float = 1
    /// Headlight on the boards, 0...1.
    var lit: Float = 0

    /// The lamps' brightness: lit for about a third of each beat, the two in turn.
    func blink(_ lamp: Int) -> Float {
        let t = (time * 1.25 + Float(lamp) * 0.5).truncatingRemainder(dividingBy: 1)
        return 0.12 + 0.88 * smoothstep(0, 0.06, t) * (1 - smoothstep(0.30, 0.48, t))
    }

    func paint(on canvas: Canvas) {
        guard camera.depth(of: scene.place(2, 0, z)) > 1 else { return }
        for (u, dz) in [(Float(3.5), Float(6)), (2.95, 3)] { cone(on: canvas, u, z + dz) }
        arrow(on: canvas)
        board(on: canvas, low: 0.28, high: 0.56)
        board(on: canvas, low: 0.70, high: 0.98)
        for (lamp, u) in [Float(0.75), 3.15].enumerated() { beacon(on: canvas, u, blink(lamp)) }
        for (u, dz) in [(Float(2.5), Float(-1.8)), (1.4, -2.4), (0.35, -1.6)] { cone(on: canvas, u, z + dz) }
    }

    private func clear(_ z: Float) -> Float { scene.clearness(camera.depth(of: scene.place(2, 0, z))) }

    private func quad(_ u0: Float, _ y0: Float, _ u1: Float, _ y1: Float, skew: Float = 0) -> [Point] {
        camera.project([
            scene.place(u0, flip * y0, z), scene.place(u1, flip * y0, z), scene.place(u1 + skew, flip * y1, z),
            scene.place(u0 + skew, flip * y1, z),
        ])
    }

    private func board(on canvas: Canvas, low: Float, high: Float) {
        let brightness = 0.5 + 1.1 * lit
        let white = mix(scene.haze, Light(0.62, 0.64, 0.64) * brightness, clear(z))
        let red = mix(scene.haze, Light(0.62, 0.035, 0.025) * brightness, clear(z))
        let dark = mix(scene.haze, Light(0.015, 0.02, 0.025), clear(z))
        for u in [Float(0.75), 3.15] { canvas.fill(quad(u - 0.05, 0, u + 0.05, 1.05), dark) }
        canvas.fill(quad(0.42, low, 3.48, high), white)
        var u: Float = 0.42
        let tilt = high - low
        while u + 0.34 + tilt <= 3.5 {
            canvas.fill(quad(u + tilt, low, u + tilt + 0.32, high, skew: -tilt), red)
            u += 0.64
        }
    }

    /// A panel of amber dots behind the boards: pass on the left.
    private func arrow(on canvas: Canvas) {
        let panel = mix(scene.haze, Light(0.014, 0.018, 0.022), clear(z))
        canvas.fill(quad(1.02, 1.12, 2.88, 2.30), panel)
        canvas.fill(quad(1.85, 0, 2.05, 1.2), panel)
        let dots: [(Float, Float)] =
            (0..<6).map { (1.28 + Float($0) * 0.27, 1.71) } + [(1.52, 1.94), (1.76, 2.14), (1.52, 1.48), (1.76, 1.28)]
        let strength = 0.10 + 0.90 * blink(0)
        let amber = Light(1.0, 0.50, 0.07)
        for (u, y) in dots {
            let place = scene.place(u, flip * y, z)
            guard let point = camera.project(place) else { continue }
            let scale = camera.scale(at: place)
            let far = 0.35 + 0.65 * clear(z)
            canvas.disc(at: point, radius: max(0.075 * scale, 0.7), rim: 0.7, amber * (4.5 * strength * far))
            canvas.glow(at: point, radius: Point(repeating: 0.36 * scale), amber * (0.22 * strength * far))
        }
        if flip < 0, let point = camera.project(scene.place(1.95, -1.7, z)) {
            let scale = camera.scale(at: scene.place(1.95, 0, z))
            canvas.glow(at: point, radius: Point(1.4 * scale, 2.6 * scale), amber * (0.8 * strength))
        }
    }

    private func beacon(on canvas: Canvas, _ u: Float, _ strength: Float) {
        let place = scene.place(u, flip * 1.14, z)
        guard let point = camera.project(place) else { return }
        let scale = camera.scale(at: place)
        let amber = Light(1.0, 0.47, 0.06)
        canvas.disc(at: point, radius: max(0.11 * scale, 1), rim: 0.8, amber * (0.25 + 6 * strength))
        canvas.glow(at: point, radius: Point(repeating: max(1.1 * scale, 4)), amber * (0.55 * strength))
        if flip < 0 { canvas.glow(at: point, radius: Point(0.4 * scale, 3 * scale), amber * (3 * strength)) }
    }

    private func cone(on canvas: Canvas, _ u: Float, _ z: Float) {
        let place = scene.place(u, 0, z)
        guard let foot = camera.project(place) else { return }
        let s = camera.scale(at: place)
        let up = -flip * s
        let brightness = 0.6 + 0.9 * lit
        let orange = mix(scene.haze, Light(0.80, 0.17, 0.03) * brightness, clear(z))
        let white = mix(scene.haze, Light(0.66, 0.66, 0.64) * brightness, clear(z))
        func slice(_ low: Float, _ high: Float, _ colour: Light) {
            func half(_ y: Float) -> Float { mix(0.20, 0.035, y / 0.75) * s }
            canvas.fill(
                [
                    foot + Point(-half(low), low * up), foot + Point(half(low), low * up),
                    foot + Point(half(high), high * up), foot + Point(-half(high), high * up),
                ], colour)
        }
        let b = 0.27 * s
        canvas.fill(
            [
                foot + Point(-b, 0.10 * s), foot + Point(b, 0.10 * s), foot + Point(b * 0.85, -0.05 * s),
                foot + Point(-b * 0.85, -0.05 * s),
            ], orange * 0.45)
        slice(0, 0.75, orange)
        slice(0.28, 0.44, white)
        slice(0.56, 0.64, white)
    }
}
