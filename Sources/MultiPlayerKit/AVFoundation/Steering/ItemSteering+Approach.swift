#if canImport(AVFoundation)
    /// Bringing a player to its target: item, exact seek, preroll.
    extension ItemSteering {
        mutating func begin(_ pendingSeek: Seek, at now: HostTime, _ out: inout [Action]) {
            guard isOpen, mayHold else { return }
            if pendingSeek.timeline.isAmbient, !canCompose {
                // A looping stream would seek back at every turn and freeze meanwhile.
                let error = PlaybackError(
                    .notAVideo, subject: "", reason: "is a stream, which cannot loop in step and without a seam",
                    cure: "use a file as the background")
                return out.append(.deliver(.failed(error, generation: generation)))
            }
            self.pendingSeek = pendingSeek
            if run != nil {
                run = nil
                step = .idle
                out.append(.pause)
            }
            let wanted = ItemPlan(for: pendingSeek.timeline, at: pendingSeek.host, canCompose: canCompose)
            if wanted != plan || wantsSound != hasSound {
                // Audible and silent playback use different clocks, and the clock is set before the item.
                plan = wanted
                hasSound = wantsSound
                serial += 1
                isReady = false
                step = .waitingForItem
                expectAnswer(within: SyncGroup.prerollTimeout, at: now, &out)
                out.append(.install(wanted, sound: hasSound, serial: serial))
            } else if isReady {
                approach(pendingSeek, at: now, &out)
            } else {
                step = .waitingForItem
            }
        }

        mutating func approach(_ pendingSeek: Seek, at now: HostTime, _ out: inout [Action]) {
            let target = itemTime(of: pendingSeek)
            if case .poised(target, let isPrerolled) = step {
                arrived(at: target, isPrerolled: isPrerolled, pendingSeek, now, &out)
                return
            }
            if case .prerolling = step { out.append(.cancelPreroll) }
            seek(to: target, isPreview: pendingSeek.allowsPreview, at: now, &out)
        }

        mutating func seek(
            to target: Duration, isPreview: Bool, at now: HostTime, _ out: inout [Action]
        ) {
            token += 1
            expectAnswer(within: Self.answerPatience, at: now, &out)
            step = .seeking(token: token, to: target, isPreview: isPreview)
            out.append(.seek(to: target, isExact: !isPreview, token: token))
        }

        mutating func sought(_ token: Int, _ isThere: Bool, at now: HostTime, _ out: inout [Action]) {
            guard case .seeking(token, let target, let isPreview) = step, var pendingSeek else { return }
            guard isThere else {
                guard pendingSeek.retries < Self.mostRetries else {
                    return giveUp(pendingSeek, "cannot be positioned", at: now, &out)
                }
                pendingSeek.retries += 1
                self.pendingSeek = pendingSeek
                seek(to: target, isPreview: isPreview, at: now, &out)
                return
            }
            if isPreview {
                if let generation = pendingSeek.generation { out.append(.deliver(.previewed(generation: generation))) }
                seek(to: target, isPreview: false, at: now, &out)
            } else {
                arrived(at: target, isPrerolled: false, pendingSeek, now, &out)
            }
        }

        mutating func arrived(
            at target: Duration, isPrerolled: Bool, _ pendingSeek: Seek, _ now: HostTime, _ out: inout [Action]
        ) {
            let rate = pendingSeek.timeline.line.anchor.rate * pendingSeek.timeline.map.speed
            guard rate > 0, !isPrerolled else {
                step = .poised(at: target, isPrerolled: isPrerolled)
                return complete(pendingSeek, at: now, &out)
            }
            token += 1
            expectAnswer(within: Self.answerPatience, at: now, &out)
            step = .prerolling(token: token, at: target)
            out.append(.preroll(rate: rate, token: token, awaitsPicture: pendingSeek.generation != nil))
        }

        mutating func prerolled(_ token: Int, _ isDone: Bool, at now: HostTime, _ out: inout [Action]) {
            guard case .prerolling(token, let target) = step, var pendingSeek else { return }
            guard isDone else {
                guard pendingSeek.retries < Self.mostRetries else {
                    if grant != nil { return starve(silently: false, at: now, &out) }
                    return giveUp(pendingSeek, "cannot be made ready to play", at: now, &out)
                }
                pendingSeek.retries += 1
                self.pendingSeek = pendingSeek
                // Whatever interrupted the preroll may have moved the player.
                seek(to: target, isPreview: false, at: now, &out)
                return
            }
            step = .poised(at: target, isPrerolled: true)
            complete(pendingSeek, at: now, &out)
        }

        mutating func complete(_ pendingSeek: Seek, at now: HostTime, _ out: inout [Action]) {
            self.pendingSeek = nil
            hasArrived = true
            patience = Self.firstPatience
            if let generation = pendingSeek.generation { out.append(.deliver(.prepared(generation: generation))) }
            // A player that rejoins by itself starts at once: the line has not waited.
            if pendingSeek.generation == nil, pendingSeek.timeline.line.anchor.rate > 0, let followed {
                start(followed, aimedAt: pendingSeek.host, at: now, &out)
            }
            settle(&out)
        }

        mutating func giveUp(
            _ pendingSeek: Seek, _ reason: String, at now: HostTime, _ out: inout [Action]
        ) {
            self.pendingSeek = nil
            step = .idle
            if let generation = pendingSeek.generation {
                out.append(
                    .deliver(
                        .refused(
                            PlaybackError(
                                .decodingFailed, subject: "", reason: reason,
                                cure: "play fewer videos at once, or a smaller one"),
                            generation: generation)))
            } else {
                tryAgainLater(at: now, &out)
            }
        }

        mutating func tryAgainLater(at now: HostTime, _ out: inout [Action]) {
            let host = now.advanced(by: patience)
            patience = min(patience * 2, Self.longestPatience)
            retryAt = host
            out.append(.wake(at: host))
        }

        func itemTime(of pendingSeek: Seek) -> Duration {
            guard let plan else { return .zero }
            return aimed(plan.time(of: pendingSeek.timeline.position(at: pendingSeek.host)), in: plan)
        }

        /// Aims inside the frame and inside the item: a time past the item's end cannot be sought.
        func aimed(_ time: Duration, in plan: ItemPlan) -> Duration {
            min(time + Self.aim, plan.end - .nanoseconds(1))
        }
    }
#endif
