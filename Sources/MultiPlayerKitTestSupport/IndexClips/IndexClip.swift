/// The description of a test clip whose every frame carries its own index.
///
/// A value: it does nothing until a `ClipLibrary` makes the file. Equal descriptions give the same file, on
/// every machine with the same encoder versions.
///
/// ```swift
/// var clip = IndexClip(id: 3)
/// clip.frameRate = .fps50
/// clip.bFrames = 2
/// let url = try ClipLibrary.shared.url(for: clip)
/// ```
public struct IndexClip: Hashable, Sendable, Codable {
    /// Number that every frame carries besides its index; 0...15, 0 by default.
    public var id: Int
    /// Width of the coded picture in pixels; 1280 by default. May be odd where the codec can.
    public var width = 1280
    /// Height of the coded picture in pixels; 720 by default. May be odd where the codec can.
    public var height = 720
    /// Frames a second; 30/1 by default. Only the nominal rate when `frameDurations` is not empty.
    public var frameRate = FrameRate.fps30
    /// Number of frames that are drawn; 60 by default. A cut variant shows fewer.
    public var frameCount = 60
    /// Whether film grain moves over the picture, so that 720p at 30 frames a second really costs 3 Mb/s and is
    /// as hard to decode as camera footage. The bit rate grows with pixels and frame rate. `false` by default:
    /// a plain picture of constant quality, quick to make and cheap to decode.
    public var grain = false
    /// How the pictures are coded; H.264 by default.
    public var codec = Codec.h264
    /// How the pixels are laid out; 8 bits, 4:2:0 by default.
    public var pixels = PixelFormat.yuv420p
    /// Frames from one key frame to the next; 30 by default.
    public var gop = 30
    /// B-frames between two other frames, 0...3; 0 by default. H.264, H.265 and MPEG only;
    /// no effect on others.
    public var bFrames = 0
    /// Whether B-frames may refer to frames before the key frame that precedes them in the file; `false` by
    /// default. Needs `bFrames` above 0 and H.264 or H.265.
    public var openGOP = false
    /// The file format; MP4 by default.
    public var container = Container.mp4
    /// How the stored picture is turned, clockwise, before it is shown; none by default. The index is upright
    /// once turned. MP4 and MOV only.
    public var rotation = Rotation.none
    /// Whether left and right are exchanged after the rotation; `false` by default. With the rotations, this makes
    /// the eight orientations. MP4 and MOV only.
    public var isMirrored = false
    /// Width of a pixel by its height; 1:1 by default.
    public var pixelAspect = Ratio(1, 1)
    /// What the values of the pixels mean; limited BT.709, signalled in the file, by default.
    public var colour = Colour.bt709
    /// Progressive by default; otherwise coded and flagged as interlaced.
    public var scan = Scan.progressive
    /// Whether a bar below the cells is at another place in the second field of each frame, `false` by default: a
    /// picture woven of two fields has a comb there. Both fields carry the index of their frame. Interlaced only.
    public var fieldsMove = false
    /// How long the frames are shown, in milliseconds, repeated from the start when used up. Empty, the
    /// default: all frames last one period of `frameRate`. With B-frames the MP4 muxer of ffmpeg 5.1 claims too short
    /// a track.
    public var frameDurations: [Int] = []
    /// The sound; none by default.
    public var audio: Audio?
    /// Time stamp of the first frame in milliseconds; 0 by default. A transport or program stream adds the delay it
    /// always has. Matroska, WebM, fragmented MP4, transport and program streams only.
    public var firstTime = 0
    /// Whether the file says how long it is, `true` by default. `false` in Matroska and WebM makes the file of a live
    /// stream: no duration, no index, clusters of unknown size.
    public var hasDuration = true
    /// Whether the frames' offsets are below zero in the sample table, so that no edit list is needed for B-frames;
    /// `false` by default. MP4 and MOV only.
    public var hasNegativeOffsets = false
    /// The `id` of another video track in front of this one; none by default. This one stays the default track. MP4,
    /// MOV and Matroska only.
    public var otherTrack: Int?
    /// What is done to the file once it is coded; nothing by default.
    public var variant = Variant.plain

    /// A clip of two seconds, 1280 by 720, 30 frames a second, H.264 without B-frames in MP4.
    ///
    /// - Parameter id: number that every frame carries besides its index; 0...15.
    public init(id: Int = 0) {
        self.id = id
    }

    /// A copy with some fields changed.
    public func with(_ change: (inout IndexClip) -> Void) -> IndexClip {
        var copy = self
        change(&copy)
        return copy
    }
}

extension IndexClip {
    /// The indices a player must show, in this order, as the clip is built.
    ///
    /// `ClipFacts` says the same as seen by a decoder that had no part in making the clip.
    public var shownIndices: Range<Int> {
        switch variant {
        case .plain, .lateStart: return 0..<frameCount
        case .cut(let frame), .cutWithoutEditList(let frame): return frame..<frameCount
        }
    }

    /// When a frame is due in the clip as it was drawn, before any cut: the start of frame 0 is zero.
    ///
    /// - Parameter frame: number of a frame; `frameCount` gives the end of the last one.
    /// - Returns: rounded to nanoseconds; never added up from rounded parts.
    public func presentationTime(ofFrame frame: Int) -> Duration {
        guard !frameDurations.isEmpty else { return frameRate.time(ofFrame: frame) }
        let turns = frame / frameDurations.count
        let rest = frameDurations.prefix(frame % frameDurations.count)
        return .milliseconds(turns * frameDurations.reduce(0, +) + rest.reduce(0, +))
    }

    /// The duration of the clip as drawn, before any cut.
    public var drawnDuration: Duration { presentationTime(ofFrame: frameCount) }

    /// Bits a second that a clip with grain costs: 3 Mb/s for 720p at 30 frames a second.
    public var grainBitRate: Int {
        let pixels = 3_000_000 * width * height / (1280 * 720)
        return pixels * frameRate.numerator / (30 * frameRate.denominator)
    }

    /// Whether the displayed picture is large enough for cells. A smaller one has a single level, which encodes the
    /// index modulo 8.
    public var hasCells: Bool { displayedSize.width >= 48 && displayedSize.height >= 28 }

    /// Number of the clip's own track among the video tracks of the file.
    public var trackNumber: Int { otherTrack == nil ? 0 : 1 }

    /// Width and height of the picture as it is displayed, turned, in coded pixels.
    public var displayedSize: (width: Int, height: Int) {
        rotation == .clockwise90 || rotation == .clockwise270 ? (height, width) : (width, height)
    }
}
