import Foundation

/// Draws what stands around the road. Each drawing can be turned upside down to show it in the wet asphalt.
struct Scenery {
    let scene: RoadScene
    let camera: Camera
    /// -1 draws mirror images.
    var flip: Float = 1

    /// The sky above the horizon, or for a mirror the sky below it.
    func sky(on canvas: Canvas) {
        let horizon = camera.horizon
        let rows = flip > 0 ? 0..<min(canvas.height, Int(horizon) + 1) : max(0, Int(horizon))..<canvas.height
        canvas.pixels.withUnsafeMutableBufferPointer { pixels in
            for y in rows {
                for x in 0..<canvas.width {
                    var ray = normalize(camera.ray(Float(x) + 0.5, Float(y) + 0.5))
                    ray.y = max(ray.y * flip, 0)
                    pixels[y * canvas.width + x] = scene.sky(ray)
                }
            }
        }
    }

    /// Two chains of hills in the distance.
    func ridges(on canvas: Canvas) {
        for (layer, amount) in [(0, Float(0.42)), (1, Float(0.72))] {
            var outline: [Point] = []
            let horizon = camera.horizon
            for x in stride(from: -16, through: canvas.width + 16, by: 12) {
                let ray = camera.ray(Float(x), horizon)
                let bearing = atan2(ray.x, ray.z) * 6 + Float(layer) * 2.3
                let wave = 0.55 + 0.25 * sin(bearing * 1.3) + 0.14 * sin(bearing * 2.9 + 1) + 0.06 * sin(bearing * 7.1)
                let height = (layer == 0 ? 0.075 : 0.038) * wave * camera.focal
                outline.append(Point(Float(x), horizon - height * flip))
            }
            outline.append(Point(Float(canvas.width + 16), horizon + flip))
            outline.append(Point(-16, horizon + flip))
            let colour = mix(scene.haze, Light(0.020, 0.040, 0.058), amount)
            canvas.fill(outline, colour, alpha: layer == 0 ? 0.75 : 0.9)
        }
    }

    /// A fir of a few flat tiers, its right side catching the evening light.
    func fir(on canvas: Canvas, _ u: Float, _ z: Float, height: Float) {
        let foot = scene.place(u, 0, z)
        guard let base = camera.project(foot) else { return }
        let scale = camera.scale(at: foot)
        guard scale * height > 2, camera.depth(of: foot) > 4 else { return }
        let tiers = 5
        let up = -flip * scale
        var left: [Point] = []
        for tier in 0..<tiers {
            let bottom = 0.04 + 0.96 * Float(tier) / Float(tiers)
            let top = 0.04 + 0.96 * (Float(tier) + 1) / Float(tiers)
            let wide = 0.21 * (1 - 0.80 * Float(tier) / Float(tiers))
            left.append(Point(-wide * height * scale, bottom * height * up))
            left.append(Point(-wide * 0.38 * height * scale, top * height * up))
        }
        left[left.count - 1] = Point(0, height * up)
        let right = left.reversed().map { Point(-$0.x, $0.y) }
        let clear = scene.clearness(camera.depth(of: foot))
        let dark = mix(scene.haze, Light(0.006, 0.017, 0.021), clear)
        let lit = mix(scene.haze, Light(0.011, 0.027, 0.031), clear)
        canvas.stroke(base, base + Point(0, 0.2 * height * up), width: 0.028 * height * scale, dark * 0.7)
        canvas.fill((left + right).map { $0 + base }, dark)
        let low = Point(left[0].x * 0.15, left[0].y)
        canvas.fill(([low] + [Point(0, height * up)] + right).map { $0 + base }, lit)
    }

