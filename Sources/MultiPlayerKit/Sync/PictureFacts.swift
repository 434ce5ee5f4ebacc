/// How finely colour is sampled beside brightness.
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

/// Width of a stored pixel by its height.
public struct PixelAspect: Hashable, Sendable, CustomStringConvertible {
    /// Greater than zero.
    public let width: Int
    /// Greater than zero.
    public let height: Int

    /// In lowest terms. What is zero or negative is taken as square, as files mean it that state nothing.
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

/// How bright a high dynamic range video gets, as its maker states it. All in nits (candela a square metre).
///
/// - Note: Source: content light level (CTA-861.3) and mastering display colour volume (SMPTE ST 2086).
public struct LightLevel: Hashable, Sendable {
    /// The brightest pixel (MaxCLL); `nil`: not stated.
    public var maxContent: Double?
    /// The brightest average of a frame (MaxFALL); `nil`: not stated.
    public var maxFrameAverage: Double?
    /// The brightest that the display could show on which it was graded; `nil`: not stated.
    public var masteringPeak: Double?
    /// The darkest that this display could show; `nil`: not stated.
    public var masteringBlack: Double?

    public init(
        maxContent: Double? = nil, maxFrameAverage: Double? = nil, masteringPeak: Double? = nil,
        masteringBlack: Double? = nil
    ) {
        (self.maxContent, self.maxFrameAverage) = (maxContent, maxFrameAverage)
        (self.masteringPeak, self.masteringBlack) = (masteringPeak, masteringBlack)
    }
}
