/// How the three components of a pixel were made from red, green and blue: `MatrixCoefficients` of ITU-T H.273.
public struct ColourMatrix: Hashable, Sendable, CustomStringConvertible {
    /// Code of ITU-T H.273, table 4.
    public let code: UInt8

    public init(code: UInt8) { self.code = code }

    /// The components are green, blue and red themselves.
    public static let identity = ColourMatrix(code: 0)
    /// ITU-R BT.709: high definition.
    public static let bt709 = ColourMatrix(code: 1)
    /// US FCC 47 (1953).
    public static let fcc = ColourMatrix(code: 4)
    /// ITU-R BT.601, 625 lines. The same numbers as ``smpte170m``.
    public static let bt470bg = ColourMatrix(code: 5)
    /// ITU-R BT.601, 525 lines.
    public static let smpte170m = ColourMatrix(code: 6)
    /// SMPTE 240M.
    public static let smpte240m = ColourMatrix(code: 7)
    /// ITU-R BT.2020 and BT.2100, non-constant luminance.
    public static let bt2020 = ColourMatrix(code: 9)
    /// ITU-R BT.2020, constant luminance.
    public static let bt2020ConstantLuminance = ColourMatrix(code: 10)
    /// ITU-R BT.2100 ICtCp.
    public static let ictcp = ColourMatrix(code: 14)

    public var description: String {
        switch self {
        case .identity: "RGB"
        case .bt709: "BT.709"
        case .fcc: "FCC"
        case .bt470bg: "BT.601 (625 lines)"
        case .smpte170m: "BT.601 (525 lines)"
        case .smpte240m: "SMPTE 240M"
        case .bt2020: "BT.2020"
        case .bt2020ConstantLuminance: "BT.2020 constant luminance"
        case .ictcp: "ICtCp"
        default: "matrix \(code)"
        }
    }
}

/// How light becomes the numbers of a signal: `TransferCharacteristics` of ITU-T H.273.
public struct ColourTransfer: Hashable, Sendable, CustomStringConvertible {
    /// Code of ITU-T H.273, table 3.
    public let code: UInt8

    public init(code: UInt8) { self.code = code }

    /// ITU-R BT.709: standard dynamic range.
    public static let bt709 = ColourTransfer(code: 1)
    /// Gamma 2.2 (BT.470 M).
    public static let gamma22 = ColourTransfer(code: 4)
    /// Gamma 2.8 (BT.470 BG).
    public static let gamma28 = ColourTransfer(code: 5)
    /// ITU-R BT.601; the same curve as ``bt709``.
    public static let bt601 = ColourTransfer(code: 6)
    /// SMPTE 240M.
    public static let smpte240m = ColourTransfer(code: 7)
    /// Linear light.
    public static let linear = ColourTransfer(code: 8)
    /// IEC 61966-2-1: sRGB.
    public static let srgb = ColourTransfer(code: 13)
    /// ITU-R BT.2020, 10 bits; the same curve as ``bt709``.
    public static let bt2020TenBit = ColourTransfer(code: 14)
    /// ITU-R BT.2020, 12 bits; the same curve as ``bt709``.
    public static let bt2020TwelveBit = ColourTransfer(code: 15)
    /// SMPTE ST 2084, the perceptual quantizer of HDR10: absolute, up to 10,000 nits.
    public static let pq = ColourTransfer(code: 16)
    /// ARIB STD-B67, hybrid log-gamma.
    public static let hlg = ColourTransfer(code: 18)

    /// Whether it carries more than standard dynamic range.
    public var isHDR: Bool { self == .pq || self == .hlg }

    public var description: String {
        switch self {
        case .bt709: "BT.709"
        case .gamma22: "gamma 2.2"
        case .gamma28: "gamma 2.8"
        case .bt601: "BT.601"
        case .smpte240m: "SMPTE 240M"
        case .linear: "linear"
        case .srgb: "sRGB"
        case .bt2020TenBit, .bt2020TwelveBit: "BT.2020"
        case .pq: "PQ"
        case .hlg: "HLG"
        default: "transfer \(code)"
        }
    }
}

/// Which red, green, blue and white are meant: `ColourPrimaries` of ITU-T H.273.
public struct ColourPrimaries: Hashable, Sendable, CustomStringConvertible {
    /// Code of ITU-T H.273, table 2.
    public let code: UInt8

    public init(code: UInt8) { self.code = code }

    /// ITU-R BT.709; sRGB uses the same ones.
    public static let bt709 = ColourPrimaries(code: 1)
    /// BT.470 M.
    public static let bt470m = ColourPrimaries(code: 4)
    /// ITU-R BT.601, 625 lines (EBU 3213).
    public static let bt470bg = ColourPrimaries(code: 5)
    /// ITU-R BT.601, 525 lines (SMPTE C).
    public static let smpte170m = ColourPrimaries(code: 6)
    /// SMPTE 240M; the same as ``smpte170m``.
    public static let smpte240m = ColourPrimaries(code: 7)
    /// Generic film.
    public static let film = ColourPrimaries(code: 8)
    /// ITU-R BT.2020 and BT.2100.
    public static let bt2020 = ColourPrimaries(code: 9)
    /// SMPTE RP 431-2: DCI-P3.
    public static let dciP3 = ColourPrimaries(code: 11)
    /// SMPTE EG 432-1: Display P3.
    public static let displayP3 = ColourPrimaries(code: 12)

    public var description: String {
        switch self {
        case .bt709: "BT.709"
        case .bt470m: "BT.470 M"
        case .bt470bg: "BT.601 (625 lines)"
        case .smpte170m: "BT.601 (525 lines)"
        case .smpte240m: "SMPTE 240M"
        case .film: "film"
        case .bt2020: "BT.2020"
        case .dciP3: "DCI-P3"
        case .displayP3: "Display P3"
        default: "primaries \(code)"
        }
    }
}

