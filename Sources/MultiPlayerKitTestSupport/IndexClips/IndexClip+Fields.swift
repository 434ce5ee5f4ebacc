extension IndexClip {
    /// A ratio of two positive whole numbers.
    public struct Ratio: Hashable, Sendable, Codable {
        public var numerator: Int
        public var denominator: Int

        public init(_ numerator: Int, _ denominator: Int) {
            self.numerator = numerator
            self.denominator = denominator
        }
    }

    /// Frames a second as a ratio.
    public typealias FrameRate = Ratio

    /// How the pictures are coded.
    public enum Codec: String, Hashable, Sendable, Codable, CaseIterable {
        case h264
        case h265
        case vp8
        case vp9
        case mpeg4
    }

    /// The file format.
    public enum Container: String, Hashable, Sendable, Codable, CaseIterable {
        case mp4
        /// MP4 in fragments of one GOP, with an empty sample table in front.
        case fragmentedMP4
        case mov
        case mkv
        case webm
        case ts

        /// The file name extension, without a dot.
        public var fileExtension: String { self == .fragmentedMP4 ? "mp4" : rawValue }

        /// Whether the format has edit lists and display matrices that the clips can use.
        var hasEditLists: Bool { self == .mp4 || self == .mov }
    }

    /// How the stored picture is turned before it is shown; the raw value is degrees clockwise.
    public enum Rotation: Int, Hashable, Sendable, Codable, CaseIterable {
        case none = 0
        case clockwise90 = 90
        case clockwise180 = 180
        case clockwise270 = 270
    }

    /// What the numbers in the pixels mean.
    public struct Colour: Hashable, Sendable, Codable {
        public enum Matrix: String, Hashable, Sendable, Codable {
            case bt601
            case bt709
        }

        public var matrix: Matrix
        /// Whether luma uses 0...255 instead of 16...235.
        public var fullRange: Bool

        public init(matrix: Matrix, fullRange: Bool) {
            self.matrix = matrix
            self.fullRange = fullRange
        }

        public static let bt601 = Colour(matrix: .bt601, fullRange: false)
        public static let bt709 = Colour(matrix: .bt709, fullRange: false)
        public static let bt601Full = Colour(matrix: .bt601, fullRange: true)
        public static let bt709Full = Colour(matrix: .bt709, fullRange: true)
    }

    /// A sine tone beside the pictures: AAC, or Opus in WebM; mono, 48 kHz.
    public struct Audio: Hashable, Sendable, Codable {
        /// How much longer than the pictures the tone lasts, in milliseconds; shorter when negative.
        public var longerBy: Int
        /// Pitch of the tone in hertz; 440 by default.
        public var frequency: Int

        public init(longerBy: Int = 0, frequency: Int = 440) {
            self.longerBy = longerBy
            self.frequency = frequency
        }
    }

    /// What is done to the file once it is coded.
    public enum Variant: Hashable, Sendable, Codable {
        /// Nothing.
        case plain
        /// Copied without an edit list, so that the delay of the B-frames moves the first time stamp above zero.
        case lateStart
        /// Cut at a frame by copying packets: the file keeps the frames from the key frame before it, and an edit
        /// list hides what comes before the cut.
        case cut(atFrame: Int)
        /// Cut at a key frame by copying packets, without an edit list. After a cut at an open GOP, nothing hides
        /// the leading B-frames whose references are gone.
        case cutWithoutEditList(atFrame: Int)
    }
}

extension IndexClip.Ratio {
    /// 24000/1001 frames a second.
    public static let film23976 = Self(24_000, 1001)
    public static let fps24 = Self(24, 1)
    public static let fps25 = Self(25, 1)
    /// 30000/1001 frames a second.
    public static let ntsc2997 = Self(30_000, 1001)
    public static let fps30 = Self(30, 1)
    public static let fps50 = Self(50, 1)
    /// 60000/1001 frames a second.
    public static let ntsc5994 = Self(60_000, 1001)
    public static let fps60 = Self(60, 1)

    /// When a frame starts at this rate, rounded to nanoseconds.
    public func time(ofFrame frame: Int) -> Duration {
        .nanoseconds((frame * denominator * 1_000_000_000 + numerator / 2) / numerator)
    }
}
