#if canImport(AVFoundation)
    import AVFoundation
    import Synchronization

    /// An `AVPlayer` behind the kit's player protocol.
    ///
    /// Decisions are `ItemSteering`'s; this carries them out in their order. What AVFoundation wants on the main actor
    /// (items, observation) hops there; anchors and pauses are set where they are decided, without a hop.
    public final class AVFoundationPlayer: SteeredPlayer {
        private struct State {
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
        private final class Attachments {
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
        }

        /// A change of the line has to reach a silent player this long before its host time: six ticks at 60 Hz, for a
        /// hop between threads, AVFoundation's own work and the refresh that follows. Apple gives no figure but
        /// "near future".
        static let silentLead = Duration.milliseconds(100)
        /// The same with sound: an output that was idle takes 200 ms and more to start.
        static let soundLead = Duration.milliseconds(300)

        let clock: any GroupClock
        private let state: Mutex<State>
        private let mailbox = Mailbox<ItemSteering.Event>()
        private let attachments = Attachments()
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
                    guard let open = try await self?.open(source) else { return }
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
                attachments.itemWatch?.end()
                attachments.playerWatch?.end()
                attachments.itemWatch = nil
                attachments.playerWatch = nil
                attachments.awaited = nil
                if isAdopted {
                    attachments.adoption?.handBack()
                    attachments.adoption = nil
                } else {
                    player.pause()
                    // Its last picture stays; then the decoder is given back.
                    SurfacePool.shared.holdStill(of: player)
                    player.replaceCurrentItem(with: nil)
                }
            }
        }

        public func line() -> MemberTimeline? {
            state.withLock(\.steering.followed)
        }

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
        var decodesNow: Bool { state.withLock { $0.steering.isReady && $0.steering.mission == nil } }

        /// What it runs by, while somebody governs it.
        func watchedRun() -> (ItemSteering.Run, AVPlayer)? {
            state.withLock { state in
                guard state.steering.grant != nil, let run = state.steering.run else { return nil }
                return (run, state.player)
            }
        }

        @MainActor
        func lookForSilence(_ sight: SilenceWatch.Sight, at now: HostTime) -> Bool {
            attachments.silence.look(sight, at: now)
        }

        @MainActor
        func endSilenceWatch() { attachments.isWatched = false }

        /// Items made for earlier installs are left.
        func forgetItem(upTo serial: Int) {
            state.withLock { $0.serial = max($0.serial, serial) }
        }

        @MainActor
        func endItemWatch() {
            attachments.itemWatch?.end()
            attachments.itemWatch = nil
            attachments.awaited = nil
        }

        // MARK: Opening

        private func open(_ source: MediaSource) async throws(PlaybackError) -> OpenAsset {
            try await OpenAsset.open(source)
        }

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
            MainQueue.run { [attachments] in
                attachments.itemWatch?.end()
                attachments.playerWatch?.end()
                attachments.itemWatch = nil
                attachments.playerWatch = nil
                attachments.awaited = nil
            }
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

        private func perform(_ action: ItemSteering.Action, on player: AVPlayer) {
            switch action {
            case .install(let plan, let sound, let serial): install(plan, sound: sound, serial: serial)
            case .letGo(let parting, let serial): letGo(of: player, parting, serial: serial)
            case .pause: player.pause()
            case .seek(let time, let isExact, let token):
                // A seek with a completion handler raises before the item is ready, and after it has failed.
                guard player.currentItem?.status == .readyToPlay else { return post(.sought(token: token, false)) }
                player.seek(
                    to: CMTime(time), toleranceBefore: isExact ? .zero : .positiveInfinity, toleranceAfter: .zero
                ) { [weak self] isThere in self?.post(.sought(token: token, isThere)) }
            case .preroll(let rate, let token, let awaitsPicture):
                // Raises before the player is ready and after it has failed, and is for players that stand.
                guard player.status == .readyToPlay, player.rate == 0 else {
                    return post(.prerolled(token: token, false))
                }
                player.preroll(atRate: Float(rate)) { [weak self] isDone in
                    guard let self else { return }
                    guard isDone else { return post(.prerolled(token: token, false)) }
                    guard awaitsPicture else { return post(.prerolled(token: token, true)) }
                    awaitPicture(of: player, until: clock.present.advanced(by: Self.pictureWait), token: token)
                }
            case .cancelPreroll: player.cancelPendingPrerolls()
            case .anchor(let rate, let itemTime, let host):
                do throws(PlaybackError) {
                    try Adoption.check(player)
                    // The app may have set it again; the call below raises then.
                    player.automaticallyWaitsToMinimizeStalling = false
                    player.setRate(Float(rate), time: CMTime(itemTime), atHostTime: CMTime(host))
                    let (end, hear) = state.withLock { ($0.steering.loopEnd, $0.hearOfEnd) }
                    if let end { hear?(end) }
                    if watchedRun() != nil {
                        MainQueue.run { [self] in
                            guard !attachments.isWatched else { return }
                            attachments.isWatched = true
                            watchForSilence(from: host)
                        }
                    }
                } catch {
                    post(.failed(error))
                }
            case .deliver(let report): deliver(report)
            case .wake(let host): clock.wake(at: host) { [weak self] in self?.post(.time) }
            }
        }

        /// A first picture that is not there a second after the preroll may never come: a decoder that is missing shows
        /// itself so, without an error. The others are not held up by it.
        private static let pictureWait = Duration.seconds(1)

        /// Ready is who can be seen: waits for the first picture on the kit's own surface, where a view holds one.
        private func awaitPicture(of player: AVPlayer, until deadline: HostTime, token: Int) {
            MainQueue.run { [weak self] in
                guard let self else { return }
                guard SurfacePool.shared.isBlank(player), clock.present < deadline else {
                    return post(.prerolled(token: token, true))
                }
                // About a refresh.
                clock.wake(at: clock.present.advanced(by: .milliseconds(16))) { [weak self] in
                    self?.awaitPicture(of: player, until: deadline, token: token)
                }
            }
        }

        private func install(_ plan: ItemPlan, sound: Bool, serial: Int) {
            let open = state.withLock { state in
                state.serial = serial
                return state.open?.rendition(state.steering.grant?.rendition ?? 0, sound: sound)
            }
            guard let open else { return }
            MainQueue.run { [self] in
                if isAdopted { return adopt(sound: sound, serial: serial) }
                Task { @MainActor in
                    do {
                        let item = try await ItemMaker.item(for: plan, of: open, sound: sound)
                        set(item, sound: sound, serial: serial)
                    } catch {
                        fail(error)
                    }
                }
            }
        }

        @MainActor
        private func set(_ item: AVPlayerItem, sound: Bool, serial: Int) {
            let (player, isWanted) = state.withLock { ($0.player, $0.serial == serial) }
            guard isWanted else { return }
            // Silent members run on the host clock, and their line is the anchor; the audible one runs on its device's.
            player.sourceClock = sound ? nil : CMClock.hostTimeClock
            player.isMuted = !sound
            watch(player, item, sound: sound, serial: serial)
            // The layer is transparent until the new item's first picture: what was seen stays under it.
            SurfacePool.shared.holdStill(of: player)
            for tell in attachments.readers.values { tell(item) }
            player.replaceCurrentItem(with: item)
        }

        /// The app's own item stays; only its clock and tracks are the kit's.
        @MainActor
        private func adopt(sound: Bool, serial: Int) {
            let player = self.player
            guard let item = player.currentItem else { return fail(nil) }
            player.pause()
            player.sourceClock = sound ? nil : CMClock.hostTimeClock
            watch(player, item, sound: sound, serial: serial)
        }

        @MainActor
        private func watch(_ player: AVPlayer, _ item: AVPlayerItem, sound: Bool, serial: Int) {
            attachments.itemWatch?.end()
            if attachments.playerWatch == nil {
                attachments.playerWatch = PlayerWatch(player) { [weak self] in self?.saw($0) }
            }
            attachments.awaited = (item, sound, serial)
            attachments.silence = SilenceWatch()
            attachments.itemWatch = PlayerWatch(player, item) { [weak self] in self?.saw($0) }
        }

        /// Reports the item ready once it and its player are, whichever comes last, with its sound tracks as they are to
        /// be.
        @MainActor
        private func checkReady() {
            guard let (item, sound, serial) = attachments.awaited, item.status == .readyToPlay,
                player.status == .readyToPlay
            else { return }
            attachments.awaited = nil
            attachments.adoption?.note(item)
            // A sound track that is on, even muted, may take the audio session from the user's music.
            for track in item.tracks where track.assetTrack?.mediaType == .audio { track.isEnabled = sound }
            post(.itemReady(serial: serial))
        }

        // MARK: What was seen

        private func saw(_ sight: PlayerWatch.Sight) {
            let (player, run) = state.withLock { ($0.player, $0.steering.run) }
            if player.status == .failed { return fail(player.error) }
            if let item = player.currentItem, item.status == .failed { return fail(item.error) }
            switch sight {
            case .failedToEnd: fail(player.currentItem?.error)
            case .statusChanged: MainQueue.run { [weak self] in self?.checkReady() }
            case .pausedBySystem where player.rate == 0: post(.stopped(.bySystem))
            case .stalled where player.rate == 0: post(.stopped(.stalled))
            case .pausedByApp where player.rate == 0 && run != nil:
                post(.stopped(hasEnded(player) ? .endOfItem : .pausedByApp))
            default:
                if player.rate == 0, run != nil, hasEnded(player) {
                    post(.stopped(.endOfItem))
                } else if player.rate == 0, run != nil, player.timeControlStatus == .paused {
                    // With waiting off an empty buffer sets the rate to 0, and nothing goes on by itself. A reason that
                    // comes later than the fact is waited for.
                    clock.wake(at: clock.present.advanced(by: Self.reasonWait)) { [weak self] in self?.settleStop() }
                } else if player.rate != 0, run == nil {
                    post(.setGoing)
                }
            }
        }

        /// Notifications come on any thread and in any order; two ticks are longer than any has been seen to take.
        private static let reasonWait = Duration.milliseconds(33)

        private func settleStop() {
            let (player, run) = state.withLock { ($0.player, $0.steering.run) }
            guard run != nil, player.rate == 0, player.timeControlStatus == .paused else { return }
            post(.stopped(hasEnded(player) ? .endOfItem : .stalled))
        }

        private func hasEnded(_ player: AVPlayer) -> Bool {
            guard let item = player.currentItem else { return false }
            let end = item.forwardPlaybackEndTime.isNumeric ? item.forwardPlaybackEndTime : item.duration
            guard let end = Duration(end), let now = Duration(item.currentTime()) else { return false }
            // Half a frame at 30 a second: the player stops at its last frame or behind it.
            return now >= end - .milliseconds(17)
        }

        private func fail(_ error: (any Error)?) {
            guard let source = state.withLock(\.source) else { return }
            if PlayerFailure.isReset(error) {
                send(.lost)
            } else if PlayerFailure.isDecoderBusy(error) {
                post(.busy(PlayerFailure.translate(error, source)))
            } else {
                post(.failed(PlayerFailure.translate(error, source)))
            }
        }

        private func deliver(_ report: ItemSteering.PlayerReport) {
            switch report {
            case .prepared(let generation): send(.prepared(generation: generation))
            case .previewed(let generation): send(.previewed(generation: generation))
            case .refused(let error, let generation): send(.refused(named(error), generation: generation))
            case .failed(let error, let generation): send(.failed(named(error), generation: generation))
            case .stalled: send(.stalled)
            case .resumed: send(.resumed)
            case .moved: send(.moved)
            case .settled(let grant): send(.settled(grant))
            }
        }

        private func named(_ error: PlaybackError) -> PlaybackError {
            let name = state.withLock(\.source)?.name ?? ""
            return error.subject.isEmpty || error.subject == "player" ? error.about(name) : error
        }

        func send(_ event: PlayerEvent) {
            state.withLock(\.deliver)?(event)
        }
    }
#endif
