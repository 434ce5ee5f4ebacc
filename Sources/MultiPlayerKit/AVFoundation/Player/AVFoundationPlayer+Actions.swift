#if canImport(AVFoundation)
    import AVFoundation

    /// Carries out the steering's decisions on the player.
    extension AVFoundationPlayer {
        func perform(_ action: ItemSteering.Action, on player: AVPlayer) {
            switch action {
            case .install(let plan, let sound, let serial): install(plan, sound: sound, serial: serial)
            case .letGo(let release, let serial): letGo(of: player, release, serial: serial)
            case .pause: player.pause()
            case .seek(let time, let isExact, let token):
                // A seek with a completion handler raises before the item is ready, and after it has failed.
                guard player.currentItem?.status == .readyToPlay else { return post(.sought(token: token, false)) }
                player.seek(
                    to: CMTime(time), toleranceBefore: isExact ? .zero : .positiveInfinity, toleranceAfter: .zero
                ) { [weak self] isThere in self?.post(.sought(token: token, isThere)) }
            case .preroll(let rate, let token, let awaitsPicture):
                // Preroll raises before the player is ready and after it has failed, and needs a paused player.
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
            case .look(let time): post(.looked(hasData: player.currentItem?.hasData(at: time) ?? false))
            case .anchor(let rate, let itemTime, let host):
                do throws(PlaybackError) {
                    try Adoption.check(player)
                    // The app may have turned this on again; the call below would raise then.
                    player.automaticallyWaitsToMinimizeStalling = false
                    player.setRate(Float(rate), time: CMTime(itemTime), atHostTime: CMTime(host))
                    MainQueue.run { [self] in beginSilenceWatch(from: host) }
                } catch {
                    post(.failed(error))
                }
            case .relieve(let end): state.withLock(\.hearOfRelief)?(end)
            case .deliver(let report): deliver(report)
            case .wake(let host): clock.wake(at: host) { [weak self] in self?.post(.time) }
            }
        }

        /// A first picture that is not there a second after the preroll may never come: a missing decoder shows itself
        /// this way, without an error. The other members do not wait for it.
        private static let pictureWait = Duration.seconds(1)

        /// A player is ready once it can be seen: waits for its first picture on the kit's own surface, if a view holds
        /// one.
        private func awaitPicture(of player: AVPlayer, until deadline: HostTime, token: Int) {
            MainQueue.run { [weak self] in
                guard let self else { return }
                guard SurfacePool.shared.isBlank(player), clock.present < deadline else {
                    return post(.prerolled(token: token, true))
                }
                // About one display refresh.
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
                state.withLock { $0.making += 1 }
                Task { @MainActor in
                    defer { state.withLock { $0.making -= 1 } }
                    do {
                        let item = try await ItemMaker.item(for: plan, of: open, sound: sound)
                        let offers = await offers(of: item)
                        set(item, offers, sound: sound, serial: serial)
                    } catch {
                        // Another item has been asked for since, or none: this one concerns nobody.
                        if state.withLock({ $0.serial == serial }) { fail(error) }
                    }
                }
            }
        }

        @MainActor
        private func set(_ item: AVPlayerItem, _ offers: Offers, sound: Bool, serial: Int) {
            let (player, isMuted, isWanted) = state.withLock { ($0.player, $0.isMuted, $0.serial == serial) }
            guard isWanted else { return }
            // Silent members run on the host clock, so their anchor is their line; the audible one runs on its audio
            // device's clock.
            player.sourceClock = sound ? nil : CMClock.hostTimeClock
            player.isMuted = !sound || isMuted
            watch(player, item, sound: sound, serial: serial)
            attachments.offers = offers
            present(on: item, sound: sound)
            // The layer is transparent until the new item's first picture, so the last picture is kept under it.
            SurfacePool.shared.holdStill(of: player)
            for tell in attachments.readers.values { tell(item) }
            state.withLock { $0.installed = (ObjectIdentifier(item), serial) }
            player.replaceCurrentItem(with: item)
        }

        /// The app's own item stays; the kit sets only the player's clock and the item's tracks.
        @MainActor
        private func adopt(sound: Bool, serial: Int) {
            let player = self.player
            guard attachments.adoption != nil else {
                return post(
                    .failed(
                        PlaybackError(
                            .playerRefused, subject: "player", reason: "was handed back when it failed",
                            cure: "remove the member and add its player anew")))
            }
            guard let item = player.currentItem else { return fail(nil) }
            player.pause()
            player.sourceClock = sound ? nil : CMClock.hostTimeClock
            watch(player, item, sound: sound, serial: serial)
        }

        @MainActor
        private func watch(_ player: AVPlayer, _ item: AVPlayerItem, sound: Bool, serial: Int) {
            if attachments.playerWatch == nil {
                attachments.playerWatch = PlayerWatch(player) { [weak self] in self?.saw($0) }
            }
            attachments.awaited = (item, sound, serial)
            attachments.isHeard = sound
            attachments.lookout?.beginAnew()
            attachments.itemWatch = PlayerWatch(player, item) { [weak self] in self?.saw($0, serial: serial) }
        }

        /// Reports the item ready once both it and its player are, with what is selected of it.
        @MainActor
        func checkReady() {
            guard let (item, sound, serial) = attachments.awaited, item.status == .readyToPlay,
                player.status == .readyToPlay
            else { return }
            attachments.awaited = nil
            present(on: item, sound: sound)
            post(.itemReady(serial: serial))
        }
    }
#endif
