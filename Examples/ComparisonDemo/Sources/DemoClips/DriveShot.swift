import Foundation

/// The evasive manoeuvre, seen from a drone that follows the car.
struct DriveShot: Sendable {
    let motion: VehicleMotion
    let title: String
    let accent: Light
    static let width = 960
    static let height = 540

    private static let scene = RoadScene(
        swing: 9, swingLength: 320, period: 960, lampSpacing: 34, lampHeads: [4.6], duskBearing: -0.13)

    func draw(frame: Int) -> RGBImage {
        let time = Float(frame) / 30
        let scene = DriveShot.scene
        let canvas = Canvas(width: DriveShot.width, height: DriveShot.height)
        let state = motion.state(at: time)
        let camera = camera(at: time)
        let painter = CarPainter(scene: scene, camera: camera, state: state)
        let flash = smoothstep(70, 25, motion.obstaclePlace - state.z)

        let mirror = Canvas(width: canvas.width / 2, height: canvas.height / 2)
        surroundings(on: mirror, camera.scaled(0.5), time, painter, flip: -1, flash)
        Finish.blur(mirror, across: 1, down: 5, passes: 2)

        let marks = Canvas(width: mirror.width, height: mirror.height)
        TyreMarks(scene: scene, camera: camera.scaled(0.5), motion: motion).paint(on: marks, time: time)

        let scenery = Scenery(scene: scene, camera: camera)
        scenery.sky(on: canvas)
        scenery.ridges(on: canvas)
        let light = CarLight(
            place: painter.place, heading: painter.heading, headlights: 9, taillights: 2.2 + 7 * state.brake,
            shadow: 0.82)
        RoadSurface(scene: scene, camera: camera, car: light).paint(on: canvas, mirror: mirror, marks: marks)
        surroundings(on: canvas, camera, time, painter, flip: 1, flash)

        let weather = Weather(scene: scene, camera: camera)
        weather.spray(on: canvas, motion: motion, time: time)
        CarGlow(painter: painter).paint(on: canvas)
        weather.rain(on: canvas, time: time, drops: 34, drift: -0.10)
        Finish.bloom(canvas, strength: 0.55)
        Caption(title: title, accent: accent, state: state).paint(on: canvas)
        return Finish.develop(canvas, exposure: 1.25)
    }

    /// The drone flies at the car's speed and follows half of its sideways moves, gently: it takes the average of the
    /// car's places around now.
    private func camera(at time: Float) -> Camera {
        let scene = DriveShot.scene
        var u: Float = 0
        var z: Float = 0
        for step in -6...6 {
            let near = time + Float(step) * 0.08
            u += motion.state(at: near - 0.15).u / 13
            z += motion.distance(near) / 13
        }
        let eye = scene.place(u * 0.55 - 3.7, 4.4, z - 10.2)
        return Camera(
            position: eye, yaw: scene.bearing(z + 12) * 0.75 + 0.27, pitch: 0.235, focal: 830,
            size: Point(Float(DriveShot.width), Float(DriveShot.height)))
    }

    /// Everything that stands on the ground, far things first.
    private func surroundings(
        on canvas: Canvas, _ camera: Camera, _ time: Float, _ painter: CarPainter, flip: Float, _ flash: Float
    ) {
        let scene = DriveShot.scene
        let scenery = Scenery(scene: scene, camera: camera, flip: flip)
        if flip < 0 {
            scenery.sky(on: canvas)
            scenery.ridges(on: canvas)
        }
        var items: [(z: Float, draw: () -> Void)] = []
        let near = camera.position.z
        for slot in Int(near / 7) - 1...Int(near / 7) + 32 {
            let z = Float(slot) * 7
            for side in [-1, 1] {
                let id = slot * 2 + (side + 1) / 2
                let u = Float(side) * (9.5 + 9 * chance(id, 21)) + (side < 0 ? -3.0 : 0)
                let height = 5.0 + 5 * chance(id, 22)
                items.append(
                    (z + 5 * chance(id, 23), { scenery.fir(on: canvas, u, z + 5 * chance(id, 23), height: height) }))
                items.append((z + 1, { scenery.fir(on: canvas, u + Float(side) * 10, z + 1, height: height * 1.2) }))
            }
        }
        for slot in Int(near / scene.lampSpacing)...Int(near / scene.lampSpacing) + 6 {
            let z = Float(slot) * scene.lampSpacing
            for head in scene.lampHeads { items.append((z, { scenery.lamp(on: canvas, head: head, z) })) }
        }
        for slot in Int(near / 4)...Int(near / 4) + 38 {
            let z = Float(slot) * 4
            items.append((z, { scenery.guardRail(on: canvas, 5.4, from: z, to: z + 4) }))
            if slot % 5 == 0 {
                let lit = 0.4 + 2.2 * bell((z - painter.state.z - 18) * (z - painter.state.z - 18) / 300)
                items.append((z, { scenery.marker(on: canvas, -5.3, z, lit: lit) }))
            }
        }
        let obstacle = Obstacle(
            scene: scene, camera: camera, z: motion.obstaclePlace, time: time, flip: flip, lit: flash)
        items.append((obstacle.z, { obstacle.paint(on: canvas) }))
        items.append(
            (
                painter.state.z,
                {
                    CarGlow(painter: painter).brakedWheel(on: canvas, flip: flip, camera)
                    var car = CarPainter(scene: scene, camera: camera, state: painter.state)
                    car.flip = flip
                    car.samples = flip > 0 ? 3 : 1
                    car.paint(on: canvas)
                    if flip < 0 { CarGlow(painter: car).paint(on: canvas) }
                }
            ))
        for item in items.sorted(by: { $0.z > $1.z }) { item.draw() }
    }
}
