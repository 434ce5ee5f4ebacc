#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation

    /// Noticing that a player shows nothing although nothing seems wrong, and that a decoder was refused.
    extension FeedUnit {
        /// Without a word from the budget it asks again by itself after so long: a budget that is turned off says none.
        static let lonelyPatience = Duration.seconds(5)
        /// A silent player gets its item anew once in this time; the next silence means that there is no decoder.
        static let cureInterval = Duration.seconds(10)

        /// Looks at a playing unit again and again until it is held.
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
            let sight = SilenceWatch.Sight(
                isRunning: isReady && player.rate != 0, hasData: item.hasData(ahead: SilenceWatch.leastData),
                isActive: AppActivity.shared.isActive, isOnScreen: isOnScreen, hasPicture: surface.isShowingPicture,
                frameRate: frameRate(of: item))
            if silence.look(sight, at: owner.clock.present) {
                isWatched = false
                silent()
            } else {
                lookAgain()
            }
        }

        /// A decoder given back late may be there for a second item.
        private func silent() {
            let now = owner.clock.present
            if let curedAt, curedAt.duration(to: now) < Self.cureInterval { return starve(silently: true) }
            curedAt = now
            position = currentTime
            player.pause()
            installInTurn()
        }

        /// There is no decoder for it: the picture stays, the item goes, and the budget finds out who gives way.
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

        /// What a file's video track counts; streams count none, and slow videos none that says anything.
        private func frameRate(of item: AVPlayerItem) -> Double? {
            guard let open, open.isFile, open.facts.framesPerSecond >= SilenceWatch.leastFrameRate,
                let track = item.tracks.first(where: { $0.assetTrack?.mediaType == .video })
            else { return nil }
            return Double(track.currentVideoFrameRate)
        }
    }
#endif
