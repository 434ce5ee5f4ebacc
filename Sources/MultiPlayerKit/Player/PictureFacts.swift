/// How finely colour is sampled compared with brightness.
public struct ChromaSubsampling: Hashable, Sendable, CustomStringConvertible {
    /// The customary name: "4:2:0".
    public let name: String

    public init(name: String) { self.name = name }

    /// Half across and half down.
    public static let yuv420 = ChromaSubsampling(name: "4:2:0")
    /// Half across.
    public static let yuv422 = ChromaSubsampling(name: "4:2:2")
    /// A quarter across.
    public static let yuv411 = ChromaSubsampling(name: "4:1:1")
    /// A quarter across and down.
    public static let yuv410 = ChromaSubsampling(name: "4:1:0")
    /// Half down.
    public static let yuv440 = ChromaSubsampling(name: "4:4:0")
    /// As fine as brightness.
    public static let yuv444 = ChromaSubsampling(name: "4:4:4")
    /// Brightness only.
    public static let gray = ChromaSubsampling(name: "gray")
    /// Red, green and blue, each in full.
    public static let rgb = ChromaSubsampling(name: "RGB")

    public var description: String { name }
}

/// Which half of its lines a frame shows first.
public struct FieldOrder: Hashable, Sendable, CustomStringConvertible {
    public let name: String

    public init(name: String) { self.name = name }

    /// All lines belong to one instant.
    public static let progressive = FieldOrder(name: "progressive")
    /// Interlaced; the upper field is the earlier one.
    public static let topFirst = FieldOrder(name: "top field first")
    /// Interlaced; the lower field is the earlier one.
    public static let bottomFirst = FieldOrder(name: "bottom field first")
    /// Not known, or interlaced in an order that is not known.
    public static let unknown = FieldOrder(name: "unknown")

    /// Whether two fields of different instants are woven into a frame.
    public var isInterlaced: Bool { self == .topFirst || self == .bottomFirst }

    public var description: String { name }
}

/// A stored pixel's width divided by its height.
public struct PixelAspect: Hashable, Sendable, CustomStringConvertible {
    /// Greater than zero.
    public let width: Int
    /// Greater than zero.
    public let height: Int

    /// Reduces to lowest terms. Zero and negative values count as square, like a file that states nothing.
    public init(_ width: Int, _ height: Int) {
        guard width > 0, height > 0 else {
            (self.width, self.height) = (1, 1)
            return
        }
        var (divisor, rest) = (width, height)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        (self.width, self.height) = (width / divisor, height / divisor)
    }

    public static let square = PixelAspect(1, 1)

    public var description: String { "\(width):\(height)" }
}

/// How bright a high dynamic range video gets, as its maker states it. All in nits (candela per square metre).
///
/// - Note: Source: content light level (CTA-861.3) and mastering display colour volume (SMPTE ST 2086).
public struct LightLevel: Hashable, Sendable {
    /// The brightest pixel (MaxCLL); `nil`: not stated.
    public var maxContent: Double?
    /// The highest average brightness of a frame (MaxFALL); `nil`: not stated.
    public var maxFrameAverage: Double?
    /// The peak brightness of the display on which it was graded; `nil`: not stated.
    public var masteringPeak: Double?
    /// The black level of that display; `nil`: not stated.
    public var masteringBlack: Double?

    public init(
        maxContent: Double? = nil, maxFrameAverage: Double? = nil, masteringPeak: Double? = nil,
        masteringBlack: Double? = nil
    ) {
        (self.maxContent, self.maxFrameAverage) = (maxContent, maxFrameAverage)
        (self.masteringPeak, self.masteringBlack) = (masteringPeak, masteringBlack)
    }
}

