import Foundation

/// The car as a net of triangles: a body, a cabin on top of it, four wheels. Car places: x right, y up, z forward.
struct CarShape: Sendable {
    enum Part: Int32, Sendable { case none, body, cabin, wheel }

    struct Vertex: Sendable {
        var place: Vector
        var normal: Vector
    }

    struct Mesh: Sendable {
        var part: Part
        var vertices: [Vertex] = []
        var triangles: [SIMD3<Int32>] = []
    }

    static let axle: Float = 1.30
    static let track: Float = 0.765
    static let wheelRadius: Float = 0.335

    let body: Mesh
    let cabin: Mesh
    let wheel: Mesh

    static let shared = CarShape()

    private init() {
        body = CarShape.loft(.body, CarShape.bodyStations())
        cabin = CarShape.loft(.cabin, CarShape.cabinStations())
        wheel = CarShape.wheelMesh()
    }

    /// Cross-sections of the body from tail to nose, each from the left sill over the top to the right sill.
    private static func bodyStations() -> [[Vector]] {
        let deck = Curve([
            (-2.2, 0.84), (-2.12, 0.90), (-2.0, 0.965), (-1.75, 0.985), (-1.2, 0.97), (-0.4, 0.925),
            (0.9, 0.885), (1.4, 0.83), (1.8, 0.74), (2.02, 0.66), (2.15, 0.56),
        ])
        let floor = Curve([(-2.2, 0.34), (-2.05, 0.27), (-1.7, 0.22), (1.7, 0.20), (2.0, 0.22), (2.15, 0.30)])
        let wide = Curve([
            (-2.2, 0.70), (-2.13, 0.80), (-2.0, 0.87), (-1.6, 0.915), (-1.2, 0.925), (-0.4, 0.885),
            (0.4, 0.885), (1.2, 0.92), (1.6, 0.905), (1.95, 0.83), (2.08, 0.74), (2.15, 0.60),
        ])
        let section: [(Float, Float)] = [
            (0.84, 0.0), (0.93, 0.03), (0.965, 0.14), (0.975, 0.32), (0.985, 0.50), (1.0, 0.66),
            (0.995, 0.76), (0.965, 0.86), (0.91, 0.935), (0.83, 0.975), (0.66, 1.0), (0.40, 1.012),
            (0.15, 1.018),
        ]
        let places: [Float] =
            [-2.20, -2.19, -2.165, -2.12, -2.05, -1.95, -1.8] + stride(from: Float(-1.6), through: 1.6, by: 0.2)
            + [1.75, 1.88, 1.97, 2.04, 2.09, 2.12, 2.14, 2.15]
        var stations = places.map { z in
            ring(section, z: z, width: wide(z), low: floor(z), high: deck(z))
        }
        // Close both ends.
        stations.insert(stations[0].map { Vector($0.x * 0.96, mix(0.60, $0.y, 0.95), -2.215) }, at: 0)
        stations.insert(stations[0].map { _ in Vector(0, 0.60, -2.22) }, at: 0)
        stations.append(ring(section, z: 2.165, width: 0.5, low: 0.36, high: 0.52))
        stations.append(stations[stations.count - 1].map { _ in Vector(0, 0.44, 2.17) })
        return stations
    }

    /// Cross-sections of the cabin: a drop that leans inwards.
    private static func cabinStations() -> [[Vector]] {
        let roof = Curve([
            (-1.98, 0.955), (-1.8, 1.02), (-1.5, 1.165), (-1.2, 1.29), (-0.85, 1.375), (-0.45, 1.415),
            (-0.1, 1.41), (0.2, 1.355), (0.5, 1.22), (0.8, 1.06), (1.12, 0.875),
        ])
        let wide = Curve([(-1.98, 0.60), (-1.5, 0.72), (-0.9, 0.79), (-0.2, 0.80), (0.5, 0.79), (1.12, 0.70)])
        let places = stride(from: Float(-1.98), through: 1.121, by: 0.1).map { $0 }
        return places.map { z in
            let high = roof(z)
            let low: Float = 0.82
            let lean = clamp((high - 0.9) / 0.5)
            let section: [(Float, Float)] = [
                (1, 0), (mix(1, 0.93, lean), 0.33), (mix(0.99, 0.86, lean), 0.62),
                (mix(0.97, 0.79, lean), 0.82), (mix(0.94, 0.74, lean), 0.91), (mix(0.88, 0.67, lean), 0.965),
                (mix(0.76, 0.56, lean), 0.99), (0.40, 1.005), (0.15, 1.012),
            ]
            return ring(section, z: z, width: wide(z), low: low, high: high)
        }
    }

    private static func ring(
        _ section: [(Float, Float)], z: Float, width: Float, low: Float, high: Float
    ) -> [Vector] {
        let left = section.map { Vector(-$0.0 * width, mix(low, high, $0.1), z) }
        return left + left.reversed().map { Vector(-$0.x, $0.y, $0.z) }
    }

    /// Joins cross-sections to a skin with smooth normals.
    private static func loft(_ part: Part, _ stations: [[Vector]]) -> Mesh {
        var mesh = Mesh(part: part)
        let count = stations[0].count
        for station in stations { mesh.vertices += station.map { Vertex(place: $0, normal: .zero) } }
        for s in 0..<stations.count - 1 {
            for i in 0..<count {
                let a = Int32(s * count + i)
                let b = Int32(s * count + (i + 1) % count)
                let n = Int32(count)
                mesh.triangles += [SIMD3(a, a + n, b), SIMD3(b, a + n, b + n)]
            }
        }
        for triangle in mesh.triangles {
            let a = mesh.vertices[Int(triangle.x)].place
            let normal = cross(mesh.vertices[Int(triangle.y)].place - a, mesh.vertices[Int(triangle.z)].place - a)
            for i in 0..<3 { mesh.vertices[Int(triangle[i])].normal += normal }
        }
        for i in mesh.vertices.indices {
            mesh.vertices[i].normal = normalize(mesh.vertices[i].normal)
        }
        return mesh
    }

    /// A tyre with its rim facing +x.
    private static func wheelMesh() -> Mesh {
        var mesh = Mesh(part: .wheel)
        let steps = 24
        let rings: [(Float, Float, Vector)] = [
            (-0.11, wheelRadius, Vector(0, 1, 0)), (0.08, wheelRadius, Vector(0, 1, 0)),
            (0.105, wheelRadius * 0.93, Vector(0.6, 0.8, 0)), (0.11, wheelRadius * 0.88, Vector(1, 0, 0)),
            (0.09, wheelRadius * 0.3, Vector(1, 0, 0)), (0.10, 0.001, Vector(1, 0, 0)),
        ]
        for (x, radius, normal) in rings {
            for step in 0..<steps {
                let angle = Float(step) * (2 * .pi / Float(steps))
                mesh.vertices.append(
                    Vertex(
                        place: Vector(x, radius * cos(angle), radius * sin(angle)),
                        normal: Vector(normal.x, normal.y * cos(angle), normal.y * sin(angle))))
            }
        }
        for r in 0..<rings.count - 1 {
            for i in 0..<steps {
                let a = Int32(r * steps + i)
                let b = Int32(r * steps + (i + 1) % steps)
                let n = Int32(steps)
                mesh.triangles += [SIMD3(a, a + n, b), SIMD3(b, a + n, b + n)]
            }
        }
        return mesh
    }
}
