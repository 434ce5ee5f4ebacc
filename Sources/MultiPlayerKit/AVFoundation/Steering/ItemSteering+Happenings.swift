#if canImport(AVFoundation)
    /// Events of a player: stops, missing answers, ends of stretches.
    extension ItemSteering {
        mutating func stopped(_ stop: Stop, at now: HostTime, _ out: inout [Action]) {
            guard let run else { return }
            step = .idle
            switch stop {
            // Sound waits for the group, which learns of the interruption. Silent pictures need not.
            case .bySystem: if !hasSound { tryAgainLater(at: now, &out) }
            case .endOfItem:
                // The last frame stays. If the group loops, the player rejoins when the next turn is due, which it may
                // be by the time the end is heard of. The player's rate may fall only later, or not by itself.
                step = .ended
                out.append(.pause)
                if let followed, let end = run.end, now >= end {
                    endOfRun(followed, at: now, &out)
                } else {
                    scheduleSeam(at: now, &out)
                }
            case .pausedByApp: out.append(.deliver(.moved))
            case .stalled:
                stall(&out)
                tryAgainLater(at: now, &out)
            }
        }

        mutating func expectAnswer(within patience: Duration, at now: HostTime, _ out: inout [Action]) {
            let deadline = now.advanced(by: patience)
            answerDeadline = deadline
            out.append(.wake(at: deadline))
        }

        mutating func checkTime(at now: HostTime, _ out: inout [Action]) {
            if let deadline = answerDeadline, now >= deadline { denied(at: now, &out) }
            if let host = reopenAt, now >= host { return reopen(at: now, &out) }
            if let retry = retryAt, now >= retry {
                (isStarved, retryAt) = (false, nil)
                return resume(at: now, &out)
            }
            guard let followed else { return }
            if let start = nextStart, now >= start.advanced(by: .zero - lead) {
                // What is being sought now is for this start, or too late for it.
                guard pendingSeek == nil else { return }
                nextStart = nil
                if case .poised = step {
                    anchor(followed, from: max(start, now), at: now, &out)
                } else {
                    rejoin(at: now, &out)
                }
            } else if let start = nextStart, now >= start.advanced(by: .zero - Self.seamLead), pendingSeek == nil,
                !isPoised(for: start)
            {
                approachStretch(from: start, at: now, &out)
            } else if let end = run?.end, now >= end {
                endOfRun(followed, at: now, &out)
            }
        }

        mutating func endOfRun(_ timeline: MemberTimeline, at now: HostTime, _ out: inout [Action]) {
            let next = timeline.stretch(at: now)
            if next.rate > 0 {
                // The next turn begins: a player whose item has no copy of it seeks back.
                rejoin(at: now, &out)
            } else {
                // An item of turns goes on with one that is not due.
                if timeline.line.hasEnded(at: now) || run != nil && plan?.repeats == true {
                    return hold(timeline, from: now, at: now, &out)
                }
                if case .running(var run) = step {
                    run.end = nil
                    step = .running(run)
                }
                scheduleSeam(at: now, &out)
            }
        }

        /// Waits for the group's next turn after the member's own end.
        mutating func scheduleSeam(at now: HostTime, _ out: inout [Action]) {
            guard let followed else { return }
            var stretch = followed.stretch(at: now)
            // An item may end before its time is over, by a little or by much, and has nothing to seek to in the rest.
            if stretch.rate > 0, let end = stretch.end {
                let next = followed.stretch(at: end)
                if next.rate == 0 { stretch = next }
            }
            guard let start = stretch.end else { return }
            awaitStretch(from: start, &out)
            // A turn that begins with a hold shows its first frame meanwhile.
            let position = stretch.position
            if position.itemTime == position.piece.lowerBound { approachStretch(from: start, at: now, &out) }
        }

        /// Waits until the line moves the member again.
        mutating func awaitStretch(from start: HostTime, _ out: inout [Action]) {
            nextStart = start
            let ahead = isPoised(for: start) ? lead : Self.seamLead
            out.append(.wake(at: start.advanced(by: .zero - ahead)))
        }

        /// Brings the player to where it goes on from, so that it does so in time.
        private mutating func approachStretch(from start: HostTime, at now: HostTime, _ out: inout [Action]) {
            guard let followed else { return }
            guard now.advanced(by: Self.firstMargin) <= start else {
                nextStart = nil
                return rejoin(at: now, &out)
            }
            begin(Seek(timeline: followed, host: start, begunAt: now), at: now, &out)
        }

        /// Whether the player stands where the line goes on at a host time.
        func isPoised(for host: HostTime) -> Bool {
            guard case .poised(let time, _) = step, let followed else { return false }
            // Times may be a nanosecond apart by rounding.
            let error = time - itemTime(of: Seek(timeline: followed, host: host, begunAt: host))
            return error < Self.aim && error > .zero - Self.aim
        }

        /// Reports that the player has nothing to show.
        mutating func stall(_ out: inout [Action]) {
            guard !isStalled else { return }
            isStalled = true
            out.append(.deliver(.stalled))
        }

        /// Reports that a player which had stalled shows what is due again.
        mutating func recovered(_ out: inout [Action]) {
            guard isStalled else { return }
            isStalled = false
            out.append(.deliver(.resumed))
        }
    }
#endif
