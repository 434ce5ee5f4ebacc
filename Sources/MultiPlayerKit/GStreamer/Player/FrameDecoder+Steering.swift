#if canImport(CGStreamer)
    import Foundation

    /// Where it goes next: a position, another timeline, other terms, the end.
    extension FrameDecoder {
        /// Opens the pipeline at the position given to `init`.
        package func start() {
            control.async { self.open() }
        }

        /// Gets ready for a position and reports it under `generation`.
        package func prepare(
            _ timeline: MemberTimeline, at position: MemberTimeline.Position, allowsPreview: Bool, generation: Int
        ) {
            condition.lock()
            // Two may ask at once: the later wins, whoever comes first. What is asked for of a spare is not counted.
            guard generation < 0 || generation >= asked else { return condition.unlock() }
            asked = max(asked, generation)
            retime(timeline, at: position)
            preview = nil
            isPrepared = false
            waiting = Waiting(generation: generation, position: position, allowsPreview: allowsPreview)
            isAskedExactly = false
            if isSparse { seek(to: position) }
            switch window.reach(of: position) {
            case _ where isPassed(by: position): cue.itemTime = position.itemTime
            case _ where isPassedOver(position): seek(to: position)
            case .here: keepFrames(from: position)
            case .ahead(let distance?) where distance <= Self.previewDistance && !isFinished: keepFrames(from: position)
            case .empty where cue == position && !isFinished: break
            default: seek(to: position)
            }
            demanded = position
            condition.broadcast()
            let news = settle()
            condition.unlock()
            news.map(report)
        }

        /// Holds the lock. On the way to a later target all but the latest frames are dropped. What follows `position` has to
        /// stay, even where the frame due is here already: the head start is still to come.
        private func keepFrames(from position: MemberTimeline.Position) {
            if position.turn == cue.turn { cue.itemTime = min(cue.itemTime, position.itemTime) }
        }

        /// Follows another timeline from `position` on; frames that both ask for are kept.
        func follow(_ timeline: MemberTimeline, at position: MemberTimeline.Position) {
            condition.lock()
            retime(timeline, at: position)
            isPrepared = false
            // A preview is followed before the frame it stands for is there; that is still waited for.
            if waiting?.position != position { (waiting, onTheWay) = (nil, []) }
            if held?.position != position { held = nil }
            demand(position)
            if timeline.line.anchor.rate == 0, let due = exactlyDue(at: position) {
                held = (position, due.picture, due.time)
            }
            condition.unlock()
        }

        /// Goes on with what it was got ready for, on a timeline of which that is the same turn.
        func takeOver(on timeline: MemberTimeline) {
            condition.withLock { (self.timeline, isPrepared) = (timeline, false) }
        }

        /// Decodes on other terms. Fewer frames at once; more is another decoder's matter, for what was left out is missing
        /// from the window, and what refers to it cannot be decoded.
        func decode(on new: DecodeTerms) {
            condition.lock()
            let old = terms
            terms = new
            let was = halvings
            halvings = chain.halvings(for: new.size)
            // Larger pictures come by themselves while the line moves. The one of a line that stands still is decoded
            // again, and stays as it is until then.
            if halvings < was, timeline.line.anchor.rate == 0, waiting == nil, !isClosed { seek(to: demanded) }
            // One turn from memory does not stand for all frames of it.
            if new.frames != old.frames, window.repeatsForever { seek(to: demanded) }
            completeWhatIsGotReady()
            condition.broadcast()
            condition.unlock()
        }

        /// Holds the lock. What is got ready is to be exact from now on: frames that were left out on the way are missing.
        func completeWhatIsGotReady() {
            guard let waiting, frames == .all, isSparse, !isClosed else { return }
            seek(to: waiting.position)
        }

        /// Whether it goes on to the next turn when one is complete, or leaves that to another decoder.
        func turnsByItself(_ value: Bool) {
            condition.lock()
            turnsByItself = value
            if value, isFinished { goToNextTurn() }
            condition.unlock()
        }

        /// Gives everything back, and says when it is gone. The window's pictures go with the decoder.
        package func close(then done: @escaping @Sendable () -> Void) {
            condition.lock()
            isClosed = true
            isAccepting = false
            leaveGate()
            window.removeAll()
            (preview, held, onTheWay) = (nil, nil, [])
            condition.broadcast()
            condition.unlock()
            control.async {
                self.pipeline?.close()
                self.pipeline = nil
                done()
            }
        }

        /// Holds the lock. Takes over a timeline. Frames that it asks for too are kept; where a turn now ends elsewhere
        /// than it was decoded to, the decoder starts again.
        private func retime(_ timeline: MemberTimeline, at position: MemberTimeline.Position) {
            self.timeline = timeline
            // Frames that playing did without are not there for standing still.
            guard frames == terms.frames || !isSparse || isClosed else { return seek(to: position) }
            guard !window.repeatsForever || window.frames.first?.turn != position.turn else {
                return retimeLoop(position)
            }
            if cue.turn == position.turn {
                let end = position.piece.upperBound
                let hadEnd = cue.piece.upperBound
                cue.piece = position.piece
                if isFinished, end > hadEnd {
                    seek(to: position)
                } else if end < hadEnd, let lastTime, lastTime >= end - FrameWindow<Picture>.grace {
                    window.truncate(turn: position.turn, to: end)
                    if window.due(at: position) == nil {
                        // The new end lies before everything that is kept.
                        seek(to: position)
                    } else if !isFinished {
                        finishTurn()
                    } else {
                        goToNextTurn()
                    }
                } else if isFinished {
                    goToNextTurn()
                }
            } else if cue.turn > position.turn {
                // It has gone on to the next turn already: is that still the one that comes, after the same end?
                let next = timeline.turn(after: position)
                if finishedEnd != position.piece.upperBound || next?.turn != cue.turn || next?.itemTime != cue.itemTime
                {
                    seek(to: position)
                } else if let next {
                    cue.piece = next.piece
                }
            }
        }

        /// Holds the lock. A turn that is repeated from memory stays so only while the turns are alike.
        private func retimeLoop(_ position: MemberTimeline.Position) {
            let next = timeline.turn(after: position)
            if position.piece != cue.piece || next.map({ $0.piece != position.piece }) ?? false { seek(to: position) }
        }

        /// Hands over its pipeline where it may be changed; for tests that do it harm.
        func withPipeline(_ body: @escaping @Sendable (Element) -> Void) {
            control.async { if let pipeline = self.pipeline { body(pipeline.pipeline) } }
        }
    }
#endif
