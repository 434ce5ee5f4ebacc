#if canImport(AVFoundation)
    import AVFoundation

    /// Passes what is observed of the player to the steering, and the steering's reports to the player's owner.
    extension AVFoundationPlayer {
        /// - Parameter serial: of the item that the sample is of; `nil`: it is of the player.
        func saw(_ sample: PlayerWatch.Sample, serial: Int? = nil) {
            let (player, run, latest, installed) = state.withLock {
                ($0.player, $0.steering.run, $0.serial, $0.installed)
            }
            // A report that an earlier item left behind.
            if let serial, serial != latest { return }
            if player.status == .failed { return fail(player.error) }
            if let item = player.currentItem, item.status == .failed {
                // An item stays current until the one that replaces it is set, and its failure is not that one's.
                let isLatest = installed.map { $0.serial == latest && $0.item == ObjectIdentifier(item) } ?? false
                if isAdopted || isLatest { fail(item.error) }
                return
            }
            switch sample {
            case .failedToEnd: fail(player.currentItem?.error)
            case .statusChanged: MainQueue.run { [weak self] in self?.checkReady() }
            case .pausedBySystem where player.rate == 0: post(.stopped(.bySystem))
            case .stalled where player.rate == 0: post(.stopped(.stalled))
            case .pausedByApp where player.rate == 0 && run != nil:
                post(.stopped(hasEnded(player) ? .endOfItem : .pausedByApp))
            default:
                if player.rate == 0, run != nil, hasEnded(player) {
                    post(.stopped(.endOfItem))
                } else if player.rate == 0, run != nil, player.timeControlStatus == .paused {
                    // With automatic waiting off, an empty buffer sets the rate to 0, and playback does not resume by
                    // itself. The reason may arrive after the change, so wait for it.
                    clock.wake(at: clock.present.advanced(by: Self.reasonWait)) { [weak self] in self?.settleStop() }
                } else if player.rate != 0, run == nil {
                    post(.setGoing)
                }
            }
        }

        /// Notifications arrive on any thread and in any order; none has been seen to take longer than two ticks.
        private static let reasonWait = Duration.milliseconds(33)

        private func settleStop() {
            let (player, run) = state.withLock { ($0.player, $0.steering.run) }
            guard run != nil, player.rate == 0, player.timeControlStatus == .paused else { return }
            post(.stopped(hasEnded(player) ? .endOfItem : .stalled))
        }

        private func hasEnded(_ player: AVPlayer) -> Bool {
            guard let item = player.currentItem else { return false }
            let end = item.forwardPlaybackEndTime.isNumeric ? item.forwardPlaybackEndTime : item.duration
            guard let end = Duration(end), let now = Duration(item.currentTime()) else { return false }
            // Half a frame at 30 frames per second: the player stops at its last frame or after it.
            return now >= end - .milliseconds(17)
        }

        func fail(_ error: (any Error)?) {
            guard let source = state.withLock(\.source) else { return }
            if PlayerFailure.isReset(error) {
                send(.lost)
            } else if PlayerFailure.isDecoderBusy(error) {
                post(.busy(PlayerFailure.translate(error, source)))
            } else {
                post(.failed(PlayerFailure.translate(error, source)))
            }
        }

        func deliver(_ report: ItemSteering.PlayerReport) {
            switch report {
            case .prepared(let generation): send(.prepared(generation: generation))
            case .previewed(let generation): send(.previewed(generation: generation))
            case .refused(let error, let generation): send(.refused(named(error), generation: generation))
            case .failed(let error, let generation): send(.failed(named(error), generation: generation))
            case .stalled: send(.stalled)
            case .resumed: send(.resumed)
            case .moved: send(.moved)
            case .settled(let grant): send(.settled(grant))
            }
        }

        private func named(_ error: PlaybackError) -> PlaybackError {
            let name = state.withLock(\.source)?.name ?? ""
            return error.subject.isEmpty || error.subject == "player" ? error.about(name) : error
        }
    }
#endif
