#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Synchronization

    /// Shows the loops of a configuration, unattended, for as long as it runs.
    ///
    /// ```swift
    /// let display = try KioskDisplay(KioskConfiguration(contentsOf: url))
    /// try display.start()
    /// for await event in display.events { print(event) }
    /// ```
    /// The position of each playlist follows from shared time, so a kiosk that restarts is in phase at once, and
    /// several machines are in phase without a leader. What fails is rebuilt alone; the picture stays until then.
    ///
    /// It treats the process as its own: threads share two heaps from then on, and freed memory is returned regularly.
    public final class KioskDisplay: Sendable {
        private struct State {
            var isRunning = false
            var startedAt = Date()
            var windows: [Int: SupervisedWindow] = [:]
            var server: WatchServer?
            var heartbeat: Heartbeat?
            var timer: RepeatingTimer?
            var isReady = false
            var chores = 0
        }

        /// Heaps that all threads share: with one for each thread that comes and goes, the allocations in use scatter
        /// over more pages every hour. Two, so that a decoder and the stage need not wait for each other.
        private static let heaps = 2
        /// Seconds between two times at which freed memory is returned to the system: players come and go with their
        /// threads, whose heaps would keep some 100 kB of each. It takes a millisecond.
        private static let trimming = 15

        public let configuration: KioskConfiguration
        /// The stages, one for each screen, in the order of the screens.
        public let stages: [Stage]
        /// What happens, for logs. Each call adds a listener.
        public var events: AsyncStream<KioskEvent> { hub.stream() }

        let runner: KioskScreen.Runner
        let screens: [KioskScreen]
        let time: KioskTime?
        private let hub: EventHub<KioskEvent>
        private let closing = EventHub<Void>()
        private let notifier = ServiceNotifier()
        private let state = Mutex(State())

        /// Opens the source of time; files and windows open with ``start()``. Blocks for a moment, or for seconds if
        /// the time comes from a machine that does not answer.
        ///
        /// - Parameter budget: shares out the processor; `nil`: every clip is decoded in full.
        /// - Throws: ``PlaybackError`` for screens that cannot be composed and clocks that are not available.
        public convenience init(_ configuration: KioskConfiguration, budget: DecoderBudget? = .shared) throws {
            let time = try KioskTime(configuration.clock, isAudible: configuration.audio != nil)
            try self.init(configuration, budget: budget, pace: .realTime, time: time, line: time.firstLine())
        }

        /// - Parameters:
        ///   - pace: if unpaced, the configuration has one screen.
        ///   - line: from host time to time since the epoch.
        init(
            _ configuration: KioskConfiguration, budget: DecoderBudget?, pace: Stage.Pace, time: KioskTime?,
            line: LineAnchor
        ) throws {
            precondition(pace == .realTime || configuration.screens.count == 1)
            mpk_limit_heaps(Int32(Self.heaps))
            self.configuration = configuration
            self.time = time
            let stages = try configuration.screens.map { try Stage(size: $0.size, rate: $0.rate, pace: pace) }
            self.stages = stages
            let clock: any GroupClock = pace == .realTime ? SystemGroupClock() : stages[0].clock
            let ledgers = configuration.screens.map { _ in LedgerBox() }
            let hub = EventHub<KioskEvent>()
            let runner = KioskScreen.Runner(
                configuration, clock: clock, line: line, budget: pace == .realTime ? budget : nil,
                media: FileVersions(), owner: Self.owner(configuration, ledgers, hub))
            (self.runner, self.hub) = (runner, hub)
            screens = configuration.screens.indices.map {
                KioskScreen($0, of: configuration, on: stages[$0], runner, ledgers[$0])
            }
            for (stage, screen) in zip(stages, screens) { stage.show(content: screen) }
        }

        private static func owner(
            _ configuration: KioskConfiguration, _ ledgers: [LedgerBox], _ hub: EventHub<KioskEvent>
        ) -> KioskScreen.Runner.Owner {
            // Everything that decides happens here, in its order, and not on the thread of a stage.
            let queue = DispatchQueue(label: "MultiPlayerKit.kiosk")
            let screens = configuration.screens.indices.flatMap { index in
                configuration.screens[index].tracks.map { _ in index }
            }
            return KioskScreen.Runner.Owner(
                perform: { queue.async(execute: $0) }, tell: { hub.send($0) },
                usage: { ledgers[screens[$0]].usage(of: MemberID($0 + 1)) },
                // To its time, and two periods more on a busy machine, of the slowest screen.
                composing: (configuration.screens.map(\.rate.frameDuration).max() ?? .zero) * 3)
        }

        /// Opens files, windows and sockets, and starts the ticks.
        ///
        /// - Throws: ``PlaybackError`` `outputFailed` for a socket, port or file that is not available; a missing
        ///   display is waited for.
        public func start() throws {
            let isNew = state.withLock { state in
                defer { (state.isRunning, state.startedAt) = (true, Date()) }
                return !state.isRunning
            }
            guard isNew else { return }
            do {
                try openOutputs()
            } catch {
                // The next start needs the sockets that this one has opened.
                closeOutputs()
                state.withLock { $0.isRunning = false }
                throw error
            }
            begin()
            if stages[0].pace == .realTime { for stage in stages { stage.start() } }
        }

        private func openOutputs() throws {
            try openWatch()
            for (index, screen) in configuration.screens.enumerated() where screen.output != .none {
                let window = SupervisedWindow(
                    title: screen.name, output: screen.output,
                    tell: { [hub] reason in
                        hub.send(
                            reason.map { .outputLost(screen: screen.name, reason: $0) }
                                ?? .outputBack(screen: screen.name))
                    },
                    quit: { [closing] in closing.send(()) })
                try stages[index].add(window)
                state.withLock { $0.windows[index] = window }
            }
        }

        private func closeOutputs() {
            let (windows, server, heartbeat) = state.withLock { state in
                defer { (state.windows, state.server, state.heartbeat) = ([:], nil, nil) }
                return (state.windows, state.server, state.heartbeat)
            }
            heartbeat?.stop()
            server?.stop()
            for (index, window) in windows { stages[index].remove(window) }
        }

        /// Starts the decisions, which a stage without pace needs as well.
        func begin() {
            runner.send(.date(Date()))
            runner.send(.begin)
            time?.start(
                steered: { [runner] in runner.send(.steered($0)) }, jumped: { [runner] in runner.send(.jumped($0)) },
                tell: { [hub] in hub.send($0) })
            let chores = RepeatingTimer("MultiPlayerKit.kiosk.chores", every: .seconds(1), leeway: .milliseconds(100)) {
                [weak self] in self?.doChores()
            }
            state.withLock { $0.timer = chores }
            hub.send(.started)
        }

        /// Ends the ticks, releases everything and finishes the outputs. The pictures are gone when it returns.
        public func stop() {
            notifier.stopping()
            let (chores, server, heartbeat) = state.withLock { state in
                defer { (state.timer, state.server, state.heartbeat) = (nil, nil, nil) }
                return (state.timer, state.server, state.heartbeat)
            }
            chores?.stop()
            heartbeat?.stop()
            server?.stop()
            for stage in stages { stage.stop() }
            time?.stop()
            runner.close()
            hub.finish()
            closing.finish()
        }

        /// The time since 1970 that all machines on the configuration's clock share, at a host time.
        public func sharedTime(at host: HostTime) -> Duration {
            runner.snapshot.board.time(at: host) + configuration.clock.epoch
        }

        /// Yields an element when a person closes a window, or presses Escape or q in one.
        public var closeRequests: AsyncStream<Void> { closing.stream() }

        /// Whether every screen shows its pictures.
        var isShowing: Bool { screens.allSatisfy(\.isShowing) }

        var startedAt: Date { state.withLock(\.startedAt) }

        func output(of screen: Int) -> KioskStatus.Output {
            switch configuration.screens[screen].output {
            case .none: .none
            case .window: state.withLock { $0.windows[screen] }?.loss.map { .failed($0) } ?? .window
            case .connector: state.withLock { $0.windows[screen] }?.loss.map { .failed($0) } ?? .connector
            }
        }

        // MARK: Chores

        private func openWatch() throws {
            let watch = configuration.watch
            if watch.socket != nil || watch.port != nil {
                let server = try WatchServer(socket: watch.socket, port: watch.port) { [weak self] in
                    self?.status ?? KioskStatus(startedAt: 0, at: 0, screens: [], clock: .unknown)
                }
                state.withLock { $0.server = server }
            }
            if let file = watch.heartbeat {
                let heartbeat = try Heartbeat(file: file) { [weak self] in
                    Heartbeat.Report(isWell: self?.isWell ?? false, state: self?.line ?? "")
                }
                state.withLock { $0.heartbeat = heartbeat }
            }
        }

        /// Once a second.
        private func doChores() {
            runner.send(.date(Date()))
            // Out of hours there is nothing to wait for.
            let shows = isShowing || !runner.snapshot.board.isOpen
            let isFirst = state.withLock { state in
                defer { state.isReady = state.isReady || shows }
                return shows && !state.isReady
            }
            let isTrimming = state.withLock { state in
                state.chores += 1
                return state.chores % Self.trimming == 0
            }
            if isTrimming { mpk_trim_heap() }
            if isFirst {
                notifier.ready(line)
            } else if isWell, notifier.watchdogInterval != nil {
                notifier.beat()
            }
        }

        /// Whether ticks go on.
        private var isWell: Bool {
            stages.allSatisfy { $0.isRunning }
                && screens.allSatisfy { $0.lastCollected.duration(to: .now) < .seconds(2) }
        }
    }
#endif
