/// The colour of the patch in the top left corner of every frame.
public struct PatchColour: Hashable, Sendable, Codable {
    /// Red, green and blue after conversion, 0...255.
    public let red: Int
    public let green: Int
    public let blue: Int

    public init(red: Int, green: Int, blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The colour all clips use. Its three parts are far apart, so a wrong matrix or range moves at least one of
    /// them by more than coding does.
    public static let patch = PatchColour(red: 200, green: 60, blue: 40)

    /// The numbers to store for a matrix and range, each rounded to 0...255.
    public func stored(as colour: IndexClip.Colour) -> (luma: UInt8, cb: UInt8, cr: UInt8) {
        let (redPart, bluePart) = colour.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
        let (r, g, b) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
        let luma = redPart * r + (1 - redPart - bluePart) * g + bluePart * b
        let cb = (b - luma) / (2 * (1 - bluePart))
        let cr = (r - luma) / (2 * (1 - redPart))
        let (offset, lumaScale, chromaScale) = colour.fullRange ? (0.0, 255.0, 255.0) : (16.0, 219.0, 224.0)
        func whole(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
        return (whole(offset + lumaScale * luma), whole(128 + chromaScale * cb), whole(128 + chromaScale * cr))
    }
}
