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
            case pause
            case seek(to: Duration, isExact: Bool, token: Int)
            case preroll(rate: Double, token: Int)
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
        private struct Mission {
            var timeline: MemberTimeline
            /// The instant whose frame is sought.
            var host: HostTime
            var allowsPreview = false
            /// Who asked; `nil`: it rejoins the line by itself.
            var generation: Int?
            var begunAt: HostTime
            var retries = 0
        }

        private enum Step: Equatable {
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
        private static let reach = Duration.milliseconds(50)
        /// A member that rejoins aims so far ahead at first: an exact seek and a preroll of a file take about this.
        static let firstMargin = Duration.milliseconds(250)
        private static let longestMargin = Duration.seconds(2)
        /// How far ahead of its host time an anchor is set; see `AVFoundationPlayer.traits`.
        private let lead: Duration
        /// After a stall or a refusal the next try waits this long, doubled each time up to the longest.
        private static let firstPatience = Duration.milliseconds(250)
        private static let longestPatience = Duration.seconds(4)
        /// One for a refusal, one for somebody else's seek in between; more would only hide that it cannot be played.
        private static let mostRetries = 2
        /// A seek or a preroll that takes longer has been forgotten by the system.
        private static let answerPatience = Duration.seconds(3)

        private(set) var run: Run?
        private(set) var followed: MemberTimeline?
        private var mission: Mission?
        private var step = Step.idle
        private var plan: ItemPlan?
        private var hasSound = false
        private var wantsSound = false
        private var serial = 0
        private var isReady = false
        private var isOpen = false
        private var canCompose = false
        private var token = 0
        private var generation = 0
        private var margin = Self.firstMargin
        private var patience = Self.firstPatience
        /// A stretch that begins later, and for which the player stands ready.
        private var nextStart: HostTime?
        private var retryAt: HostTime?
        /// When an answer is given up: completions that never come are known.
        private var answerDeadline: HostTime?
        private var isStalled = false

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
                retryAt = nil
                begin(
                    Mission(
                        timeline: timeline, host: host, allowsPreview: allowsPreview, generation: generation,
                        begunAt: now), at: now, &out)
            case .follow(let timeline, let host): follow(timeline, from: host, at: now, &out)
            case .sound(let wanted): wantsSound = wanted
            case .release: reset()
            case .itemReady(let ready):
                guard ready == serial, !isReady else { break }
                isReady = true
                if let mission { approach(mission, at: now, &out) }
            case .failed(let error):
                step = .idle
                run = nil
                mission = nil
                isReady = false
                out.append(.deliver(.failed(error, generation: generation)))
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

        /// Forgets everything but the counts, so that late answers to old questions stay old.
        private mutating func reset() {
            let (serial, token, sound) = (serial, token, wantsSound)
            self = ItemSteering(lead: lead)
            (self.serial, self.token, wantsSound) = (serial + 1, token + 1, sound)
        }

        // MARK: Getting somewhere

        private mutating func begin(_ mission: Mission, at now: HostTime, _ out: inout [Action]) {
            guard isOpen else { return }
            if mission.timeline.isAmbient, !canCompose {
                // It would go back at every turn, and stand still meanwhile.
                let error = PlaybackError(
                    .notAVideo, subject: "", reason: "is a stream, which cannot loop in step and without a seam",
                    cure: "use a file as the background")
                return out.append(.deliver(.failed(error, generation: generation)))
            }
            self.mission = mission
            if run != nil {
                run = nil
                step = .idle
                out.append(.pause)
            }
            let wanted = ItemPlan(for: mission.timeline, at: mission.host, canCompose: canCompose)
            if wanted != plan || wantsSound != hasSound {
                // Sound and silence are other clocks, and a clock is chosen before the item is set.
                plan = wanted
                hasSound = wantsSound
                serial += 1
                isReady = false
                step = .waitingForItem
                expectAnswer(within: SyncGroup.prerollTimeout, at: now, &out)
                out.append(.install(wanted, sound: hasSound, serial: serial))
            } else if isReady {
                approach(mission, at: now, &out)
            } else {
                step = .waitingForItem
            }
        }

        private mutating func approach(_ mission: Mission, at now: HostTime, _ out: inout [Action]) {
            let target = itemTime(of: mission)
            if case .poised(target, let isPrerolled) = step {
                arrived(at: target, isPrerolled: isPrerolled, mission, now, &out)
                return
            }
            if case .prerolling = step { out.append(.cancelPreroll) }
            seek(to: target, isPreview: mission.allowsPreview, at: now, &out)
        }

        private mutating func seek(
            to target: Duration, isPreview: Bool, at now: HostTime, _ out: inout [Action]
        ) {
            token += 1
            expectAnswer(within: Self.answerPatience, at: now, &out)
            step = .seeking(token: token, to: target, isPreview: isPreview)
            out.append(.seek(to: target, isExact: !isPreview, token: token))
        }

        private mutating func sought(_ token: Int, _ isThere: Bool, at now: HostTime, _ out: inout [Action]) {
            guard case .seeking(token, let target, let isPreview) = step, var mission else { return }
            guard isThere else {
                guard mission.retries < Self.mostRetries else {
                    return giveUp(mission, "cannot be positioned", at: now, &out)
                }
                mission.retries += 1
                self.mission = mission
                seek(to: target, isPreview: isPreview, at: now, &out)
                return
            }
            if isPreview {
                if let generation = mission.generation { out.append(.deliver(.previewed(generation: generation))) }
                seek(to: target, isPreview: false, at: now, &out)
            } else {
                arrived(at: target, isPrerolled: false, mission, now, &out)
            }
        }

        private mutating func arrived(
            at target: Duration, isPrerolled: Bool, _ mission: Mission, _ now: HostTime, _ out: inout [Action]
        ) {
            let rate = mission.timeline.line.anchor.rate * mission.timeline.map.speed
            guard rate > 0, !isPrerolled else {
                step = .poised(at: target, isPrerolled: isPrerolled)
                return complete(mission, at: now, &out)
            }
            token += 1
            expectAnswer(within: Self.answerPatience, at: now, &out)
            step = .prerolling(token: token, at: target)
            out.append(.preroll(rate: rate, token: token))
        }

        private mutating func prerolled(_ token: Int, _ isDone: Bool, at now: HostTime, _ out: inout [Action]) {
            guard case .prerolling(token, let target) = step, var mission else { return }
            guard isDone else {
                guard mission.retries < Self.mostRetries else {
                    return giveUp(mission, "cannot be made ready to play", at: now, &out)
                }
                mission.retries += 1
                self.mission = mission
                // What interrupted it may have moved it.
                seek(to: target, isPreview: false, at: now, &out)
                return
            }
            step = .poised(at: target, isPrerolled: true)
            complete(mission, at: now, &out)
        }

        private mutating func complete(_ mission: Mission, at now: HostTime, _ out: inout [Action]) {
            self.mission = nil
            patience = Self.firstPatience
            if let generation = mission.generation { out.append(.deliver(.prepared(generation: generation))) }
            // Told to follow while it was on its way: the line has not waited.
            if mission.generation == nil, mission.timeline.line.anchor.rate > 0, let followed {
                start(followed, aimedAt: mission.host, at: now, &out)
            }
        }

        private mutating func giveUp(
            _ mission: Mission, _ reason: String, at now: HostTime, _ out: inout [Action]
        ) {
            self.mission = nil
            step = .idle
            if let generation = mission.generation {
                out.append(
                    .deliver(
                        .refused(
                            PlaybackError(
                                .decodingFailed, subject: "", reason: reason,
                                cure: "play fewer videos at once, or a smaller one"),
                            generation: generation)))
            } else {
                tryAgainLater(at: now, &out)
            }
        }

        private mutating func tryAgainLater(at now: HostTime, _ out: inout [Action]) {
            let host = now.advanced(by: patience)
            patience = min(patience * 2, Self.longestPatience)
            retryAt = host
            out.append(.wake(at: host))
        }

        private func itemTime(of mission: Mission) -> Duration {
            guard let plan else { return .zero }
            return aimed(plan.time(of: mission.timeline.position(at: mission.host)), in: plan)
        }

        /// Inside the frame, and inside the item: a time behind its end cannot be sought.
        private func aimed(_ time: Duration, in plan: ItemPlan) -> Duration {
            min(time + Self.aim, plan.end - .nanoseconds(1))
        }

        // MARK: Following

        private mutating func follow(
            _ timeline: MemberTimeline, from host: HostTime, at now: HostTime, _ out: inout [Action]
        ) {
            let before = followed
            followed = timeline
            nextStart = nil
            retryAt = nil
            if timeline.line.anchor.rate == 0 {
                hold(timeline, from: host, at: now, &out)
            } else if case .poised = step, run == nil {
                anchor(timeline, from: host, at: now, &out)
            } else if let run, let before, continues(run, before, timeline, at: host) {
                anchor(timeline, from: host, at: now, &out)
            } else {
                rejoin(at: now, &out)
            }
        }

        /// Whether a running player can be given another anchor, without a seek: the same item, no further than half a
        /// second away, which is inside what is decoded or quickly so.
        private func continues(
            _ run: Run, _ before: MemberTimeline, _ timeline: MemberTimeline, at host: HostTime
        ) -> Bool {
            guard ItemPlan(for: timeline, at: host, canCompose: canCompose) == plan, hasSound == wantsSound else {
                return false
            }
            let here = before.position(at: host)
            let there = timeline.position(at: host)
            guard here.turn == there.turn else { return false }
            let jump = there.itemTime - here.itemTime
            return jump < .milliseconds(500) && jump > .milliseconds(-500)
        }

        private mutating func hold(
            _ timeline: MemberTimeline, from host: HostTime, at now: HostTime, _ out: inout [Action]
        ) {
            let wanted = Mission(timeline: timeline, host: host, begunAt: now)
            if run != nil {
                begin(wanted, at: now, &out)
            } else if let mission, mission.generation != nil {
                // Under way to somewhere already; what is shown is what the group asked to be shown.
                return
            } else if case .poised(let time, _) = step, time == itemTime(of: wanted) {
                return
            } else {
                begin(wanted, at: now, &out)
            }
        }

        /// Gives the player its anchor, or waits for the stretch that begins later.
        private mutating func anchor(
            _ timeline: MemberTimeline, from host: HostTime, at now: HostTime, _ out: inout [Action]
        ) {
            guard let plan else { return }
            let stretch = timeline.stretch(at: host)
            let position = stretch.position
            guard stretch.rate > 0 else {
                if run != nil {
                    run = nil
                    out.append(.pause)
                    seek(to: aimed(plan.time(of: position), in: plan), isPreview: false, at: now, &out)
                    mission = Mission(timeline: timeline, host: host, begunAt: now)
                }
                nextStart = stretch.end
                if let end = stretch.end { out.append(.wake(at: max(end.advanced(by: .zero - lead), now))) }
                return
            }
            let itemTime = aimed(runningTime(of: position, plan: plan, from: host, timeline), in: plan)
            let isPlanned = ItemPlan(for: timeline, at: host, canCompose: canCompose) == plan
            let end = [
                plan.repeats
                    ? host.advanced(by: (plan.end - itemTime).unscaled(by: stretch.rate)) : stretch.end,
                // Turns laid for another loop are good until the group's begins again.
                isPlanned ? nil : timeline.seam(after: host),
                lineEnd(timeline),
            ].compactMap(\.self).min()
            run = Run(rate: stretch.rate, itemTime: itemTime, host: host, end: end)
            mission = nil
            step = .idle
            out.append(.anchor(rate: stretch.rate, itemTime: itemTime, host: host))
            if let end { out.append(.wake(at: end)) }
            if isStalled {
                isStalled = false
                out.append(.deliver(.resumed))
            }
        }

        /// Item time for a position: in the turn of the item that is being played, where the player runs already.
        private func runningTime(
            of position: MemberTimeline.Position, plan: ItemPlan, from host: HostTime, _ timeline: MemberTimeline
        ) -> Duration {
            let first = plan.time(of: position)
            guard let run, case .turns(_, let part, _) = plan else { return first }
            // The turn whose copy of this position lies nearest to where it is.
            let length = part.upperBound - part.lowerBound
            let away = run.itemTime(at: host) - first
            let turns = (away + length / 2).nanoseconds.flooredDivision(by: length.nanoseconds).quotient
            return first + length * Int(max(turns, 0))
        }

        /// Where in the item the picture lies that `timeline` shows at `host`: what to ask a video output for. `nil`: the
        /// player is not there, so its output cannot have it.
        func itemTime(of timeline: MemberTimeline, at host: HostTime) -> Duration? {
            guard let plan, isReady else { return nil }
            let position = timeline.position(at: host)
            // Inside the frame, and never behind the last.
            let inside = min(Self.aim, position.piece.upperBound - .nanoseconds(1) - position.itemTime)
            let due = runningTime(of: position, plan: plan, from: host, timeline) + inside
            let places: [Duration]
            if let run {
                // Until an anchor's time has come it stands where that begins, or runs on as it did before.
                places = [host, max(host, run.host)].map { min(run.itemTime(at: $0), plan.end) }
            } else if case .poised(let time, _) = step {
                places = [time]
            } else if case .idle = step, mission == nil, !isStalled {
                // It has played to its end and stands there.
                places = [plan.end]
            } else {
                return nil
            }
            return places.contains { due - $0 < Self.reach && $0 - due < Self.reach } ? due : nil
        }

        private func lineEnd(_ timeline: MemberTimeline) -> HostTime? {
            guard !timeline.isAmbient, !timeline.line.repeats, let range = timeline.line.range else { return nil }
            return timeline.line.anchor.hostTime(at: range.upperBound)
        }

        /// Starts a player that has arrived, on the line where it is now.
        private mutating func start(
            _ timeline: MemberTimeline, aimedAt host: HostTime, at now: HostTime, _ out: inout [Action]
        ) {
            guard timeline.line.anchor.rate > 0 else { return hold(timeline, from: now, at: now, &out) }
            let earliest = now.advanced(by: lead)
            // Early: at the very frame that is prerolled. Late: as if it had run since then, and the margin grows.
            if earliest > host { margin = min(host.duration(to: earliest) + margin * 2, Self.longestMargin) }
            anchor(timeline, from: max(host, earliest), at: now, &out)
        }

        /// Brings the player onto the line it is to follow, by itself.
        private mutating func rejoin(at now: HostTime, _ out: inout [Action]) {
            guard let followed else { return }
            begin(Mission(timeline: followed, host: now.advanced(by: margin), begunAt: now), at: now, &out)
        }

        // MARK: What happens to it

        private mutating func stopped(_ stop: Stop, at now: HostTime, _ out: inout [Action]) {
            guard run != nil else { return }
            run = nil
            step = .idle
            switch stop {
            case .bySystem: break
            case .endOfItem:
                // Its last frame stays. Whatever follows in a loop of the group is met when its time comes.
                scheduleSeam(at: now, &out)
            case .pausedByApp: out.append(.deliver(.moved))
            case .stalled:
                isStalled = true
                out.append(.deliver(.stalled))
                tryAgainLater(at: now, &out)
            }
        }

        private mutating func expectAnswer(within patience: Duration, at now: HostTime, _ out: inout [Action]) {
            let deadline = now.advanced(by: patience)
            answerDeadline = deadline
            out.append(.wake(at: deadline))
        }

        /// Nobody answered: as if the answer had been no.
        private mutating func checkAnswer(at now: HostTime, _ out: inout [Action]) {
            guard let deadline = answerDeadline, now >= deadline else { return }
            answerDeadline = nil
            switch step {
            case .seeking(let token, _, _): sought(token, false, at: now, &out)
            case .prerolling(let token, _): prerolled(token, false, at: now, &out)
            case .waitingForItem:
                // Made anew the next time.
                plan = nil
                if let mission { giveUp(mission, "does not become ready", at: now, &out) }
            case .idle, .poised: break
            }
        }

        private mutating func checkTime(at now: HostTime, _ out: inout [Action]) {
            checkAnswer(at: now, &out)
            guard let followed else { return }
            if let retry = retryAt, now >= retry {
                retryAt = nil
                rejoin(at: now, &out)
            } else if let start = nextStart, now >= start.advanced(by: .zero - lead) {
                nextStart = nil
                if case .poised = step {
                    anchor(followed, from: max(start, now), at: now, &out)
                } else {
                    rejoin(at: now, &out)
                }
            } else if let end = run?.end, now >= end {
                endOfRun(followed, at: now, &out)
            }
        }

        private mutating func endOfRun(_ timeline: MemberTimeline, at now: HostTime, _ out: inout [Action]) {
            let next = timeline.stretch(at: now)
            if next.rate > 0 {
                // The next turn: a player that has no copy of it goes back.
                rejoin(at: now, &out)
            } else {
                run?.end = nil
                if timeline.line.hasEnded(at: now) {
                    hold(timeline, from: now, at: now, &out)
                } else {
                    scheduleSeam(at: now, &out)
                }
            }
        }

        /// Waits for the turn of the group that comes after the member's own end.
        private mutating func scheduleSeam(at now: HostTime, _ out: inout [Action]) {
            guard let followed, let end = followed.stretch(at: now).end else { return }
            nextStart = end
            out.append(.wake(at: max(end.advanced(by: .zero - lead), now)))
        }
    }
#endif