    /// A street lamp: post, arm, head. `head` is the `u` above which the head hangs.
    func lamp(on canvas: Canvas, head: Float, _ z: Float, glow: Float = 1) {
        let outwards: Float = head < 0 ? -1 : 1
        let post = head + outwards * 2.4
        let h = scene.lampHeight
        let top = scene.place(post, flip * h, z)
        guard let foot = camera.project(scene.place(post, 0, z)), let knee = camera.project(top),
            let tip = camera.project(scene.place(head - outwards * 0.5, flip * (h + 0.25), z)),
            let middle = camera.project(scene.place(head, flip * (h + 0.1), z))
        else { return }
        let scale = camera.scale(at: top)
        let clear = scene.clearness(camera.depth(of: top))
        let metal = mix(scene.haze, Light(0.014, 0.022, 0.030), clear)
        canvas.stroke(foot, knee, width: max(0.15 * scale, 0.8), metal)
        canvas.stroke(knee, tip, width: max(0.11 * scale, 0.7), metal)
        // A lamp right above the camera is out of the picture; its glow must not hang in it.
        let close = smoothstep(7, 22, camera.depth(of: top))
        let light = scene.lamp * glow * (0.25 + 0.75 * clear) * close
        if flip > 0 {
            canvas.stroke(middle, tip, width: max(0.13 * scale, 1), scene.lamp * 7 * glow)
            canvas.glow(at: middle, radius: Point(repeating: max(0.9 * scale, 4)), light * 1.0)
            canvas.glow(at: middle, radius: Point(repeating: max(3.0 * scale, 9)), light * 0.22)
        } else {
            // Rough asphalt draws a lamp out into a column of light.
            canvas.glow(at: middle, radius: Point(max(0.42 * scale, 2), max(5.0 * scale, 12)), light * 3.0)
        }
    }

    /// A guard rail from `from` to `to` along the road.
    func guardRail(on canvas: Canvas, _ u: Float, from: Float, to: Float) {
        var z = to
        let step: Float = 4
        while z > from {
            let near = max(z - step, from)
            let clear = scene.clearness(z - camera.position.z)
            let lampLight = scene.lampLight(u, near)
            let face = Light(0.085, 0.115, 0.140) + scene.lamp * (0.16 * lampLight)
            func band(_ low: Float, _ high: Float, _ colour: Light) {
                let outline = [
                    scene.place(u, flip * low, near), scene.place(u, flip * high, near),
                    scene.place(u, flip * high, z), scene.place(u, flip * low, z),
                ]
                canvas.fill(camera.project(outline), mix(scene.haze, colour, clear))
            }
            let post = [
                scene.place(u + 0.1, 0, near), scene.place(u + 0.1, flip * 0.6, near),
                scene.place(u + 0.1, flip * 0.6, near + 0.14), scene.place(u + 0.1, 0, near + 0.14),
            ]
            canvas.fill(camera.project(post), mix(scene.haze, Light(0.025, 0.034, 0.042), clear))
            band(0.48, 0.60, face * 0.62)
            band(0.60, 0.67, face * 0.34)
            band(0.67, 0.80, face)
            z = near
        }
    }

    /// A marker post with its reflector.
    func marker(on canvas: Canvas, _ u: Float, _ z: Float, lit: Float) {
        guard let foot = camera.project(scene.place(u, 0, z)), let top = camera.project(scene.place(u, flip, z))
        else { return }
        let scale = camera.scale(at: scene.place(u, 0.5, z))
        let clear = scene.clearness(z - camera.position.z)
        canvas.stroke(foot, top, width: 0.13 * scale, mix(scene.haze, Light(repeating: 0.22), clear))
        let low = foot + (top - foot) * 0.70
        let high = foot + (top - foot) * 0.90
        canvas.stroke(low, high, width: 0.13 * scale, mix(scene.haze, Light(0.03, 0.03, 0.035), clear))
        let centre = (low + high) / 2
        canvas.stroke(
            foot + (top - foot) * 0.74, foot + (top - foot) * 0.86, width: 0.08 * scale, Light(1, 0.85, 0.6) * lit)
        canvas.glow(at: centre, radius: Point(repeating: 0.5 * scale), Light(1, 0.8, 0.5) * lit * 0.12)
    }
}
