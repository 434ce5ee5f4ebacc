#if canImport(AVFoundation)
    /// Decoder grants: a player releases its item and gets it back as the decoder budget decides.
    ///
    /// Without an item there is nothing to prepare, so a request to prepare is answered at once; the line is
    /// remembered, and after a later grant the player joins it like a member that rejoins.
    extension ItemSteering {
        /// Why an item is released.
        enum Release: Hashable {
            /// The tier of the grant does not decode.
            case settled(DecodeGrant)
            case starved(silently: Bool)
        }

        /// The position requested of a player that has no item, or that waits there for its line.
        struct Aim {
            var timeline: MemberTimeline
            var host: HostTime
        }

        /// Whether the player may have an item.
        var mayHold: Bool { !isStarved && (grant?.tier.decodes ?? true) }

        mutating func decode(_ new: DecodeGrant, at now: HostTime, _ out: inout [Action]) {
            let old = grant
            grant = new
            hasSettled = false
            // The retry was for want of this grant; it would interrupt what plays by then.
            if isStarved { retryAt = nil }
            isStarved = false
            curedAt = nil
            guard new.tier.decodes else { return letGo(.settled(new), &out) }
            if plan == nil || (old ?? new).rendition != new.rendition {
                // An item is missing, or is of another rendition. That is changed in place while the last picture is
                // held: for when no decoder can be spared for a handover.
                item = .none
                if let pendingSeek { begin(pendingSeek, at: now, &out) } else { resume(at: now, &out) }
            } else if pendingSeek == nil, isReady {
                settle(&out)
            }
        }

        /// Reports, once for each grant, that the player decodes as granted.
        mutating func settle(_ out: inout [Action]) {
            guard let grant, !hasSettled else { return }
            hasSettled = true
            out.append(.deliver(.settled(grant)))
        }

        /// Brings the player to the position or line that it was given last, if any. A position holds until its line
        /// comes: the item may be taken away again before that.
        mutating func resume(at now: HostTime, _ out: inout [Action]) {
            guard let aim else { return rejoin(at: now, &out) }
            // A line that begins with the position waits there for the slowest member; another has moved on.
            let waits = aim.timeline.line.anchor.hostTime >= aim.host
            let host = waits ? aim.host : max(aim.host, now)
            begin(Seek(timeline: aim.timeline, host: host, begunAt: now), at: now, &out)
        }

        /// Releases the item; the picture stays. A pending request is answered at once.
        mutating func letGo(_ release: Release, _ out: inout [Action]) {
            if run != nil { out.append(.pause) }
            if case .prerolling = step { out.append(.cancelPreroll) }
            let waiting = pendingSeek
            (step, item) = (.idle, .none)
            (nextStart, retryAt, answerDeadline, reopenAt) = (nil, nil, nil, nil)
            serial += 1
            out.append(.letGo(release, serial: serial))
            if let waiting, let generation = waiting.generation {
                aim = Aim(timeline: waiting.timeline, host: waiting.host)
                out.append(.deliver(.prepared(generation: generation)))
            }
            recovered(&out)
        }

        /// Releases the item because there is no decoder for it.
        mutating func starve(silently: Bool, at now: HostTime, _ out: inout [Action]) {
            guard plan != nil else { return }
            isStarved = true
            letGo(.starved(silently: silently), &out)
            let host = now.advanced(by: SilenceWatch.lonelyPatience)
            retryAt = host
            out.append(.wake(at: host))
        }

        /// The player should show pictures and does not. A decoder given back late may be there for a second item; a
        /// second silence is reported.
        mutating func silent(at now: HostTime, _ out: inout [Action]) {
            guard run != nil else { return }
            if let curedAt, curedAt.duration(to: now) < SilenceWatch.cureInterval {
                return starve(silently: true, at: now, &out)
            }
            curedAt = now
            item = .none
            rejoin(at: now, &out)
        }
    }
#endif
