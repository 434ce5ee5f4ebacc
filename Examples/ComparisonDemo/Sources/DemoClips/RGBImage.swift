/// A finished picture: 8-bit sRGB, three bytes per pixel, rows from top to bottom without padding.
public struct RGBImage: Sendable, Equatable {
    /// Pixels per row.
    public let width: Int
    /// Number of rows.
    public let height: Int
    /// Red, green, blue of the top left pixel, then of its right neighbour, and so on.
    public var pixels: [UInt8]

    /// Wraps `pixels`, which must hold `width * height * 3` bytes.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(pixels.count == width * height * 3, "three bytes per pixel")
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}
