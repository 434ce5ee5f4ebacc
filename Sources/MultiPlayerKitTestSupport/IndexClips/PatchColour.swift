/// The colour of the patch in the top left corner of every frame.
public struct PatchColour: Hashable, Sendable, Codable {
    /// Red, green and blue as the matrix and range leave them, before any curve or primaries are undone; 0...255.
    public let red: Int
    public let green: Int
    public let blue: Int

    public init(red: Int, green: Int, blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The colour of all clips with a standard dynamic range. Its three parts are far apart, so a wrong matrix or
    /// range moves at least one of them by more than coding does.
    public static let patch = PatchColour(red: 200, green: 60, blue: 40)
    /// The same for HLG: BT.2020, red at the level of diffuse white.
    public static let hlgPatch = PatchColour(red: 191, green: 77, blue: 64)
    /// The same for PQ: BT.2020, red at 203, green at 10 and blue at 6 candela per square metre.
    public static let pqPatch = PatchColour(red: 148, green: 77, blue: 67)

    /// The values to store for a matrix and range, each rounded to 0...255.
    public func stored(as colour: IndexClip.Colour) -> (luma: UInt8, cb: UInt8, cr: UInt8) {
        let (luma, cb, cr) = stored(as: colour, depth: 8)
        return (UInt8(luma), UInt8(cb), UInt8(cr))
    }

    /// The values to store for a matrix and range in samples of `depth` bits; without a matrix, green, blue and red.
    public func stored(as colour: IndexClip.Colour, depth: Int) -> (Int, Int, Int) {
        let (r, g, b) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
        let most = Double(1 << depth - 1)
        func whole(_ value: Double) -> Int { Int(min(max(value.rounded(), 0), most)) }
        guard let weights = colour.matrix.weights else { return (whole(most * g), whole(most * b), whole(most * r)) }
        let luma = weights.red * r + (1 - weights.red - weights.blue) * g + weights.blue * b
        let cb = (b - luma) / (2 * (1 - weights.blue))
        let cr = (r - luma) / (2 * (1 - weights.red))
        let unit = Double(1 << (depth - 8))
        let (offset, lumaScale, chromaScale) = colour.fullRange ? (0, most, most) : (16 * unit, 219 * unit, 224 * unit)
        return (
            whole(offset + lumaScale * luma), whole(128 * unit + chromaScale * cb), whole(128 * unit + chromaScale * cr)
        )
    }
}

extension IndexClip {
    /// The colour of the patch in this clip: BT.2020 with the clip's curve for HLG and PQ, the same numbers in all
    /// others.
    public var patch: PatchColour {
        switch colour.transfer {
        case .sdr: .patch
        case .hlg: .hlgPatch
        case .pq: .pqPatch
        }
    }
}
