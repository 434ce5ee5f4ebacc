#if canImport(AVFoundation)
    /// Tells a player that got no decoder, and was not told so, from one that has any other reason to show nothing.
    ///
    /// The system's silent form of refusal is a player that is ready, and whose layer stays transparent. That looks like
    /// a video still loading, a view not on the screen, an app in the background; so each of those has to be ruled out,
    /// and the time counts from when all of them are.
    package struct SilenceWatch {
        /// What can be seen of a player at one moment.
        package struct Sample: Equatable {
            /// The line has started, and player and item are ready.
            var isRunning: Bool
            /// From where it plays, this much is loaded.
            var hasData: Bool
            /// The app is in front.
            var isActive: Bool
            /// One of the kit's surfaces shows it, in a window and with an area.
            var isOnScreen: Bool
            /// The surface says that it has a picture of this item.
            var hasPicture: Bool
            /// Frames a second that are shown; `nil`: not told for this kind of video.
            var frameRate: Double?

            package init(
                isRunning: Bool, hasData: Bool, isActive: Bool, isOnScreen: Bool, hasPicture: Bool,
                frameRate: Double? = nil
            ) {
                self.isRunning = isRunning
                self.hasData = hasData
                self.isActive = isActive
                self.isOnScreen = isOnScreen
                self.hasPicture = hasPicture
                self.frameRate = frameRate
            }
        }

        /// How often to look.
        package static let interval = Duration.milliseconds(250)
        /// Loaded ahead of the place that plays: with less it may be waiting for data.
        package static let leastData = Duration.milliseconds(500)
        /// A layer whose item and player are ready has its first picture within 50 ms where decoders are free.
        static let blankLimit = Duration.milliseconds(500)
        /// Readings of 0 in a row.
        static let zeroLimit = 3
        /// A frame rate says 0 until there are frames to count; no source says how long. Before it was above 0 once, it
        /// has this long.
        static let firstFrames = Duration.seconds(2)
        /// Below this a video may rightly show no new frame between two readings, as screen recordings of variable rate
        /// do.
        package static let leastFrameRate = 5.0

        private var isOver = false
        private var clearSince: HostTime?
        private var blankSince: HostTime?
        private var zeros = 0
        private var hasCounted = false
        private var hasShown = false

        package init() {}

        /// Takes a look; whether the player is silent. Once it has said so, it does not again.
        package mutating func look(_ sample: Sample, at now: HostTime) -> Bool {
            guard !isOver else { return false }
            guard sample.isRunning, sample.hasData, sample.isActive, sample.isOnScreen else {
                (clearSince, blankSince, zeros) = (nil, nil, 0)
                return false
            }
            let clearSince = clearSince ?? now
            self.clearSince = clearSince
            hasShown = hasShown || sample.hasPicture
            if hasShown { blankSince = nil } else { blankSince = blankSince ?? now }
            if let rate = sample.frameRate {
                hasCounted = hasCounted || rate > 0
                let counts = hasCounted || clearSince.duration(to: now) >= Self.firstFrames
                zeros = rate > 0 || !counts ? 0 : zeros + 1
            }
            isOver = zeros >= Self.zeroLimit || blankSince.map { $0.duration(to: now) >= Self.blankLimit } ?? false
            return isOver
        }
    }
#endif
