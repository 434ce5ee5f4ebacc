import Foundation

/// Rain in the air and water thrown up by the tyres.
struct Weather {
    let scene: RoadScene
    let camera: Camera

    /// Fine streaks that fall past the camera. `drift` is how far they lean per pixel of fall.
    func rain(on canvas: Canvas, time: Float, drops: Int, drift: Float) {
        let size = Point(Float(canvas.width), Float(canvas.height))
        for drop in 0..<drops {
            let near = chance(drop, 1)
            let pace = 2.1 + 1.2 * near
            let cycle = time * pace + chance(drop, 2) * 7
            let round = Int(cycle)
            let fall = cycle - Float(round)
            let length = (0.05 + 0.07 * near) * size.y
            let x = (chance(drop, round + 11) * 1.3 - 0.15) * size.x + fall * size.y * drift
            let y = (fall * 1.35 - 0.2) * size.y
            let head = Point(x, y)
            let tail = head - Point(length * drift, length)
            let alpha = 0.05 + 0.09 * near
            canvas.stroke(head, tail, width: 0.9 + 0.9 * near, Light(0.55, 0.66, 0.74), alpha: alpha)
        }
    }

    /// The veil behind the wheels: a few soft puffs per wheel, older ones larger, higher and fainter.
    func spray(on canvas: Canvas, motion: VehicleMotion, time: Float) {
        let gap: Float = 1 / 30
        for age in stride(from: 21, through: 0, by: -1) {
            // Puffs are born on frames and stay themselves from frame to frame.
            let born = (time / gap).rounded(.down) * gap - Float(age) * gap
            let old = time - born
            let state = motion.state(at: born)
            let sliding = smoothstep(0.10, 0.5, abs(state.slip))
            let strength = clamp(state.speed / 20) * (0.5 + 1.2 * sliding)
            guard strength > 0.02 else { continue }
            let heading = state.heading + scene.bearing(state.z)
            let middle = scene.place(state.u, 0, state.z)
            let right = Vector(cos(heading), 0, -sin(heading))
            let forward = Vector(sin(heading), 0, cos(heading))
            for wheel in 0..<4 {
                let front = wheel > 1
                if front, sliding < 0.15 { continue }
                let side: Float = wheel % 2 == 0 ? -1 : 1
                let id = Int((born * 30).rounded()) * 4 + wheel
                let spread = Vector(chance(id, 3) - 0.5, chance(id, 4) * 0.5, chance(id, 5) - 0.5)
                let hub =
                    middle + right * (side * CarShape.track) + forward * (front ? CarShape.axle : -CarShape.axle - 0.25)
                let carried = Vector(0, 0, state.speed * 0.22 * old)
                let rise = (0.10 + old * 1.15 - old * old * 0.75)
                let place = hub + carried + spread * (0.25 + old * 1.1) + Vector(0, rise, 0)
                guard let point = camera.project(place) else { continue }
                let scale = camera.scale(at: place)
                let radius = (0.20 + old * 1.35 + 0.45 * sliding * old) * scale
                let fade = (1 - old / 0.75) * smoothstep(0, 0.05, old + 0.02)
                let alpha = 0.20 * strength * max(fade, 0) * (0.75 + 0.5 * chance(id, 6)) * (front ? 0.6 : 1)
                let lamps = scene.lamp * (0.16 * scene.lampLight(state.u, place.z))
                let red =
                    Light(0.40, 0.035, 0.02)
                    * ((0.35 + 0.9 * state.brake) * max(0, 1 - old * 2.2) * (1 - sliding * 0.6))
                canvas.puff(
                    at: point, radius: Point(radius, radius * 0.8), Light(0.24, 0.31, 0.37) + lamps + red, alpha: alpha)
            }
        }
    }
}
