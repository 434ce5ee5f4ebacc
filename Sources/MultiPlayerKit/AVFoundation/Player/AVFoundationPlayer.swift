#if canImport(AVFoundation)
    import AVFoundation
    import Synchronization

    /// An `AVPlayer` behind the kit's player protocol.
    ///
    /// `ItemSteering` makes the decisions; this class carries them out in order. Work that AVFoundation requires on the
    /// main actor (items, observation) hops there; anchors and pauses are set where they are decided, without a hop.
    public final class AVFoundationPlayer: SteeredPlayer {
        struct State {
            var steering = ItemSteering(lead: AVFoundationPlayer.silentLead)
            var player: AVPlayer
            var source: MediaSource?
            var open: OpenAsset?
            var loading = 0
            var isLoading = false
            /// The items that are being made.
            var making = 0
            /// Counts installs, so that a late one is discarded.
            var serial = 0
            /// The item that was set last, and its serial; until the next one is set, it stays current.
            var installed: (item: ObjectIdentifier, serial: Int)?
            /// Whether the app mutes the member, which may be the audible one.
            var isMuted = false
            var deliver: (@Sendable (PlayerEvent) -> Void)?
            var hearOfRelief: (@Sendable (HostTime) -> Void)?
        }

        /// State that only the main actor uses.
        @MainActor
        final class Attachments {
            var playerWatch: PlayerWatch?
            var itemWatch: PlayerWatch?
            /// The item that is to become ready, with its sound setting and its serial.
            var awaited: (item: AVPlayerItem, sound: Bool, serial: Int)?
            var adoption: Adoption?
            var soundTracks = SoundTracks()
            /// Whether the item that is watched has sound.
            var isHeard = false
            /// What the app has selected, which outlives items and players.
            var selections: [AVMediaCharacteristic: MediaSelection] = [:]
            /// What the current item has of that.
            var offers = Offers()
            var lookout: SilenceLookout?
            /// Called with each item before it becomes current.
            var readers: [ObjectIdentifier: @MainActor (AVPlayerItem) -> Void] = [:]
            nonisolated init() {}

            /// Stops observing the item.
            func endWatchingItem() {
                itemWatch = nil
                awaited = nil
            }

            func endWatching() {
                endWatchingItem()
                playerWatch = nil
            }
        }

        /// A change of the line has to reach a silent player this long before its host time: six ticks at 60 Hz, for a
        /// hop between threads, AVFoundation's own work and the refresh that follows. Apple gives no figure but
        /// "near future".
        package static let silentLead = Duration.milliseconds(100)
        /// The same with sound: an idle audio output takes 200 ms or more to start.
        package static let soundLead = Duration.milliseconds(300)

        let clock: any GroupClock
        let state: Mutex<State>
        private let mailbox = Mailbox<ItemSteering.Event>()
        let attachments = Attachments()
        let isAdopted: Bool

        /// Creates a player of the kit's own.
        ///
        /// - Parameter clock: the clock of the player's group.
        public init(clock: any GroupClock) {
            self.clock = clock
            isAdopted = false
            state = Mutex(State(player: Self.makePlayer()))
        }

        /// Adopts a player that the app lends.
        @MainActor
        init(_ adoption: Adoption, clock: any GroupClock) {
            self.clock = clock
            isAdopted = true
            state = Mutex(State(player: adoption.player))
            attachments.adoption = adoption
            Self.configure(adoption.player)
        }

        /// The player that is controlled. It changes only when the system's media services have been reset.
        public var player: AVPlayer { state.withLock(\.player) }

        public var traits: PlayerTraits {
            // Every ready item can play at rates from 1 to 2. Whether this one can play slower or faster turns out at
            // preroll.
            PlayerTraits(
                rates: 0...4, followsLineExactly: false, lead: Self.silentLead, leadWithSound: Self.soundLead,
                tiers: tiers)
        }

        public func attach(deliver: @escaping @Sendable (PlayerEvent) -> Void) {
            state.withLock { $0.deliver = deliver }
        }

        // MARK: Commands

        public func load(_ source: MediaSource, generation: Int) {
            let token = state.withLock { state in
                state.source = source
                state.loading += 1
                return state.loading
            }
            if player.status == .failed { replacePlayer() }
            open(source, token: token, generation: generation)
        }

        public func prepare(_ timeline: MemberTimeline, at host: HostTime, allowsPreview: Bool, generation: Int) {
            post(.prepare(timeline, at: host, allowsPreview: allowsPreview, generation: generation))
        }

        public func follow(_ timeline: MemberTimeline, from host: HostTime) {
            post(.follow(timeline, from: host))
        }

        public func setAudible(_ audible: Bool) {
            post(.sound(audible))
        }

        /// At a tier that does not decode, the player has no item, hence no decoder and no sound; its last picture
        /// stays on the kit's surface.
        public func decode(_ grant: DecodeGrant) {
            post(.decode(grant))
        }

        public func release() {
            post(.release)
            let player = state.withLock { state in
                state.serial += 1
                state.loading += 1
                state.open = nil
                return state.player
            }
            MainQueue.run { [self] in
                attachments.endWatching()
                if isAdopted {
                    attachments.adoption?.handBack()
                    attachments.adoption = nil
                    if let item = player.currentItem { present(on: item, sound: true) }
                } else {
                    player.pause()
                    // Keep the last picture, then give the decoder back.
                    SurfacePool.shared.holdStill(of: player)
                    player.replaceCurrentItem(with: nil)
                    SurfacePool.shared.awaitPicture(of: player)
                }
            }
        }

        public func line() -> MemberTimeline? {
            state.withLock(\.steering.followed)
        }

        public func isOnLine(at host: HostTime) -> Bool { state.withLock { $0.steering.isOnLine(at: host) } }

        public func reading() -> LineReading? {
            let (run, player) = state.withLock { ($0.steering.run, $0.player) }
            guard let run, let item = player.currentItem else { return nil }
            let host = CMClock.hostTimeClock
            if let timebase = item.timebase,
                let line = try? timebase.rateAndAnchorTime(relativeTo: host), line.rate > 0,
                let time = Duration(line.anchorTime), let anchored = HostTime(line.referenceTime)
            {
                let now = max(HostTime(host.time) ?? anchored, run.host)
                let actual = time + anchored.duration(to: now).scaled(by: line.rate)
                return LineReading(host: now, error: actual - run.itemTime(at: now), rate: line.rate)
            }
            guard let now = HostTime(host.time), now > run.host, let time = Duration(item.currentTime()) else {
                return nil
            }
            return LineReading(host: now, error: time - run.itemTime(at: now), rate: 0)
        }

        public func frameTimes(around position: MemberTimeline.Position) -> [Duration] {
            openAsset?.sampleTimes?.times(around: position.itemTime) ?? []
        }

        /// Whether a video is being opened or an item made, which runs independently of any clock.
        var isLoading: Bool { state.withLock { $0.isLoading || $0.making > 0 } }

        /// Sets what is called when another player has to take over, with the time by which it has to. Called once,
        /// before `load`.
        func attach(hearOfRelief: @escaping @Sendable (HostTime) -> Void) {
            state.withLock { $0.hearOfRelief = hearOfRelief }
        }

        /// Until when another player has to take over; `nil`: none has to.
        var relief: HostTime? { state.withLock(\.steering.relief) }

        // MARK: Pictures

        /// The opened asset; `nil` before it is opened and after release.
        package var openAsset: OpenAsset? { state.withLock(\.open) }

        /// The source that was loaded last.
        var source: MediaSource? { state.withLock(\.source) }

        /// The item time of the picture that `timeline` shows at `host`; `nil`: the player is elsewhere.
        package func itemTime(of timeline: MemberTimeline, at host: HostTime) -> Duration? {
            state.withLock { $0.steering.itemTime(of: timeline, at: host) }
        }

        /// Calls `call` before each item becomes current. A video output must be attached then, so that the item's
        /// pipeline is built for it. `nil` ends the calls.
        @MainActor
        package func beforeItem(for reader: AnyObject, _ call: (@MainActor (AVPlayerItem) -> Void)?) {
            attachments.readers[ObjectIdentifier(reader)] = call
        }

        // MARK: Decoder

        /// Whether an item of the video has been ready to be shown.
        var hasArrived: Bool { state.withLock(\.steering.hasArrived) }

        /// Whether it was started and has not been stopped.
        var isRunning: Bool { state.withLock { $0.steering.run != nil } }

        /// Whether its item has sound.
        var hasSound: Bool { state.withLock(\.steering.hasSound) }

        /// Whether its item is ready, has reached its position, and was not asked for another one since.
        var showsLine: Bool { state.withLock { $0.steering.showsLine } }

        /// The current run, while a budget governs the player.
        func watchedRun() -> (ItemSteering.Run, AVPlayer)? {
            state.withLock { state in
                guard state.steering.grant != nil, let run = state.steering.run else { return nil }
                return (run, state.player)
            }
        }

        // MARK: Opening

        private func open(_ source: MediaSource, token: Int, generation: Int, attempt: Int = 0) {
            guard note(token, isLoading: true) else { return }
            Task { [weak self] in
                do throws(PlaybackError) {
                    let open = try await OpenAsset.open(source)
                    self?.opened(open, token: token, generation: generation)
                } catch {
                    self?.notOpened(source, error, token: token, generation: generation, attempt: attempt)
                }
            }
        }

        private func opened(_ open: OpenAsset, token: Int, generation: Int) {
            guard note(token, isLoading: false, open) else { return }
            let isRemote = state.withLock { $0.source?.isRemote ?? false }
            post(.opened(canCompose: open.canCompose && !isAdopted, isRemote: isRemote))
            send(.loaded(open.info, generation: generation))
            for mismatch in open.mismatches { send(.damaged(mismatch, open.info.bounds)) }
        }

        private func notOpened(
            _ source: MediaSource, _ error: PlaybackError, token: Int, generation: Int, attempt: Int
        ) {
            guard note(token, isLoading: false) else { return }
            guard attempt < ItemSteering.networkPauses.count, PlayerFailure.isNetwork(error.underlying) else {
                return send(.failed(error, generation: generation))
            }
            clock.wake(at: clock.present.advanced(by: ItemSteering.networkPauses[attempt])) { [weak self] in
                self?.open(source, token: token, generation: generation, attempt: attempt + 1)
            }
        }

        /// Notes how the opening of a video goes on.
        ///
        /// - Returns: `false` if another video, or none, was asked for since: the outcome concerns nobody.
        private func note(_ token: Int, isLoading: Bool, _ open: OpenAsset? = nil) -> Bool {
            state.withLock { state in
                guard state.loading == token else { return false }
                (state.isLoading, state.open) = (isLoading, open)
                return true
            }
        }

        private static func makePlayer() -> AVPlayer {
            let player = AVPlayer()
            configure(player)
            return player
        }

        private static func configure(_ player: AVPlayer) {
            // Otherwise `setRate(_:time:atHostTime:)` raises.
            player.automaticallyWaitsToMinimizeStalling = false
            // The last frame stays.
            player.actionAtItemEnd = .pause
            #if !os(visionOS)
                // An external screen would show a single video instead of the layout.
                player.allowsExternalPlayback = false
            #endif
        }

        private func replacePlayer() {
            guard !isAdopted else { return }
            let player = Self.makePlayer()
            player.takeSettings(of: self.player)
            state.withLock { $0.player = player }
            MainQueue.run { [attachments] in attachments.endWatching() }
        }

        // MARK: Carrying out

        /// Passes an event to the steering and carries out its decisions on the player, in order, from any thread.
        func post(_ event: ItemSteering.Event) {
            mailbox.post(event) { next in
                let now = clock.present
                let (actions, player) = state.withLock { ($0.steering.handle(next, at: now), $0.player) }
                for action in actions { perform(action, on: player) }
            }
        }

        func send(_ event: PlayerEvent) {
            state.withLock(\.deliver)?(event)
        }
    }
#endif
