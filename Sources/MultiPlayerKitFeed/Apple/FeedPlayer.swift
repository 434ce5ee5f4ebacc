#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit
    import Synchronization

    /// A player of a feed and its surface, which stay together: attaching a surface to a player that plays makes it skip.
    ///
    /// Unlike the players of a group it is in step with nothing: it plays by its own clock, so turning its sound on and
    /// off needs no new item; it waits out a stall and goes on where it stopped; and it changes its item only in a tick
    /// that its feed has free for that.
    ///
    /// Commands come on the main actor. Every asynchronous answer belongs to the turn of its request, and is ignored when
    /// that turn is over.
    @MainActor
    final class FeedPlayer: SteeredPlayer {
        enum Stage {
            /// No item.
            case empty
            case opening, waitingForTurn, waitingForDecoder, loading
            case seeking, prerolling, ready
            /// At its last picture, which it has reported.
            case ended
        }

        /// What a player needs of its feed. The closures are called on the main actor, never from inside a command.
        struct Owner: Sendable {
            var clock: any GroupClock
            var changes: FeedChanges
            /// From now on the surface shows the video that was loaded last, or nothing.
            var installed: @MainActor @Sendable () -> Void
            /// The surface shows a picture of it.
            var pictured: @MainActor @Sendable () -> Void
            /// The video has come to its end.
            var ended: @MainActor @Sendable () -> Void
            /// A tick is free, and the player serves no cell.
            var idle: @MainActor @Sendable () -> Void
        }

        let slot: FeedSlot
        let player = AVPlayer()
        let surface = PlayerSurface(frame: .zero)
        let owner: Owner
        var stage = Stage.empty
        private(set) var turn = 0
        /// The latest generation of any request.
        private(set) var generation = 0
        /// The generation of the latest `load`, and of that whose item the player has.
        private(set) var latestLoad = 0
        var installedLoad: Int?
        private(set) var source: MediaSource?
        private(set) var open: OpenClip?
        var plays = false
        var position = Duration.zero
        /// Whether it serves a cell.
        private(set) var isWanted = false
        /// The generation of the request to prepare that has not been answered.
        var asked: Int?
        var isAudible = false
        var soundTracks = SoundTracks()
        /// The observations of its item.
        var watch: PlayerWatch?
        private var playerWatch: PlayerWatch?
        /// Since when it has stood still though it is to play, and whether it seemed to be at its end then; `nil`: it
        /// does not stand still.
        var stop: (since: HostTime, isAtEnd: Bool)?
        /// Whether its item has come to its end, wherever that was, and has not been moved since.
        var hasEnded = false
        var grant: DecodeGrant?
        private(set) lazy var lookout = SilenceLookout(
            clock: owner.clock, sample: { [weak self] in self?.sampleForSilence() },
            silent: { [weak self] in self?.silent() })
        /// When a silent player got a new item.
        var curedAt: HostTime?
        /// Numbers the steps, so that a completion handler counts for its own step only.
        var steps = 0
        private nonisolated let followed = Mutex<MemberTimeline?>(nil)
        /// The newest grant; `grant` is the one that it acts by.
        private nonisolated let granted = Mutex<DecodeGrant?>(nil)
        private var deliver: (@Sendable (PlayerEvent) -> Void)?
        private var opening: Task<Void, Never>?
        /// Takes the surface out of its tile. A `deinit`, which may run on any thread, must not touch the view itself.
        private var leaveTile: (@MainActor @Sendable () -> Void)?

        init(_ slot: FeedSlot, _ owner: Owner) {
            self.slot = slot
            self.owner = owner
            player.setUpForCache()
            player.actionAtItemEnd = .pause
            // From the beginning: a player with sound may take it from other apps before its item is ready.
            player.isMuted = true
            // Attached before the first item, and for good.
            surface.show(player)
            surface.onFirstPicture = { [weak self] in self?.pictureAppeared() }
            leaveTile = { [surface] in surface.removeFromSuperview() }
            // An item may announce a stall before its player stops, and says nothing when the system pauses the player.
            playerWatch = PlayerWatch(player) { [weak self] _ in MainQueue.run { self?.look() } }
        }

        deinit {
            opening?.cancel()
            // A tile may hold the surface, and through it a player that would go on.
            MainQueue.run { [player, leaveTile] in
                player.pause()
                player.replaceCurrentItem(with: nil)
                leaveTile?()
            }
        }

        // MARK: What the protocol asks for

        nonisolated var traits: PlayerTraits {
            PlayerTraits(rates: 0...1, followsLineExactly: false, lead: .zero, tiers: [.full, .still, .poster])
        }

        nonisolated func attach(deliver: @escaping @Sendable (PlayerEvent) -> Void) {
            MainQueue.run { self.deliver = deliver }
        }

        nonisolated func load(_ source: MediaSource, generation: Int) {
            MainQueue.run { self.begin(source, generation) }
        }

        nonisolated func prepare(
            _ timeline: MemberTimeline, at host: HostTime, allowsPreview: Bool, generation: Int
        ) {
            let position = timeline.position(at: host).itemTime
            MainQueue.run { self.prepare(at: position, generation) }
        }

        nonisolated func follow(_ timeline: MemberTimeline, from host: HostTime) {
            let moves = timeline.line.anchor.rate > 0
            MainQueue.run {
                self.followed.withLock { $0 = timeline }
                self.plays = moves
                self.goOn()
            }
        }

        nonisolated func setAudible(_ audible: Bool) {
            MainQueue.run {
                self.isAudible = audible
                self.applySound()
            }
        }

        nonisolated func decode(_ grant: DecodeGrant) {
            // A grant from another thread waits for the main actor, and the next one may overtake it there.
            granted.withLock { $0 = grant }
            MainQueue.run {
                if let newest = self.granted.withLock(\.self) { self.take(newest) }
            }
        }

        nonisolated func release() {
            MainQueue.run { self.empty() }
        }

        nonisolated func line() -> MemberTimeline? { followed.withLock { $0 } }

        /// How far it is from where it would be without stalls and late starts. Only for its feed, on the main actor.
        nonisolated func reading() -> LineReading? {
            MainActor.assumeIsolated {
                let now = owner.clock.present
                return line().map {
                    LineReading(host: now, error: place - $0.position(at: now).itemTime, rate: Double(player.rate))
                }
            }
        }

        func send(_ event: PlayerEvent) { deliver?(event) }

        // MARK: Steps

        private func begin(_ source: MediaSource, _ generation: Int) {
            turn += 1
            (self.generation, latestLoad) = (generation, generation)
            (installedLoad, open, asked, curedAt) = (nil, nil, nil, nil)
            followed.withLock { $0 = nil }
            (plays, isWanted) = (false, true)
            player.pause()
            surface.layers.dropStill()
            stage = .opening
            opening?.cancel()
            self.source = source
            let turn = turn
            opening = Task { [weak self] in
                do throws(PlaybackError) {
                    let open = try await OpenClip.open(source)
                    self?.opened(open, turn)
                } catch {
                    self?.failed(error, turn)
                }
            }
        }

        private func opened(_ open: OpenClip, _ turn: Int) {
            guard turn == self.turn else { return }
            self.open = open
            send(.loaded(open.info, generation: latestLoad))
        }

        private func prepare(at position: Duration, _ generation: Int) {
            (self.generation, asked) = (generation, generation)
            followed.withLock { $0 = nil }
            (plays, isWanted) = (false, true)
            guard open != nil else { return }
            switch stage {
            case .ready, .ended:
                guard mayHold else { return installInTurn(at: position) }
                if stage == .ready, currentTime == position { answerPrepared() } else { seek(to: position) }
            case .seeking, .prerolling: seek(to: position)
            case .waitingForTurn, .loading, .waitingForDecoder: self.position = position
            case .opening, .empty: installInTurn(at: position)
            }
        }

        private func installInTurn(at position: Duration) {
            self.position = position
            installInTurn()
        }

        /// Installs an item of its open clip when the slot's turn for a change comes.
        func installInTurn() {
            stage = .waitingForTurn
            changeInTurn()
        }

        /// Does what the state asks for by then when the slot's turn for a change comes.
        func changeInTurn() {
            owner.changes.add(slot) { [weak self] in self?.change() }
        }

        private func change() {
            if !isWanted {
                owner.idle()
            } else if !mayHold {
                giveUp()
            } else if stage == .waitingForTurn, let open {
                install(open)
            }
        }

        /// Ends what it was about to do. What it has loaded stays until it is released or loads another video; when a tick is
        /// free its feed may give it back.
        func rest() {
            turn += 1
            (plays, isWanted, asked) = (false, false, nil)
            player.pause()
            opening?.cancel()
            // Whatever it was at, only a player that is ready can go on; another item is needed otherwise.
            if stage != .ready { (installedLoad, stage) = (nil, .empty) }
            changeInTurn()
        }

        /// Gives decoder and bytes back.
        private func empty() {
            turn += 1
            opening?.cancel()
            dropItem(keepingPicture: false)
            surface.layers.dropStill()
            (open, stage, grant, asked, installedLoad) = (nil, .empty, nil, nil, nil)
            granted.withLock { $0 = nil }
            followed.withLock { $0 = nil }
            (plays, isWanted) = (false, false)
        }

        /// Removes the item; unless told otherwise, its last picture stays under the layer.
        func dropItem(keepingPicture: Bool = true) {
            watch = nil
            // A seek or preroll of the item ends with it, and says so.
            steps += 1
            player.pause()
            if keepingPicture { surface.holdStill() }
            player.replaceCurrentItem(with: nil)
            surface.layers.awaitPicture()
        }

        func failed(_ error: PlaybackError, _ turn: Int) {
            guard turn == self.turn else { return }
            stage = .empty
            installedLoad = nil
            send(.failed(error, generation: generation))
        }

        /// Whether its surface shows the video that was loaded last, or nothing yet.
        var isOwn: Bool { installedLoad == latestLoad }

        var currentTime: Duration { player.currentItem.flatMap { Duration($0.currentTime()) } ?? .zero }

        /// Where its video is, or will be once it is ready.
        var place: Duration {
            (stage == .ready || stage == .ended) && currentTime > .zero ? currentTime : position
        }

        private func pictureAppeared() {
            if surface.superview != nil { owner.pictured() }
        }

        /// Reports a picture that was there before the cell was seen.
        func tellPicture() {
            if surface.isShowingPicture { pictureAppeared() }
        }
    }

    /// Notices that a player shows nothing although nothing seems wrong, and that a decoder was refused.
    extension FeedPlayer {
        private func sampleForSilence() -> SilenceWatch.Sample? {
            guard plays, stage == .ready else { return nil }
            return SilenceWatch.Sample(
                of: player, hasBegun: true, isOnScreen: isOnScreen, hasPicture: surface.isShowingPicture,
                nominalRate: open?.nominalRate)
        }

        /// Tries a new item once: a decoder that was given back late may be free for it.
        private func silent() {
            let now = owner.clock.present
            if let curedAt, curedAt.duration(to: now) < SilenceWatch.cureInterval { return starve(silently: true) }
            curedAt = now
            position = place
            player.pause()
            installInTurn()
        }

        /// Handles a missing decoder: the picture stays, the item goes, and the budget decides which player gives way.
        func starve(silently: Bool) {
            position = place
            dropItem()
            stage = isWanted ? .waitingForDecoder : .empty
            send(.starved(silently: silently))
            later(SilenceWatch.lonelyPatience) { player in
                guard player.stage == .waitingForDecoder else { return }
                player.installInTurn()
            }
        }

        private var isOnScreen: Bool {
            surface.window != nil && !surface.isHidden && surface.bounds.width > 0 && surface.bounds.height > 0
        }
    }
#endif
