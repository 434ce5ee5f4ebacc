#if canImport(AVFoundation)
    import AVFoundation

    /// Giving a decoder back, and noticing that none was granted.
    extension AVFoundationPlayer {
        /// A player that the app lends keeps its item, with which it must be handed back; so no budget governs it.
        var tiers: Set<DecodeTier> {
            if isAdopted { return [.full] }
            let hasSizes = openAsset.map { !$0.renditions.isEmpty } ?? false
            return hasSizes ? [.full, .reducedResolution, .still, .poster] : [.full, .still, .poster]
        }

        /// Puts a still under the layer, then takes the item away and reports that it is gone.
        func letGo(of player: AVPlayer, _ release: ItemSteering.Release, serial: Int) {
            // An item that is still being made must not be set any more.
            state.withLock { $0.serial = max($0.serial, serial) }
            MainQueue.run { [self] in
                attachments.endWatchingItem()
                player.pause()
                SurfacePool.shared.holdStill(of: player)
                player.replaceCurrentItem(with: nil)
                SurfacePool.shared.awaitPicture(of: player)
                switch release {
                case .starved(let silently): send(.starved(silently: silently))
                case .settled(var grant):
                    if grant.tier == .still, !hasPicture(player) { grant.tier = .poster }
                    send(.settled(grant))
                }
            }
        }

        /// Whether a picture of the video remains visible. What an app's own layers keep is not known.
        @MainActor
        private func hasPicture(_ player: AVPlayer) -> Bool {
            SurfacePool.shared.keepsPicture(of: player) ?? hasArrived
        }

        // MARK: Silence

        /// Samples a governed player repeatedly, from its start until it is paused.
        @MainActor
        func beginSilenceWatch(from host: HostTime) {
            guard !attachments.isWatched else { return }
            attachments.isWatched = true
            watchForSilence(from: host)
        }

        private func watchForSilence(from host: HostTime) {
            clock.wake(at: max(host, clock.present).advanced(by: SilenceWatch.interval)) { [weak self] in
                MainQueue.run { self?.lookForSilence() }
            }
        }

        @MainActor
        private func lookForSilence() {
            let now = clock.present
            guard let (run, player) = watchedRun(), let item = player.currentItem else {
                attachments.isWatched = false
                return
            }
            let isReady = item.status == .readyToPlay && player.status == .readyToPlay
            let sample = SilenceWatch.Sample(
                isRunning: isReady && now >= run.host && player.rate != 0,
                hasData: item.hasData(ahead: SilenceWatch.leastData),
                isActive: AppActivity.shared.isActive, isOnScreen: SurfacePool.shared.isOnScreen(player),
                hasPicture: SurfacePool.shared.isShowingPicture(player), frameRate: frameRate(of: item))
            if attachments.silence.look(sample, at: now) { post(.silent) }
            watchForSilence(from: now)
        }

        /// The frame rate that a file's video track measures; `nil` for streams, which measure none, and for slow
        /// videos, where the value says nothing.
        @MainActor
        private func frameRate(of item: AVPlayerItem) -> Double? {
            guard let open = openAsset, open.canCompose, let rate = open.info.frameRate?.perSecond,
                rate >= SilenceWatch.leastFrameRate,
                let track = item.tracks.first(where: { $0.assetTrack?.mediaType == .video })
            else { return nil }
            return Double(track.currentVideoFrameRate)
        }
    }
#endif
