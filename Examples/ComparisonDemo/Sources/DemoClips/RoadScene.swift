import Foundation

/// A stretch of road and the light it lies in. Places along it are given by `u`, metres to the right of its middle,
/// and `z`, metres along it.
struct RoadScene: Sendable {
    /// How far the road swings to either side, and over which length.
    var swing: Float = 0
    var swingLength: Float = 300
    /// Every pattern along the road repeats after this many metres.
    var period: Float = 960

    /// Half the width of the asphalt and of the part between the edge lines.
    var asphalt: Float = 4.5
    var edgeLine: Float = 3.75

    /// Street lamps: one every `lampSpacing` metres, heads above these `u`.
    var lampSpacing: Float = 40
    var lampHeads: [Float] = [3.6]
    var lampHeight: Float = 7.6
    var lamp = Light(1.0, 0.62, 0.30)
    /// How bright the lamps' pools on the road are.
    var lampPools: Float = 4.2

    var zenith = Light(0.010, 0.022, 0.052)
    var haze = Light(0.052, 0.100, 0.142)
    /// The last light of the day, low above the road's end.
    var dusk = Light(1.05, 0.36, 0.15)
    var duskBearing: Float = 0
    var ambient = Light(0.30, 0.46, 0.66)
    var verge = Light(0.022, 0.046, 0.040)
    /// Distance after which the haze has taken two thirds of everything.
    var sight: Float = 150
    /// How strongly the wet asphalt mirrors.
    var wetness: Float = 1
    var markings = Light(0.62, 0.64, 0.62)

    /// The middle of the road.
    @inline(__always)
    func middle(_ z: Float) -> Float { swing == 0 ? 0 : swing * sin(z * (2 * .pi / swingLength)) }

    /// The road's direction as an angle to the right.
    func bearing(_ z: Float) -> Float {
        atan(swing * (2 * .pi / swingLength) * cos(z * (2 * .pi / swingLength)))
    }

    /// A place on or above the road.
    func place(_ u: Float, _ y: Float, _ z: Float) -> Vector { Vector(middle(z) + u, y, z) }

    /// Share of an object's light that survives the haze.
    func clearness(_ distance: Float) -> Float { exp(-max(distance, 0) / sight) }

    /// The light of the sky in a direction (normalised, y not below 0).
    @inline(__always)
    func sky(_ direction: Vector) -> Light {
        let height = max(direction.y, 0)
        let base = mix(haze, zenith, 1 - 1 / (1 + height * 7))
        let sideways = direction.x - sin(duskBearing)
        let glow = bell(sideways * sideways * 4.0 + height * height * 60)
        return base + dusk * (direction.z > 0 ? glow : 0)
    }

    /// Lamp light that falls on a place of the road.
    @inline(__always)
    func lampLight(_ u: Float, _ z: Float) -> Float {
        let n = (z / lampSpacing).rounded(.down) * lampSpacing
        let scale = 1 / (lampHeight * lampHeight * 0.55)
        var sum: Float = 0
        for head in lampHeads {
            let side = (u - head) * (u - head)
            let near = (z - n) * (z - n)
            let far = (z - n - lampSpacing) * (z - n - lampSpacing)
            sum += bell((side + near) * scale) + bell((side + far) * scale)
        }
        return sum
    }
}
