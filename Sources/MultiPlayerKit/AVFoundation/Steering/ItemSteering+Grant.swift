#if canImport(AVFoundation)
    /// What a player may hold: it lets its item go and gets it back as the decoder budget says.
    ///
    /// Without an item there is nothing to prepare, so whoever asks for that is answered at once; the line is remembered,
    /// and a later grant joins it like a member that rejoins.
    extension ItemSteering {
        /// Why an item goes.
        enum Release: Hashable {
            /// By a grant of nothing that decodes.
            case settled(DecodeGrant)
            case starved(silently: Bool)
        }

        /// Where a player without an item was asked to be.
        struct Aim {
            var timeline: MemberTimeline
            var host: HostTime
        }

        /// A player that got no decoder asks once more by itself, should nobody tell it anything: a budget that is turned
        /// off does not.
        static let lonelyPatience = Duration.seconds(5)
        /// A silent player is made ready anew once in this time; the next silence is told.
        static let cureInterval = Duration.seconds(10)

        /// Whether it may have an item.
        var mayHold: Bool { !isStarved && (grant?.tier.decodes ?? true) }

        mutating func decode(_ new: DecodeGrant, at now: HostTime, _ out: inout [Action]) {
            let old = grant
            grant = new
            hasSettled = false
            isStarved = false
            curedAt = nil
            guard new.tier.decodes else { return letGo(.settled(new), &out) }
            if plan == nil {
                resume(at: now, &out)
            } else if let old, old.rendition != new.rendition {
                // In place, with what is seen held: where there is no decoder to spare for a handover.
                plan = nil
                if let pendingSeek { begin(pendingSeek, at: now, &out) } else { resume(at: now, &out) }
            } else if pendingSeek == nil, isReady {
                settle(&out)
            }
        }

        /// It decodes as it may.
        mutating func settle(_ out: inout [Action]) {
            guard let grant, grant.tier.decodes, !hasSettled else { return }
            hasSettled = true
            out.append(.deliver(.settled(grant)))
        }

        /// Onto the line it was told last, if any.
        mutating func resume(at now: HostTime, _ out: inout [Action]) {
            if let aim {
                self.aim = nil
                begin(Seek(timeline: aim.timeline, host: max(aim.host, now), begunAt: now), at: now, &out)
            } else {
                rejoin(at: now, &out)
            }
        }

        /// Lets the item go; the picture stays. Who waits for it to be ready waits no longer.
        mutating func letGo(_ release: Release, _ out: inout [Action]) {
            if run != nil { out.append(.pause) }
            if case .prerolling = step { out.append(.cancelPreroll) }
            let waiting = pendingSeek
            (run, pendingSeek, plan, step, isReady) = (nil, nil, nil, .idle, false)
            (nextStart, retryAt, answerDeadline) = (nil, nil, nil)
            serial += 1
            out.append(.letGo(release, serial: serial))
            if let waiting, let generation = waiting.generation {
                aim = Aim(timeline: waiting.timeline, host: waiting.host)
                out.append(.deliver(.prepared(generation: generation)))
            }
            if isStalled {
                isStalled = false
                out.append(.deliver(.resumed))
            }
        }

        /// There is no decoder for it.
        mutating func starve(silently: Bool, at now: HostTime, _ out: inout [Action]) {
            guard mayHold, grant != nil, plan != nil else { return }
            isStarved = true
            letGo(.starved(silently: silently), &out)
            let host = now.advanced(by: Self.lonelyPatience)
            retryAt = host
            out.append(.wake(at: host))
        }

        /// It should be seen and is not. A decoder given back late may be there for a second item; a second silence is
        /// told.
        mutating func silent(at now: HostTime, _ out: inout [Action]) {
            guard mayHold, grant != nil, run != nil else { return }
            if let curedAt, curedAt.duration(to: now) < Self.cureInterval {
                return starve(silently: true, at: now, &out)
            }
            curedAt = now
            plan = nil
            rejoin(at: now, &out)
        }
    }
#endif
