#if canImport(AVFoundation)
    /// Distinguishes a player that got no decoder, without an error, from one that shows nothing for any other reason.
    ///
    /// The system can refuse silently: the player is ready, but its layer stays transparent. A video still loading, a
    /// view that is off screen and an app in the background look the same; so each of those has to be ruled out, and
    /// the time counts from when all of them are.
    package struct SilenceWatch {
        /// What can be observed of a player at one moment.
        package struct Sample: Equatable {
            /// The line has started, and player and item are ready.
            var isRunning: Bool
            /// At least `leastData` is loaded ahead of the current position.
            var hasData: Bool
            /// The app is active.
            var isActive: Bool
            /// One of the kit's surfaces shows it, in a window and with an area.
            var isOnScreen: Bool
            /// The surface says that it has a picture of this item.
            var hasPicture: Bool
            /// The frames shown per second; `nil`: not reported for this kind of video.
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

        /// How often to take a sample.
        package static let interval = Duration.milliseconds(250)
        /// Media to be loaded ahead of the current position: with less, the player may be waiting for data.
        package static let leastData = Duration.milliseconds(500)
        /// How long a layer may be blank: with item and player ready, the first picture comes within 50 ms if decoders
        /// are free.
        static let blankLimit = Duration.milliseconds(500)
        /// The consecutive frame-rate readings of 0 that count as silence.
        static let zeroLimit = 3
        /// A frame rate reads 0 until there are frames to count; no source says for how long. Until its first reading
        /// above 0, it is given this long.
        static let firstFrames = Duration.seconds(2)
        /// Below this a video may rightly show no new frame between two readings, as screen recordings of variable rate
        /// do.
        package static let leastFrameRate = 5.0
        /// A silent player gets a new item once in this interval; another silence within it is reported.
        package static let cureInterval = Duration.seconds(10)
        /// A player that got no decoder tries again by itself after this long, in case no grant arrives: a budget that
        /// is turned off sends none.
        package static let lonelyPatience = Duration.seconds(5)

        private var isOver = false
        private var clearSince: HostTime?
        private var blankSince: HostTime?
        private var zeros = 0
        private var hasCounted = false
        private var hasShown = false

        package init() {}

        /// Takes a sample and returns whether the player is silent. It reports silence only once.
        package mutating func look(_ sample: Sample, at now: HostTime) -> Bool {
            guard !isOver else { return false }
            guard sample.isRunning, sample.hasData, sample.isActive, sample.isOnScreen else {
                interrupt()
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

        /// No samples are taken for a while: what the next one shows begins then.
        package mutating func interrupt() { (clearSince, blankSince, zeros) = (nil, nil, 0) }
    }
#endif
