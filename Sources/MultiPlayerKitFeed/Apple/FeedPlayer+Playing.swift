#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    /// From an open clip to a playing one.
    extension FeedPlayer {
        /// A completion handler that has not been called after this long will not be.
        static let patience = Duration.seconds(3)
        /// How long a stop lasts before anything is done about it: by then it has been announced if it was the end.
        static let stopCheck = Duration.milliseconds(250)
        /// A buffer that has filled may never be said to suffice, above all with bytes from a resource loader: after
        /// this long it is played all the same.
        static let stallPatience = Duration.seconds(5)
        /// Without a word about its end, a player within this of it has played its item.
        static let endReach = Duration.milliseconds(500)
        /// A player that is made right after a reset may fail as well; a second later the services are back.
        static let resetPatience = Duration.seconds(1)

        func install(_ open: OpenClip) {
            // The surface may still show another video's picture.
            installedLoad = nil
            stage = .loading
            (stop, hasEnded) = (nil, false)
            let item = AVPlayerItem(asset: open.asset)
            watch = PlayerWatch(player, item) { [weak self, weak item] sample in
                MainQueue.run { self?.saw(sample, of: item) }
            }
            installedLoad = latestLoad
            lookout.beginAnew()
            player.replaceCurrentItem(with: item)
            surface.layers.awaitPicture()
            owner.installed()
            settle()
        }

        // MARK: What is seen of the player

        private func saw(_ sample: PlayerWatch.Sample, of item: AVPlayerItem?) {
            // Announced while it is moved, it is the end of what was played before.
            if case .ended = sample, stage == .ready, let item, item === player.currentItem { hasEnded = true }
            look()
        }

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
            case .ready where plays && hasEnded: end()
            case .ready where plays && player.rate == 0: resume(item)
            case .ready: stop = nil
            default: break
            }
        }

        /// Reports the loss by itself: not every platform tells apps that media services were reset.
        private func playerDied() {
            later(Self.resetPatience) { $0.send(.lost) }
        }

        // MARK: Steps

        func seek(to time: Duration) {
            position = time
            guard player.currentItem?.status == .readyToPlay else { return }
            (stage, stop, hasEnded) = (.seeking, nil, false)
            player.pause()
            let answer = step { $0.preroll() }
            player.seek(to: CMTime(time), toleranceBefore: .zero, toleranceAfter: .zero) { _ in answer() }
        }

        private func preroll() {
            stage = .prerolling
            guard player.status == .readyToPlay else { return prerolled() }
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
            stop = nil
            if !plays, player.rate != 0 { player.pause() }
            guard stage == .ready else { return }
            if plays, player.rate == 0, !hasEnded { player.play() }
            lookout.begin(from: owner.clock.present)
            tellPicture()
            // Its end may have been announced while it was held.
            later(.zero) { $0.look() }
        }

        private func end() {
            stage = .ended
            // Its rate may fall only after the end was announced, or not by itself.
            player.pause()
            owner.ended()
        }

        /// Goes on after a stop that nobody asked for, an empty buffer or the system's pause, once there is enough to
        /// play. Every report of the stop leads here, and only the first sets timers.
        private func resume(_ item: AVPlayerItem) {
            let now = owner.clock.present
            guard let stop else {
                // By the time that a buffer has filled again, a stall before the end would look like the end.
                self.stop = (now, item.isAtEnd(within: Self.endReach))
                // A timer may be a millisecond early.
                for wait in [Self.stopCheck, Self.stallPatience] { later(wait + .milliseconds(1)) { $0.look() } }
                return
            }
            let stood = stop.since.duration(to: now)
            guard stood >= Self.stopCheck else { return }
            if stop.isAtEnd { return end() }
            let hasEnough =
                item.isPlaybackLikelyToKeepUp || item.isPlaybackBufferFull || stood >= Self.stallPatience
            guard hasEnough else { return }
            self.stop = nil
            player.play()
            later(Self.stopCheck) { $0.look() }
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
            // What plays by itself, muted, may have no viewer.
            player.keepDisplayAwake(isAudible)
            if let item = player.currentItem { soundTracks.set(isAudible, in: item) }
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
            position = place
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
