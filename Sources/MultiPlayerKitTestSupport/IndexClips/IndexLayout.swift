/// A rectangle whose unit is up to the user: pixels of a plane, or fractions of a picture.
public struct PictureRect: Hashable, Sendable {
    /// Left edge, growing to the right.
    public var x: Double
    /// Top edge, growing downwards.
    public var y: Double
    public var width: Double
    public var height: Double

    /// A rectangle in any unit.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A rectangle of whole pixels.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.init(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }

    /// A part of this rectangle, given in fractions of its width and height.
    public func part(_ fraction: PictureRect) -> PictureRect {
        PictureRect(
            x: x + fraction.x * width, y: y + fraction.y * height,
            width: fraction.width * width, height: fraction.height * height)
    }
}

/// One of the two halves of a picture; each carries a whole copy of the index.
public enum PictureHalf: Hashable, Sendable, CaseIterable {
    case left
    case right
}

/// Where things are in a frame of a test clip, in fractions of the picture as it is displayed.
public enum IndexLayout {
    /// The rectangle that the 8 by 4 cells of one half fill, without their quiet border.
    public static func block(_ half: PictureHalf) -> PictureRect {
        PictureRect(x: half == .left ? 0.07 : 0.57, y: 0.32, width: 0.36, height: 0.36)
    }

    /// The mid-grey area around the cells of one half, cells included.
    public static func quietArea(_ half: PictureHalf) -> PictureRect {
        PictureRect(x: half == .left ? 0.045 : 0.545, y: 0.28, width: 0.41, height: 0.44)
    }

    /// The patch of known colour in the top left corner.
    public static let patch = PictureRect(x: 0, y: 0, width: 0.15, height: 0.2)

    /// The part in the top right corner that is half transparent in a clip with alpha; all else is opaque.
    public static let window = PictureRect(x: 0.85, y: 0, width: 0.15, height: 0.2)
    /// Alpha of the window in 8 bits; 0 is transparent, 255 opaque.
    public static let windowAlpha = 128

    /// Where the bar below the cells moves from field to field in a clip with moving fields.
    public static let barBand = PictureRect(x: 0.1, y: 0.78, width: 0.8, height: 0.18)

    /// The bar below the cells in one field of a clip with moving fields.
    ///
    /// - Parameter field: the number of the field, counted from the first field of the first frame.
    public static func bar(atField field: Int) -> PictureRect {
        let step = 0.03 * Double(field % 26)
        return PictureRect(x: barBand.x + step, y: barBand.y, width: 0.05, height: barBand.height)
    }

    /// Luma of a whole picture that is too small for cells: one of eight levels, by the index modulo 8.
    ///
    /// They lie evenly around 113, the one level that stays when limited range is stretched to full range.
    public static func level(ofFrame frame: Int) -> UInt8 { 26 + 25 * UInt8(frame % 8) }

    /// Luma of a black cell. Far enough from 16 that a mistaken range conversion does not clip it.
    public static let dark: UInt8 = 40
    /// Luma of a white cell. Far enough from 235 that a mistaken range conversion does not clip it.
    public static let bright: UInt8 = 215
    /// Luma of the quiet border.
    public static let grey: UInt8 = 127
}
