#if canImport(AVFoundation)
    /// Slow and broken networks: what comes over one may be late, and one that fails comes back.
    extension ItemSteering {
        /// The pauses before another item is made after failures of the network; after the last, the video has failed.
        /// Together they are longer than a tunnel, a lift, or a change from one network to the next.
        static let networkPauses: [Duration] = [1, 2, 4, 8, 16, 16].map { .seconds($0) }
        /// After this long without a failure the network counts as back: as long as the longest pause.
        private static let steadyTime = Duration.seconds(16)

        /// Handles an answer that is negative or missing: over a network, that may be for want of data.
        mutating func denied(at now: HostTime, _ out: inout [Action]) {
            answerDeadline = nil
            guard isRemote else { return tryAgain(at: now, &out) }
            switch step {
            case .waitingForItem: awaitData(at: now, &out)
            case .seeking(_, _, let target, _), .prerolling(_, _, let target): out.append(.look(at: target))
            case .idle, .ended, .poised, .running: break
            }
        }

        mutating func looked(_ hasData: Bool, at now: HostTime, _ out: inout [Action]) {
            // It may have been answered since, or replaced.
            guard answerDeadline == nil, isReady, var seek = pendingSeek else { return }
            if !hasData {
                awaitData(at: now, &out)
            } else if lacksData {
                seek.retries = 0
                goOn(to: seek, at: now, &out)
            } else {
                tryAgain(at: now, &out)
            }
        }

        /// Stalls, and looks again soon.
        private mutating func awaitData(at now: HostTime, _ out: inout [Action]) {
            lacksData = true
            stall(&out)
            expectAnswer(within: Self.firstPatience, at: now, &out)
        }

        /// Brings a player that had to wait to its target, or to a later one if the line has passed that meanwhile.
        mutating func goOn(to seek: Seek, at now: HostTime, _ out: inout [Action]) {
            if seek.generation == nil, seek.timeline == followed, seek.host < now.advanced(by: lead) {
                rejoin(at: now, &out)
            } else {
                approach(seek, at: now, &out)
            }
        }

        /// Makes another item after a pause, each time a longer one. The request under way waits for it.
        mutating func disconnected(_ error: PlaybackError, at now: HostTime, _ out: inout [Action]) {
            // One failure is reported in several ways.
            guard mayHold, reopenAt == nil else { return }
            if let arrivedAt, arrivedAt.duration(to: now) > Self.steadyTime { disconnections = 0 }
            guard disconnections < Self.networkPauses.count else { return failed(error, &out) }
            let host = now.advanced(by: Self.networkPauses[disconnections])
            disconnections += 1
            if run != nil { out.append(.pause) }
            step = pendingSeek.map { Step.waitingForItem($0) } ?? .idle
            item = .none
            (nextStart, retryAt, answerDeadline, reopenAt) = (nil, nil, nil, host)
            stall(&out)
            out.append(.wake(at: host))
        }

        mutating func reopen(at now: HostTime, _ out: inout [Action]) {
            reopenAt = nil
            if let pendingSeek, pendingSeek.generation != nil {
                begin(pendingSeek, at: now, &out)
            } else {
                resume(at: now, &out)
            }
        }
    }
#endif
