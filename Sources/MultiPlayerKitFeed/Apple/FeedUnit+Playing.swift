#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    /// From an open clip to a playing one.
    extension FeedUnit {
        /// A completion handler that has not been called after this long will not be.
        static let patience = Duration.seconds(3)
        /// How often to check again after the buffer has run empty.
        static let stallCheck = Duration.milliseconds(250)
        /// A player that is made right after a reset may fail as well; a second later the services are back.
        static let resetPatience = Duration.seconds(1)

        func install(_ open: OpenClip, _ cell: FeedCellID) {
            // The surface may still show another cell's picture.
            loaded = nil
            guard hasDecoder(for: open, cell) else {
                return giveUp()
            }
            stage = .loading
            let item = AVPlayerItem(asset: open.asset)
            watch?.end()
            watch = PlayerWatch(player, item) { [weak self] _ in
                MainQueue.run { self?.look() }
            }
            loaded = (cell, open.url)
            player.replaceCurrentItem(with: item)
            surface.layers.awaitPicture()
            owner.installed(self)
            if let lease, let grant { owner.budget?.settled(lease, grant) }
        }

        // MARK: What is seen of the player

        /// Reports come late and out of order, so each only prompts a look at the current state.
        private func look() {
            guard let item = player.currentItem, isOwn else { return }
            if item.status == .failed {
                if PlayerFailure.isDecoderBusy(item.error) { return starve(silently: false) }
                if PlayerFailure.isReset(item.error) || player.status == .failed { return playerDied() }
                return failed(item.error?.localizedDescription ?? "cannot be played", turn)
            }
            switch stage {
            case .loading where item.status == .readyToPlay && player.status == .readyToPlay:
                applySound()
                if position > .zero { seek(to: position) } else { preroll() }
            case .loading where item.status == .readyToPlay:
                // The player's own status follows, and its change is not observed here.
                later(.milliseconds(10)) { $0.look() }
            case .ready where plays && player.rate == 0: isAtEnd(item) ? ended() : resumeLater()
            default: break
            }
        }

        /// Reports the loss by itself: not every platform tells apps that media services were reset.
        private func playerDied() {
            later(Self.resetPatience) { $0.owner.lost($0) }
        }

        private func isAtEnd(_ item: AVPlayerItem) -> Bool {
            guard let end = Duration(item.duration) else { return false }
            // One frame at 20 a second: by then the last one is on the screen.
            return currentTime >= end - .milliseconds(50)
        }

        // MARK: Steps

        func seek(to time: Duration) {
            guard player.currentItem?.status == .readyToPlay else {
                position = time
                return
            }
            position = time
            stage = .seeking
            player.pause()
            let answer = step { $0.preroll() }
            player.seek(to: CMTime(time), toleranceBefore: .zero, toleranceAfter: .zero) { _ in answer() }
        }

        private func preroll() {
            stage = .prerolling
            guard player.status == .readyToPlay, player.rate == 0 else { return prerolled() }
            let answer = step { $0.prerolled() }
            player.preroll(atRate: 1) { _ in answer() }
        }

        private func prerolled() {
            stage = .ready
            if let binding { owner.report(.prerolled, binding) }
            goOn()
        }

        /// Plays or pauses, as last requested.
        func goOn() {
            guard stage == .ready else { return }
            if plays, player.rate == 0 { player.play() }
            if plays { watchForSilence() }
            if !plays, player.rate != 0 { player.pause() }
            tellPicture()
        }

        private func ended() {
            guard let binding else { return }
            // Read before the report: the answer to it may be that the next turn is the last, or to stop.
            let (turn, startsOver) = (turn, repeats)
            stage = .ended
            owner.report(.ended, binding)
            guard turn == self.turn, stage == .ended, plays, startsOver else { return }
            seek(to: .zero)
        }

        private func resumeLater() {
            later(Self.stallCheck) { unit in
                guard unit.stage == .ready, unit.plays, unit.player.rate == 0, let item = unit.player.currentItem,
                    item.status == .readyToPlay
                else { return }
                if unit.isAtEnd(item) { return }
                unit.player.play()
                unit.resumeLater()
            }
        }

        /// Runs `next` once: when the answer comes, or after `patience` without one.
        private func step(_ next: @escaping @MainActor (FeedUnit) -> Void) -> @Sendable () -> Void {
            steps += 1
            let (number, turn) = (steps, turn)
            let answer: @Sendable () -> Void = { [weak self] in
                MainQueue.run {
                    guard let self, self.steps == number, self.turn == turn else { return }
                    self.steps += 1
                    next(self)
                }
            }
            owner.clock.wake(at: owner.clock.present.advanced(by: Self.patience), answer)
            return answer
        }

        func later(_ delay: Duration, _ body: @escaping @MainActor @Sendable (FeedUnit) -> Void) {
            let turn = turn
            owner.clock.wake(at: owner.clock.present.advanced(by: delay)) { [weak self] in
                MainQueue.run {
                    guard let self, self.turn == turn else { return }
                    body(self)
                }
            }
        }

        /// A muted player has its sound tracks disabled, so that the user's music goes on.
        func applySound() {
            player.isMuted = !isAudible
            for track in player.currentItem?.tracks ?? [] where track.assetTrack?.mediaType == .audio {
                track.isEnabled = isAudible
            }
        }
    }

    /// Decoder leases: one for each unit that has an item.
    extension FeedUnit {
        private func hasDecoder(for open: OpenClip, _ cell: FeedCellID) -> Bool {
            guard let budget = owner.budget else { return true }
            let demand = demand(for: open, cell)
            if let lease {
                budget.change([lease: demand])
            } else {
                lease = budget.join(
                    demand,
                    DecoderBudget.Holder(
                        take: { [weak self] grant, _ in MainQueue.run { self?.take(grant) } },
                        usage: { DecoderBudget.Usage(ticks: 0, late: 0, decodingTime: nil) }))
            }
            return grant?.tier.decodes ?? false
        }

        /// Playing units go before prepared ones, and both before free units that have not been emptied yet.
        private func demand(for open: OpenClip, _ cell: FeedCellID) -> DecodeDemand {
            let rungs = DecodeLadder.rungs(
                renditions: [open.facts], tiers: [.full, .still, .poster], hasShownPicture: true)
            return DecodeDemand(
                name: cell.description, rungs: rungs, priority: plays ? .normal : .ambient,
                // Not 0 for free units: without an area they would lose their items at once, in mid-fling too.
                area: plays ? 1 : binding == nil ? 0.01 : 0.1, isAudible: isAudible)
        }

        /// Adjusts the demand to what the unit is for now.
        func refreshLease() {
            guard let budget = owner.budget, let lease, let open, let cell = binding?.cell ?? loaded?.cell else {
                return
            }
            budget.change([lease: demand(for: open, cell)])
        }

        private func take(_ new: DecodeGrant) {
            grant = new
            if new.tier.decodes {
                if stage == .waitingForDecoder { installInTurn() }
            } else if player.currentItem != nil {
                guard owner.changes.isHeldUp() else { return giveUp() }
                // Removing an item costs the tick as much as installing one.
                owner.changes.add(slot) { [weak self] in
                    if let self, !mayHold { giveUp() }
                }
            }
        }

        /// Whether it may have an item.
        var mayHold: Bool { grant?.tier.decodes ?? true }

        /// Gives the decoder up; the picture stays.
        private func giveUp() {
            if currentTime > .zero { position = currentTime }
            dropItem()
            stage = binding == nil ? .empty : .waitingForDecoder
            if let lease, let grant { owner.budget?.settled(lease, grant) }
        }

        func leaveBudget() {
            if let lease { owner.budget?.leave(lease) }
            (lease, grant) = (nil, nil)
        }
    }
#endif
