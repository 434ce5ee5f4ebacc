/// A colour in BT.709 limited range, as video stores it.
public struct StageColour: Hashable, Sendable {
    /// Luma 16…235 and the two chroma parts 16…240.
    public var y, u, v: UInt8

    public init(y: UInt8, u: UInt8, v: UInt8) {
        (self.y, self.u, self.v) = (y, u, v)
    }

    /// From red, green and blue, 0…1 each (ITU-R BT.709, limited range).
    public init(red: Double, green: Double, blue: Double) {
        let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        func clamp(_ value: Double) -> UInt8 { value.isNaN ? 0 : UInt8(min(max(value.rounded(), 0), 255)) }
        y = clamp(16 + 219 * luma)
        u = clamp(128 + 224 * (blue - luma) / 1.8556)
        v = clamp(128 + 224 * (red - luma) / 1.5748)
    }

    public static let black = StageColour(y: 16, u: 128, v: 128)
    public static let white = StageColour(y: 235, u: 128, v: 128)
}
