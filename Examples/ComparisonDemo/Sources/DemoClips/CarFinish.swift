import Foundation

/// What the car's surface looks like: paint, glass, lamps, and the surroundings mirrored in them.
struct CarFinish {
    let scene: RoadScene
    private let painter: CarPainter
    private let eye: Vector
    private let state: VehicleState
    private let clear: Float
    private let lampDirections: [Vector]

    static let paint = Light(0.86, 0.20, 0.045)

    init(scene: RoadScene, painter: CarPainter) {
        self.scene = scene
        self.painter = painter
        state = painter.state
        eye = painter.camera.position * Vector(1, painter.flip, 1)
        clear = scene.clearness(painter.camera.depth(of: painter.place))
        let first = (state.z / scene.lampSpacing).rounded(.down) * scene.lampSpacing
        let place = painter.place
        lampDirections = (-1...2).flatMap { n in
            scene.lampHeads.map { head in
                normalize(scene.place(head, scene.lampHeight, first + Float(n) * scene.lampSpacing) - place)
            }
        }
    }

    func light(part: Int32, at p: Vector, normal: Vector) -> Light {
        let outwards = part == CarShape.Part.wheel.rawValue ? normal : normalize(normal)
        let view = normalize(eye - painter.world(p))
        var n = painter.turned(outwards)
        if part == CarShape.Part.wheel.rawValue, dot(n, view) < 0 { n = -n }
        let facing = clamp(dot(n, view))
        let mirrored = n * (2 * dot(n, view)) - view
        let grazing = 1 - facing
        let fresnel = grazing * grazing * grazing * grazing * grazing

        // Light from the sky, from the street lamps, and a little back from the road.
        let upness = 0.5 + 0.5 * n.y
        let shade = 0.45 + 0.55 * clamp(p.y / 0.7)
        var diffuse = scene.ambient * ((0.22 + 0.78 * upness) * shade)
        diffuse += scene.dusk * (0.5 * clamp(0.25 + 0.75 * n.z))
        var glint: Float = 0
        for direction in lampDirections {
            diffuse += scene.lamp * (0.85 * clamp(dot(n, direction)) * scene.lampLight(state.u, state.z))
            let near = clamp(dot(mirrored, direction))
            let sharp = near * near
            glint += smoothstep(0.95, 0.998, sharp) * 0.7
        }
        let around =
            mirrored.y > 0
            ? scene.sky(mirrored) * 1.5 : mix(scene.haze * 0.8, Light(0.02, 0.03, 0.04), clamp(-mirrored.y * 5))

        var colour: Light
        var gloss: Float
        var shine = Light.zero
        switch part {
        case CarShape.Part.body.rawValue: (colour, gloss, shine) = body(p, outwards)
        case CarShape.Part.cabin.rawValue: (colour, gloss) = cabin(p, outwards)
        default: (colour, gloss) = wheel(p)
        }
        let mirror = gloss * (0.10 + 0.90 * fresnel)
        var result = colour * diffuse * (1 - mirror * 0.6) + around * mirror * 1.3
        result += scene.lamp * (glint * (gloss > 1 ? 0.22 : gloss * 1.3))
        result += shine
        return mix(scene.haze, result, clear)
    }

    private static let trim = Light(0.012, 0.014, 0.017)

    private func body(_ p: Vector, _ n: Vector) -> (Light, Float, Light) {
        let side = abs(p.x)
        // Wheel arches and sills.
        for axle in [CarShape.axle, -CarShape.axle] {
            let z = p.z - axle
            let y = p.y - CarShape.wheelRadius
            if side > 0.55, abs(n.x) > 0.35, z * z + y * y < 0.40 * 0.40 { return (CarFinish.trim * 0.5, 0.1, .zero) }
        }
        if p.y < 0.30 { return (CarFinish.trim, 0.2, .zero) }
        if n.z < -0.30 {
            if abs(p.y - 0.795) < 0.055 || (side > 0.50 && abs(p.y - 0.775) < 0.085), side < 0.80 {
                let strength = 0.95 + 4.2 * state.brake * (side > 0.40 ? 1 : 0.25)
                return (Light(0.3, 0.01, 0.01), 0.4, Light(1.0, 0.035, 0.02) * strength)
            }
            if p.y < 0.46 { return (CarFinish.trim * 1.5, 0.2, .zero) }
            if side < 0.25, abs(p.y - 0.60) < 0.062 { return (Light(0.75, 0.75, 0.72), 0.1, Light(repeating: 0.10)) }
        }
        if n.z > 0.20, p.z > 1.7 {
            if side > 0.34, side < 0.80, abs(p.y - 0.60 - (side - 0.4) * 0.06) < 0.055 {
                return (Light(repeating: 0.6), 0.5, Light(1.0, 0.95, 0.85) * 3.5)
            }
            if side < 0.55, p.y < 0.47 { return (CarFinish.trim, 0.3, .zero) }
        }
        return (CarFinish.paint, 0.85, .zero)
    }

    private func cabin(_ p: Vector, _ n: Vector) -> (Light, Float) {
        let glass = (Light(0.010, 0.014, 0.018), Float(1.5))
        let side = abs(p.x)
        if n.z < -0.30, p.y > 0.99, p.z < -0.86, side < 0.62 - (1.40 - p.y) * -0.05, abs(n.x) < 0.52 { return glass }
        if n.z > 0.33, p.y > 0.90, p.z > 0.12, abs(n.x) < 0.55 { return glass }
        if abs(n.x) > 0.62, p.y > 0.955, p.y < 1.30, p.z > -1.32, p.z < 0.72, abs(p.z + 0.38) > 0.03 {
            if p.y < 0.90 + (0.95 - p.z) * 0.75, p.y < 1.02 + (p.z + 1.62) * 0.55 { return glass }
        }
        return (CarFinish.paint, 0.85)
    }

    private func wheel(_ p: Vector) -> (Light, Float) {
        let r = (p.y * p.y + p.z * p.z).squareRoot()
        guard p.x > 0.085, r < CarShape.wheelRadius * 0.80 else { return (Light(0.014, 0.015, 0.018), 0.15) }
        // A turning wheel shows its rim as an even disc; a rolling pattern would only flicker.
        let ring = stripe(0.20, 0.255, r, 0.02)
        return (mix(Light(0.07, 0.075, 0.085), Light(0.30, 0.32, 0.35), ring), 0.6)
    }
}
