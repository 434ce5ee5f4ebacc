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
        case av1
        case mpeg1
        case mpeg2
        /// MPEG-4 part 2.
        case mpeg4
        case mjpeg
        case prores
        /// DNxHR, which is DNxHD for every size.
        case dnxhr
        case ffv1
        case huffyuv
        case utvideo
        /// Uncompressed.
        case raw
        case png
        /// QuickTime Animation.
        case qtrle
        case theora
        /// DV of 25 Mb/s.
        case dv
        case wmv2
        case h263
        /// Sorenson's H.263 of Flash video.
        case flv1
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
        /// The program stream of MPEG.
        case mpegPS
        case avi

        /// The file name extension, without a dot.
        public var fileExtension: String {
            switch self {
            case .fragmentedMP4: "mp4"
            case .mpegPS: "mpg"
            default: rawValue
            }
        }

        /// Whether the format has edit lists that the clips can use.
        var hasEditLists: Bool { self == .mp4 || self == .mov }

        /// Whether the format has display matrices.
        var hasMatrix: Bool { self == .mp4 || self == .mov || self == .fragmentedMP4 }
    }

    /// Whether all rows of a frame are of one instant.
    public enum Scan: String, Hashable, Sendable, Codable, CaseIterable {
        case progressive
        /// Interlaced; the field of the first, third, fifth row comes first.
        case topFieldFirst
        /// Interlaced; the field of the second, fourth, sixth row comes first.
        case bottomFieldFirst
    }

    /// How the stored picture is turned before it is shown; the raw value is degrees clockwise.
    public enum Rotation: Int, Hashable, Sendable, Codable, CaseIterable {
        case none = 0
        case clockwise90 = 90
        case clockwise180 = 180
        case clockwise270 = 270
    }

    /// A sine tone beside the pictures: AAC, Opus in WebM, MP2 in program streams and AVI; mono, 48 kHz.
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
