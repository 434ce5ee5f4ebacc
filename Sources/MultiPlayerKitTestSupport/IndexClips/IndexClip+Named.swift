extension IndexClip {
    /// A clip that costs 3 Mb/s at 720p30 and as much work to decode as camera footage: 10 s, GOP 60, 2 B-frames.
    ///
    /// Give several copies their own `id` to tell them apart in one picture.
    public static func hard(id: Int = 0) -> IndexClip {
        IndexClip(id: id).with {
            $0.grain = true
            $0.frameCount = 300
            $0.gop = 60
            $0.bFrames = 2
        }
    }

    // MARK: Start and end of the time line

    /// First time stamp above zero: B-frames, and no edit list that removes their delay.
    public static let bFramesLateStart = bFrames(id: 1).with { $0.variant = .lateStart }

    /// The usual MP4 with B-frames: an edit list removes the delay of 2 frames.
    public static let editListBFrames = bFrames(id: 2)

    /// Open GOPs of 30 frames, 2 B-frames: those before each key frame need the GOP before it.
    public static let openGOP = bFrames(id: 3).with {
        $0.openGOP = true
        $0.frameCount = 120
    }

    /// An edit list hides the first frame.
    public static let editListOneFrameIn = bFrames(id: 4).with { $0.variant = .cut(atFrame: 1) }

    /// An edit list starts 8 s in, inside a GOP of 250 frames: 600 coded frames, the first 240 hidden.
    public static let editListEightSecondsIn = bFrames(id: 5).with {
        $0.width = 640
        $0.height = 360
        $0.frameCount = 600
        $0.gop = 250
        $0.variant = .cut(atFrame: 240)
    }

    /// Cut at the third open GOP: the file begins with B-frames whose references are gone; an edit list hides them.
    public static let openGOPCut = openGOP.with {
        $0.id = 6
        $0.variant = .cut(atFrame: 60)
    }

    /// The same without an edit list: a player has to find out itself that the first B-frames cannot be shown.
    public static let openGOPCutBare = openGOP.with {
        $0.id = 7
        $0.variant = .cutWithoutEditList(atFrame: 60)
    }

    /// A single frame.
    public static let singleFrame = IndexClip(id: 8).with { $0.frameCount = 1 }

    /// Sound that lasts 100 ms longer than the 2 s of pictures.
    public static let audioLonger = IndexClip(id: 9).with { $0.audio = Audio(longerBy: 100) }

    /// Sound that lasts 500 ms less than the 2 s of pictures.
    public static let audioShorter = IndexClip(id: 10).with { $0.audio = Audio(longerBy: -500) }

    // MARK: Frame rates

    /// Frames of 20, 33, 100 and 40 ms in turn, 60 of them in 2895 ms.
    public static let variableFrameRate = IndexClip(id: 11).with { $0.frameDurations = [20, 33, 100, 40] }

    /// 24000/1001 frames a second.
    public static let film23976 = rate(.film23976, frames: 48)
    /// 25 frames a second.
    public static let pal25 = rate(.fps25, frames: 50)
    /// 30000/1001 frames a second.
    public static let ntsc2997 = rate(.ntsc2997, frames: 60)
    /// 50 frames a second.
    public static let pal50 = rate(.fps50, frames: 100)
    /// 60000/1001 frames a second.
    public static let ntsc5994 = rate(.ntsc5994, frames: 120)
    /// 60 frames a second.
    public static let sixty = rate(.fps60, frames: 120)

    // MARK: Shapes

    /// Stored as 1280 by 720, to be turned clockwise by 90 degrees and shown as 720 by 1280.
    public static let portraitRotated = IndexClip(id: 13).with { $0.rotation = .clockwise90 }

    /// 320 by 240.
    public static let small320x240 = IndexClip(id: 14).with {
        $0.width = 320
        $0.height = 240
    }

    /// 1920 by 1080.
    public static let fullHD = IndexClip(id: 15).with {
        $0.width = 1920
        $0.height = 1080
    }

    /// All named clips by name, those with grain excepted.
    public static let named: [(name: String, clip: IndexClip)] = [
        ("bFramesLateStart", bFramesLateStart), ("editListBFrames", editListBFrames), ("openGOP", openGOP),
        ("editListOneFrameIn", editListOneFrameIn), ("editListEightSecondsIn", editListEightSecondsIn),
        ("openGOPCut", openGOPCut), ("openGOPCutBare", openGOPCutBare), ("singleFrame", singleFrame),
        ("audioLonger", audioLonger), ("audioShorter", audioShorter),
        ("variableFrameRate", variableFrameRate), ("film23976", film23976), ("pal25", pal25),
        ("ntsc2997", ntsc2997), ("pal50", pal50), ("ntsc5994", ntsc5994), ("sixty", sixty),
        ("portraitRotated", portraitRotated), ("small320x240", small320x240), ("fullHD", fullHD),
    ]

    private static func bFrames(id: Int) -> IndexClip {
        IndexClip(id: id).with { $0.bFrames = 2 }
    }

    private static func rate(_ rate: FrameRate, frames: Int) -> IndexClip {
        IndexClip(id: 12).with {
            $0.frameRate = rate
            $0.frameCount = frames
        }
    }
}
