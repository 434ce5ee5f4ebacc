import Foundation

/// Places the car in the world and paints it, a few samples per pixel.
struct CarPainter {
    let scene: RoadScene
    let camera: Camera
    let state: VehicleState
    let place: Vector
    let heading: Float
    var samples = 3
    /// -1 paints the mirror image in the wet road.
    var flip: Float = 1

    private let sine: Float
    private let cosine: Float

    init(scene: RoadScene, camera: Camera, state: VehicleState) {
        self.scene = scene
        self.camera = camera
        self.state = state
        place = scene.place(state.u, 0, state.z)
        heading = state.heading + scene.bearing(state.z)
        sine = sin(heading)
        cosine = cos(heading)
    }

    /// Turns a direction of the car into one of the world.
    func turned(_ v: Vector) -> Vector { Vector(v.x * cosine + v.z * sine, v.y, -v.x * sine + v.z * cosine) }

    /// A place on the car in the world.
    func world(_ p: Vector) -> Vector { place + turned(p) }

    /// The body leans on its springs; the wheels do not.
    func leaned(_ p: Vector) -> Vector {
        let y = p.y - 0.35
        return Vector(p.x + y * state.roll, p.y - p.x * state.roll - p.z * state.pitch, p.z + y * state.pitch)
    }

    func paint(on canvas: Canvas) {
        let corners = [-1.1, 1.1].flatMap { (x: Float) in
            [-2.4, 2.4].flatMap { (z: Float) in [0, 1.6].map { (y: Float) in world(Vector(x, y * flip, z)) } }
        }
        let outline = corners.compactMap { camera.project($0) }
        guard outline.count == corners.count, var low = outline.first else { return }
        var high = low
        for point in outline {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        let x0 = max(0, Int(low.x) - 2)
        let y0 = max(0, Int(low.y) - 2)
        let x1 = min(canvas.width, Int(high.x) + 3)
        let y1 = min(canvas.height, Int(high.y) + 3)
        guard x0 < x1, y0 < y1 else { return }
        let tile = Tile(width: (x1 - x0) * samples, height: (y1 - y0) * samples)
        let origin = Point(Float(x0), Float(y0))
        let shape = CarShape.shared
        raster(shape.body, into: tile, origin) { leaned($0) }
        raster(shape.cabin, into: tile, origin) { leaned($0) }
        for wheel in 0..<4 {
            let side: Float = wheel % 2 == 0 ? -1 : 1
            let front = wheel < 2
            let steer = front ? state.steering : 0
            raster(shape.wheel, into: tile, origin) { p in
                let q = Vector(p.x * side, p.y, p.z)
                let turned = Vector(q.x * cos(steer) + q.z * sin(steer), q.y, q.z * cos(steer) - q.x * sin(steer))
                return turned
                    + Vector(
                        side * CarShape.track, CarShape.wheelRadius, front ? CarShape.axle : -CarShape.axle)
            }
        }
        resolve(tile, on: canvas, x0, y0)
    }

    /// Samples of the car's surface, nearest ones only.
    private final class Tile {
        let width: Int
        let height: Int
        var depth: [Float]
        var part: [Int32]
        var place: [Vector]
        var normal: [Vector]

        init(width: Int, height: Int) {
            self.width = width
            self.height = height
            depth = [Float](repeating: .infinity, count: width * height)
            part = [Int32](repeating: 0, count: width * height)
            place = [Vector](repeating: .zero, count: width * height)
            normal = [Vector](repeating: .zero, count: width * height)
        }
    }

    private func raster(_ mesh: CarShape.Mesh, into tile: Tile, _ origin: Point, _ pose: (Vector) -> Vector) {
        var points = [Point](repeating: .zero, count: mesh.vertices.count)
        var depths = [Float](repeating: 0, count: mesh.vertices.count)
        for (i, vertex) in mesh.vertices.enumerated() {
            var posed = pose(vertex.place)
            posed.y *= flip
            let inWorld = world(posed)
            depths[i] = camera.depth(of: inWorld)
            points[i] = ((camera.project(inWorld) ?? Point(-1e4, -1e4)) - origin) * Float(samples)
        }
        for triangle in mesh.triangles {
            let ia = Int(triangle.x)
            let ib = Int(triangle.y)
            let ic = Int(triangle.z)
            let a = points[ia]
            let b = points[ib]
            let c = points[ic]
            let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
            guard abs(area) > 1e-3 else { continue }
            let x0 = max(0, Int(min(a.x, b.x, c.x)))
            let x1 = min(tile.width - 1, Int(max(a.x, b.x, c.x)) + 1)
            let y0 = max(0, Int(min(a.y, b.y, c.y)))
            let y1 = min(tile.height - 1, Int(max(a.y, b.y, c.y)) + 1)
            guard x0 <= x1, y0 <= y1 else { continue }
            let va = mesh.vertices[ia]
            let vb = mesh.vertices[ib]
            let vc = mesh.vertices[ic]
            for y in y0...y1 {
                for x in x0...x1 {
                    let p = Point(Float(x) + 0.5, Float(y) + 0.5)
                    let wb = ((p.x - a.x) * (c.y - a.y) - (p.y - a.y) * (c.x - a.x)) / area
                    let wc = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / area
                    let wa = 1 - wb - wc
                    guard wa >= -0.001, wb >= -0.001, wc >= -0.001 else { continue }
                    let depth = depths[ia] * wa + depths[ib] * wb + depths[ic] * wc
                    let i = y * tile.width + x
                    guard depth < tile.depth[i] else { continue }
                    tile.depth[i] = depth
                    tile.part[i] = mesh.part.rawValue
                    tile.place[i] = va.place * wa + vb.place * wb + vc.place * wc
                    tile.normal[i] = va.normal * wa + vb.normal * wb + vc.normal * wc
                }
            }
        }
    }

    private func resolve(_ tile: Tile, on canvas: Canvas, _ x0: Int, _ y0: Int) {
        let finish = CarFinish(scene: scene, painter: self)
        let share = 1 / Float(samples * samples)
        for y in 0..<tile.height / samples {
            for x in 0..<tile.width / samples {
                var sum = Light.zero
                var hits: Float = 0
                for sy in 0..<samples {
                    for sx in 0..<samples {
                        let i = (y * samples + sy) * tile.width + x * samples + sx
                        guard tile.part[i] != 0 else { continue }
                        hits += 1
                        // A sample must not outshine its pixel, or lamps get ragged edges.
                        sum += pointwiseMin(
                            finish.light(part: tile.part[i], at: tile.place[i], normal: tile.normal[i]),
                            Light(repeating: 6))
                    }
                }
                guard hits > 0 else { continue }
                let i = (y + y0) * canvas.width + x + x0
                canvas.pixels[i] = canvas.pixels[i] * (1 - hits * share) + sum * share
            }
        }
    }
}
