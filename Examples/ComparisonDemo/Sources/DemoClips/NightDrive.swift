import Foundation

/// A calm drive through a lamp-lit night, far out of focus, that ends where it began.
enum NightDrive {
    static let width = 1280
    static let height = 720
    static let frames = 180
    /// Metres driven in one loop: three lamps and a whole number of dashes.
    private static let way: Float = 72

    private static let scene = RoadScene(
        period: 72, asphalt: 7.5, edgeLine: 6.6, lampSpacing: 24, lampHeads: [-5.6, 5.6], lampHeight: 8.2,
        lamp: Light(1.0, 0.53, 0.20), lampPools: 1.5, zenith: Light(0.004, 0.011, 0.027),
        haze: Light(0.022, 0.046, 0.072), dusk: Light(0.16, 0.075, 0.055), ambient: Light(0.20, 0.32, 0.48),
        verge: Light(0.012, 0.024, 0.026), sight: 90, markings: Light(0.30, 0.32, 0.33))

    static func draw(frame: Int) -> RGBImage {
        let phase = Float(((frame % frames) + frames) % frames) / Float(frames)
        // Everything soft is drawn at half size; only the lamps' discs are drawn in full.
        let small = Canvas(width: width / 2, height: height / 2)
        let size = Point(Float(width), Float(height))
        let sway = sin(phase * 2 * .pi)
        let camera = Camera(
            position: Vector(-1.6 + 0.25 * sway, 2.1, phase * way), yaw: 0.02 * sway, pitch: 0.03, focal: 620,
            size: size)
        let half = camera.scaled(0.5)
        let scenery = Scenery(scene: scene, camera: half)
        scenery.sky(on: small)
        scenery.ridges(on: small)

        let mirror = Canvas(width: small.width / 2, height: small.height / 2)
        let quarter = camera.scaled(0.25)
        Scenery(scene: scene, camera: quarter, flip: -1).sky(on: mirror)
        for light in lights(phase) { column(light, on: mirror, quarter) }
        Finish.blur(mirror, across: 1, down: 6, passes: 2)
        RoadSurface(scene: scene, camera: half).paint(on: small, mirror: mirror, marks: nil)
        trees(on: small, scenery, phase)
        Finish.blur(small, across: 3, down: 3, passes: 3)

        let canvas = enlarged(small)
        for light in lights(phase) { disc(light, on: canvas, camera) }
        driftingDiscs(phase, on: canvas)
        return Finish.develop(canvas, exposure: 0.92, vignette: 0.5)
    }

    /// A lamp somewhere: a street lamp or one of a car's lights.
    private struct Lamp {
        var place: Vector
        var light: Light
        var size: Float
    }

    private static func lights(_ phase: Float) -> [Lamp] {
        var lamps: [Lamp] = []
        let eye = phase * way
        // Street lamps to the horizon, far ones first; they fade where they enter and leave.
        for slot in stride(from: 9, through: 0, by: -1) {
            let z = (Float(slot) + (eye / scene.lampSpacing).rounded(.down)) * scene.lampSpacing
            let ahead = z - eye
            let fade = smoothstep(2, 10, ahead) * (1 - smoothstep(150, 215, ahead))
            for head in scene.lampHeads {
                lamps.append(Lamp(place: Vector(head, scene.lampHeight, z), light: scene.lamp * fade, size: 1))
            }
        }
        // Two cars: one keeps its distance ahead, one comes towards us once per loop.
        let drift = sin(phase * 2 * .pi + 1)
        for side in [Float(-0.7), 0.7] {
            lamps.append(
                Lamp(
                    place: Vector(2.0 + side + 0.2 * drift, 0.8, eye + 34 + 3 * drift),
                    light: Light(1.0, 0.07, 0.04) * 0.9, size: 0.7))
            let gap = 190 - phase * 240
            let fade = smoothstep(6, 30, gap) * smoothstep(190, 140, gap)
            lamps.append(
                Lamp(place: Vector(-5.2 + side, 0.75, eye + gap), light: Light(0.86, 0.93, 1.0) * fade * 0.9, size: 0.8)
            )
        }
        return lamps
    }

    private static func disc(_ lamp: Lamp, on canvas: Canvas, _ camera: Camera) {
        guard lamp.light.max() > 0.002, let point = camera.project(lamp.place) else { return }
        let scale = camera.scale(at: lamp.place)
        // Out of focus, near lamps grow large and pale.
        let radius = (11 + 0.55 * scale) * lamp.size
        let clear = 0.30 + 0.70 * scene.clearness(camera.depth(of: lamp.place))
        let pale = 1 / (1 + radius * radius / 900)
        canvas.disc(at: point, radius: radius, rim: 2.5 + radius * 0.06, lamp.light * (0.85 * pale * clear))
        canvas.glow(at: point, radius: Point(repeating: radius * 3.4), lamp.light * (0.10 * pale * clear))
    }

    /// Large faint discs that hang in front of everything, above and below, and sway once around per loop.
    private static func driftingDiscs(_ phase: Float, on canvas: Canvas) {
        let colours = [
            Light(1.0, 0.55, 0.22), Light(0.16, 0.52, 0.62), Light(0.95, 0.22, 0.12), Light(0.30, 0.44, 0.80),
        ]
        for i in 0..<22 {
            let turn = 2 * Float.pi * (phase + chance(i, 41))
            let high = i % 2 == 0
            let x = (Float(i) + 0.6 * chance(i, 42)) / 22 * Float(width) + 26 * cos(turn)
            let band = high ? 0.02 + 0.22 * chance(i, 43) : 0.80 + 0.20 * chance(i, 43)
            let y = band * Float(height) + 10 * sin(turn)
            let radius = 16 + 40 * chance(i, 44)
            let breath = 0.75 + 0.25 * sin(turn + 1)
            let light = colours[i % colours.count] * ((0.020 + 0.030 * chance(i, 45)) * breath)
            canvas.disc(at: Point(x, y), radius: radius, rim: 4, light)
        }
    }

    private static func column(_ lamp: Lamp, on canvas: Canvas, _ camera: Camera) {
        guard lamp.light.max() > 0.002, let point = camera.project(lamp.place * Vector(1, -1, 1)) else { return }
        let scale = camera.scale(at: lamp.place)
        let radius = 4 + 0.5 * scale
        canvas.glow(at: point, radius: Point(radius, radius * 4 + 24), lamp.light * (1.5 * lamp.size))
    }

    private static func trees(on canvas: Canvas, _ scenery: Scenery, _ phase: Float) {
        let eye = phase * way
        let gap: Float = 6
        let perLoop = Int(way / gap)
        for slot in stride(from: Int(eye / gap) + 26, through: Int(eye / gap), by: -1) {
            for side in [-1, 1] {
                let id = (slot % perLoop) * 2 + side
                let u = Float(side) * (11.5 + 5 * chance(id, 31))
                scenery.fir(on: canvas, u, Float(slot) * gap, height: 7 + 5 * chance(id, 32))
            }
        }
    }

    private static func enlarged(_ small: Canvas) -> Canvas {
        let canvas = Canvas(width: small.width * 2, height: small.height * 2)
        small.pixels.withUnsafeBufferPointer { source in
            for y in 0..<canvas.height {
                for x in 0..<canvas.width {
                    canvas.pixels[y * canvas.width + x] = Canvas.sample(
                        source, width: small.width, height: small.height, x: (Float(x) + 0.5) / 2,
                        y: (Float(y) + 0.5) / 2)
                }
            }
        }
        return canvas
    }
}
