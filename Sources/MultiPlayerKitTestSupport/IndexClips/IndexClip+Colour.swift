extension IndexClip {
    /// What the values of the pixels mean, and whether the file says so.
    public struct Colour: Hashable, Sendable, Codable {
        /// How luma and chroma follow from red, green and blue.
        public enum Matrix: String, Hashable, Sendable, Codable, CaseIterable {
            /// BT.601, signalled as the 525-line system: `smpte170m`.
            case bt601
            /// BT.601, signalled as the 625-line system: `bt470bg`. The coefficients are those of `bt601`.
            case bt601PAL
            case bt709
            /// BT.2020 with non-constant luminance.
            case bt2020
            /// No matrix: the planes are green, blue and red.
            case rgb
        }

        /// Which red, green and blue are meant.
        public enum Primaries: String, Hashable, Sendable, Codable, CaseIterable {
            case bt601
            case bt601PAL
            case bt709
            case bt2020
        }

        /// How light follows from the values.
        public enum Transfer: String, Hashable, Sendable, Codable, CaseIterable {
            /// The curve that belongs to the matrix; sRGB for RGB.
            case sdr
            case hlg
            case pq
        }

        public var matrix: Matrix
        /// Whether luma uses 0...255 instead of 16...235. Always `true` for RGB.
        public var fullRange: Bool
        /// By default those that belong to the matrix; BT.709 for RGB.
        public var primaries: Primaries
        /// SDR by default.
        public var transfer: Transfer
        /// Whether the stream or the container states any of this, as far as it can; `true` by default.
        public var isTagged: Bool

        public init(
            matrix: Matrix, fullRange: Bool, primaries: Primaries? = nil, transfer: Transfer = .sdr,
            isTagged: Bool = true
        ) {
            self.matrix = matrix
            self.fullRange = fullRange
            self.primaries = primaries ?? matrix.usualPrimaries
            self.transfer = transfer
            self.isTagged = isTagged
        }

        /// The same colour in a file that does not say which it is.
        public var untagged: Colour {
            var copy = self
            copy.isTagged = false
            return copy
        }

        public static let bt601 = Colour(matrix: .bt601, fullRange: false)
        public static let bt601PAL = Colour(matrix: .bt601PAL, fullRange: false)
        public static let bt709 = Colour(matrix: .bt709, fullRange: false)
        public static let bt2020 = Colour(matrix: .bt2020, fullRange: false)
        public static let bt601Full = Colour(matrix: .bt601, fullRange: true)
        public static let bt601PALFull = Colour(matrix: .bt601PAL, fullRange: true)
        public static let bt709Full = Colour(matrix: .bt709, fullRange: true)
        public static let bt2020Full = Colour(matrix: .bt2020, fullRange: true)
        public static let rgb = Colour(matrix: .rgb, fullRange: true)
        /// BT.2020 with the curve of BT.2100 HLG.
        public static let hlg = Colour(matrix: .bt2020, fullRange: false, transfer: .hlg)
        /// BT.2020 with the curve of BT.2100 PQ.
        public static let pq = Colour(matrix: .bt2020, fullRange: false, transfer: .pq)
    }
}

extension IndexClip.Colour.Matrix {
    /// The primaries that footage with this matrix usually has.
    var usualPrimaries: IndexClip.Colour.Primaries {
        switch self {
        case .bt601: .bt601
        case .bt601PAL: .bt601PAL
        case .bt709, .rgb: .bt709
        case .bt2020: .bt2020
        }
    }

    /// The weights of red and blue in luma; `nil` for RGB.
    var weights: (red: Double, blue: Double)? {
        switch self {
        case .bt601, .bt601PAL: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        case .rgb: nil
        }
    }
}

/// The names used by ffmpeg and ffprobe.
extension IndexClip.Colour {
    public var rangeName: String { fullRange ? "pc" : "tv" }

    public var matrixName: String {
        switch matrix {
        case .bt601: "smpte170m"
        case .bt601PAL: "bt470bg"
        case .bt709: "bt709"
        case .bt2020: "bt2020nc"
        case .rgb: "gbr"
        }
    }

    public var primariesName: String {
        switch primaries {
        case .bt601: "smpte170m"
        case .bt601PAL: "bt470bg"
        case .bt709: "bt709"
        case .bt2020: "bt2020"
        }
    }

    public var transferName: String {
        switch (transfer, matrix) {
        case (.hlg, _): "arib-std-b67"
        case (.pq, _): "smpte2084"
        case (.sdr, .bt601), (.sdr, .bt601PAL): "smpte170m"
        case (.sdr, .bt709): "bt709"
        case (.sdr, .bt2020): "bt2020-10"
        case (.sdr, .rgb): "iec61966-2-1"
        }
    }
}
