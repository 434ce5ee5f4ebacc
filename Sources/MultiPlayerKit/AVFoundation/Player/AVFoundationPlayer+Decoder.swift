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
                    if !hasPicture(player) { grant.tier = .poster }
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

        /// Samples a governed player from its start until it is paused.
        @MainActor
        func beginSilenceWatch(from host: HostTime) {
            let lookout =
                attachments.lookout
                ?? SilenceLookout(
                    clock: clock, sample: { [weak self] in self?.sampleForSilence() },
                    silent: { [weak self] in self?.post(.silent) })
            attachments.lookout = lookout
            lookout.begin(from: host)
        }

        @MainActor
        private func sampleForSilence() -> SilenceWatch.Sample? {
            guard let (run, player) = watchedRun() else { return nil }
            let open = openAsset.flatMap { $0.canCompose ? $0 : nil }
            return SilenceWatch.Sample(
                of: player, hasBegun: clock.present >= run.host,
                isOnScreen: SurfacePool.shared.isOnScreen(player),
                hasPicture: SurfacePool.shared.isShowingPicture(player), nominalRate: open?.info.frameRate?.perSecond)
        }
    }
#endif