/// How a stored picture is mirrored and turned before it is shown: mirrored first, then turned clockwise.
///
/// There are exactly eight; other matrices map to the nearest of them. The raw values are the words of GStreamer's
/// `image-orientation` tag, and the cases correspond to the eight values of Exif's Orientation tag.
///
/// - Note: Source: the display matrix of the track's header in MP4 and QuickTime files (ISO/IEC 14496-12, 6.2.2 and
///   8.3.2), the `image-orientation` tag of other containers.
public enum PictureOrientation: String, Hashable, Sendable, CaseIterable {
    /// As stored. Exif 1.
    case rotate0 = "rotate-0"
    /// A quarter turn clockwise: the stored left edge becomes the top. Exif 6.
    case rotate90 = "rotate-90"
    /// Half a turn. Exif 3.
    case rotate180 = "rotate-180"
    /// Three quarter turns clockwise: the stored right edge becomes the top. Exif 8.
    case rotate270 = "rotate-270"
    /// Mirrored: left and right change places. Exif 2.
    case flipRotate0 = "flip-rotate-0"
    /// Mirrored left to right, then a quarter turn clockwise: upper left and lower right change places. Exif 7.
    case flipRotate90 = "flip-rotate-90"
    /// Mirrored left to right, then half a turn: top and bottom change places. Exif 4.
    case flipRotate180 = "flip-rotate-180"
    /// Mirrored left to right, then three quarter turns clockwise: rows become columns, upper right and lower left
    /// change places. Exif 5.
    case flipRotate270 = "flip-rotate-270"

    /// Whether the picture is mirrored.
    public var isMirrored: Bool {
        switch self {
        case .rotate0, .rotate90, .rotate180, .rotate270: false
        case .flipRotate0, .flipRotate90, .flipRotate180, .flipRotate270: true
        }
    }

    /// Clockwise turn in degrees, after mirroring: 0, 90, 180 or 270.
    public var degrees: Int {
        switch self {
        case .rotate0, .flipRotate0: 0
        case .rotate90, .flipRotate90: 90
        case .rotate180, .flipRotate180: 180
        case .rotate270, .flipRotate270: 270
        }
    }

    /// Whether width and height change places.
    public var swapsSides: Bool { degrees % 180 == 90 }

    /// - Parameters:
    ///   - isMirrored: Mirrored left to right, before it is turned.
    ///   - degrees: Clockwise, a multiple of 90.
    init(isMirrored: Bool, degrees: Int) {
        let quarter = ((degrees / 90) % 4 + 4) % 4
        self = Self.allCases[(isMirrored ? 4 : 0) + quarter]
    }

    /// The orientation nearest to a matrix that maps stored coordinates (y downwards) to displayed ones:
    /// x' = a·x + c·y, y' = b·x + d·y. Scale does not matter.
    ///
    /// A shear, or a turn between the quarters, becomes the nearest of the eight; of two equally near ones, the one
    /// with the smaller turn. A matrix that flattens the picture is ignored: the picture is shown as stored.
    init(a: Double, b: Double, c: Double, d: Double) {
        let determinant = a * d - b * c
        guard determinant.isFinite, determinant != 0 else {
            self = .rotate0
            return
        }
        // The sign of the determinant tells whether the picture is mirrored; of the four turns, the one with the
        // largest sum of products is the nearest.
        let mirror: Double = determinant < 0 ? -1 : 1
        let sums = [mirror * a + d, mirror * b - c, -mirror * a - d, c - mirror * b]
        var best = 0
        for quarter in 1..<4 where sums[quarter] > sums[best] { best = quarter }
        self = Self.allCases[(determinant < 0 ? 4 : 0) + best]
    }
}

/// How a picture fills its tile or surface when their shapes differ.
public enum PictureFitting: Hashable, Sendable, CaseIterable {
    /// The whole picture, in its own shape, centred; the rest of the tile stays free.
    case fit

    /// The whole tile, the picture in its own shape and centred; what exceeds the tile is cut.
    case fill

    /// The whole picture over the whole tile; its shape is lost.
    case stretch
}
