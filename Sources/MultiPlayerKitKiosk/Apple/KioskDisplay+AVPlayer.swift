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
        typealias Runner = KioskRunner<AssetFiles>

        public let configuration: KioskConfiguration
        /// Whether the kiosk runs: between ``start()`` and ``stop()``.
        public private(set) var isRunning = false
        /// Whether guided access, or single app mode, keeps the device in this app. Always `false` on a Mac.
        public private(set) var isGuidedAccessOn = KioskSurroundings.isGuidedAccessOn
        /// One tile for each track: of each screen the background, if there is one, and the tiles.
        private(set) var tiles: [KioskTile]

        @ObservationIgnored let clock: any GroupClock
        @ObservationIgnored private let system: (@Sendable () -> Duration)?
        @ObservationIgnored private let budget: DecoderBudget?
        /// A new one at each start. Set before the initializer ends, for which it has to exist.
        @ObservationIgnored private(set) var runner: Runner!
        @ObservationIgnored private(set) var time: KioskSystemTime
        @ObservationIgnored private(set) var startedAt = Date()
        /// What is visible of each track, the lower first; it stays when its seat is gone, until another is ready.
        @ObservationIgnored var seen: [[Runner.Show]]
        @ObservationIgnored var refreshes = WakeUps()
        @ObservationIgnored private var missing = MissingPictures()
        @ObservationIgnored private var hub = EventHub<KioskEvent>()
        @ObservationIgnored private var surroundings: KioskSurroundings?
        @ObservationIgnored private var hold: DisplayHold?
        /// Whether nobody sees it.
        @ObservationIgnored private var isAway = false
        /// Counts starts and stops, so that late results of an earlier run are ignored.
        @ObservationIgnored private(set) var run = 0
        /// Of each video that has been opened.
        @ObservationIgnored var standIns: [KioskSeatID: KioskStandIn] = [:]
        /// Stand-ins that are being made.
        @ObservationIgnored var standInsToCome = 0
        /// Posters that are being read.
        @ObservationIgnored private var postersToCome = 0

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
            (self.configuration, self.clock, self.system, self.budget) = (configuration, clock, system, budget)
            time = Self.makeTime(configuration, clock, system)
            (tiles, seen) = ([], [])
            (runner, tiles, seen) = makeRunner()
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
            (runner, tiles, seen) = makeRunner()
            hold = DisplayHold()
            surroundings = KioskSurroundings { [weak self] in self?.happened($0) }
            isGuidedAccessOn = KioskSurroundings.isGuidedAccessOn
            loadPosters()
            tellDate()
            runner.send(.begin)
            hub.send(.started)
            doChores()
        }

        /// Releases everything. The pictures are gone, and the display may go dark again.
        public func stop() {
            guard isRunning else { return }
            isRunning = false
            run += 1
            runner.close()
            seen = seen.map { _ in [] }
            tiles = tiles.map { _ in KioskTile() }
            dropStandIns()
            (refreshes, missing, isAway) = (WakeUps(), MissingPictures(), false)
            (surroundings, hold) = (nil, nil)
            hub.finish()
            hub = EventHub()
        }

        /// The time since 1970 that all devices of the configuration share, at a host time.
        public func sharedTime(at host: HostTime) -> Duration {
            board.time(at: host) + configuration.clock.epoch
        }

        private static func makeTime(
            _ configuration: KioskConfiguration, _ clock: any GroupClock, _ system: (@Sendable () -> Duration)?
        ) -> KioskSystemTime {
            let (epoch, isAudible) = (configuration.clock.epoch, configuration.audio != nil)
            return system.map { KioskSystemTime(clock: clock, epoch: epoch, isAudible: isAudible, system: $0) }
                ?? KioskSystemTime(clock: clock, epoch: epoch, isAudible: isAudible)
        }

        /// Tracks and players as they were decided last.
        var board: KioskBoard { runner.snapshot.board }

        /// Whether work is under way that no clock shows; for tests in virtual time.
        var isBusy: Bool {
            !runner.isIdle || postersToCome > 0 || standInsToCome > 0
                || runner.snapshot.shows.values.contains { $0.player?.isLoading ?? false }
        }

        private func makeRunner() -> (Runner, [KioskTile], [[Runner.Show]]) {
            let runner = Runner(
                configuration, clock: clock, line: time.begin(at: clock.present), budget: budget,
                media: AssetFiles(clock: clock),
                owner: Runner.Owner(
                    perform: { decide in MainQueue.run { decide() } },
                    tell: { [hub] in hub.send($0) },
                    changed: { [weak self] in MainQueue.run { self?.refresh() } }))
            let tracks = runner.snapshot.board.tracks
            return (runner, tracks.map { _ in KioskTile() }, tracks.map { _ in [] })
        }

        /// Calls back at or soon after a host time, unless the kiosk has been stopped since.
        func wake(at host: HostTime, _ call: @escaping @MainActor @Sendable (KioskDisplay) -> Void) {
            let run = run
            clock.wake(at: host) { [weak self] in
                MainQueue.run { if let self, self.run == run { call(self) } }
            }
        }

        private func loadPosters() {
            for (index, track) in board.tracks.enumerated() {
                guard let url = track.tile.poster else { continue }
                let run = run
                postersToCome += 1
                AssetFiles.looks.perform { [weak self] in
                    let poster = try? AssetFiles.still(at: url)
                    MainQueue.run { self?.show(poster: poster, index, run) }
                }
            }
        }

        private func show(poster: KioskStill?, _ index: Int, _ run: Int) {
            postersToCome -= 1
            if run == self.run { tiles[index].poster = poster }
        }

        func show(_ tile: KioskTile, at index: Int) {
            if tiles[index] != tile { tiles[index] = tile }
        }

        // MARK: Chores

        private func doChores() {
            tellDate()
            switch time.measure() {
            case .none: break
            case .steered(let line): runner.send(.steered(line))
            case .jumped(let line): runner.send(.jumped(line))
            }
            if !isAway {
                runner.measure()
                lookForSilence(at: clock.present)
            }
            wake(at: clock.present.advanced(by: KioskLine.interval)) { $0.doChores() }
        }

        /// Sends the date by shared time, which absorbs small steps of the system's clock.
        private func tellDate() {
            runner.send(.date(Date(timeIntervalSince1970: sharedTime(at: clock.present).seconds)))
        }

        private func happened(_ happening: KioskSurroundings.Happening) {
            switch happening {
            case .left: setAway(true)
            case .returned:
                setAway(false)
                SurfacePool.shared.attachAnewWhereBlank()
                renew()
            // An interruption does not touch silent players.
            case .interruptionEnded: if runner.audible != nil { renew() }
            case .mediaServicesReset: renew()
            case .guidedAccessChanged: isGuidedAccessOn = KioskSurroundings.isGuidedAccessOn
            }
        }

        /// No anchor is valid any more: every player is rebuilt, on a line that is read anew.
        private func renew() {
            runner.send(.jumped(time.begin(at: clock.present.advanced(by: KioskCore.jumpLead))))
        }

        private func setAway(_ isAway: Bool) {
            self.isAway = isAway
            runner.send(.away(isAway))
        }

        // MARK: Silence

        /// Checks that due players move, and are visible where a view shows them.
        private func lookForSilence(at now: HostTime) {
            let (board, shows) = (board, runner.snapshot.shows)
            missing.keep(shows.keys)
            // If another line is about to take over, all players are rebuilt anyway.
            guard AppActivity.shared.isActive, board.jump == nil else { return }
            for seat in board.tracks.indices.flatMap({ board.due($0, at: now) }).compactMap(\.seat)
            where seat.phase == .ready && seat.aim <= now {
                guard let front = shows[seat.id]?.player?.front,
                    let timeline = board.timeline(of: seat, on: board.line(at: now))
                else { continue }
                let player = front.player
                // A video that ends before its time keeps its last picture for the rest of it.
                let isStuck = player.rate == 0 && !front.hasEnded
                let decodes = runner.leases.tiers(of: seat.id.member)?.tier.decodes ?? true
                let isSeen = !SurfacePool.shared.isOnScreen(player) || SurfacePool.shared.isShowingPicture(player)
                let isMissing = timeline.stretch(at: now).rate > 0 && decodes && (isStuck || !isSeen)
                if missing.note(seat.id, isMissing: isMissing, at: now) { runner.send(.silent(seat.id)) }
            }
        }
    }
#endif
