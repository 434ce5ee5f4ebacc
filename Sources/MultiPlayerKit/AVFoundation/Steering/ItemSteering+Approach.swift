#if canImport(AVFoundation)
    /// Bringing a player to its target: item, exact seek, preroll.
    extension ItemSteering {
        mutating func begin(_ seek: Seek, at now: HostTime, _ out: inout [Action]) {
            guard isOpen else { return }
            if seek.timeline.isAmbient, !canCompose {
                // A looping stream would seek back at every turn and freeze meanwhile.
                let error = PlaybackError(
                    .notAVideo, subject: "", reason: "is a stream, which cannot loop in step and without a seam",
                    cure: "use a file as the background")
                return out.append(.deliver(.failed(error, generation: generation)))
            }
            if run != nil {
                step = .idle
                out.append(.pause)
            }
            guard reopenAt == nil else {
                step = .waitingForItem(seek)
                return
            }
            let wanted = ItemPlan(for: seek.timeline, at: seek.host, canCompose: canCompose)
            if wanted != plan || wantsSound != hasSound {
                // Audible and silent playback use different clocks, and the clock is set before the item.
                item = .unready(wanted)
                hasSound = wantsSound
                serial += 1
                step = .waitingForItem(seek)
                expectAnswer(within: isRemote ? Self.answerPatience : SyncGroup.prerollTimeout, at: now, &out)
                out.append(.install(wanted, sound: hasSound, serial: serial))
            } else if isReady {
                approach(seek, at: now, &out)
            } else {
                step = .waitingForItem(seek)
            }
        }

        mutating func approach(_ seek: Seek, at now: HostTime, _ out: inout [Action]) {
            let target = itemTime(of: seek)
            if case .poised(target, let isPrerolled) = step {
                arrived(seek, at: target, isPrerolled: isPrerolled, now, &out)
                return
            }
            if case .prerolling = step { out.append(.cancelPreroll) }
            perform(seek, to: target, isPreview: seek.allowsPreview, at: now, &out)
        }

        mutating func perform(
            _ seek: Seek, to target: Duration, isPreview: Bool, at now: HostTime, _ out: inout [Action]
        ) {
            token += 1
            lacksData = false
            expectAnswer(within: Self.answerPatience, at: now, &out)
            step = .seeking(seek, token: token, to: target, isPreview: isPreview)
            out.append(.seek(to: target, isExact: !isPreview, token: token))
        }

        mutating func sought(_ token: Int, _ isThere: Bool, at now: HostTime, _ out: inout [Action]) {
            guard case .seeking(let seek, token, let target, let isPreview) = step else { return }
            guard isThere else { return denied(at: now, &out) }
            if lacksData, seek.generation == nil { return goOn(to: seek, at: now, &out) }
            if isPreview {
                if let generation = seek.generation { out.append(.deliver(.previewed(generation: generation))) }
                perform(seek, to: target, isPreview: false, at: now, &out)
            } else {
                arrived(seek, at: target, isPrerolled: false, now, &out)
            }
        }

        mutating func arrived(
            _ seek: Seek, at target: Duration, isPrerolled: Bool, _ now: HostTime, _ out: inout [Action]
        ) {
            let rate = seek.timeline.line.anchor.rate * seek.timeline.map.speed
            guard rate > 0, !isPrerolled else {
                step = .poised(at: target, isPrerolled: isPrerolled)
                return complete(seek, at: now, &out)
            }
            token += 1
            expectAnswer(within: Self.answerPatience, at: now, &out)
            step = .prerolling(seek, token: token, at: target)
            out.append(.preroll(rate: rate, token: token, awaitsPicture: seek.generation != nil))
        }

        mutating func prerolled(_ token: Int, _ isDone: Bool, at now: HostTime, _ out: inout [Action]) {
            guard case .prerolling(let seek, token, let target) = step else { return }
            guard isDone else { return denied(at: now, &out) }
            if lacksData, seek.generation == nil { return goOn(to: seek, at: now, &out) }
            step = .poised(at: target, isPrerolled: true)
            complete(seek, at: now, &out)
        }

        mutating func complete(_ seek: Seek, at now: HostTime, _ out: inout [Action]) {
            arrivedAt = now
            patience = Self.firstPatience
            isStalled = false
            // Until the line comes that this is for, another item goes to the same place.
            if seek.generation != nil { aim = Aim(timeline: seek.timeline, host: seek.host) }
            // The group may count it as stalled on its own account.
            out.append(.deliver(seek.generation.map { PlayerReport.prepared(generation: $0) } ?? .resumed))
            // The line that the player was to join, or the one that it follows, may stand still by now.
            if seek.generation == nil, seek.timeline.line.anchor.rate > 0, let followed, followed.line.anchor.rate > 0 {
                if let next = nextStart, seek.host <= next, now < next.advanced(by: .zero - lead) {
                    awaitStretch(from: next, &out)
                } else {
                    // A player that rejoins by itself starts at once: the line has not waited.
                    nextStart = nil
                    start(followed, aimedAt: seek.host, at: now, &out)
                }
            }
            settle(&out)
        }

        /// Asks once more, or gives up, after an answer that was negative or missing.
        mutating func tryAgain(at now: HostTime, _ out: inout [Action]) {
            switch step {
            case .seeking(let seek, _, let target, let isPreview):
                guard let again = seek.again else { return giveUp(seek, "cannot be positioned", at: now, &out) }
                perform(again, to: target, isPreview: isPreview, at: now, &out)
            case .prerolling(let seek, _, let target):
                guard let again = seek.again else {
                    if grant != nil { return starve(silently: false, at: now, &out) }
                    return giveUp(seek, "cannot be made ready to play", at: now, &out)
                }
                // Whatever interrupted the preroll may have moved the player.
                perform(again, to: target, isPreview: false, at: now, &out)
            case .waitingForItem(let seek):
                // The next attempt makes a new item.
                item = .none
                giveUp(seek, "does not become ready", at: now, &out)
            case .idle, .ended, .poised, .running: break
            }
        }

        mutating func giveUp(_ seek: Seek, _ reason: String, at now: HostTime, _ out: inout [Action]) {
            step = .idle
            if let generation = seek.generation {
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

        func itemTime(of seek: Seek) -> Duration {
            guard let plan else { return .zero }
            return aimed(plan.time(of: seek.timeline.position(at: seek.host)), in: plan)
        }

        /// Aims inside the frame and inside the item: a time past the item's end cannot be sought.
        func aimed(_ time: Duration, in plan: ItemPlan) -> Duration {
            min(time + Self.aim, plan.end - .nanoseconds(1))
        }
    }
#endif
