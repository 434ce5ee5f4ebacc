/// What `ffprobe` and `ffmpeg` say about the file of a clip: a witness that had no part in drawing it.
///
/// Edit lists are honoured and rotations applied, so the frames are the ones a player must show.
public struct ClipFacts: Hashable, Sendable, Codable {
    /// Seconds per tick of `timeStamps`.
    public var timeBase: IndexClip.Ratio
    /// Presentation time stamps of the frames to show, in ticks of `timeBase`, in the order they are shown.
    public var timeStamps: [Int]
    /// The index each shown frame carries, in the order they are shown; `nil` where none can be read.
    public var indices: [Int?]
    /// Positions in `timeStamps` of the frames that are key frames.
    public var keyFrames: [Int]
    /// Coded video frames in the file as `ffprobe` reports them, including those the edit list hides.
    public var packetCount: Int
    /// Bytes of coded video.
    public var videoBytes: Int
    /// The duration that the file claims for the video track, in ticks of `timeBase`; `nil` where it does not say.
    public var trackDuration: Int?
    /// The earliest time of all tracks, to the microsecond: not zero in transport streams.
    public var fileStart: Duration
    /// The duration that the file claims for the sound, to the microsecond; `nil` without sound or where it does not
    /// say.
    public var soundDuration: Duration?
    /// Coded size in pixels.
    public var width: Int
    public var height: Int
    /// Degrees clockwise by which the picture has to be turned; 0..<360.
    public var rotation: Int
    /// Whether left and right have to be swapped after that.
    public var isMirrored: Bool
    /// Name of the codec, as `ffprobe` writes it.
    public var codec: String
    /// Pixel format as `ffprobe` writes it, with full-range `yuvj` written as `yuv`.
    public var pixelFormat: String
    /// How the first shown frame is flagged.
    public var scan: IndexClip.Scan
    /// Number of video tracks in the file.
    public var videoTracks: Int
    /// The total duration that the file claims, to the microsecond; `nil` if unknown.
    public var fileDuration: Duration?
    /// Width of a pixel by its height, as `ffprobe` writes it: `1:1`.
    public var pixelAspect: String?
    /// `tv` for limited range, `pc` for full range, as `ffprobe` writes it; `nil` where the file does not say.
    public var colourRange: String?
    /// Colour matrix as `ffprobe` writes it, such as `bt709` or `smpte170m`; `nil` where the file does not say.
    public var colourMatrix: String?
    /// Primaries and transfer curve as `ffprobe` writes them; `nil` where the file does not say.
    public var colourPrimaries: String?
    public var colourTransfer: String?
    /// The colour of the patch in the first shown frame, converted by `ffmpeg` as the stream says; where it says
    /// nothing, with the matrix and range of the clip.
    public var patch: PatchColour
    /// The stored values of the patch in the first shown frame: luma, Cb and Cr, or green, blue and red, in 8-bit
    /// levels.
    public var storedPatch: [Double]
    /// The mean absolute difference between the stored luma, or green, of the first shown frame and what was drawn, in
    /// 8-bit levels.
    public var storedDistance: Double
    /// The mean absolute difference between neighbouring rows of the first shown frame where the bar of moving fields
    /// is, in 8-bit levels. 0 if the fields do not move.
    public var comb: Double
    /// Alpha in the window of the first shown frame, in 8-bit levels; `nil` where the clip has none.
    public var windowAlpha: Int?

    /// Number of frames that a player must show.
    public var frameCount: Int { timeStamps.count }

    /// When the frames are due, as the file says, rounded to nanoseconds; not moved to start at zero.
    public var presentationTimes: [Duration] { timeStamps.map(time(ofTick:)) }

    /// When the frames are due, counted from the first shown one.
    public var timesFromFirst: [Duration] {
        timeStamps.map { time(ofTick: $0 - timeStamps[0]) }
    }

    /// A time stamp as a duration, rounded to nanoseconds.
    public func time(ofTick tick: Int) -> Duration {
        let nanoseconds = tick * timeBase.numerator * 1_000_000_000
        let half = nanoseconds < 0 ? -timeBase.denominator / 2 : timeBase.denominator / 2
        return .nanoseconds((nanoseconds + half) / timeBase.denominator)
    }

    /// The index of every shown frame, in the order they are shown.
    ///
    /// - Throws: `ClipError` with the code `unreadable` when a frame shows no index.
    public func decodedIndices() throws -> [Int] {
        try indices.enumerated().map { position, index in
            guard let index else {
                throw ClipError(code: .unreadable, detail: "frame \(position) of \(indices.count)")
            }
            return index
        }
    }
}
