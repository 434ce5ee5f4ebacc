import Foundation

/// Where the picture is taken from: a camera without roll.
struct Camera {
    let position: Vector
    /// Distance of the picture plane in pixels: larger is a longer lens.
    let focal: Float
    /// Where the line of sight meets the picture.
    let centre: Point
    let forward: Vector
    let right: Vector
    let up: Vector
    /// Nothing nearer than this is drawn.
    static let nearest: Float = 0.4

    /// `yaw` turns to the right, `pitch` looks down; both in radians.
    init(position: Vector, yaw: Float, pitch: Float, focal: Float, size: Point) {
        self.position = position
        self.focal = focal
        centre = size / 2
        forward = Vector(sin(yaw) * cos(pitch), -sin(pitch), cos(yaw) * cos(pitch))
        right = Vector(cos(yaw), 0, -sin(yaw))
        up = cross(forward, right)
    }

    private init(_ camera: Camera, scale: Float) {
        position = camera.position
        focal = camera.focal * scale
        centre = camera.centre * scale
        forward = camera.forward
        right = camera.right
        up = camera.up
    }

    /// The same view on a canvas `scale` times as large.
    func scaled(_ scale: Float) -> Camera { Camera(self, scale: scale) }

    /// The row in which the horizon lies.
    var horizon: Float { centre.y - focal * -forward.y / max(up.y, 1e-3) }

    /// Distance in front of the picture plane.
    func depth(of place: Vector) -> Float { dot(place - position, forward) }

    /// Pixels per metre at a place.
    func scale(at place: Vector) -> Float { focal / max(depth(of: place), Camera.nearest) }

    /// The pixel that shows a place, or nil when it is behind the camera.
    func project(_ place: Vector) -> Point? {
        let d = place - position
        let depth = dot(d, forward)
        guard depth > Camera.nearest else { return nil }
        return centre + Point(dot(d, right), -dot(d, up)) * (focal / depth)
    }

    /// The picture of a flat outline, cut off where it comes too near.
    func project(_ outline: [Vector]) -> [Point] {
        var points: [Point] = []
        points.reserveCapacity(outline.count + 1)
        guard var previous = outline.last else { return [] }
        var previousDepth = depth(of: previous) - Camera.nearest
        for place in outline {
            let depth = depth(of: place) - Camera.nearest
            if (depth > 0) != (previousDepth > 0) {
                let cut = previous + (place - previous) * (previousDepth / (previousDepth - depth))
                points.append(flat(cut))
            }
            if depth > 0 { points.append(flat(place)) }
            previous = place
            previousDepth = depth
        }
        return points
    }

    private func flat(_ place: Vector) -> Point {
        let d = place - position
        return centre + Point(dot(d, right), -dot(d, up)) * (focal / max(dot(d, forward), Camera.nearest * 0.99))
    }

    /// The direction in which a pixel looks, not normalised.
    @inline(__always)
    func ray(_ x: Float, _ y: Float) -> Vector {
        forward * focal + right * (x - centre.x) - up * (y - centre.y)
    }
}
