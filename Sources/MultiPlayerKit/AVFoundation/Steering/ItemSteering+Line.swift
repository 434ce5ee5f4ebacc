#if canImport(AVFoundation)
    /// Following the line: anchors, holds, and the way back onto it.
    extension ItemSteering {
        mutating func follow(
            _ timeline: MemberTimeline, from host: HostTime, at now: HostTime, _ out: inout [Action]
        ) {
            let before = followed
            (followed, aim) = (timeline, nil)
            guard mayHold else { return }
            nextStart = nil
            retryAt = nil
            if timeline.line.anchor.rate == 0 {
                hold(timeline, from: host, at: now, &out)
            } else if case .poised = step {
                anchor(timeline, from: host, at: now, &out)
            } else if let run, let before, continues(run, before, timeline, at: host) {
                // An anchor may cost a picture, so it is not set again where only what comes later has changed. The same
                // line again is a correction.
                let isLaidOutAnew =
                    (before.line.range, before.line.repeats) != (timeline.line.range, timeline.line.repeats)
                    || before.map != timeline.map
                anchor(timeline, from: host, at: now, keeping: isLaidOutAnew ? run : nil, &out)
            } else {
                rejoin(at: now, &out)
            }
        }

        /// Whether a running player can take another anchor without a seek: in the same item, less than half a second
        /// away, which is already decoded or soon will be.
        func continues(
            _ run: Run, _ before: MemberTimeline, _ timeline: MemberTimeline, at host: HostTime
        ) -> Bool {
            guard holds(timeline, at: host), hasSound == wantsSound else { return false }
            let jump = timeline.position(at: host).itemTime - before.position(at: host).itemTime
            return jump < .milliseconds(500) && jump > .milliseconds(-500)
        }

        /// Whether the item that plays has what a line shows now. The next turn may be laid out in another way: it takes
        /// another item, which is brought before this turn ends.
        private func holds(_ timeline: MemberTimeline, at host: HostTime) -> Bool {
            let wanted = ItemPlan(for: timeline, at: host, canCompose: canCompose)
            guard let plan, wanted != plan else { return plan != nil }
            let time = timeline.position(at: host).itemTime
            return switch plan {
            case .whole(let end): wanted.repeats && time < end
            case .turns(_, let part, _): part.contains(time)
            }
        }

        mutating func hold(
            _ timeline: MemberTimeline, from host: HostTime, at now: HostTime, _ out: inout [Action]
        ) {
            let wanted = Seek(timeline: timeline, host: host, begunAt: now)
            // A request of the group is already under way; its target is what the group wants shown.
            if let pendingSeek, pendingSeek.generation != nil { return }
            if case .poised(let time, _) = step, time == itemTime(of: wanted) { return }
            begin(wanted, at: now, &out)
        }

        /// Gives the player its anchor, or waits for the stretch that begins later. Keeps an anchor that is the same.
        mutating func anchor(
            _ timeline: MemberTimeline, from host: HostTime, at now: HostTime, keeping kept: Run? = nil,
            _ out: inout [Action]
        ) {
            guard let plan else { return }
            recovered(&out)
            let stretch = timeline.stretch(at: host)
            let position = stretch.position
            guard stretch.rate > 0 else {
                if !isPoised(for: host), !(stretch.end.map { isPoised(for: $0) } ?? false) {
                    if run != nil { out.append(.pause) }
                    let seek = Seek(timeline: timeline, host: host, begunAt: now)
                    perform(seek, to: aimed(plan.time(of: position), in: plan), isPreview: false, at: now, &out)
                }
                if let end = stretch.end { awaitStretch(from: end, &out) }
                return
            }
            let itemTime = aimed(runningTime(of: position, plan: plan, from: host, timeline), in: plan)
            let isPlanned = ItemPlan(for: timeline, at: host, canCompose: canCompose) == plan
            func arrival(at end: Duration, from time: Duration) -> HostTime {
                host.advanced(by: (end - time).unscaled(by: stretch.rate))
            }
            let end = [
                plan.repeats && isPlanned ? arrival(at: plan.end, from: itemTime) : stretch.end,
                isPlanned ? nil : arrival(at: plan.turnEnd, from: position.itemTime),
                lineEnd(timeline),
            ].compactMap(\.self).min()
            let needsRelief = !isPlanned || plan.repeats && end.map { timeline.stretch(at: $0).rate > 0 } ?? false
            if var run = kept, run.rate == stretch.rate, run.host <= host,
                abs((run.itemTime(at: host) - itemTime).nanoseconds) < 1_000
            {
                (run.end, run.needsRelief) = (end, needsRelief)
                step = .running(run)
            } else {
                step = .running(
                    Run(rate: stretch.rate, itemTime: itemTime, host: host, end: end, needsRelief: needsRelief))
                out.append(.anchor(rate: stretch.rate, itemTime: itemTime, host: host))
            }
            guard let end else { return }
            if needsRelief { out.append(.relieve(by: end)) }
            out.append(.wake(at: end))
        }

        /// The item time for a position; if the player is running, in the turn of the item that is being played.
        func runningTime(
            of position: MemberTimeline.Position, plan: ItemPlan, from host: HostTime, _ timeline: MemberTimeline
        ) -> Duration {
            let first = plan.time(of: position)
            guard let run, case .turns(_, let part, _) = plan else { return first }
            // The turn whose copy of this position lies nearest to the current item time.
            let length = part.upperBound - part.lowerBound
            let away = run.itemTime(at: host) - first
            let turns = (away + length / 2).nanoseconds.flooredDivision(by: length.nanoseconds).quotient
            return first + length * Int(max(turns, 0))
        }

        /// The item time of the picture that `timeline` shows at `host`, to request from a video output. `nil`: the
        /// player is elsewhere, so its output cannot have that picture.
        func itemTime(of timeline: MemberTimeline, at host: HostTime) -> Duration? {
            guard let plan, isReady else { return nil }
            let position = timeline.position(at: host)
            // Aim inside the frame, and never past the last one.
            let inside = min(Self.aim, position.piece.upperBound - .nanoseconds(1) - position.itemTime)
            let due = runningTime(of: position, plan: plan, from: host, timeline) + inside
            var places: [Duration] = []
            if let run {
                // Before its anchor's host time, the player is paused where the anchor begins, or runs on as before.
                places = [host, max(host, run.host)].map { min(run.itemTime(at: $0), plan.end) }
            } else if case .poised(let time, _) = step {
                places = [time]
            }
            // What the output returned at the end is due until the next turn, which is prepared meanwhile.
            if hasEnded || nextStart != nil { places.append(plan.end) }
            return places.contains { due - $0 < Self.reach && $0 - due < Self.reach } ? due : nil
        }

        /// Whether the player is where its timeline wants it: running since its anchor's host time, or paused at the
        /// right position or at the end of its item.
        func isOnLine(at host: HostTime) -> Bool {
            guard let timeline = followed, isReady, pendingSeek == nil, !isStalled else { return false }
            if let run { return run.host <= host }
            if hasEnded { return true }
            guard case .poised(let time, _) = step else { return timeline.stretch(at: host).rate == 0 }
            return plan.map { aimed($0.time(of: timeline.position(at: host)), in: $0) == time } ?? false
        }

        func lineEnd(_ timeline: MemberTimeline) -> HostTime? {
            guard !timeline.isAmbient, !timeline.line.repeats, let range = timeline.line.range else { return nil }
            return timeline.line.anchor.hostTime(at: range.upperBound)
        }

        /// Starts a player that has arrived, at the line's current position.
        mutating func start(
            _ timeline: MemberTimeline, aimedAt host: HostTime, at now: HostTime, _ out: inout [Action]
        ) {
            let earliest = now.advanced(by: lead)
            // In time: start at exactly the prerolled frame. Late: start as if it had run since then, and increase the
            // margin.
            if earliest > host { margin = min(host.duration(to: earliest) + margin * 2, Self.longestMargin) }
            anchor(timeline, from: max(host, earliest), at: now, &out)
        }

        /// A player that is on its way, or stands until the line moves it again, would start with the sound of the item
        /// that it has; a request of the group is made anew by the group.
        mutating func soundChanged(at now: HostTime, _ out: inout [Action]) {
            guard wantsSound != hasSound, let followed, followed.line.anchor.rate > 0 else { return }
            let target: HostTime
            if let pendingSeek, pendingSeek.generation == nil {
                target = max(pendingSeek.host, now.advanced(by: margin))
            } else if let nextStart, case .poised = step {
                target = nextStart
            } else {
                return
            }
            begin(Seek(timeline: followed, host: target, begunAt: now), at: now, &out)
        }

        /// Brings the player onto the line it is to follow, without a request of the group.
        mutating func rejoin(at now: HostTime, _ out: inout [Action]) {
            guard let followed else { return }
            begin(Seek(timeline: followed, host: now.advanced(by: margin), begunAt: now), at: now, &out)
        }
    }
#endif
