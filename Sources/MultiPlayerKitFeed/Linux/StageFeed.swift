#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Synchronization

    /// A feed of videos on a stage: carries out what ``FeedAutoplay`` decides with players from a small pool.
    ///
    /// ```swift
    /// let feed = try StageFeed(on: stage, layout: .grid(count: urls.count, columns: 3, cell: cell)) { cell in … }
    /// feed.scroll { tick, start in … }
    /// stage.show(feed)
    /// ```
    /// Each cell shows the first frame of its video until the video itself is ready, and its last picture afterwards.
    /// The position of the viewport is queried at each tick, for that tick.
    public final class StageFeed: StageContent {
        /// What a decoration needs to know of a cell on the screen.
        public struct Look: Sendable {
            public var cell: FeedCellID
            /// Its frame on the stage; may reach beyond it.
            public var frame: CGRect
            public var isPlaying: Bool
            public var offer: FeedOffer
            /// The progress through its video, 0…1; `nil`: it has no player.
            public var progress: Double?
        }

        struct Core {
            var autoplay: FeedAutoplay
            var seats: FeedSeats<StageFeedMedia>
            var prefetches: [FeedCellID: any ByteFetch] = [:]
            /// Openings that wait until all starting cells have their first picture: the network is theirs first.
            var postponed: [FeedCellID: FeedOpening] = [:]
            var viewport: FeedViewport?
            var now = HostTime(nanoseconds: 0)
            var failures: [FeedCellID: PlaybackError] = [:]
        }

        /// A cell that has begun to play, and has no picture yet.
        struct Start {
            var binding: FeedBinding
            var since: HostTime
            var readiness: FeedSnapshot.Readiness
        }

        package let clock: any GroupClock
        let layout: FeedLayout
        let source: @Sendable (FeedCellID) -> MediaSource
        let isUnpaced: Bool
        /// The assumed size of an opening: as much is fetched ahead of a video whose opening was not reported.
        let openingBytes: Int64
        let cell: (width: Int, height: Int)
        let size: CGSize
        let openedMedia = OpenedMediaList()
        let posters: PosterStore
        let leases: PlayerLeases
        package let ledger: LedgerBox
        /// Decisions are made here, in the order of their events.
        let queue = DispatchQueue(label: "MultiPlayerKit.feed")
        let core: Mutex<Core>
        /// What the next tick reads.
        let board = Mutex<[FeedCellID: FeedCellBoard]>([:])
        let starts = Mutex<[FeedCellID: Start]>([:])
        let drawing: Mutex<FeedDrawing>
        let scroller = Mutex<@Sendable (HostTime, HostTime?) -> Double>({ _, _ in 0 })
        let decoration = Mutex<@Sendable (Look) -> [StageMark]>({ _ in [] })

        /// Creates a feed of cells of one size that scrolls vertically.
        ///
        /// - Parameters:
        ///   - stage: the stage that will show it.
        ///   - settings: how it plays.
        ///   - layout: its cells in content coordinates, whose unit is the stage's pixel.
        ///   - isMuted: the viewer's choice.
        ///   - budget: shares out the processor; `nil`: every playing cell decodes everything.
        ///   - source: the video of each cell; always the same one for the same cell.
        /// - Throws: ``PlaybackError`` `outputFailed` for cells that cannot be composed.
        public init(
            on stage: Stage, settings: FeedSettings = FeedSettings(), layout: FeedLayout, isMuted: Bool = true,
            budget: DecoderBudget? = .shared, source: @escaping @Sendable (FeedCellID) -> MediaSource
        ) throws {
            (clock, self.layout, self.source) = (stage.clock, layout, source)
            isUnpaced = stage.pace == .unpaced
            openingBytes = max(settings.assumedOpening, 1)
            size = stage.size
            let one = layout.firstCell?.size ?? CGSize(width: 2, height: 2)
            // Even, because colour is stored by pairs of pixels.
            cell = (max(Int(one.width) / 2 * 2, 2), max(Int(one.height) / 2 * 2, 2))
            posters = PosterStore(
                width: cell.width, height: cell.height, opening: openingBytes, openedMedia: openedMedia)
            drawing = Mutex(FeedDrawing(width: cell.width, height: cell.height))
            let ledger = LedgerBox()
            self.ledger = ledger
            leases = PlayerLeases(
                budget: stage.pace == .realTime ? budget : nil, clock: stage.clock, usage: { ledger.usage(of: $0) }
            ) { _ in }
            leases.movesTogether = false
            let media = StageFeedMedia(openedMedia: openedMedia)
            core = Mutex(
                Core(
                    autoplay: FeedAutoplay(settings: settings, isMuted: isMuted),
                    seats: FeedSeats(media: media, leases: leases)))
            core.withLock { core in
                core.seats.deliver = { [weak self] event, slot, member in
                    self?.queue.async { [weak self] in self?.take(event, of: slot, from: member) }
                }
            }
            handle(.layout(layout))
        }

        deinit {
            core.withLock { core in
                core.seats.retireAll()
                for prefetch in core.prefetches.values { prefetch.cancel() }
            }
        }

        // MARK: Steering

        /// Sets how far the feed is scrolled, in pixels: a closure that is called at each tick, on the stage's thread.
        ///
        /// - Parameter place: takes the tick's host time, and ``startedAt``.
        public func scroll(_ place: @escaping @Sendable (_ tick: HostTime, _ start: HostTime?) -> Double) {
            scroller.withLock { $0 = place }
        }

        /// Sets what is drawn over each cell on the screen: a closure that is called at each tick, on the stage's
        /// thread.
        public func decorate(_ decoration: @escaping @Sendable (Look) -> [StageMark]) {
            self.decoration.withLock { $0 = decoration }
        }

        /// Reports what the viewer did.
        public func act(_ act: FeedAct) { handle(.user(act)) }

        /// Sets why the feed is not watched; empty: it is watched.
        public func setAbsence(_ absence: FeedAbsence) { handle(.absence(absence)) }

        /// Sets what the system and its user ask for.
        public func setConditions(_ conditions: FeedConditions) { handle(.conditions(conditions)) }

        /// Releases every player, download and decoder, and returns when the orders are given. Pictures stay.
        public func close() {
            handle(.absence(.offScreen))
            queue.sync {
                core.withLock { $0.seats.retireAll() }
            }
        }

        // MARK: Reading

        /// The state and the figures of this moment.
        public var snapshot: FeedSnapshot {
            let drawn = drawing.withLock(\.figures)
            let ticks = ledger.withLock { $0 }
            return core.withLock { core in
                FeedSnapshot(
                    ticks: GroupSnapshot.Ticks(ticks),
                    timeToFirstFrame: drawn.starts.mapValues { FeedSnapshot.Starts($0.times, count: $0.count) },
                    bindings: core.autoplay.bindings, lateDropped: core.autoplay.lateDropped + drawn.late,
                    wrongCellFrames: drawn.wrong, emptyCells: drawn.empty,
                    framesLate: ticks.members.values.reduce(0) { $0 + $1.late },
                    longestScrollingTick: drawn.holds.maximum,
                    scrollingTickP95: drawn.holds.percentile(95),
                    players: core.seats.all.count, playersInUse: core.autoplay.playersInUse,
                    assignments: core.autoplay.assignments, failures: core.failures)
            }
        }

        /// When the first screen was complete, with a picture or a poster in each cell; `nil` before. Recordings that
        /// begin at `StageOutputBeginning.groupStart` begin then.
        public var startedAt: HostTime? { drawing.withLock(\.startedAt) }

        /// The cell at a point of the stage as last shown.
        public func cell(at point: CGPoint) -> FeedCellID? {
            let offset = drawing.withLock(\.offset)
            return layout.cells(in: CGRect(x: point.x, y: point.y + offset, width: 0.5, height: 0.5)).first
        }

        /// Whether nothing is being opened or prepared. A stage that runs faster than real time waits for this.
        package var isSettled: Bool {
            queue.sync {}
            let isBusy = core.withLock { core in
                core.seats.all.values.contains { $0.phase == .opening || $0.phase == .preparing }
            }
            // The posters of nearby cells count as well: on the next tick those may be on the screen.
            return !isBusy && posters.isIdle && drawing.withLock(\.wanted).allSatisfy(posters.isDone)
        }

        // MARK: Deciding

        /// Queues an event behind those before it; can be called from any thread.
        func handle(_ event: FeedAutoplay.Event) {
            queue.async { [weak self] in self?.decide(event) }
        }

        /// On `queue`.
        func decide(_ event: FeedAutoplay.Event) {
            let now = clock.now
            core.withLock { core in
                core.now = max(core.now, now)
                for command in core.autoplay.handle(event, at: core.now) { carryOut(command, &core) }
                beginPostponed(&core)
                publish(core)
            }
        }

        func publish(_ core: Core) {
            var board: [FeedCellID: FeedCellBoard] = [:]
            for assignment in core.autoplay.assignments {
                let binding = assignment.binding
                var cell = FeedCellBoard(binding: binding, offer: assignment.offer, role: assignment.role)
                if let slot = assignment.role.slot, let seat = core.seats[slot], seat.binding == binding,
                    seat.phase == .ready, let timeline = seat.timeline, let info = seat.info
                {
                    cell.live = FeedCellBoard.Live(
                        member: seat.member, player: seat.player, timeline: timeline, info: info, repeats: seat.repeats)
                }
                board[binding.cell] = cell
            }
            self.board.withLock { $0 = board }
        }
    }

    extension Stage {
        /// Shows a feed that was made for this stage.
        public func show(_ feed: StageFeed) { show(content: feed) }
    }

    extension FeedLayout {
        fileprivate var firstCell: CGRect? {
            var touched = 0
            return cells(startingAt: .start(of: -.infinity), count: 1, touched: &touched).first.map {
                orientation.rect($0.frame)
            }
        }
    }
#endif
