import Foundation

/// What the tyres leave on the road: rubber where they slide, parted water wherever they roll.
struct TyreMarks {
    let scene: RoadScene
    let camera: Camera
    let motion: VehicleMotion

    /// Draws all marks up to `time`; red is rubber, green is water.
    func paint(on canvas: Canvas, time: Float) {
        let step: Float = 1 / 30
        let first = (time * 30).rounded(.down) / 30
        for wheel in 0..<4 {
            let side: Float = wheel % 2 == 0 ? -1 : 1
            let axle = wheel < 2 ? CarShape.axle : -CarShape.axle
            var newer = contact(side, axle, time)
            for back in 0..<150 {
                let moment = first - Float(back) * step
                guard moment > -1 else { break }
                let older = contact(side, axle, moment)
                let age = time - moment
                let water = 0.8 * max(0, 1 - age / 2.4)
                let rubber = older.rubber
                if water > 0.02 || rubber > 0.02, older.state.speed > 0.05 {
                    let along = normalize(newer.place - older.place + Vector(0, 0, 1e-4))
                    let across = Vector(along.z, 0, -along.x) * 0.115
                    let outline = camera.project([
                        older.place - across, older.place + across, newer.place + across, newer.place - across,
                    ])
                    canvas.fill(outline) { _, _ in (Light(rubber, max(water, rubber), 0), 1) }
                }
                newer = older
                if older.place.z < camera.position.z - 2 { break }
            }
        }
    }

    private func contact(_ side: Float, _ axle: Float, _ time: Float) -> (
        place: Vector, rubber: Float, state: VehicleState
    ) {
        let state = motion.state(at: time)
        let heading = state.heading + scene.bearing(state.z)
        let right = Vector(cos(heading), 0, -sin(heading))
        let forward = Vector(sin(heading), 0, cos(heading))
        let place = scene.place(state.u, 0, state.z) + right * (side * CarShape.track) + forward * axle
        // The rear tyres let go first.
        let limit: Float = axle < 0 ? 0.12 : 0.30
        return (place, 0.9 * smoothstep(limit, limit + 0.2, abs(state.slip)), state)
    }
}