/// Which numbers stand for black and white: `VideoFullRangeFlag` of ITU-T H.273.
public enum ColourRange: String, Hashable, Sendable {
    /// In 8 bits, 16 to 235 for brightness and 16 to 240 for colour.
    case limited
    /// All code values.
    case full
}

/// The colours of a video: what its file says, and what is shown.
public struct MediaColour: Hashable, Sendable {
    /// What a file says. Each field is `nil` where the file says nothing or "unspecified" (code 2).
    ///
    /// The coded stream takes precedence; the container supplies what the stream leaves open.
    public struct Stated: Hashable, Sendable {
        public var matrix: ColourMatrix?
        public var transfer: ColourTransfer?
        public var primaries: ColourPrimaries?
        public var range: ColourRange?

        public init(
            matrix: ColourMatrix? = nil, transfer: ColourTransfer? = nil, primaries: ColourPrimaries? = nil,
            range: ColourRange? = nil
        ) {
            (self.matrix, self.transfer, self.primaries, self.range) = (matrix, transfer, primaries, range)
        }
    }

    /// What the file says.
    public var stated: Stated
    /// The matrix used to show the video; it and the next three values are as stated, or follow from the picture's size
    /// and kind where nothing is stated.
    public var matrix: ColourMatrix
    public var transfer: ColourTransfer
    public var primaries: ColourPrimaries
    public var range: ColourRange

    /// Completes the stated values by the rules of `Documentation/Footage.md`.
    ///
    /// - Parameters:
    ///   - stated: What the file says; nothing by default.
    ///   - width: Stored pixels. 1920 by default.
    ///   - height: Stored pixels. 1080 by default.
    public init(stated: Stated = Stated(), width: Int = 1920, height: Int = 1080) {
        self.init(stated: stated, width: width, height: height, kind: .yuv)
    }

    init(stated: Stated, width: Int, height: Int, kind: ColourRule.Kind) {
        let codes = ColourRule(width: width, height: height, kind: kind).completing(
            matrix: stated.matrix?.code, transfer: stated.transfer?.code, primaries: stated.primaries?.code,
            isFullRange: stated.range.map { $0 == .full })
        self.stated = stated
        matrix = ColourMatrix(code: codes.matrix)
        transfer = ColourTransfer(code: codes.transfer)
        primaries = ColourPrimaries(code: codes.primaries)
        range = codes.isFullRange ? .full : .limited
    }

    /// Whether it is shown as more than standard dynamic range.
    public var isHDR: Bool { transfer.isHDR }
}

/// The colours assumed where a file does not state them.
///
/// Each of the four is decided on its own: a file that states only its matrix keeps it.
///
/// | | picture | untagged |
/// |---|---|---|
/// | matrix | RGB | identity |
/// | | JPEG | BT.601, 625 lines (5), whatever its size |
/// | | at least 1280 wide or more than 576 high, UHD too | BT.709 (1) |
/// | | at most 486 high | BT.601, 525 lines (6) |
/// | | other | BT.601, 625 lines (5) |
/// | primaries | RGB, JPEG | BT.709 (1) |
/// | | other | as the matrix, by size |
/// | transfer | all | BT.709 (1) |
/// | range | RGB, JPEG | full |
/// | | other | limited |
///
/// These count as untagged: no value, "unspecified" (2), the reserved codes 0 and 3 (0 is a valid matrix, for RGB
/// pictures only), codes without a meaning here (above 22), and a matrix of luma and chroma on an RGB picture.
///
/// All codes are those of ITU-T H.273. JFIF (ITU-T T.871) prescribes BT.601's matrix and full range for JPEG of any
/// size.
struct ColourRule: Hashable, Sendable {
    /// What the decoded pictures are made of.
    enum Kind: Hashable, Sendable {
        /// Luma and chroma, or luma only.
        case yuv
        case rgb
        /// Luma and chroma from JPEG or Motion JPEG.
        case jpeg
    }

    /// All four values, completed.
    struct Codes: Hashable, Sendable {
        var matrix: UInt8
        var transfer: UInt8
        var primaries: UInt8
        var isFullRange: Bool
    }

    /// Stored pixels, before rotation.
    var width: Int
    var height: Int
    var kind: Kind

    /// Completes the stated values.
    ///
    /// - Parameters:
    ///   - matrix: `MatrixCoefficients`; `nil` or 2: not stated.
    ///   - transfer: `TransferCharacteristics`; `nil` or 2: not stated.
    ///   - primaries: `ColourPrimaries`; `nil` or 2: not stated.
    ///   - isFullRange: `VideoFullRangeFlag`; `nil`: not stated.
    func completing(matrix: UInt8?, transfer: UInt8?, primaries: UInt8?, isFullRange: Bool?) -> Codes {
        Codes(
            matrix: self.matrix(matrix), transfer: Self.known(transfer) ?? 1,
            primaries: Self.known(primaries) ?? (kind == .yuv ? bySize : 1),
            isFullRange: isFullRange ?? (kind != .yuv))
    }

    private func matrix(_ stated: UInt8?) -> UInt8 {
        switch kind {
        case .rgb: 0
        case .jpeg: Self.known(stated) ?? 5
        case .yuv: Self.known(stated) ?? bySize
        }
    }

    private var bySize: UInt8 {
        if width >= 1280 || height > 576 { return 1 }
        return height <= 486 ? 6 : 5
    }

    /// The code; `nil` if it is unspecified, reserved or above 22.
    private static func known(_ code: UInt8?) -> UInt8? {
        guard let code, ![0, 2, 3].contains(code), code <= 22 else { return nil }
        return code
    }
}
