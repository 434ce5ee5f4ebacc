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
            case .failedToEnd(let error): fail(error ?? player.currentItem?.error)
            case .statusChanged: MainQueue.run { [weak self] in self?.checkReady() }
            case .buffered: break
            case .ended:
                guard let run else { break }
                if run.host <= clock.present {
                    post(.stopped(.endOfItem))
                } else {
                    // Announced late, of what was played before this anchor, unless the player stops now.
                    settle(.endOfItem, after: Self.reasonWait)
                }
            case .pausedBySystem where player.rate == 0: post(.stopped(.bySystem))
            case .stalled where player.rate == 0 && run != nil: settle(.stalled, after: Self.reasonWait)
            case .pausedByApp where player.rate == 0 && run != nil: settle(.pausedByApp, after: Self.reasonWait)
            default:
                if player.rate == 0, run != nil, player.timeControlStatus == .paused {
                    // With automatic waiting off, an empty buffer sets the rate to 0, and playback does not resume by
                    // itself. A report that gives another reason settles that first.
                    settle(.stalled, after: Self.reasonWait * 2)
                } else if player.rate != 0, run == nil {
                    post(.setGoing)
                }
            }
        }

        /// Notifications arrive on any thread and in any order; none has been seen to take longer than two ticks.
        private static let reasonWait = Duration.milliseconds(33)
        /// Half a frame at 30 frames per second: without a word about its end, a player stops at its last frame or
        /// after it.
        private static let endReach = Duration.milliseconds(17)

        /// Takes this as the reason of a stop if none that outranks it has come by then: above all the end of the item,
        /// which may be announced after everything else.
        private func settle(_ stop: ItemSteering.Stop, after wait: Duration) {
            clock.wake(at: clock.present.advanced(by: wait)) { [weak self] in
                guard let self else { return }
                let player = self.player
                guard player.rate == 0, player.timeControlStatus == .paused else { return }
                let isAtEnd = player.currentItem?.isAtEnd(within: Self.endReach) ?? false
                post(.stopped(isAtEnd ? .endOfItem : stop))
            }
        }

        /// Whether it stands at the end of its item, which may come before the end that the file states.
        package var hasEnded: Bool { state.withLock(\.steering.hasEnded) }

        func fail(_ error: (any Error)?) {
            guard let source = state.withLock(\.source) else { return }
            if PlayerFailure.isReset(error) {
                send(.lost)
            } else if PlayerFailure.isDecoderBusy(error) {
                post(.busy(PlayerFailure.translate(error, source)))
            } else if PlayerFailure.isNetwork(error), !isAdopted, player.status != .failed {
                post(.disconnected(PlayerFailure.translate(error, source)))
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
