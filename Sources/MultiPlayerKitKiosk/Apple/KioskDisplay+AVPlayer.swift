#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit
    import Observation

    /// Shows the loops of a configuration, unattended, for as long as it runs.
    ///
    /// ```swift
    /// @State private var display = try? KioskDisplay(configuration)
    ///
    /// var body: some View {
    ///     if let display { KioskView(display: display).task { display.start() } }
    /// }
    /// ```
    /// The position of each playlist follows from the system's time, so a kiosk that restarts is in phase at once, and
    /// several devices are in phase as far as their systems' clocks are. What fails is rebuilt alone; the picture stays
    /// until then.
    ///
    /// While it runs the display does not go dark. It never sets the audio session's category.
    @MainActor @Observable
    public final class KioskDisplay {
        public let configuration: KioskConfiguration
        /// Whether the kiosk runs: between ``start()`` and ``stop()``.
        public private(set) var isRunning = false
        /// Whether guided access, or single app mode, keeps the device in this app. Always `false` on a Mac.
        public private(set) var isGuidedAccessOn = KioskSurroundings.isGuidedAccessOn
        /// One tile for each track: of each screen the background, if there is one, and the tiles.
        private(set) var tiles: [KioskTile]

        @ObservationIgnored let clock: any GroupClock
        @ObservationIgnored private let system: (@Sendable () -> Duration)?
        @ObservationIgnored let leases: GroupLeases
        @ObservationIgnored private(set) var core: KioskCore
        @ObservationIgnored private(set) var time: KioskSystemTime
        @ObservationIgnored private(set) var startedAt = Date()
        @ObservationIgnored private(set) var shows: [KioskSeatID: KioskShow] = [:]
        /// What is visible of each track, the lower first; it stays when its seat is gone, until another is ready.
        @ObservationIgnored var seen: [[KioskShow]]
        @ObservationIgnored var refreshes = WakeUps()
        @ObservationIgnored private var hub = EventHub<KioskEvent>()
        @ObservationIgnored private var surroundings: KioskSurroundings?
        @ObservationIgnored private var hold: DisplayHold?
        @ObservationIgnored private var waiting: [KioskCore.Event] = []
        @ObservationIgnored private var isHandling = false
        /// Whether the kiosk is out of sight: nobody controls the players then, and their reports mean nothing.
        @ObservationIgnored private(set) var isAway = false
        /// Counts starts and stops, so that late results of an earlier run are ignored.
        @ObservationIgnored private(set) var run = 0
        /// The number of looks at files that are under way.
        @ObservationIgnored private var looks = 0
        @ObservationIgnored private var chores = 0

        /// - Parameter budget: shares out the device's decoders; `nil`: every player takes what it can get.
        /// - Throws: ``PlaybackError`` for what only a kiosk on Linux has: clocks of other machines, and sockets to
        ///   watch it through.
        public convenience init(
            _ configuration: KioskConfiguration, budget: DecoderBudget? = .shared
        ) throws(PlaybackError) {
            try self.init(configuration, clock: SystemGroupClock(), budget: budget, system: nil)
        }

        /// - Parameter system: time since 1970; `nil`: the system's.
        init(
            _ configuration: KioskConfiguration, clock: any GroupClock, budget: DecoderBudget?,
            system: (@Sendable () -> Duration)?
        ) throws(PlaybackError) {
            try KioskSystemTime.check(configuration.clock)
            guard configuration.watch == KioskConfiguration.Watch() else {
                throw PlaybackError(
                    .outputFailed, subject: "watch", reason: "only a kiosk on Linux can be watched from outside",
                    cure: "leave it out, and read the display's status and events")
            }
            (self.configuration, self.clock, self.system) = (configuration, clock, system)
            time = Self.makeTime(configuration, clock, system)
            core = KioskCore(configuration, line: time.begin(at: clock.present))
            tiles = core.board.tracks.map { _ in KioskTile() }
            seen = core.board.tracks.map { _ in [] }
            leases = GroupLeases(
                budget: budget, clock: clock, usage: { _ in DecoderBudget.Usage(ticks: 0, late: 0) }, publish: { _ in })
            leases.movesTogether = false
            // From here on it is tracked whether the app is in front.
            _ = AppActivity.shared
        }

        /// What happens, for logs. Each call adds a listener.
        public var events: AsyncStream<KioskEvent> { hub.stream() }

        /// Opens the files, and shows what is due as soon as it is ready. Does nothing while the kiosk runs.
        public func start() {
            guard !isRunning else { return }
            isRunning = true
            run += 1
            startedAt = Date()
            time = Self.makeTime(configuration, clock, system)
            core = KioskCore(configuration, line: time.begin(at: clock.present))
            hold = DisplayHold()
            surroundings = KioskSurroundings { [weak self] in self?.happened($0) }
            isGuidedAccessOn = KioskSurroundings.isGuidedAccessOn
            loadPosters()
            tellDate()
            send(.begin)
            hub.send(.started)
            doChores()
        }

        /// Releases everything. The pictures are gone, and the display may go dark again.
        public func stop() {
            guard isRunning else { return }
            isRunning = false
            run += 1
            for id in Array(shows.keys) { close(id) }
            seen = seen.map { _ in [] }
            tiles = tiles.map { _ in KioskTile() }
            (refreshes, isAway, waiting) = (WakeUps(), false, [])
            (surroundings, hold) = (nil, nil)
            hub.finish()
            hub = EventHub()
        }

        /// The time since 1970 that all devices of the configuration share, at a host time.
        public func sharedTime(at host: HostTime) -> Duration {
            core.board.time(at: host) + configuration.clock.epoch
        }

        private static func makeTime(
            _ configuration: KioskConfiguration, _ clock: any GroupClock, _ system: (@Sendable () -> Duration)?
        ) -> KioskSystemTime {
            let (epoch, isAudible) = (configuration.clock.epoch, configuration.audio != nil)
            return system.map { KioskSystemTime(clock: clock, epoch: epoch, isAudible: isAudible, system: $0) }
                ?? KioskSystemTime(clock: clock, epoch: epoch, isAudible: isAudible)
        }

        /// Whether work is under way that no clock shows; for tests in virtual time.
        var isBusy: Bool { looks > 0 || shows.values.contains { $0.relay?.isLoading ?? false } }

        // MARK: Deciding

        /// Handles an event after those before it, and shows the result.
        func send(_ event: KioskCore.Event) {
            guard isRunning else { return }
            waiting.append(event)
            guard !isHandling else { return }
            isHandling = true
            while !waiting.isEmpty {
                for command in core.handle(waiting.removeFirst(), at: clock.present) { carryOut(command) }
            }
            isHandling = false
            refresh()
        }

        private func carryOut(_ command: KioskCore.Command) {
            switch command {
            case .stamp(let sources): look { .stamped(KioskLook.stamps(of: sources)) }
            case .look(let source): look { .looked(source, await KioskLook.open(source)) }
            case .open(let id, let opening):
                let show = KioskShow(id, opening, relay: opening.isStill ? nil : LoopRelay(clock: clock))
                shows[id] = show
                open(show)
            case .follow(let id, let timeline, let host): shows[id].map { follow($0, timeline, from: host) }
            // The player's sound was switched on before it got an item.
            case .hear(let id): leases.setAudible(id.member)
            case .close(let id): close(id)
            // A small step, as on return from the background, is not reported.
            case .tell(.clockJump(let step)) where abs(step.seconds) < SharedTimeEstimate.farthest.seconds: break
            case .tell(let event): hub.send(event)
            case .wake(let host): wake(at: host) { $0.send(.time) }
            }
        }

        private func close(_ id: KioskSeatID) {
            guard let show = shows.removeValue(forKey: id) else { return }
            show.from = show.from ?? clock.present
            show.relay?.release()
            leases.release(id.member, isGone: true)
        }

        /// Calls back at or soon after a host time, unless the kiosk has been stopped since.
        func wake(at host: HostTime, _ call: @escaping @MainActor @Sendable (KioskDisplay) -> Void) {
            let run = run
            clock.wake(at: host) { [weak self] in
                MainQueue.run { if let self, self.run == run { call(self) } }
            }
        }

        /// Looks at files off the main actor.
        func look(_ find: @escaping @Sendable () async -> KioskCore.Event) {
            let run = run
            looks += 1
            Task.detached { [weak self] in
                let event = await find()
                await self?.looked(event, run)
            }
        }

        private func looked(_ event: KioskCore.Event, _ run: Int) {
            looks -= 1
            if run == self.run { send(event) }
        }

        private func loadPosters() {
            for (index, track) in core.board.tracks.enumerated() {
                guard let url = track.tile.poster else { continue }
                let run = run
                looks += 1
                Task.detached { [weak self] in
                    let poster = try? KioskLook.still(at: url)
                    await self?.show(poster: poster, index, run)
                }
            }
        }

        private func show(poster: KioskStill?, _ index: Int, _ run: Int) {
            looks -= 1
            if run == self.run { tiles[index].poster = poster }
        }

        func show(_ tile: KioskTile, at index: Int) {
            if tiles[index] != tile { tiles[index] = tile }
        }

        // MARK: Chores

        private func doChores() {
            if chores % 4 == 0 { tellDate() }
            chores += 1
            switch time.measure() {
            case .none: break
            case .steered(let line): send(.steered(line))
            case .jumped(let line): send(.jumped(line))
            }
            if !isAway {
                keepOnLine(at: clock.present)
                lookForSilence(at: clock.present)
            }
            wake(at: clock.present.advanced(by: KioskLine.interval)) { $0.doChores() }
        }

        /// Sends the date by shared time, which absorbs small steps of the system's clock.
        private func tellDate() {
            send(.date(Date(timeIntervalSince1970: sharedTime(at: clock.present).seconds)))
        }

        private func happened(_ happening: KioskSurroundings.Happening) {
            switch happening {
            case .left: isAway = true
            case .returned:
                isAway = false
                SurfacePool.shared.attachAnewWhereBlank()
                renew()
            // An interruption does not touch silent players.
            case .interruptionEnded: if core.audible != nil { renew() }
            case .mediaServicesReset: renew()
            case .guidedAccessChanged: isGuidedAccessOn = KioskSurroundings.isGuidedAccessOn
            }
        }

        /// No anchor is valid any more: every player is rebuilt, on a line that is read anew.
        private func renew() {
            send(.jumped(time.begin(at: clock.present.advanced(by: KioskCore.jumpLead))))
        }
    }
#endif
