#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    /// Plays the videos of a scrolling list or grid: carries out what ``FeedAutoplay`` decides, with a few pooled
    /// players.
    ///
    /// ```swift
    /// let feed = FeedController(cache: cache) { id in clips[id] }
    /// feed.send(.layout(.grid(ids, cell: size)))
    /// feed.show(id, in: cell.tile)                  // a view is made ready
    /// feed.send(.viewport(viewport))                // it scrolled
    /// feed.hide(cell.tile)                          // the view is reused
    /// ```
    /// A tile never shows anything of a cell other than its own. Items are changed at most once per display tick and
    /// never during a fling; videos are opened off the main actor.
    ///
    /// The controller follows the system by itself: the background, the settings for autoplay and Reduce Motion,
    /// low-power mode, memory warnings, interruptions of sound, headphones that are unplugged (it mutes itself), a
    /// reset of media services. The app reports what only it knows: ``FeedAbsence/covered`` while another screen lies
    /// on top, ``FeedConditions/isLowData`` on a network that should be spared. The two are joined.
    ///
    /// Lists report to it through a ``FeedListDriver``, SwiftUI through ``FeedScroll``.
    @MainActor
    public final class FeedController {
        /// What the app does about sound: the kit never touches the audio session.
        public struct SoundHooks: Sendable {
            /// Before the first sound, and again before the first one after an interruption: set the category and
            /// activate the session. Default: nothing.
            public var claim: @MainActor () -> Void = {}
            /// Nothing is heard any more: deactivate the session, so that the user's music goes on. While a call or
            /// another app has the sound it is called only if the controller is released. Default: nothing.
            public var giveBack: @MainActor () -> Void = {}

            /// Hooks that do nothing.
            public init() {}
        }

        /// What the feed takes, in order.
        enum Letter {
            case event(FeedAutoplay.Event)
            /// A player's report.
            case player(PlayerEvent, FeedSlot, MemberID)
            /// The surface of a player shows its video.
            case pictured(FeedSlot)
            /// The video of a player has come to its end.
            case ended(FeedSlot)
            /// A slot's player may be emptied now, if it is still free.
            case quiet(FeedSlot)
            case rebuild(FeedSlot)
        }

        /// What the app does when the feed becomes audible, and when it no longer is. Default: nothing.
        public var sound = SoundHooks()
        /// Called with each assignment, for what lies over the picture: a play button, "play again", "try again".
        var onAssignment: (@MainActor (FeedAssignment) -> Void)?

        var feed: FeedAutoplay
        let clock: any GroupClock
        let cache: (any AssetSource)?
        private let clip: @MainActor (FeedCellID) -> FeedClip?
        let changes: FeedChanges
        var seats: FeedSeats<FeedClips>
        var tiles: [FeedCellID: FeedTile] = [:]
        var downloads: [FeedCellID: [any ByteFetch]] = [:]
        private let posters = FeedPosters()
        private var inbox: [Letter] = []
        private var isHandling = false
        private var surroundings: FeedSurroundings?
        /// As reported by the app.
        private var told = (absence: FeedAbsence(), conditions: FeedConditions())
        /// Whether the scroll view is off the screen.
        private var isOffScreen = false

        /// Creates a feed that is watched and has no cells yet.
        ///
        /// - Parameters:
        ///   - settings: how it plays. Default: for a list of videos on a phone.
        ///   - cache: keeps what was fetched; `nil`: the players fetch everything, and nothing is fetched ahead.
        ///   - budget: shares out the device's decoders; `nil`: all players decode.
        ///   - isMuted: the viewer's last choice, if the app keeps it. Default: muted, as feeds start.
        ///   - clip: what a cell shows; called each time the cell gets a player. `nil`: nothing.
        public convenience init(
            settings: FeedSettings = FeedSettings(), cache: (any AssetSource)? = nil, budget: DecoderBudget? = .shared,
            isMuted: Bool = true, clip: @escaping @MainActor (FeedCellID) -> FeedClip?
        ) {
            self.init(
                settings: settings, cache: cache, budget: budget, isMuted: isMuted, clock: SystemGroupClock(),
                clip: clip)
        }

        init(
            settings: FeedSettings, cache: (any AssetSource)?, budget: DecoderBudget?, isMuted: Bool,
            clock: any GroupClock, clip: @escaping @MainActor (FeedCellID) -> FeedClip?
        ) {
            feed = FeedAutoplay(settings: settings, isMuted: isMuted)
            (self.clock, self.cache, self.clip) = (clock, cache, clip)
            let changes = FeedChanges(clock: clock)
            self.changes = changes
            let leases = PlayerLeases(
                budget: budget, clock: clock, usage: { _ in DecoderBudget.Usage(ticks: 0, late: 0, decodingTime: nil) }
            ) { _ in }
            leases.movesTogether = false
            let post = Post()
            seats = FeedSeats(
                media: FeedClips { slot in
                    FeedPlayer.Owner(
                        clock: clock, changes: changes, installed: { post.feed?.installed(slot) },
                        pictured: { post.feed?.handle(.pictured(slot)) }, ended: { post.feed?.handle(.ended(slot)) },
                        idle: { post.feed?.handle(.quiet(slot)) })
                }, leases: leases)
            seats.deliver = { event, slot, member in
                MainQueue.run { post.feed?.handle(.player(event, slot, member)) }
            }
            post.feed = self
            changes.isHeldUp = { [weak self] in self?.feed.isFlung ?? false }
            surroundings = FeedSurroundings(clock: clock) { [weak self] in self?.happened($0) }
            tellConditions()
        }

        /// Cleans up even if ``end()`` was not called: no decoder, download or picture is left, and the music goes on.
        deinit {
            for download in downloads.values.joined() { download.cancel() }
            MainQueue.run { [tiles, sound, hadSound = feed.sound.isClaimed] in
                for tile in tiles.values { tile.content.begin(nil) }
                if hadSound { sound.giveBack() }
            }
        }

        /// The decisions so far: which cells play, and why.
        var state: FeedAutoplay { feed }

        /// The viewer's choice for all cells.
        public var isMuted: Bool { feed.isMuted }

        // MARK: Telling

        /// Takes what the viewer did.
        public func act(_ act: FeedAct) { send(.user(act)) }

        /// Why the feed is not watched, as far as only the app knows; empty: it is. The background, and a list that has
        /// left its window, are noticed by themselves.
        public func setAbsence(_ absence: FeedAbsence) { send(.absence(absence)) }

        /// Conditions that only the app knows; the system's are added by themselves.
        public func setConditions(_ conditions: FeedConditions) { send(.conditions(conditions)) }

        /// How the feed plays from now on.
        public func setSettings(_ settings: FeedSettings) { send(.settings(settings)) }

        /// The cells show other content under the same identifiers.
        public func replace(_ cells: some Sequence<FeedCellID>) {
            for cell in cells { send(.replaced(cell)) }
        }

        /// Where the cells are, for lists that neither ``FeedListDriver`` nor ``FeedScroll`` reports.
        ///
        /// - Parameter viewport: where the list is by then, if both have changed together; `nil`: as before.
        public func setLayout(_ layout: FeedLayout, viewport: FeedViewport? = nil) {
            send(.layout(layout, viewport: viewport))
        }

        /// What of such a list is seen, in the layout's coordinates.
        public func setViewport(_ viewport: FeedViewport) { send(.viewport(viewport)) }

        /// How such a list moves.
        ///
        /// - Parameter velocity: in points a second along the list's axis, towards its end positive; `nil`: not known.
        public func setScrollPhase(_ phase: FeedScrollPhase, velocity: CGFloat? = nil) {
            send(.phase(phase, velocity: velocity))
        }

        /// Reports what happened. The resulting commands have been carried out when this returns, except for changes
        /// that wait for their tick.
        func send(_ event: FeedAutoplay.Event) {
            switch event {
            case .absence(let absence):
                told.absence = absence
                tellAbsence()
            case .conditions(let conditions):
                told.conditions = conditions
                tellConditions()
            case .replaced(let cell):
                posters.forget(cell)
                handle(event)
                replacePoster(of: cell)
            default: handle(event)
            }
        }

        func handle(_ event: FeedAutoplay.Event) { handle(.event(event)) }

        func handle(_ letter: Letter) {
            inbox.append(letter)
            guard !isHandling else { return }
            isHandling = true
            defer { isHandling = false }
            while !inbox.isEmpty {
                take(inbox.removeFirst())
                // A listener may send events itself; they are handled in the next round.
                for (cell, tile) in tiles { tile.content.tell(status(of: cell)) }
            }
        }

        private func take(_ letter: Letter) {
            switch letter {
            case .event(let event):
                if case .replaced(let cell) = event { change { $0.forget(cell) } }
                decide(event)
            case .player(let event, let slot, let member):
                let reaction = change { $0.react(to: event, of: slot, from: member, at: clock.present) }
                if let (arrival, binding) = reaction.arrival { decide(.arrived(arrival, binding)) }
                if reaction.isLost { replace(slot) }
            case .pictured(let slot):
                guard let seat = seats[slot], let binding = seat.binding, seat.player.isOwn else { return }
                decide(.arrived(.firstPicture, binding))
            case .ended(let slot):
                guard let binding = seats[slot]?.binding else { return }
                decide(.arrived(.ended, binding))
                // Unless it is to stop there, or has been given something else to do.
                guard let seat = seats[slot], seat.wantsToPlay, seat.player.stage == .ended else { return }
                change { $0.startOver(slot, at: clock.present) }
            case .quiet(let slot):
                if seats[slot]?.binding == nil { change { $0.empty(slot) } }
            case .rebuild(let slot): replace(slot)
            }
        }

        /// Gives the pool an order.
        ///
        /// On a copy: a player that drops its item flushes its layers, upon which the list may lay out its cells and ask for
        /// the pool. Orders themselves come one at a time.
        func change<Result>(_ order: (inout FeedSeats<FeedClips>) -> Result) -> Result {
            var next = seats
            defer { seats = next }
            return order(&next)
        }

        private func replace(_ slot: FeedSlot) { change { $0.replace(slot, at: clock.present) } }

        private func decide(_ event: FeedAutoplay.Event) {
            for command in feed.handle(event, at: clock.present) { carryOut(command) }
            // The decoders of free players go back at once when nobody watches.
            guard !feed.absence.isEmpty else { return }
            for (slot, seat) in seats.all where seat.binding == nil { change { $0.empty(slot) } }
        }

        /// Called on behalf of the scroll view.
        func report(isOffScreen: Bool) {
            self.isOffScreen = isOffScreen
            tellAbsence()
        }

        /// Called on behalf of the scroll view. While the feed is at rest, a change of its content has moved the
        /// viewport along with it: the two are one event.
        func report(_ layout: FeedLayout, _ viewport: FeedViewport, isChange: Bool) {
            if isChange, feed.motion.isSettled, feed.viewport != nil {
                handle(.layout(layout, viewport: viewport))
            } else {
                handle(.layout(layout))
                handle(.viewport(viewport))
            }
        }

        private func tellAbsence() {
            var absence = told.absence.union(surroundings?.absence ?? [])
            if isOffScreen { absence.insert(.offScreen) }
            handle(.absence(absence))
        }

        private func tellConditions() {
            handle(.conditions(told.conditions.joined(with: surroundings?.conditions ?? FeedConditions())))
        }

        private func happened(_ happening: FeedSurroundings.Happening) {
            switch happening {
            case .changed:
                tellAbsence()
                tellConditions()
            case .interrupted: handle(.soundTaken)
            case .interruptionEnded(let resumes): handle(.soundReturned(resumes: resumes))
            case .soundLost:
                // The pictures go on; nothing is heard before the viewer acts, also where nobody watches the feed now.
                handle(.user(.setMuted(true)))
            case .soundKept:
                // A feed that was not heard has lost nothing.
                if feed.sound.isClaimed { handle(.user(.setMuted(true))) }
            case .mediaServicesReset:
                // Sound must not come back before the viewer acts, and it is for the app to set up the session anew.
                handle(.user(.setMuted(true)))
                for slot in seats.all.keys.sorted() { handle(.rebuild(slot)) }
            }
        }

        /// Makes a tile show this cell from now on. Nothing that it showed before stays.
        public func show(_ cell: FeedCellID, in tile: FeedTile) {
            // Another feed may have taken a tile that this one gave to the cell.
            let shown = tiles[cell].flatMap { $0.content.cell == cell ? $0 : nil }
            if shown === tile { return }
            if let former = tile.content.cell, tiles[former] === tile { leave(former) }
            tile.content.begin(cell)
            shown?.content.begin(nil)
            tiles[cell] = tile
            bringPoster(of: cell, to: tile)
            attach(cell)
            send(.display(cell))
        }

        /// Makes posters ahead for cells that may have views soon. Videos are prepared as the feed decides, not by
        /// this.
        public func prefetch(_ cells: some Sequence<FeedCellID>) {
            for cell in cells {
                if let make = clip(cell)?.poster { posters.prepare(cell, make) }
            }
        }

        /// Cancels the posters of cells that will have no views after all.
        public func cancelPrefetch(_ cells: some Sequence<FeedCellID>) {
            for cell in cells where tiles[cell] == nil { posters.cancel(cell) }
        }

        private func bringPoster(of cell: FeedCellID, to tile: FeedTile) {
            guard let make = clip(cell)?.poster else { return }
            let turn = tile.content.turn
            if let image = posters.image(of: cell) { return tile.content.setPoster(image, turn: turn) }
            Task { [weak tile, posters] in
                let image = await posters.image(of: cell, make)
                tile?.content.setPoster(image, turn: turn)
            }
        }

        private func replacePoster(of cell: FeedCellID) {
            guard let tile = tiles[cell] else { return }
            tile.content.begin(cell)
            bringPoster(of: cell, to: tile)
            attach(cell)
        }

        /// Makes a tile show no cell any more: its view is about to be reused, or gone.
        public func hide(_ tile: FeedTile) {
            guard let cell = tile.content.cell else { return }
            tile.content.begin(nil)
            if tiles[cell] === tile { leave(cell) }
        }

        private func leave(_ cell: FeedCellID) {
            tiles[cell] = nil
            send(.endDisplay(cell))
        }

        /// Lets go of everything, the farthest cells first. Call it when the feed's screen is gone, or release the
        /// controller.
        public func end() {
            send(.absence(.offScreen))
            for tile in tiles.values { tile.content.begin(nil) }
            tiles = [:]
            change { $0.retireAll() }
            posters.forgetAll()
        }

        // MARK: Players

        private func installed(_ slot: FeedSlot) {
            if let cell = seats[slot]?.binding?.cell { attach(cell) }
        }

        func url(of cell: FeedCellID) -> URL? { clip(cell)?.url }

        /// Puts a cell's surface into its tile, once it shows that cell's video or nothing.
        func attach(_ cell: FeedCellID) {
            guard let tile = tiles[cell], let player = seats.seat(of: cell)?.player, player.isOwn else { return }
            tile.content.adopt(player.surface, in: tile)
            player.tellPicture()
        }

        func wake(at host: HostTime) {
            clock.wake(at: host) { [weak self] in MainQueue.run { self?.send(.time) } }
        }
    }

    /// Leads from players to their feed, which they do not keep alive.
    @MainActor
    private final class Post {
        weak var feed: FeedController?
    }

    extension FeedAutoplay {
        /// Whether the feed moves too fast for cells to begin to play.
        var isFlung: Bool {
            guard absence.isEmpty, let window = viewport.flatMap({ FeedWindow($0, in: layout) }) else { return false }
            return !motion.isCalm(gate: settings.velocityGate, length: window.clear.length)
        }
    }
#endif
