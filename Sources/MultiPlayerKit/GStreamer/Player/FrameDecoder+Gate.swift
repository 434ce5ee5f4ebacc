#if canImport(CGStreamer)
    import Foundation

    /// The streaming thread's access to the decode gate.
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
            // Under the lock, so that a concurrent seek or close finds the request and cancels it.
            let isFree = DecodeGate.shared.request(pass, urgency)
            condition.unlock()
            guard isFree || pass.wait() else { return false }
            condition.withLock { place = .taken }
            return true
        }

        /// Notes that its pictures are in view: frames become urgent by their due times, the one that waits included.
        func comeIntoView() {
            condition.lock()
            defer { condition.unlock() }
            guard !isSteady else { return }
            isSteady = true
            DecodeGate.shared.change(pass, to: urgency)
        }

        /// Called with the lock held.
        private var urgency: DecodeGate.Urgency {
            DecodeGate.Urgency(priority: terms.priority, due: HostTime.now.advanced(by: slack))
        }

        /// Item time from the position requested last to the end of what is here; `nil`: nothing is.
        private var left: Duration? {
            window.frames.last.map { last in
                last.turn == demanded.turn
                    ? last.time - demanded.itemTime
                    : demanded.piece.upperBound - demanded.itemTime + (last.time - cue.piece.lowerBound)
            }
        }

        /// How long the next frame can wait, in host time.
        private var slack: Duration {
            // Its tile shows another picture, or none.
            if let waiting, waiting.generation != DecoderPair.unasked { return Self.awaitedSlack }
            let ahead = timeline.descends(in: demanded.turn) ? leftBackwards : left
            // Viewers do not notice a late key frame; they do notice a late frame between others. Dozens of tiles that
            // begin on key frames are all behind at first.
            if frames == .key { return max(ahead.map { $0 + .seconds(1) } ?? .zero, Self.newcomerSlack) }
            // Nothing of this decoder is visible before it takes over: visible ones go first, but only until they have
            // filled half of their window.
            guard isSteady else { return Self.newcomerSlack }
            let rate = abs(timeline.line.anchor.rate)
            return ahead.map { rate > 0 ? $0 / rate : $0 } ?? .seconds(-1)
        }
        /// What a full-size window holds at 30 frames a second: tiles that play come first while they have less, and
        /// fill the rest of their windows when nobody waits for a picture any more. Nine cells that began together had
        /// decoded a hundred frames, nine of them first ones, before the last showed anything.
        private static let awaitedSlack = Duration.milliseconds(150)
        /// Half of a small tile's window at 30 frames a second.
        private static let newcomerSlack = Duration.milliseconds(400)
        static let newcomerFrames = smallCapacity / 2

        func didDecode() {
            condition.lock()
            // A focused member waits for nobody between its key frame and the due frame.
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

        /// Called with the lock held. While a frame is being decoded only the streaming thread calls this.
        func givePlaceBack() {
            guard place != .none else { return }
            defer { place = .none }
            DecodeGate.shared.leave(wasKept: place == .kept)
        }

        /// Called with the lock held. Leaves the gate: what was requested before is no longer wanted.
        func leaveGate() {
            DecodeGate.shared.cancel(pass)
            if place == .kept { givePlaceBack() }
        }
    }
#endif
