#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// One decoding pipeline and the window of frames it keeps filled.
    ///
    /// It follows a timeline by itself: it decodes on from the position last requested and, once the present turn is
    /// delivered, seeks to the start of the next one while the last frames still wait in the window.
    ///
    /// Three kinds of thread meet here. Callers (the stage) read the window; the streaming thread fills it and waits in
    /// its callback while it is full; the serial queue `control` does what may block: seeking, opening and closing.
    ///
    /// Sendable because `condition` guards everything that changes; `control` alone touches the pipeline's state.
    package final class FrameDecoder: DecodePipelineOwner, @unchecked Sendable {
        /// The number of frames decoded ahead of the due one. At 30 frames a second 5 cover 165 ms: a rewind (8–10 ms)
        /// and a hiccup of a busy machine, for 7 MB at 720p. Pictures over 1080p get 3, so that a member stays below
        /// 100 MB; those of small tiles get 24, which last 800 ms without a processor and take 2 MB at most. Two key
        /// frames reach far.
        var capacity: Int {
            if terms.frames == .key { return 2 }
            if halvings > 0 { return Self.smallCapacity }
            return chain.isLarge ? 3 : 5
        }
        static let smallCapacity = 24
        /// The number of frames kept behind the due one. Small key frames stay for a whole turn, so that a loop with
        /// few of them is decoded only once; so do those that are played backwards next.
        var history: Int {
            if turnsRound { return room }
            return frames == .key && halvings > 0 ? Self.smallCapacity : FrameWindow<Picture>.history
        }
        /// The number of frames decoded ahead of the due one before a member reports that it is ready to play: one less
        /// than a full-size window holds, so that the decoder may still be at work on the last.
        static let headStart = 4
        /// Beyond this distance in item time a seek is cheaper than decoding on. With key frames only it never is.
        var decodeThrough: Duration { frames == .key ? .seconds(3_600) : .seconds(2) }
        /// The number of pictures kept as stand-ins for a target: with twelve, a member that is up to two seconds of
        /// item time behind another has one of the other's instants nearly all the time. Large ones take 12 MB each.
        var standIns: Int { chain.isLarge ? 3 : 12 }
        /// A preview is offered when the key frame lies further before the target than this: nearer ones decode as
        /// fast as a preview would be shown.
        static let previewDistance = Duration.milliseconds(600)

        let chain: DecodeChain
        /// One queue per decoder: a decoder that waits must not hold up another.
        let control = DispatchQueue(label: "MultiPlayerKit.decoder")
        let report: @Sendable (Report) -> Void
        let condition = NSCondition()

        package enum Report: Sendable {
            case prepared(generation: Int)
            case previewed(generation: Int)
            /// The file ended before its own index says it does.
            case endedEarly(at: Duration, end: Duration)
            case failed(PlaybackError)
            /// Decoding of a position began at a key frame that lies this far before it.
            case began(MemberTimeline.Position, behindKeyFrame: Duration)
        }

        struct Waiting {
            var generation: Int
            var position: MemberTimeline.Position
            var allowsPreview: Bool
            var hasPreviewed = false
        }

        // Guarded by `condition`; the stretch that is being decoded to be played backwards.
        var descent: Descent<Picture>?

        /// What has arrived since the last seek.
        struct Arrival {
            /// The first decoded frame, whether it is shown or not.
            var keyFrameTime: Duration?
            /// The first coded key frame, in direct chains; earlier than the first decoded frame if the decoder clips.
            var codedKeyFrameTime: Duration?
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
        /// Whether this decoder has reported ready for a line that it does not follow yet.
        var isPrepared = false
        /// The generation of the latest preparation requested.
        var asked = 0
        var preview: (picture: Picture, time: Duration)?
        /// Whether frames that arrive belong to `cue`.
        var isAccepting = true
        /// All of the timeline's turns are delivered, or nothing more can be.
        var isFinished = false
        var isClosed = false
        var turnsByItself = true
        var isOpen = false
        /// Whether the pipeline has been given back because no more frames are needed.
        var isResting = false
        var hasFailed = false
        var seekSerial = 0
        /// The target of the last seek.
        var soughtTime = Duration.zero
        var performingSerial = 0
        var arrival = Arrival()
        var backOff = 0
        var lastTime: Duration?
        /// Known in direct chains only.
        var keyFrames = KeyFrameTimes()
        /// Where the last finished turn ended.
        var finishedEnd: Duration?
        /// The picture of a paused line, kept while the window moves elsewhere.
        var held: (position: MemberTimeline.Position, picture: Picture, time: Duration)?
        var format: (caps: UnsafeMutablePointer<GstCaps>, value: PictureFormat)?
        var terms: DecodeTerms
        /// Which frames are decoded now. The terms govern playback. A position at which the line is paused, which is
        /// requested exactly or which is prepared for comparison costs one group of pictures, and is decoded exactly.
        var frames: DecodeTerms.Frames {
            let isGettingReady = terms.isCompared && (waiting != nil || isPrepared)
            let isOfOnePlace = timeline.line.anchor.rate == 0 || isStanding || isAskedExactly || isGettingReady
            return isOfOnePlace ? .all : terms.frames
        }
        /// Whether the last request was for the exact frame, which the terms may leave out.
        var isAskedExactly = false
        /// Whether the same position was requested again: the line has ended, or the member's part of it.
        var isStanding = false
        /// Whether frames have been left out under the terms since the window was empty.
        var isSparse = false
        /// Pictures on the way to a target, kept while they may stand in for it.
        var onTheWay = StandInPictures<Picture>()
        /// Whether a good part of the window has been decoded ahead once, or a picture is in view already.
        var isSteady = false
        /// How often pictures are halved before they enter the window.
        var halvings = 0
        var shrinker = PictureShrinker()
        /// The item time of the latest frame of this turn read from the file, decoded or not.
        var lastUnit: Duration?

        // Touched on `control` only.
        var pipeline: DecodePipeline?

        /// The streaming thread's request to the decode gate.
        let pass = DecodeGate.Pass()
        /// A slot in the decode gate; `kept`: from one frame to the next.
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
