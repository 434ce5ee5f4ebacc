#if canImport(AVFoundation)
    /// Makes every decision about one AVPlayer, as a value: where to seek, when to preroll, which pair of times to
    /// anchor at.
    ///
    /// The calls come in the order that AVFoundation requires: item ready, exact seek at rate 0, preroll, and only then
    /// one item time at one host time. The shell (`AVFoundationPlayer`) delivers events in order and carries out the
    /// actions; it decides nothing.
    struct ItemSteering {
        enum Event {
            case opened(canCompose: Bool, isRemote: Bool = false)
            case prepare(MemberTimeline, at: HostTime, allowsPreview: Bool, generation: Int)
            case follow(MemberTimeline, from: HostTime)
            case sound(Bool)
            case release
            case itemReady(serial: Int)
            case failed(PlaybackError)
            /// The network has failed, and the item with it.
            case disconnected(PlaybackError)
            /// The answer to `look`.
            case looked(hasData: Bool)
            /// What the player may decode.
            case decode(DecodeGrant)
            /// The item failed because every decoder is taken.
            case busy(PlaybackError)
            /// Everything is reported to be well, yet no picture is seen.
            case silent
            case sought(token: Int, Bool)
            case prerolled(token: Int, Bool)
            /// The player's rate is 0 although it was started.
            case stopped(Stop)
            /// The player moves although it should be paused.
            case setGoing
            case time
        }

        /// Why a player stopped by itself.
        enum Stop: Equatable {
            /// It ran out of media.
            case stalled
            /// Someone else paused it.
            case pausedByApp
            /// The system paused it and also reports that elsewhere, from where the group learns of it.
            case bySystem
            case endOfItem
        }

        enum Action: Equatable {
            /// Makes an item and sets it; `itemReady` follows.
            case install(ItemPlan, sound: Bool, serial: Int)
            /// Takes the item away while the last picture is held; reports when the item is gone.
            case letGo(Release, serial: Int)
            case pause
            case seek(to: Duration, isExact: Bool, token: Int)
            /// `awaitsPicture`: the request waits until a picture is seen; a player that rejoins by itself is anchored
            /// without waiting.
            case preroll(rate: Double, token: Int, awaitsPicture: Bool)
            case cancelPreroll
            /// Asks whether there is data to go on from an item time; `looked` follows.
            case look(at: Duration)
            case anchor(rate: Double, itemTime: Duration, host: HostTime)
            /// Asks for another player, which has to take over by then.
            case relieve(by: HostTime)
            case deliver(PlayerReport)
            case wake(at: HostTime)
        }

        /// A report that becomes a `PlayerEvent`; equatable for tests.
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
            /// When the run ends according to the timeline.
            var end: HostTime?
            /// Whether the item has nothing of what follows that end, so that another player has to take over.
            var needsRelief = false

            func itemTime(at host: HostTime) -> Duration {
                itemTime + self.host.duration(to: host).scaled(by: rate)
            }
        }

        /// The target that the player is being brought to.
        struct Seek {
            var timeline: MemberTimeline
            /// The instant whose frame is sought.
            var host: HostTime
            var allowsPreview = false
            /// The generation of the request; `nil`: the player rejoins the line by itself.
            var generation: Int?
            var begunAt: HostTime
            var retries = 0

            /// Another try after a negative answer; `nil`: there were enough.
            var again: Seek? {
                guard retries < ItemSteering.mostRetries else { return nil }
                var seek = self
                seek.retries += 1
                return seek
            }
        }

        /// What the player does.
        enum Step {
            /// Nothing: it has no item, or has stopped.
            case idle
            /// Stands at its item's end, wherever that was, until it is moved.
            case ended
            case waitingForItem(Seek)
            case seeking(Seek, token: Int, to: Duration, isPreview: Bool)
            case prerolling(Seek, token: Int, at: Duration)
            /// Paused at an item time, prerolled or not.
            case poised(at: Duration, isPrerolled: Bool)
            case running(Run)
        }

        /// The item that plays, or will play, the followed line.
        enum Item {
            /// None, or one that the next attempt replaces.
            case none
            /// It is being made, or has failed.
            case unready(ItemPlan)
            case ready(ItemPlan)
        }

        /// Added to every item time to aim inside the frame: its edge, rounded down to nanoseconds, would fall into the
        /// frame before.
        static let aim = Duration.microseconds(10)
        /// A player on the line is closer to it than this: 2 ms when it is silent, a frame when it is audible.
        static let reach = Duration.milliseconds(50)
        /// How far ahead a rejoining member aims at first: an exact seek and a preroll of a file take about this long.
        static let firstMargin = Duration.milliseconds(250)
        static let longestMargin = Duration.seconds(2)
        /// How long before its next turn a member that stands at its end is brought there: twice the time that usually
        /// takes. From then on its first frame is seen.
        static let seamLead = Duration.milliseconds(500)
        /// How far ahead of its host time an anchor is set; see `AVFoundationPlayer.traits`.
        let lead: Duration
        /// After a stall or a refusal the next try waits this long, doubled each time up to the longest.
        static let firstPatience = Duration.milliseconds(250)
        static let longestPatience = Duration.seconds(4)
        /// One retry for a refusal, one for a foreign seek in between; more would only hide that the item cannot be
        /// played.
        static let mostRetries = 2
        /// A seek or a preroll that takes longer has been forgotten by the system.
        static let answerPatience = Duration.seconds(3)

        // Written by the extensions of this type only.
        var followed: MemberTimeline?
        var step = Step.idle
        var item = Item.none
        var hasSound = false
        var wantsSound = false
        var serial = 0
        var isOpen = false
        var canCompose = false
        /// Whether the video comes over a network.
        var isRemote = false
        var token = 0
        var generation = 0
        var margin = Self.firstMargin
        var patience = Self.firstPatience
        /// When the next stretch begins, for which the player waits.
        var nextStart: HostTime?
        var retryAt: HostTime?
        /// When to stop waiting for an answer: some completions are known never to come.
        var answerDeadline: HostTime?
        var isStalled = false
        /// Whether the present request waits for data.
        var lacksData = false
        /// How often the network has failed one after the other.
        var disconnections = 0
        /// When another item is made after a failure of the network.
        var reopenAt: HostTime?
        /// What the decoder budget allows; `nil`: no budget governs the player.
        var grant: DecodeGrant?
        /// Whether it was reported that the player acts by the grant.
        var hasSettled = false
        /// The player asked for a decoder and got none; it has no item until the next grant or its own retry.
        var isStarved = false
        var aim: Aim?
        /// When a silent item was last replaced.
        var curedAt: HostTime?
        /// When the player was last ready to show what was asked for.
        var arrivedAt: HostTime?

        init(lead: Duration) {
            self.lead = lead
        }

        var run: Run? {
            if case .running(let run) = step { run } else { nil }
        }

        /// Whether an item of this video has been ready to be shown.
        var hasArrived: Bool { arrivedAt != nil }

        /// The seek under way.
        var pendingSeek: Seek? {
            switch step {
            case .waitingForItem(let seek), .seeking(let seek, _, _, _), .prerolling(let seek, _, _): seek
            case .idle, .ended, .poised, .running: nil
            }
        }

        var hasEnded: Bool {
            if case .ended = step { true } else { false }
        }

        var plan: ItemPlan? {
            switch item {
            case .none: nil
            case .unready(let plan), .ready(let plan): plan
            }
        }

        var isReady: Bool {
            if case .ready = item { true } else { false }
        }

        /// Until when another player has to take over, because the item has nothing of what follows.
        var relief: HostTime? { run.flatMap { $0.needsRelief ? $0.end : nil } }

        /// Whether the item shows what the followed line says, and nothing else was asked for since.
        var showsLine: Bool { isReady && pendingSeek == nil && aim == nil }

        mutating func handle(_ event: Event, at now: HostTime) -> [Action] {
            var out: [Action] = []
            switch event {
            case .opened(let canCompose, let isRemote):
                // The player may be a new one, which has nothing of what its predecessor had.
                reset()
                isOpen = true
                (self.canCompose, self.isRemote) = (canCompose, isRemote)
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
            case .sound(let wanted):
                wantsSound = wanted
                soundChanged(at: now, &out)
            case .release: reset()
            case .itemReady(let ready):
                guard ready == serial, case .unready(let plan) = item else { break }
                item = .ready(plan)
                if case .waitingForItem(let seek) = step { goOn(to: seek, at: now, &out) }
            case .failed(let error): failed(error, &out)
            case .disconnected(let error): disconnected(error, at: now, &out)
            case .looked(let hasData): looked(hasData, at: now, &out)
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

        mutating func failed(_ error: PlaybackError, _ out: inout [Action]) {
            step = .idle
            if case .ready(let plan) = item { item = .unready(plan) }
            out.append(.deliver(.failed(error, generation: generation)))
        }

        /// Forgets everything but the counters (late answers to old requests must stay outdated), the wanted sound and
        /// the grant.
        private mutating func reset() {
            let (serial, token, sound, grant) = (serial, token, wantsSound, grant)
            self = ItemSteering(lead: lead)
            (self.serial, self.token, wantsSound, self.grant) = (serial + 1, token + 1, sound, grant)
        }
    }
#endif
