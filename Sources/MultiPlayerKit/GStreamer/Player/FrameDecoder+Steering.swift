#if canImport(CGStreamer)
    import Foundation

    /// Steering: to a position, another timeline, other terms, or the end.
    extension FrameDecoder {
        /// Opens the pipeline at the position given to `init`.
        package func start() {
            control.async { self.open() }
        }

        /// Prepares for a position and reports that under `generation`.
        package func prepare(
            _ timeline: MemberTimeline, at position: MemberTimeline.Position, allowsPreview: Bool, generation: Int
        ) {
            condition.lock()
            // Two requests may race: the later generation wins, whichever arrives first. Requests to a spare decoder
            // have a negative one and are not counted.
            guard generation < 0 || generation >= asked else { return condition.unlock() }
            asked = max(asked, generation)
            retime(timeline, at: position)
            preview = nil
            isPrepared = false
            waiting = Waiting(generation: generation, position: position, allowsPreview: allowsPreview)
            isAskedExactly = false
            if isSparse { seek(to: position) }
            if timeline.descends(in: position.turn) || descent != nil {
                // `retime` has seen to it that decoding leads on from the position, if its frame is here.
                if exactlyDue(at: position) == nil, !isOnTheWayBack(to: position) { seek(to: position) }
                demanded = position
                condition.broadcast()
                let news = settle()
                condition.unlock()
                return news.map(report) ?? ()
            }
            switch window.reach(of: position) {
            case _ where isPassed(by: position): cue.itemTime = position.itemTime
            case _ where isPassedOver(position): seek(to: position)
            case .here: keepFrames(from: position)
            case .ahead(let distance?) where distance <= Self.previewDistance && !isFinished: keepFrames(from: position)
            case .ahead where isReachedSooner(position): goOn(to: position)
            case .empty where cue == position && !isFinished: break
            default: seek(to: position)
            }
            demanded = position
            condition.broadcast()
            let news = settle()
            condition.unlock()
            news.map(report)
        }

        /// Called with the lock held. On the way to a later target all but the latest frames are dropped. What follows
        /// `position` has to stay, even if the due frame is here already: the head start is still to come.
        private func keepFrames(from position: MemberTimeline.Position) {
            if position.turn == cue.turn { cue.itemTime = min(cue.itemTime, position.itemTime) }
        }

        /// Called with the lock held. Decodes on to a later position as if it had been the target all along.
        private func goOn(to position: MemberTimeline.Position) {
            cue.itemTime = position.itemTime
            arrival.isReported = false
            window.keepOnlyLast()
        }

        /// Follows another timeline from `position` on; frames that both need are kept.
        func follow(_ timeline: MemberTimeline, at position: MemberTimeline.Position) {
            condition.lock()
            retime(timeline, at: position)
            isPrepared = false
            // A timeline can be followed from its preview, before the exact frame is there; that is still waited for.
            if waiting?.position != position {
                waiting = nil
                // While the line stands still, the next target may be one to which this decoder goes on and others do
                // not: the instants that they pass on their way have to be here, too.
                if timeline.line.anchor.rate != 0 { onTheWay.removeAll() }
            }
            if held?.position != position { held = nil }
            demand(position)
            if timeline.line.anchor.rate == 0 { hold(position) }
            condition.unlock()
        }

        /// Goes on with the turn it was prepared for, on a timeline that has the same turn.
        func takeOver(on timeline: MemberTimeline) {
            condition.withLock { (self.timeline, isPrepared) = (timeline, false) }
        }

        /// Decodes on other terms. Fewer frames take effect at once; more need another decoder, because the frames left
        /// out are missing from the window, and those that refer to them cannot be decoded.
        func decode(on new: DecodeTerms) {
            condition.lock()
            let old = terms
            terms = new
            let was = halvings
            halvings = chain.halvings(for: new.size)
            if halvings < was, waiting == nil, !isClosed { enlarge() }
            // A turn repeated from memory has the frames of the old terms only.
            if new.frames != old.frames, window.repeatsForever { seek(to: demanded) }
            completeWhatIsGotReady()
            condition.broadcast()
            condition.unlock()
        }

        /// Called with the lock held. Sees to larger pictures; those that are there stay until then. While a video plays
        /// on, larger ones come by themselves.
        private func enlarge() {
            if timeline.line.anchor.rate == 0 || isStanding {
                hold(demanded)
                seek(to: demanded)
            } else if window.repeatsForever, turnsByItself {
                var turns = [demanded]
                var lasting = Duration.zero
                while lasting < Self.beginning, turns.count < Self.smallCapacity,
                    let next = timeline.turn(after: turns[turns.count - 1])
                {
                    lasting += next.piece.upperBound - next.piece.lowerBound
                    turns.append(next)
                }
                window.endRepeating(after: turns.map(\.turn))
                cue = turns[turns.count - 1]
                goToNextTurn()
            }
        }
        /// Item time that passes until a decoder that was at rest has its first frames, on a busy machine.
        private static let beginning = Duration.milliseconds(300)

        /// Called with the lock held. Keeps the picture of a position, if it is there, while the window moves elsewhere.
        private func hold(_ position: MemberTimeline.Position) {
            if let due = exactlyDue(at: position) { held = (position, due.picture, due.time) }
        }

        /// Called with the lock held. Seeks again if the position being prepared has to be exact now, but frames were
        /// left out on the way.
        func completeWhatIsGotReady() {
            guard let waiting, frames == .all, isSparse, !isClosed else { return }
            seek(to: waiting.position)
        }

        /// Sets whether it goes on to the next turn when one is complete, or leaves that to another decoder.
        func turnsByItself(_ value: Bool) {
            condition.lock()
            turnsByItself = value
            if value, isFinished { goToNextTurn() }
            condition.unlock()
        }

        /// Releases the pipeline and the window's pictures, and calls `done` when the pipeline is gone.
        package func close(then done: @escaping @Sendable () -> Void) {
            condition.lock()
            isClosed = true
            isAccepting = false
            leaveGate()
            window.removeAll()
            (preview, held) = (nil, nil)
            onTheWay.removeAll()
            condition.broadcast()
            condition.unlock()
            control.async {
                self.pipeline?.close()
                self.pipeline = nil
                done()
            }
        }

        /// Called with the lock held. Takes over a timeline. Frames that it needs too are kept; if a turn was decoded
        /// to an end that is no longer its end, decoding starts again.
        private func retime(_ timeline: MemberTimeline, at position: MemberTimeline.Position) {
            self.timeline = timeline
            // What has to be exact now needs the frames that were left out while playing.
            guard frames == terms.frames || !isSparse || isClosed else { return seek(to: position) }
            guard !window.repeatsForever else { return retimeLoop(position) }
            if descent != nil || timeline.descends(in: position.turn) || timeline.line.alternates {
                return retimeBackwards(position)
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
                        // The new end lies before all frames kept.
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
                // The decoder has gone on to the next turn already: does that turn still follow, after the same end?
                let next = timeline.turn(after: position)
                if finishedEnd != position.piece.upperBound || next?.turn != cue.turn || next?.itemTime != cue.itemTime
                {
                    seek(to: position)
                } else if let next {
                    cue.piece = next.piece
                }
            }
        }

        /// Called with the lock held. A turn that is repeated from memory stays so only while the turns are alike.
        private func retimeLoop(_ position: MemberTimeline.Position) {
            let next = timeline.turn(after: position)
            if position.piece != cue.piece || next.map({ $0.piece != position.piece }) ?? false { seek(to: position) }
        }

        /// Hands its pipeline to a test that breaks it, on the queue where it may be changed.
        func withPipeline(_ body: @escaping @Sendable (Element) -> Void) {
            control.async { if let pipeline = self.pipeline { body(pipeline.pipeline) } }
        }
    }
#endif
