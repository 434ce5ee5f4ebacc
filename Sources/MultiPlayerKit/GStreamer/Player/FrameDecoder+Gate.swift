#if canImport(CGStreamer)
    import Foundation

    /// The streaming thread's turn among all who decode.
    extension FrameDecoder {
        func willDecode() -> Bool {
            condition.lock()
            guard isAccepting, !isClosed else {
                condition.unlock()
                return false
            }
            if place == .kept {
                condition.unlock()
                return true
            }
            // Under the lock, so that whoever seeks or closes finds the request and calls it off.
            let isFree = DecodeGate.shared.request(pass, urgency)
            condition.unlock()
            guard isFree || pass.wait() else { return false }
            condition.withLock { place = .taken }
            return true
        }

        /// What it shows is seen from now on: its frames are wanted when they are due, the one that waits to be decoded first.
        func comeIntoView() {
            condition.lock()
            defer { condition.unlock() }
            guard !isSteady else { return }
            isSteady = true
            DecodeGate.shared.change(pass, to: urgency)
        }

        /// Holds the lock.
        private var urgency: DecodeGate.Urgency {
            DecodeGate.Urgency(priority: terms.priority, due: HostTime.now.advanced(by: slack))
        }

        /// How long the next frame can wait, in host time.
        private var slack: Duration {
            let ahead = window.frames.last.map { last in
                last.turn == demanded.turn
                    ? last.time - demanded.itemTime
                    : demanded.piece.upperBound - demanded.itemTime + (last.time - cue.piece.lowerBound)
            }
            // A key frame that comes late is not seen as such; a frame between others is. Dozens of tiles that begin on key
            // frames are behind theirs at first.
            if frames == .key { return max(ahead.map { $0 + .seconds(1) } ?? .zero, Self.newcomerSlack) }
            // Before it takes over nothing of it is seen: those who are seen go first, but only until half of what they
            // can hold is there.
            guard isSteady else { return Self.newcomerSlack }
            let rate = timeline.line.anchor.rate
            return ahead.map { rate > 0 ? $0 / rate : $0 } ?? .seconds(-1)
        }
        /// Half of a small tile's window at 30 frames a second.
        private static let newcomerSlack = Duration.milliseconds(400)
        static let newcomerFrames = smallCapacity / 2

        func didDecode() {
            condition.lock()
            // What the viewer has asked for waits for nobody between its key frame and the frame that is due.
            let isOnItsWay = terms.priority == .focused && !arrival.isReported && isAccepting && !isClosed
            switch place {
            case .taken where isOnItsWay:
                place = .kept
                DecodeGate.shared.keep()
            case .kept where isOnItsWay: break
            default: givePlaceBack()
            }
            condition.unlock()
            meter.add(nanoseconds: stopwatch.lap())
        }

        /// Holds the lock. While a frame is being decoded only the streaming thread calls this.
        func givePlaceBack() {
            guard place != .none else { return }
            defer { place = .none }
            DecodeGate.shared.leave(wasKept: place == .kept)
        }

        /// Holds the lock. What was asked for before is not wanted any more.
        func leaveGate() {
            DecodeGate.shared.cancel(pass)
            if place == .kept { givePlaceBack() }
        }
    }
#endif
