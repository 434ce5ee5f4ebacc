import Foundation

/// The shine of the car's lamps in the wet air, stretched into columns where it is seen in the road.
struct CarGlow {
    let painter: CarPainter

    func paint(on canvas: Canvas) {
        let state = painter.state
        lamps(
            on: canvas, z: -2.2, y: 0.78, spread: 0.64, Light(1.0, 0.04, 0.02) * (0.35 + 1.5 * state.brake), size: 0.75)
        if state.brake > 0.02 {
            lamps(on: canvas, z: -0.98, y: 1.34, spread: 0, Light(1.0, 0.05, 0.02) * (1.6 * state.brake), size: 0.3)
        }
        lamps(on: canvas, z: 2.1, y: 0.60, spread: 0.58, Light(1.0, 0.90, 0.74) * 1.5, size: 0.62)
    }

    /// The one wheel that stability control brakes lights up. Drawn before the car, which may hide it.
    func brakedWheel(on canvas: Canvas, flip: Float, _ camera: Camera) {
        guard painter.state.control > 0.02, flip > 0 else { return }
        let place = painter.world(Vector(painter.state.side * 1.0, 0.30, CarShape.axle))
        guard let point = camera.project(place) else { return }
        let s = camera.scale(at: place)
        let light = Light(1.0, 0.34, 0.03) * painter.state.control
        canvas.glow(at: point, radius: Point(repeating: 0.5 * s), light * 1.6)
        canvas.glow(at: point, radius: Point(1.3 * s, 0.8 * s), light * 0.22)
    }

    private func lamps(on canvas: Canvas, z: Float, y: Float, spread: Float, _ light: Light, size: Float) {
        let ahead = painter.turned(Vector(0, 0, z > 0 ? 1 : -1))
        let view = normalize(painter.camera.position - painter.place)
        let facing = smoothstep(-0.05, 0.75, dot(ahead, view))
        guard facing > 0 else { return }
        for side in spread > 0 ? [-spread, spread] : [0] {
            glow(on: canvas, painter.leaned(Vector(side, y, z)), light * facing, size: size)
        }
    }

    private func glow(on canvas: Canvas, _ p: Vector, _ light: Light, size: Float) {
        let place = painter.world(p * Vector(1, painter.flip, 1))
        guard let point = painter.camera.project(place) else { return }
        let s = painter.camera.scale(at: place) * size
        if painter.flip > 0 {
            canvas.glow(at: point, radius: Point(s, s), light * 0.55)
            canvas.glow(at: point, radius: Point(s * 2.6, s * 2.6), light * 0.10)
        } else {
            canvas.glow(at: point, radius: Point(s * 0.6, s * 3.2), light * 1.6)
        }
    }
}
