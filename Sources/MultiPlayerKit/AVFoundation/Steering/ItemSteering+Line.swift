#if canImport(AVFoundation)
    /// Following the line: anchors, holds, and the way back onto it.
    extension ItemSteering {
        mutating func follow(
            _ timeline: MemberTimeline, from host: HostTime, at now: HostTime, _ out: inout [Action]
        ) {
            let before = followed
            followed = timeline
            guard mayHold else {
                aim = nil
                return
            }
            nextStart = nil
            retryAt = nil
            if timeline.line.anchor.rate == 0 {
                hold(timeline, from: host, at: now, &out)
            } else if case .poised = step, run == nil {
                anchor(timeline, from: host, at: now, &out)
            } else if let run, let before, continues(run, before, timeline, at: host) {
                anchor(timeline, from: host, at: now, &out)
            } else {
                rejoin(at: now, &out)
            }
        }

        /// Whether a running player can be given another anchor, without a seek: the same item, no further than half a
        /// second away, which is inside what is decoded or quickly so.
        func continues(
            _ run: Run, _ before: MemberTimeline, _ timeline: MemberTimeline, at host: HostTime
        ) -> Bool {
            guard ItemPlan(for: timeline, at: host, canCompose: canCompose) == plan, hasSound == wantsSound else {
                return false
            }
            let here = before.position(at: host)
            let there = timeline.position(at: host)
            guard here.turn == there.turn else { return false }
            let jump = there.itemTime - here.itemTime
            return jump < .milliseconds(500) && jump > .milliseconds(-500)
        }

        mutating func hold(
            _ timeline: MemberTimeline, from host: HostTime, at now: HostTime, _ out: inout [Action]
        ) {
            let wanted = Seek(timeline: timeline, host: host, begunAt: now)
            if run != nil {
                begin(wanted, at: now, &out)
            } else if let pendingSeek, pendingSeek.generation != nil {
                // Under way to somewhere already; what is shown is what the group asked to be shown.
                return
            } else if case .poised(let time, _) = step, time == itemTime(of: wanted) {
                return
            } else {
                begin(wanted, at: now, &out)
            }
        }

        /// Gives the player its anchor, or waits for the stretch that begins later.
        mutating func anchor(
            _ timeline: MemberTimeline, from host: HostTime, at now: HostTime, _ out: inout [Action]
        ) {
            guard let plan else { return }
            let stretch = timeline.stretch(at: host)
            let position = stretch.position
            guard stretch.rate > 0 else {
                if run != nil {
                    run = nil
                    out.append(.pause)
                    seek(to: aimed(plan.time(of: position), in: plan), isPreview: false, at: now, &out)
                    pendingSeek = Seek(timeline: timeline, host: host, begunAt: now)
                }
                nextStart = stretch.end
                if let end = stretch.end { out.append(.wake(at: max(end.advanced(by: .zero - lead), now))) }
                return
            }
            let itemTime = aimed(runningTime(of: position, plan: plan, from: host, timeline), in: plan)
            let isPlanned = ItemPlan(for: timeline, at: host, canCompose: canCompose) == plan
            let end = [
                plan.repeats
                    ? host.advanced(by: (plan.end - itemTime).unscaled(by: stretch.rate)) : stretch.end,
                // Turns laid for another loop are good until the group's begins again.
                isPlanned ? nil : timeline.seam(after: host),
                lineEnd(timeline),
            ].compactMap(\.self).min()
            run = Run(rate: stretch.rate, itemTime: itemTime, host: host, end: end)
            pendingSeek = nil
            step = .idle
            out.append(.anchor(rate: stretch.rate, itemTime: itemTime, host: host))
            if let end { out.append(.wake(at: end)) }
            if isStalled {
                isStalled = false
                out.append(.deliver(.resumed))
            }
        }

        /// Item time for a position: in the turn of the item that is being played, where the player runs already.
        func runningTime(
            of position: MemberTimeline.Position, plan: ItemPlan, from host: HostTime, _ timeline: MemberTimeline
        ) -> Duration {
            let first = plan.time(of: position)
            guard let run, case .turns(_, let part, _) = plan else { return first }
            // The turn whose copy of this position lies nearest to where it is.
            let length = part.upperBound - part.lowerBound
            let away = run.itemTime(at: host) - first
            let turns = (away + length / 2).nanoseconds.flooredDivision(by: length.nanoseconds).quotient
            return first + length * Int(max(turns, 0))
        }

        /// Where in the item the picture lies that `timeline` shows at `host`: what to ask a video output for. `nil`: the
        /// player is not there, so its output cannot have it.
        func itemTime(of timeline: MemberTimeline, at host: HostTime) -> Duration? {
            guard let plan, isReady else { return nil }
            let position = timeline.position(at: host)
            // Inside the frame, and never behind the last.
            let inside = min(Self.aim, position.piece.upperBound - .nanoseconds(1) - position.itemTime)
            let due = runningTime(of: position, plan: plan, from: host, timeline) + inside
            let places: [Duration]
            if let run {
                // Until an anchor's time has come it stands where that begins, or runs on as it did before.
                places = [host, max(host, run.host)].map { min(run.itemTime(at: $0), plan.end) }
            } else if case .poised(let time, _) = step {
                places = [time]
            } else if case .idle = step, pendingSeek == nil, !isStalled {
                // It has played to its end and stands there.
                places = [plan.end]
            } else {
                return nil
            }
            return places.contains { due - $0 < Self.reach && $0 - due < Self.reach } ? due : nil
        }

        /// Whether it is where its timeline wants it: running since its anchor's time, or standing where it is to stand.
        func isOnLine(at host: HostTime) -> Bool {
            guard let timeline = followed, isReady, pendingSeek == nil, !isStalled else { return false }
            if let run { return run.host <= host }
            guard case .poised(let time, _) = step else { return timeline.stretch(at: host).rate == 0 }
            return plan.map { aimed($0.time(of: timeline.position(at: host)), in: $0) == time } ?? false
        }

        func lineEnd(_ timeline: MemberTimeline) -> HostTime? {
            guard !timeline.isAmbient, !timeline.line.repeats, let range = timeline.line.range else { return nil }
            return timeline.line.anchor.hostTime(at: range.upperBound)
        }

        /// Starts a player that has arrived, on the line where it is now.
        mutating func start(
            _ timeline: MemberTimeline, aimedAt host: HostTime, at now: HostTime, _ out: inout [Action]
        ) {
            guard timeline.line.anchor.rate > 0 else { return hold(timeline, from: now, at: now, &out) }
            let earliest = now.advanced(by: lead)
            // Early: at the very frame that is prerolled. Late: as if it had run since then, and the margin grows.
            if earliest > host { margin = min(host.duration(to: earliest) + margin * 2, Self.longestMargin) }
            anchor(timeline, from: max(host, earliest), at: now, &out)
        }

        /// Brings the player onto the line it is to follow, by itself.
        mutating func rejoin(at now: HostTime, _ out: inout [Action]) {
            guard let followed else { return }
            begin(Seek(timeline: followed, host: now.advanced(by: margin), begunAt: now), at: now, &out)
        }
    }
#endif
