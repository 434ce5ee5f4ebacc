#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    /// A player and its surface, which stay together: attaching a surface to a player that plays makes it skip.
    ///
    /// Every asynchronous answer belongs to the turn of its request, and is ignored when that turn is over.
    @MainActor
    final class FeedUnit {
        enum Stage {
            /// No item.
            case empty
            case opening, waitingForTurn, waitingForDecoder, loading
            case seeking, prerolling, ready
            /// At its last picture, which it has reported.
            case ended
        }

        /// What a unit needs of its feed.
        @MainActor
        struct Owner {
            var clock: any GroupClock
            var cache: (any AssetSource)?
            var budget: DecoderBudget?
            var changes: FeedChanges
            var report: @MainActor (FeedArrival, FeedBinding) -> Void
            /// From now on the surface shows the cell's own video or nothing.
            var installed: @MainActor (FeedUnit) -> Void
            /// Its player is dead for good, through no fault of the video.
            var lost: @MainActor (FeedUnit) -> Void
        }

        let slot: FeedSlot
        let player = AVPlayer()
        let surface = PlayerSurface(frame: .zero)
        let owner: Owner
        var stage = Stage.empty
        private(set) var binding: FeedBinding?
        private(set) var turn = 0
        /// The cell and the video of the item; kept while the unit is free, in case that cell comes back.
        var loaded: (cell: FeedCellID, url: URL)?
        var plays = false
        var repeats = false
        var position = Duration.zero
        var isAudible = false { didSet { if isAudible != oldValue { applySound() } } }
        var watch: PlayerWatch?
        var lease: LeaseID?
        var grant: DecodeGrant?
        var open: OpenClip?
        var tellsPicture = false
        var silence = SilenceWatch()
        /// Whether checks for silence are under way.
        var isWatched = false
        /// When a silent player got a new item.
        var curedAt: HostTime?
        /// Numbers the steps, so that a completion handler counts for its own step only.
        var steps = 0
        private var opening: Task<Void, Never>?

        init(_ slot: FeedSlot, _ owner: Owner) {
            self.slot = slot
            self.owner = owner
            player.setUpForCache()
            player.actionAtItemEnd = .pause
            player.isMuted = true
            // Attached before the first item, and for good.
            surface.show(player)
            surface.onFirstPicture = { [weak self] in self?.pictureAppeared() }
        }

        deinit {
            if let lease { owner.budget?.leave(lease) }
            opening?.cancel()
            // A tile may hold the surface, and through it a player that would go on.
            MainQueue.run { [player, surface, watch] in
                watch?.end()
                player.pause()
                if player.currentItem != nil { player.replaceCurrentItem(with: nil) }
                surface.removeFromSuperview()
            }
        }

        /// Begins to serve a cell, or does something else for the current one.
        func serve(_ binding: FeedBinding, _ url: URL, at position: Duration?, plays: Bool, repeats: Bool) {
            (self.plays, self.repeats) = (plays, repeats)
            defer { refreshLease() }
            if binding == self.binding {
                if let position, position != currentTime { seek(to: position) } else { goOn() }
                return
            }
            turn += 1
            self.binding = binding
            tellsPicture = true
            self.position = position ?? .zero
            owner.changes.forget(slot)
            if let loaded, loaded == (binding.cell, url), stage == .ready, mayHold {
                if currentTime != self.position { seek(to: self.position) } else { goOn() }
                return
            }
            loaded = nil
            curedAt = nil
            surface.layers.dropStill()
            stage = .opening
            begin(url, cell: binding.cell)
        }

        private func begin(_ url: URL, cell: FeedCellID) {
            opening?.cancel()
            let (turn, cache) = (turn, owner.cache)
            opening = Task { [weak self] in
                do {
                    let open = try await OpenClip.open(url, cache: cache)
                    self?.opened(open, cell, turn)
                } catch {
                    self?.failed("\(error)", turn)
                }
            }
        }

        private func opened(_ open: OpenClip, _ cell: FeedCellID, _ turn: Int) {
            guard turn == self.turn, stage == .opening else { return }
            self.open = open
            installInTurn()
        }

        /// Installs an item of its open clip when the slot's turn for a change comes.
        func installInTurn() {
            guard let open, let cell = binding?.cell else { return }
            stage = .waitingForTurn
            let turn = turn
            owner.changes.add(slot) { [weak self] in
                guard let self, turn == self.turn else { return }
                install(open, cell)
            }
        }

        /// Pauses and keeps its picture.
        func rest() {
            plays = false
            player.pause()
            reportStop()
            refreshLease()
        }

        /// Stops serving its cell. What it has loaded stays until the unit is emptied or taken.
        func release() {
            plays = false
            player.pause()
            reportStop()
            turn += 1
            binding = nil
            isAudible = false
            opening?.cancel()
            owner.changes.forget(slot)
            // What was under way cannot become ready: its answers are ignored from now on.
            if stage != .ready { loaded = nil }
            refreshLease()
        }

        /// Gives decoder and bytes back.
        func empty() {
            turn += 1
            opening?.cancel()
            dropItem(keepingPicture: false)
            surface.layers.dropStill()
            (loaded, open, stage) = (nil, nil, .empty)
            leaveBudget()
        }

        /// Removes the item; unless told otherwise, its last picture stays under the layer.
        func dropItem(keepingPicture: Bool = true) {
            watch?.end()
            watch = nil
            player.pause()
            if player.currentItem != nil {
                if keepingPicture { surface.holdStill() }
                player.replaceCurrentItem(with: nil)
                surface.layers.awaitPicture()
            }
            loaded = nil
        }

        func failed(_ why: String, _ turn: Int) {
            guard turn == self.turn, let binding else { return }
            stage = .empty
            loaded = nil
            owner.report(.failed(why), binding)
        }

        /// Whether its surface shows the bound cell's own video, or nothing yet.
        var isOwn: Bool { loaded != nil && loaded?.cell == binding?.cell }

        var currentTime: Duration { player.currentItem.flatMap { Duration($0.currentTime()) } ?? .zero }

        private func reportStop() {
            guard let binding, loaded?.cell == binding.cell, stage == .ready else { return }
            owner.report(.stopped(at: currentTime), binding)
        }

        private func pictureAppeared() {
            guard tellsPicture, let binding, loaded?.cell == binding.cell, surface.superview != nil else { return }
            tellsPicture = false
            owner.report(.firstPicture, binding)
        }

        /// Reports a picture that was there before the cell was seen.
        func tellPicture() {
            if surface.isShowingPicture { pictureAppeared() }
        }
    }

    /// Notices that a player shows nothing although nothing seems wrong, and that a decoder was refused.
    extension FeedUnit {
        /// Without an answer from the budget the unit tries again by itself after this long: a budget that is turned
        /// off gives none.
        static let lonelyPatience = Duration.seconds(5)
        /// A silent player gets a new item once in this time; if it falls silent again within it, there is no decoder.
        static let cureInterval = Duration.seconds(10)

        /// Checks a playing unit again and again until it no longer plays.
        func watchForSilence() {
            guard !isWatched else { return }
            isWatched = true
            silence = SilenceWatch()
            lookAgain()
        }

        private func lookAgain() {
            owner.clock.wake(at: owner.clock.present.advanced(by: SilenceWatch.interval)) { [weak self] in
                MainQueue.run { self?.lookForSilence() }
            }
        }

        private func lookForSilence() {
            guard plays, stage == .ready || stage == .seeking || stage == .prerolling, let item = player.currentItem
            else {
                isWatched = false
                return
            }
            let isReady = item.status == .readyToPlay && player.status == .readyToPlay
            let sample = SilenceWatch.Sample(
                isRunning: isReady && player.rate != 0, hasData: item.hasData(ahead: SilenceWatch.leastData),
                isActive: AppActivity.shared.isActive, isOnScreen: isOnScreen, hasPicture: surface.isShowingPicture,
                frameRate: frameRate(of: item))
            if silence.look(sample, at: owner.clock.present) {
                isWatched = false
                silent()
            } else {
                lookAgain()
            }
        }

        /// Tries a new item once: a decoder that was given back late may be free for it.
        private func silent() {
            let now = owner.clock.present
            if let curedAt, curedAt.duration(to: now) < Self.cureInterval { return starve(silently: true) }
            curedAt = now
            position = currentTime
            player.pause()
            installInTurn()
        }

        /// Handles a missing decoder: the picture stays, the item goes, and the budget decides which player gives way.
        func starve(silently: Bool) {
            if currentTime > .zero { position = currentTime }
            dropItem()
            stage = .waitingForDecoder
            if let lease { owner.budget?.starved(lease, silently: silently) }
            later(Self.lonelyPatience) { unit in
                guard unit.stage == .waitingForDecoder, unit.grant?.tier.decodes ?? true else { return }
                unit.installInTurn()
            }
        }

        private var isOnScreen: Bool {
            surface.window != nil && !surface.isHidden && surface.bounds.width > 0 && surface.bounds.height > 0
        }

        /// The frame rate that a file's video track reports. Streams report none, and that of slow videos says nothing.
        private func frameRate(of item: AVPlayerItem) -> Double? {
            guard let open, open.isFile, open.facts.framesPerSecond >= SilenceWatch.leastFrameRate,
                let track = item.tracks.first(where: { $0.assetTrack?.mediaType == .video })
            else { return nil }
            return Double(track.currentVideoFrameRate)
        }
    }
#endif
