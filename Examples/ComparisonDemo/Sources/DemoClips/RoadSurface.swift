import Foundation

/// What a car does to the road's light: the pool of its headlights and the red behind it.
struct CarLight {
    var place = Vector.zero
    var heading: Float = 0
    var headlights: Float = 0
    var taillights: Float = 0
    /// How dark it is under the car, 0 for none.
    var shadow: Float = 0
}

/// Draws the ground: asphalt, lines, verges, wetness, and the light that lies on it.
struct RoadSurface {
    let scene: RoadScene
    let camera: Camera
    let car: CarLight

    /// Fills every pixel below the horizon.
    ///
    /// - Parameters:
    ///   - mirror: what the road would show if it were a mirror, at half the canvas's size.
    ///   - marks: tyre marks at half size; red is rubber, green is water pushed aside.
    func paint(on canvas: Canvas, mirror: Canvas, marks: Canvas?) {
        let width = canvas.width
        let first = max(0, Int(camera.horizon.rounded(.up)))
        guard first < canvas.height else { return }
        canvas.pixels.withUnsafeMutableBufferPointer { pixels in
            mirror.pixels.withUnsafeBufferPointer { mirrored in
                (marks?.pixels ?? []).withUnsafeBufferPointer { marked in
                    for y in first..<canvas.height {
                        let row = Row(camera, y: Float(y) + 0.5)
                        for x in 0..<width {
                            let px = Float(x) + 0.5
                            let reflection = Canvas.sample(
                                mirrored, width: mirror.width, height: mirror.height, x: px / 2, y: (Float(y) + 0.5) / 2
                            )
                            let mark =
                                marked.isEmpty
                                ? Light.zero
                                : Canvas.sample(
                                    marked, width: mirror.width, height: mirror.height, x: px / 2,
                                    y: (Float(y) + 0.5) / 2)
                            pixels[y * width + x] = light(at: px, row, reflection, mark)
                        }
                    }
                }
            }
        }
    }

    /// The part of the calculation that all pixels of a row share.
    private struct Row {
        let start: Vector
        let step: Vector
        let distance: Float
        /// Size of a pixel on the ground, across and along the road.
        let across: Float
        let along: Float
        /// Share of the light that is mirrored: more the flatter the view.
        let gloss: Float

        init(_ camera: Camera, y: Float) {
            let ray = camera.ray(camera.centre.x, y)
            let t = -camera.position.y / min(ray.y, -1e-4)
            step = camera.right * t
            start = camera.position + ray * t - step * camera.centre.x
            distance = t * dot(ray, ray).squareRoot()
            across = t * 1.3
            let next = camera.ray(camera.centre.x, y + 1)
            along = max(abs((next * (-camera.position.y / min(next.y, -1e-4)) - ray * t).z), across)
            let slope = -ray.y / dot(ray, ray).squareRoot()
            let grazing = 1 - slope
            gloss = 0.16 + 0.74 * grazing * grazing * grazing
        }
    }

    @inline(__always)
    private func light(at x: Float, _ row: Row, _ reflection: Light, _ mark: Light) -> Light {
        let place = row.start + row.step * x
        let z = place.z
        let u = place.x - scene.middle(z)
        let side = abs(u)

        let onAsphalt = stripe(-scene.asphalt, scene.asphalt, u, row.across)
        let dashed = dashes(4, 12, z, row.along) * stripe(-0.075, 0.075, u, row.across)
        let edge = stripe(scene.edgeLine - 0.08, scene.edgeLine + 0.08, side, row.across)
        let line = max(dashed, edge)

        // Slow hills of wetness, stretched along the road, so that the mirror has shape but no grain.
        let detail = clamp(2.2 / max(row.along, 0.3) - 0.15)
        let wide = hills(u * 0.42 + 40, z * 0.125, wrap: Int(scene.period / 8))
        let fine = hills(u * 1.3 + 90, z * 0.5, wrap: Int(scene.period / 2))
        let rough = mix(0.5, wide * 0.80 + fine * 0.20, detail)
        let puddle = smoothstep(0.38, 0.76, rough + 0.10 * bell((side - 2.7) * (side - 2.7) * 6))

        var albedo = mix(Light(0.046, 0.052, 0.060), Light(0.033, 0.038, 0.046), puddle)
        albedo = mix(albedo, scene.markings, line * (1 - 0.35 * puddle))
        let grass = scene.verge * (0.8 + 0.4 * wide)
        albedo = mix(grass, albedo, onAsphalt)
        albedo *= 1 - 0.72 * mark.x - 0.25 * mark.y

        var light = scene.ambient + scene.lamp * (scene.lampPools * scene.lampLight(u, z))
        var gloss = row.gloss * mix(0.42, 1.0, puddle) * scene.wetness * mix(0.10, 1, onAsphalt) * (1 - 0.55 * line)
        gloss *= (1 - 0.85 * mark.x) * (1 - 0.5 * mark.y)

        if car.headlights > 0 || car.taillights > 0 || car.shadow > 0 {
            let lit = carLight(at: place)
            light = light * lit.shade + lit.sum * mix(0.35, 1, onAsphalt)
            gloss *= mix(0.55, 1, lit.shade)
        }
        var result = albedo * light
        result += (reflection - result) * clamp(gloss)
        return mix(scene.haze, result, scene.clearness(row.distance))
    }

    @inline(__always)
    private func carLight(at place: Vector) -> (sum: Light, shade: Float) {
        let d = place - car.place
        let s = carSine
        let c = carCosine
        let x = d.x * c - d.z * s
        let z = d.x * s + d.z * c

        var sum = Light.zero
        let ahead = z - 2.0
        if ahead > 0 {
            let spread = 1 / (0.45 + 0.23 * ahead)
            let a = (x - 0.62) * spread
            let b = (x + 0.62) * spread
            let reach = smoothstep(0, 3.5, ahead) * bell(ahead * ahead / 420)
            sum += Light(1.0, 0.88, 0.68) * ((bell(a * a) + bell(b * b)) * reach * car.headlights)
        } else if z < 0 {
            let back = z + 2.6
            let pool = bell(x * x * 0.45 + back * back * 0.38) * smoothstep(0, -2.2, z)
            sum += Light(1.0, 0.05, 0.03) * (pool * car.taillights)
        }
        let outX = max(abs(x) - 0.55, 0)
        let outZ = max(abs(z) - 1.75, 0)
        let shade = 1 - car.shadow * bell((outX * outX + outZ * outZ) * 2.4)
        return (sum, shade)
    }

    private let carSine: Float
    private let carCosine: Float

    init(scene: RoadScene, camera: Camera, car: CarLight = CarLight()) {
        self.scene = scene
        self.camera = camera
        self.car = car
        carSine = sin(car.heading)
        carCosine = cos(car.heading)
    }
}
