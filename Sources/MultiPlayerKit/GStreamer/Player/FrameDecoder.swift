#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// One decoding pipeline and the window of frames it keeps filled.
    ///
    /// It follows a timeline by itself: decodes on from the position last asked for, and when the turn it is in has
    /// been delivered goes back to where the next one begins, while the last frames still wait in the window.
    ///
    /// Three kinds of thread meet here. Askers (the stage) read the window; the streaming thread fills it and waits in
    /// its callback while it is full; `control`, a serial queue, does what may block: seeks, opening and closing.
    ///
    /// Sendable because everything that changes is guarded by `condition`; `control` alone touches the pipeline's state.
    package final class FrameDecoder: DecodePipelineOwner, @unchecked Sendable {
        /// Frames decoded ahead of the due one. At 30 frames a second 5 cover 165 ms: a rewind (8–10 ms) and a busy
        /// machine's hiccup, for 7 MB at 720p. Pictures over 1080p get 3, so that a member stays below 100 MB; those of
        /// small tiles 24, and so 800 ms without a processor, for 2 MB at most. Of key frames two reach far.
        var capacity: Int {
            if terms.frames == .key { return 2 }
            if halvings > 0 { return Self.smallCapacity }
            return chain.isLarge ? 3 : 5
        }
        static let smallCapacity = 24
        /// Frames kept behind the due one. Small key frames stay for as long as a turn, so that a loop of a few of them is
        /// decoded once and never again.
        var history: Int {
            frames == .key && halvings > 0 ? Self.smallCapacity : FrameWindow<Picture>.history
        }
        /// Frames decoded beyond the one that is due before a member calls itself ready to play: what a window of full
        /// size holds less one, so that its decoder may still be at work on that one.
        static let headStart = 4
        /// Further ahead than this in item time a seek is cheaper than decoding on; to the next key frame it never is.
        var decodeThrough: Duration { frames == .key ? .seconds(3_600) : .seconds(2) }
        /// Pictures that may stand in for a target: two members on the way to one place are seldom further apart. Large ones
        /// take 12 MB each.
        var standIns: Int { chain.isLarge ? 3 : 8 }
        /// A preview is offered when the key frame lies further before the target than this: nearer ones decode as
        /// fast as a preview would be shown.
        static let previewDistance = Duration.milliseconds(600)

        let chain: DecodeChain
        /// Of its own: what one decoder waits for must not hold up another.
        let control = DispatchQueue(label: "MultiPlayerKit.decoder")
        let report: @Sendable (Report) -> Void
        let condition = NSCondition()

        package enum Report: Sendable {
            case prepared(generation: Int)
            case previewed(generation: Int)
            /// The file ended before its own index says it does.
            case endedEarly(at: Duration, end: Duration)
            case failed(PlaybackError)
            /// Decoding of a position began at a key frame so far before it.
            case began(MemberTimeline.Position, behindKeyFrame: Duration)
        }

        struct Waiting {
            var generation: Int
            var position: MemberTimeline.Position
            var allowsPreview: Bool
            var hasPreviewed = false
        }

        /// What has come since the last seek.
        struct Arrival {
            /// The first decoded frame, whether it is shown or not.
            var keyFrameTime: Duration?
            var hasShownFrame = false
            var isReported = false
        }

        // Guarded by `condition`; used in the files of this type only.
        var window = FrameWindow<Picture>()
        var timeline: MemberTimeline
        /// What is being decoded: a turn from `itemTime` to the end of its piece.
        var cue: MemberTimeline.Position
        var demanded: MemberTimeline.Position
        var waiting: Waiting?
        /// Whether it has reported that it is ready for a line which is not followed yet.
        var isPrepared = false
        /// The latest preparation that was asked for.
        var asked = 0
        var preview: (picture: Picture, time: Duration)?
        /// Whether frames that arrive belong to `cue`.
        var isAccepting = true
        /// All of the timeline's turns are delivered, or nothing more can be.
        var isFinished = false
        var isClosed = false
        var turnsByItself = true
        var isOpen = false
        /// Whether it has given its pipeline back because it needs no more frames.
        var isResting = false
        var hasFailed = false
        var seekSerial = 0
        /// Where the last seek was to lead.
        var soughtTime = Duration.zero
        var performingSerial = 0
        var arrival = Arrival()
        var backOff = 0
        var lastTime: Duration?
        /// Where the last finished turn ended.
        var finishedEnd: Duration?
        /// The picture of a line that stands still: it stays known while the window goes elsewhere.
        var held: (position: MemberTimeline.Position, picture: Picture, time: Duration)?
        var format: (caps: UnsafeMutablePointer<GstCaps>, value: PictureFormat)?
        var terms: DecodeTerms
        /// What is decoded now. Terms govern playing. A place that is stood at, at which others are met, or which is got ready
        /// to be compared costs one group of pictures, and is exact.
        var frames: DecodeTerms.Frames {
            let isGettingReady = terms.isCompared && (waiting != nil || isPrepared)
            let isOfOnePlace = timeline.line.anchor.rate == 0 || isStanding || isAskedExactly || isGettingReady
            return isOfOnePlace ? .all : terms.frames
        }
        /// Whether it was asked last for a frame that terms may leave out.
        var isAskedExactly = false
        /// Whether it was asked for one position again: the line has ended, or the member's part of it.
        var isStanding = false
        /// Whether the terms have left frames out since the window was empty.
        var isSparse = false
        /// The last pictures on the way to a target, while they may stand in for it.
        var onTheWay: [(picture: Picture, time: Duration)] = []
        /// Whether it has had a good part of its window ahead, or is seen already.
        var isSteady = false
        /// How often pictures are halved before they wait.
        var halvings = 0
        var shrinker = PictureShrinker()
        /// The latest frame of this turn that came out of the file, decoded or not.
        var lastUnit: Duration?

        // Touched on `control` only.
        var pipeline: DecodePipeline?

        /// The streaming thread's place among those who decode.
        let pass = DecodeGate.Pass()
        /// Among those who decode; `kept` from one frame to the next.
        enum Place { case none, taken, kept }
        var place = Place.none

        // Touched in the streaming thread only.
        var stopwatch = ThreadStopwatch()
        let meter: DecodeMeter

        /// Opens nothing yet; `start()` does.
        package init(
            chain: DecodeChain, terms: DecodeTerms, timeline: MemberTimeline, position: MemberTimeline.Position,
            meter: DecodeMeter, report: @escaping @Sendable (Report) -> Void
        ) {
            self.chain = chain
            self.terms = terms
            self.meter = meter
            self.timeline = timeline
            self.report = report
            cue = position
            demanded = position
            halvings = chain.halvings(for: terms.size)
        }

        deinit {
            format.map { mpk_caps_unref($0.caps) }
        }
    }
#endif
