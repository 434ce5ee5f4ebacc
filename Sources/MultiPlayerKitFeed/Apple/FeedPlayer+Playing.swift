#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    /// From an open clip to a playing one.
    extension FeedPlayer {
        /// A completion handler that has not been called after this long will not be.
        static let patience = Duration.seconds(3)
        /// How often to check again after the buffer has run empty.
        static let stallCheck = Duration.milliseconds(250)
        /// A player that is made right after a reset may fail as well; a second later the services are back.
        static let resetPatience = Duration.seconds(1)

        func install(_ open: OpenClip) {
            // The surface may still show another video's picture.
            installedLoad = nil
            guard mayHold else { return giveUp() }
            stage = .loading
            let item = AVPlayerItem(asset: open.asset)
            watch?.end()
            watch = PlayerWatch(player, item) { [weak self] _ in
                MainQueue.run { self?.look() }
            }
            installedLoad = latestLoad
            lookout.beginAnew()
            player.replaceCurrentItem(with: item)
            surface.layers.awaitPicture()
            owner.installed()
            settle()
        }

        // MARK: What is seen of the player

        /// Reports come late and out of order, so each only prompts a look at the current state.
        func look() {
            guard let item = player.currentItem, isOwn else { return }
            if item.status == .failed {
                if PlayerFailure.isDecoderBusy(item.error) { return starve(silently: false) }
                if PlayerFailure.isReset(item.error) || player.status == .failed { return playerDied() }
                guard let source else { return }
                return failed(PlayerFailure.translate(item.error, source), turn)
            }
            switch stage {
            case .loading where item.status == .readyToPlay && player.status == .readyToPlay:
                applySound()
                if position > .zero { seek(to: position) } else { preroll() }
            case .ready where plays && player.rate == 0: isAtEnd(item) ? end() : resumeLater()
            default: break
            }
        }

        /// Reports the loss by itself: not every platform tells apps that media services were reset.
        private func playerDied() {
            later(Self.resetPatience) { $0.send(.lost) }
        }

        private func isAtEnd(_ item: AVPlayerItem) -> Bool {
            guard let end = Duration(item.duration) else { return false }
            // One frame at 20 a second: by then the last one is on the screen.
            return currentTime >= end - .milliseconds(50)
        }

        // MARK: Steps

        func seek(to time: Duration) {
            position = time
            guard player.currentItem?.status == .readyToPlay else { return }
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
            // Without a request it has come back by itself, after a silence or with a new decoder.
            asked == nil ? goOn() : answerPrepared()
        }

        func answerPrepared() {
            guard let asked else { return }
            self.asked = nil
            tellPicture()
            send(.prepared(generation: asked))
        }

        /// Plays or pauses, as last requested.
        func goOn() {
            if !plays, player.rate != 0 { player.pause() }
            guard stage == .ready else { return }
            if plays, player.rate == 0 { player.play() }
            if plays { lookout.begin(from: owner.clock.present) }
            tellPicture()
        }

        private func end() {
            stage = .ended
            owner.ended()
        }

        /// Goes on after a stop that nobody asked for: an empty buffer, or the system. One stop may be reported several
        /// times.
        private func resumeLater() {
            guard resuming != turn else { return }
            resuming = turn
            later(Self.stallCheck) { player in
                player.resuming = nil
                guard player.stage == .ready, player.plays, player.player.rate == 0,
                    let item = player.player.currentItem, item.status == .readyToPlay
                else { return }
                if player.isAtEnd(item) { return player.end() }
                player.player.play()
                player.resumeLater()
            }
        }

        /// Runs `next` once: when the answer comes, or after `patience` without one.
        private func step(_ next: @escaping @MainActor (FeedPlayer) -> Void) -> @Sendable () -> Void {
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

        func later(_ delay: Duration, _ body: @escaping @MainActor @Sendable (FeedPlayer) -> Void) {
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

        // MARK: Decoder

        /// Whether it may have an item.
        var mayHold: Bool { grant?.tier.decodes ?? true }

        func take(_ new: DecodeGrant) {
            grant = new
            if new.tier.decodes {
                if stage == .waitingForDecoder { installInTurn() } else if player.currentItem != nil { settle() }
            } else if player.currentItem == nil {
                settle()
            } else if owner.changes.isHeldUp() {
                // Removing an item costs the tick as much as installing one.
                changeInTurn()
            } else {
                giveUp()
            }
        }

        /// Gives the decoder up; the picture stays if it is of the video that was loaded last.
        func giveUp() {
            if isOwn, currentTime > .zero { position = currentTime }
            dropItem(keepingPicture: isOwn)
            // A video that is being opened takes its turn once it is open.
            if stage != .opening { stage = isWanted ? .waitingForDecoder : .empty }
            settle()
        }

        /// Reports that it acts by its grant.
        private func settle() {
            if let grant { send(.settled(grant)) }
        }
    }
#endif
