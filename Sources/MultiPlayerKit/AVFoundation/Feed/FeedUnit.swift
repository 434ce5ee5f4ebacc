#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation

    /// A player and its surface, which stay together: attaching a surface to a player that plays makes it skip.
    ///
    /// Everything that comes late carries the turn under which it was asked for, and is left when that is over.
    @MainActor
    final class FeedUnit {
        enum Stage {
            /// No item.
            case empty
            case opening, waitingForTurn, waitingForDecoder, loading
            case seeking, prerolling, ready
            /// At its last picture, and told so.
            case ended
        }

        /// What a unit needs of its feed.
        @MainActor
        struct Owner {
            var clock: any GroupClock
            var cache: MediaCache?
            var budget: DecoderBudget?
            var changes: FeedChanges
            var report: @MainActor (FeedArrival, FeedBinding) -> Void
            /// The surface shows the cell's own video, or nothing, from here on.
            var installed: @MainActor (FeedUnit) -> Void
            /// Its player is dead for good, through no fault of the video's.
            var lost: @MainActor (FeedUnit) -> Void
        }

        let slot: FeedSlot
        let player = AVPlayer()
        let surface = PlayerSurface(frame: .zero)
        let owner: Owner
        var stage = Stage.empty
        private(set) var binding: FeedBinding?
        private(set) var turn = 0
        /// Whose video the item is of; kept while the unit is free, for one that comes back.
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
        /// Whether somebody looks for silence.
        var isWatched = false
        /// When a silent player got its item anew.
        var curedAt: HostTime?
        /// Counts what completion handlers answer to.
        var steps = 0
        private var opening: Task<Void, Never>?

        init(_ slot: FeedSlot, _ owner: Owner) {
            self.slot = slot
            self.owner = owner
            player.setUpForCache()
            player.actionAtItemEnd = .pause
            player.isMuted = true
            // Before it ever has an item, and for good.
            surface.show(player)
            surface.onFirstPicture = { [weak self] in self?.pictureAppeared() }
        }

        deinit {
            if let lease { owner.budget?.leave(lease) }
            opening?.cancel()
            // A tile may hold the surface, and with it a player that would go on.
            MainQueue.run { [player, surface, watch] in
                watch?.end()
                player.pause()
                if player.currentItem != nil { player.replaceCurrentItem(with: nil) }
                surface.removeFromSuperview()
            }
        }

        /// Takes a cell on, or does something else for the one it has.
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

        /// Gets an item of the clip it has open, when changes are its slot's turn.
        func installInTurn() {
            guard let open, let cell = binding?.cell else { return }
            stage = .waitingForTurn
            let turn = turn
            owner.changes.add(slot) { [weak self] in
                guard let self, turn == self.turn else { return }
                install(open, cell)
            }
        }

        /// Stands still with its picture.
        func rest() {
            plays = false
            player.pause()
            reportStop()
            refreshLease()
        }

        /// Is nobody's from here on. What it has loaded stays until it is emptied or taken.
        func release() {
            plays = false
            player.pause()
            reportStop()
            turn += 1
            binding = nil
            isAudible = false
            opening?.cancel()
            owner.changes.forget(slot)
            // What was under way answers to nobody any more.
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

        /// Takes the item away; what it showed stays under the layer.
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

        /// Tells of a picture that was there before the cell was seen.
        func tellPicture() {
            if surface.isShowingPicture { pictureAppeared() }
        }
    }
#endif
