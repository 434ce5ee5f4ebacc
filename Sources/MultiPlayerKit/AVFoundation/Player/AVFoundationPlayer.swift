#if canImport(AVFoundation)
    import AVFoundation
    import Synchronization

    /// An `AVPlayer` behind the kit's player protocol.
    ///
    /// Decisions are `ItemSteering`'s; this carries them out in their order. What AVFoundation wants on the main actor
    /// (items, observation) hops there; anchors and pauses are set where they are decided, without a hop.
    public final class AVFoundationPlayer: SteeredPlayer {
        struct State {
            var steering = ItemSteering(lead: AVFoundationPlayer.silentLead)
            var player: AVPlayer
            var source: MediaSource?
            var open: OpenAsset?
            var loading = 0
            /// Whether a video is being looked into, away from any clock.
            var isLoading = false
            /// Counts installs, so that one that comes late is left.
            var serial = 0
            var deliver: (@Sendable (PlayerEvent) -> Void)?
            var hearOfEnd: (@Sendable (HostTime) -> Void)?
        }

        /// What only the main actor touches.
        @MainActor
        final class Attachments {
            var playerWatch: PlayerWatch?
            var itemWatch: PlayerWatch?
            /// The item that is to become ready, and what it is to be like then.
            var awaited: (item: AVPlayerItem, sound: Bool, serial: Int)?
            var adoption: Adoption?
            var silence = SilenceWatch()
            /// Whether looks at it follow one another already.
            var isWatched = false
            /// Told of each item before it becomes current.
            var readers: [ObjectIdentifier: @MainActor (AVPlayerItem) -> Void] = [:]
            nonisolated init() {}

            /// What becomes of the item is not heard any more.
            func endWatchingItem() {
                itemWatch?.end()
                itemWatch = nil
                awaited = nil
            }

            func endWatching() {
                endWatchingItem()
                playerWatch?.end()
                playerWatch = nil
            }
        }

        /// A change of the line has to reach a silent player this long before its host time: six ticks at 60 Hz, for a
        /// hop between threads, AVFoundation's own work and the refresh that follows. Apple gives no figure but
        /// "near future".
        package static let silentLead = Duration.milliseconds(100)
        /// The same with sound: an output that was idle takes 200 ms and more to start.
        package static let soundLead = Duration.milliseconds(300)

        let clock: any GroupClock
        let state: Mutex<State>
        private let mailbox = Mailbox<ItemSteering.Event>()
        let attachments = Attachments()
        let isAdopted: Bool

        /// A player of the kit's own.
        ///
        /// - Parameter clock: the clock of the group it is for.
        public init(clock: any GroupClock) {
            self.clock = clock
            isAdopted = false
            state = Mutex(State(player: Self.makePlayer()))
        }

        /// A player that the app lends.
        @MainActor
        init(adopting player: AVPlayer, clock: any GroupClock) throws(PlaybackError) {
            self.clock = clock
            isAdopted = true
            state = Mutex(State(player: player))
            attachments.adoption = try Adoption(player)
            Self.configure(player)
        }

        /// The player that is steered. It changes only when the system's media services have been reset.
        public var player: AVPlayer { state.withLock(\.player) }

        public var traits: PlayerTraits {
            // Every ready item can play at 1 to 2. Whether this one can be slower or faster shows when it is prerolled.
            PlayerTraits(
                rates: 0...4, followsLineExactly: false, lead: Self.silentLead, leadWithSound: Self.soundLead,
                tiers: tiers)
        }

        public func attach(deliver: @escaping @Sendable (PlayerEvent) -> Void) {
            state.withLock { $0.deliver = deliver }
        }

        // MARK: Commands

        public func load(_ source: MediaSource, generation: Int) {
            let (isDead, token) = state.withLock { state in
                state.source = source
                state.open = nil
                state.loading += 1
                state.isLoading = true
                return (state.player.status == .failed, state.loading)
            }
            if isDead { replacePlayer() }
            Task { [weak self] in
                do throws(PlaybackError) {
                    let open = try await OpenAsset.open(source)
                    self?.opened(open, token: token, generation: generation)
                } catch {
                    self?.notOpened(error, token: token, generation: generation)
                }
            }
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

        /// At a tier that does not decode it has no item, and so no decoder and no sound either; its last picture stays
        /// on the kit's surface.
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
            MainQueue.run { [attachments, isAdopted] in
                attachments.endWatching()
                if isAdopted {
                    attachments.adoption?.handBack()
                    attachments.adoption = nil
                } else {
                    player.pause()
                    // Its last picture stays; then the decoder is given back.
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

        var isLoading: Bool { state.withLock(\.isLoading) }

        /// Tells with each anchor when an item of turns will be over. Called once, before `load`.
        func attach(hearOfEnd: @escaping @Sendable (HostTime) -> Void) {
            state.withLock { $0.hearOfEnd = hearOfEnd }
        }

        /// When the item is over that the turns of a loop were laid into; `nil` while it plays none.
        var loopEnd: HostTime? { state.withLock(\.steering.loopEnd) }

        // MARK: Pictures

        /// What was opened; `nil` until it is, and once released.
        var openAsset: OpenAsset? { state.withLock(\.open) }

        /// Where in its item the picture lies that `timeline` shows at `host`; `nil`: the player is not there.
        func itemTime(of timeline: MemberTimeline, at host: HostTime) -> Duration? {
            state.withLock { $0.steering.itemTime(of: timeline, at: host) }
        }

        /// Calls before each item becomes current, when a video output has to be attached: the item's pipeline is then
        /// built for it. `nil` ends that.
        @MainActor
        func beforeItem(for reader: AnyObject, _ call: (@MainActor (AVPlayerItem) -> Void)?) {
            attachments.readers[ObjectIdentifier(reader)] = call
        }

        // MARK: Decoder

        /// Whether an item of the video has been ready to be shown.
        var hasArrived: Bool { state.withLock(\.steering.hasArrived) }

        /// Whether an item of its is where it was to be.
        var decodesNow: Bool { state.withLock { $0.steering.isReady && $0.steering.pendingSeek == nil } }

        /// What it runs by, while somebody governs it.
        func watchedRun() -> (ItemSteering.Run, AVPlayer)? {
            state.withLock { state in
                guard state.steering.grant != nil, let run = state.steering.run else { return nil }
                return (run, state.player)
            }
        }

        // MARK: Opening

        private func opened(_ open: OpenAsset, token: Int, generation: Int) {
            let isWanted = state.withLock { state in
                guard state.loading == token else { return false }
                state.open = open
                state.isLoading = false
                return true
            }
            guard isWanted else { return }
            post(.opened(canCompose: open.canCompose && !isAdopted))
            send(.loaded(open.info, generation: generation))
            for mismatch in open.mismatches { send(.damaged(mismatch, open.info.bounds)) }
        }

        private func notOpened(_ error: PlaybackError, token: Int, generation: Int) {
            // What became of another video does not concern this one.
            let isWanted = state.withLock { state in
                guard state.loading == token else { return false }
                state.isLoading = false
                return true
            }
            if isWanted { send(.failed(error, generation: generation)) }
        }

        private static func makePlayer() -> AVPlayer {
            let player = AVPlayer()
            configure(player)
            return player
        }

        private static func configure(_ player: AVPlayer) {
            // Otherwise `setRate(_:time:atHostTime:)` raises.
            player.automaticallyWaitsToMinimizeStalling = false
            // Its last frame stays.
            player.actionAtItemEnd = .pause
            #if !os(visionOS)
                // An external screen takes one video and not its place in a layout.
                player.allowsExternalPlayback = false
            #endif
        }

        private func replacePlayer() {
            guard !isAdopted else { return }
            state.withLock { $0.player = Self.makePlayer() }
            MainQueue.run { [attachments] in attachments.endWatching() }
        }

        // MARK: Carrying out

        /// Brings an event to the steering, and its decisions to the player, in order whoever brings them.
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
