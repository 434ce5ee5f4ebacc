#if canImport(AVFoundation)
    /// Every decision about one AVPlayer, as a value: what to seek, when to preroll, which pair of times to anchor at.
    ///
    /// The order of calls is the one that AVFoundation asks for: item ready, exact seek at rate 0, preroll, and only
    /// then one item time at one host time. The shell (`AVFoundationPlayer`) brings events in order and carries the
    /// actions out; it decides nothing.
    struct ItemSteering {
        enum Event {
            case opened(canCompose: Bool)
            case prepare(MemberTimeline, at: HostTime, allowsPreview: Bool, generation: Int)
            case follow(MemberTimeline, from: HostTime)
            case sound(Bool)
            case release
            case itemReady(serial: Int)
            case failed(PlaybackError)
            /// What it may hold.
            case decode(DecodeGrant)
            /// Every decoder is taken: the item has failed of it.
            case busy(PlaybackError)
            /// All is said to be well, and nothing is seen.
            case silent
            case sought(token: Int, Bool)
            case prerolled(token: Int, Bool)
            /// The player's rate is 0 although it was set going.
            case stopped(Stop)
            /// The player moves although it was held.
            case setGoing
            case time
        }

        /// Why a player stopped by itself.
        enum Stop: Equatable {
            /// It ran out of media.
            case stalled
            /// Someone else paused it.
            case pausedByApp
            /// The system did, and says so in another way too: the group hears of it from there.
            case bySystem
            case endOfItem
        }

        enum Action: Equatable {
            /// Makes an item and sets it; `itemReady` follows.
            case install(ItemPlan, sound: Bool, serial: Int)
            /// Takes the item away, with what is seen held; tells so when it is gone.
            case letGo(Release, serial: Int)
            case pause
            case seek(to: Duration, isExact: Bool, token: Int)
            /// `awaitsPicture`: somebody waits for it to be seen; one that rejoins by itself is anchored meanwhile.
            case preroll(rate: Double, token: Int, awaitsPicture: Bool)
            case cancelPreroll
            case anchor(rate: Double, itemTime: Duration, host: HostTime)
            case deliver(PlayerReport)
            case wake(at: HostTime)
        }

        /// What becomes a `PlayerEvent`; equatable, for tests.
        enum PlayerReport: Equatable {
            case prepared(generation: Int)
            case previewed(generation: Int)
            case refused(PlaybackError, generation: Int)
            case failed(PlaybackError, generation: Int)
            case stalled, resumed, moved
            case settled(DecodeGrant)
        }

        /// An anchor that the player was given.
        struct Run: Equatable {
            var rate: Double
            var itemTime: Duration
            var host: HostTime
            /// When it is over, by the timeline.
            var end: HostTime?

            func itemTime(at host: HostTime) -> Duration {
                itemTime + self.host.duration(to: host).scaled(by: rate)
            }
        }

        /// What the player is being brought to.
        struct Seek {
            var timeline: MemberTimeline
            /// The instant whose frame is sought.
            var host: HostTime
            var allowsPreview = false
            /// Who asked; `nil`: it rejoins the line by itself.
            var generation: Int?
            var begunAt: HostTime
            var retries = 0
        }

        enum Step: Equatable {
            case idle
            case waitingForItem
            case seeking(token: Int, to: Duration, isPreview: Bool)
            case prerolling(token: Int, at: Duration)
            /// Stands at an item time, prerolled or not.
            case poised(at: Duration, isPrerolled: Bool)
        }

        /// Added to every item time: aims inside the frame and not at its edge, which rounding down to nanoseconds would
        /// make the frame before.
        static let aim = Duration.microseconds(10)
        /// A player that is on the line is nearer to it than this: 2 ms when it is silent, a frame when it is heard.
        static let reach = Duration.milliseconds(50)
        /// A member that rejoins aims so far ahead at first: an exact seek and a preroll of a file take about this.
        static let firstMargin = Duration.milliseconds(250)
        static let longestMargin = Duration.seconds(2)
        /// How far ahead of its host time an anchor is set; see `AVFoundationPlayer.traits`.
        let lead: Duration
        /// After a stall or a refusal the next try waits this long, doubled each time up to the longest.
        static let firstPatience = Duration.milliseconds(250)
        static let longestPatience = Duration.seconds(4)
        /// One for a refusal, one for somebody else's seek in between; more would only hide that it cannot be played.
        static let mostRetries = 2
        /// A seek or a preroll that takes longer has been forgotten by the system.
        static let answerPatience = Duration.seconds(3)

        // Written by the extensions of this type only.
        var run: Run?
        var followed: MemberTimeline?
        var pendingSeek: Seek?
        var step = Step.idle
        var plan: ItemPlan?
        var hasSound = false
        var wantsSound = false
        var serial = 0
        var isReady = false
        var isOpen = false
        var canCompose = false
        var token = 0
        var generation = 0
        var margin = Self.firstMargin
        var patience = Self.firstPatience
        /// A stretch that begins later, and for which the player stands ready.
        var nextStart: HostTime?
        var retryAt: HostTime?
        /// When an answer is given up: completions that never come are known.
        var answerDeadline: HostTime?
        var isStalled = false
        /// What the decoder budget allows; `nil`: nobody governs it.
        var grant: DecodeGrant?
        /// Whether it was told that it acts by the grant.
        var hasSettled = false
        /// It asked for a decoder and got none; until the next grant it has no item.
        var isStarved = false
        var aim: Aim?
        /// When a silent item was last made anew.
        var curedAt: HostTime?
        /// Whether an item of this video has been ready to be shown.
        var hasArrived = false

        init(lead: Duration) {
            self.lead = lead
        }

        /// When the item is over that turns were laid into.
        var loopEnd: HostTime? { plan?.repeats == true ? run?.end : nil }

        mutating func handle(_ event: Event, at now: HostTime) -> [Action] {
            var out: [Action] = []
            switch event {
            case .opened(let canCompose):
                // Perhaps for a new player: nothing that the one before had is there.
                reset()
                isOpen = true
                self.canCompose = canCompose
            case .prepare(let timeline, let host, let allowsPreview, let generation):
                self.generation = generation
                nextStart = nil
                guard mayHold else {
                    aim = Aim(timeline: timeline, host: host)
                    out.append(.deliver(.prepared(generation: generation)))
                    break
                }
                (retryAt, aim) = (nil, nil)
                begin(
                    Seek(
                        timeline: timeline, host: host, allowsPreview: allowsPreview, generation: generation,
                        begunAt: now), at: now, &out)
            case .follow(let timeline, let host): follow(timeline, from: host, at: now, &out)
            case .sound(let wanted): wantsSound = wanted
            case .release: reset()
            case .itemReady(let ready):
                guard ready == serial, !isReady else { break }
                isReady = true
                if let pendingSeek { approach(pendingSeek, at: now, &out) }
            case .failed(let error): failed(error, &out)
            case .decode(let grant): decode(grant, at: now, &out)
            case .busy(let error):
                if grant == nil { failed(error, &out) } else { starve(silently: false, at: now, &out) }
            case .silent: silent(at: now, &out)
            case .sought(let token, let isThere): sought(token, isThere, at: now, &out)
            case .prerolled(let token, let isDone): prerolled(token, isDone, at: now, &out)
            case .stopped(let stop): stopped(stop, at: now, &out)
            case .setGoing:
                guard run == nil, isReady else { break }
                step = .idle
                out += [.pause, .deliver(.moved)]
            case .time: checkTime(at: now, &out)
            }
            return out
        }

        private mutating func failed(_ error: PlaybackError, _ out: inout [Action]) {
            (step, run, pendingSeek, isReady) = (.idle, nil, nil, false)
            out.append(.deliver(.failed(error, generation: generation)))
        }

        /// Forgets everything but the counts, so that late answers to old questions stay old, and what it may hold.
        private mutating func reset() {
            let (serial, token, sound, grant) = (serial, token, wantsSound, grant)
            self = ItemSteering(lead: lead)
            (self.serial, self.token, wantsSound, self.grant) = (serial + 1, token + 1, sound, grant)
        }
    }
#endif
