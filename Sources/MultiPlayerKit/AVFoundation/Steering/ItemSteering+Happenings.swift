#if canImport(AVFoundation)
    /// Events of a player: stops, missing answers, ends of stretches.
    extension ItemSteering {
        mutating func stopped(_ stop: Stop, at now: HostTime, _ out: inout [Action]) {
            guard run != nil else { return }
            step = .idle
            switch stop {
            case .bySystem: break
            case .endOfItem:
                // The last frame stays. If the group loops, the player rejoins when the next turn is due.
                scheduleSeam(at: now, &out)
            case .pausedByApp: out.append(.deliver(.moved))
            case .stalled:
                isStalled = true
                out.append(.deliver(.stalled))
                tryAgainLater(at: now, &out)
            }
        }

        mutating func expectAnswer(within patience: Duration, at now: HostTime, _ out: inout [Action]) {
            let deadline = now.advanced(by: patience)
            answerDeadline = deadline
            out.append(.wake(at: deadline))
        }

        /// Treats a missing answer as a negative one.
        mutating func checkAnswer(at now: HostTime, _ out: inout [Action]) {
            guard let deadline = answerDeadline, now >= deadline else { return }
            answerDeadline = nil
            switch step {
            case .seeking(_, let token, _, _): sought(token, false, at: now, &out)
            case .prerolling(_, let token, _): prerolled(token, false, at: now, &out)
            case .waitingForItem(let seek):
                // The next attempt makes a new item.
                item = .none
                giveUp(seek, "does not become ready", at: now, &out)
            case .idle, .poised, .running: break
            }
        }

        mutating func checkTime(at now: HostTime, _ out: inout [Action]) {
            checkAnswer(at: now, &out)
            if isStarved, let retry = retryAt, now >= retry {
                (isStarved, retryAt) = (false, nil)
                return resume(at: now, &out)
            }
            guard let followed else { return }
            if let retry = retryAt, now >= retry {
                retryAt = nil
                rejoin(at: now, &out)
            } else if let start = nextStart, now >= start.advanced(by: .zero - lead) {
                nextStart = nil
                if case .poised = step {
                    anchor(followed, from: max(start, now), at: now, &out)
                } else {
                    rejoin(at: now, &out)
                }
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
                if case .running(var run) = step {
                    run.end = nil
                    step = .running(run)
                }
                if timeline.line.hasEnded(at: now) {
                    hold(timeline, from: now, at: now, &out)
                } else {
                    scheduleSeam(at: now, &out)
                }
            }
        }

        /// Waits for the group's next turn after the member's own end.
        mutating func scheduleSeam(at now: HostTime, _ out: inout [Action]) {
            guard let followed, let end = followed.stretch(at: now).end else { return }
            nextStart = end
            out.append(.wake(at: max(end.advanced(by: .zero - lead), now)))
        }
    }
#endif
