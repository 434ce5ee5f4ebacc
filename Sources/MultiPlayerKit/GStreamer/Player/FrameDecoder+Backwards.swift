#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Turns that are played backwards: decoded in stretches, the last one first.
    ///
    /// GStreamer can play backwards by itself, but then a decoder keeps a whole group of pictures, however long, and not
    /// every demuxer takes part. This needs nothing but seeks to key frames, as everything else here.
    ///
    /// All of it is called with the lock held.
    extension FrameDecoder {
        /// The number of pictures kept while playing backwards: 96 MB of them. At 720p this is a group of 60 and the
        /// frames that cover the seek to the one before.
        var room: Int {
            let bytes = format.map { Int($0.value.info.pointee.size) } ?? Self.roomBytes / Self.fewest
            return min(max(Self.roomBytes / max(bytes >> (2 * halvings), 1), Self.fewest), Self.most)
        }
        private static let roomBytes = 96_000_000
        /// Of 4K pictures, too: with fewer, most of the time would go into decoding the same group again.
        private static let fewest = 12
        /// Encoders put a key frame after 250 frames at the latest, if nobody tells them otherwise.
        private static let most = 300

        /// Whether the present turn is played forwards and the next one backwards, so that its last frames are needed
        /// again.
        var turnsRound: Bool { timeline.line.alternates && timeline.line.repeats && !timeline.isAmbient }

        private var frameDuration: Duration? { chain.finding.info.frameRate?.frameDuration }

        // MARK: Stretches

        /// The stretch that ends with the frame due at a position.
        func firstDescent(to position: MemberTimeline.Position) -> Descent<Picture> {
            let end = min(position.itemTime + FrameRate.grace * 2, position.piece.upperBound)
            return descent(to: end, isFirst: end < position.piece.upperBound)
        }

        private func descent(to end: Duration, isFirst: Bool) -> Descent<Picture> {
            let new = Descent<Picture>(
                end: end, isFirst: isFirst, beginning: timeline.beginning(of: cue.turn),
                limit: room - Self.headStart - 1, frameDuration: frameDuration)
            cue.itemTime = new.floor
            return new
        }

        /// Begins the present stretch anew: a seek drops what has arrived of it.
        func restartDescent() {
            guard let old = descent else { return }
            descent = descent(to: old.end, isFirst: old.isFirst)
        }

        /// The item time to whose key frame a stretch seeks: before its end, which may be a key frame itself.
        func backwardsTarget(of descent: Descent<Picture>) -> Duration {
            let step = min((frameDuration ?? Self.shortestFrame) / 2, Self.shortestFrame)
            return max(descent.end - step, timeline.bounds.start)
        }
        /// No video has more than 200 frames a second; containers round times to a millisecond.
        private static let shortestFrame = Duration.milliseconds(5)

        /// Goes on with the stretch before those frames of the turn that are here, or with the next turn if there is none.
        private func goOnBackwards() {
            guard let first = window.frames(of: cue.turn).first,
                first.time > timeline.beginning(of: cue.turn) + FrameRate.grace
            else { return endTurn() }
            backOff = 0
            descent = descent(to: first.time, isFirst: false)
            beginSeek()
        }

        /// All of the present turn is here.
        private func endTurn() {
            descent = nil
            isFinished = true
            finishedEnd = cue.piece.upperBound
            goToNextTurn()
        }

        /// Takes a decoded frame; may wait.
        func takeBackwards(_ picture: Picture, at time: Duration) -> (GstFlowReturn, [Report]) {
            guard var stretch = descent else { return (GST_FLOW_OK, []) }
            let small = shrinker.shrink(picture, halvings: halvings)
            guard stretch.ends(at: time) else {
                arrival.hasShownFrame = true
                lastTime = time
                stretch.add(FrameWindow.Frame(turn: cue.turn, time: time, picture: small))
                descent = stretch
                if time + FrameRate.grace >= cue.itemTime { arrival.isReported = true }
                condition.broadcast()
                if isFull {
                    // Let others decode while this one waits for its frames to be shown.
                    givePlaceBack()
                    while isFull { condition.wait() }
                }
                return (GST_FLOW_OK, [])
            }
            if stretch.frames.isEmpty, backOff < Self.backOffs.count, stretch.end > timeline.bounds.start {
                // The seek landed past the end of the stretch.
                backOffFurther()
                return (GST_FLOW_OK, [])
            }
            if stretch.isFirst, time < cue.piece.upperBound - FrameRate.grace {
                // The first frame that exists stands in for those missing from a damaged beginning.
                let stamp = stretch.frames.isEmpty ? stretch.end - FrameRate.grace * 2 : time
                stretch.add(FrameWindow.Frame(turn: cue.turn, time: stamp, picture: small))
            }
            descent = stretch
            return (GST_FLOW_EOS, complete(stretch))
        }

        /// The file has ended.
        func takeEndBackwards() -> [Report] {
            guard let stretch = descent else { return [] }
            if stretch.frames.isEmpty, window.frames(of: cue.turn).isEmpty {
                guard backOff >= Self.backOffs.count else {
                    backOffFurther()
                    return []
                }
                isFinished = true
                return [.failed(nothingDecoded)]
            }
            var news: [Report] = []
            if let lastTime, stretch.end >= cue.piece.upperBound, chain.finding.isSeekable {
                let last = max(lastTime, lastUnit ?? lastTime)
                if cue.piece.upperBound - last > Self.truncation {
                    news.append(.endedEarly(at: last, end: last + (frameDuration ?? .milliseconds(33))))
                }
            }
            return news + complete(stretch, isAtEnd: window.frames(of: cue.turn).isEmpty)
        }

        /// Joins a whole stretch to the frames that are here, and goes on with the one before it.
        ///
        /// - Parameter isAtEnd: whether no frame of the file follows it.
        private func complete(_ stretch: Descent<Picture>, isAtEnd: Bool = false) -> [Report] {
            window.insert(stretch.frames)
            if isAtEnd || stretch.end >= cue.piece.upperBound { window.finish(cue.turn, at: cue.piece.upperBound) }
            descent = nil
            // Nothing lies before a stretch that has no frames, however far back the seek went.
            if stretch.frames.isEmpty { endTurn() } else { goOnBackwards() }
            renewHeld()
            isSteady = isSteady || hasFramesAhead(of: demanded, atLeast: Self.headStart)
            condition.broadcast()
            return settle().map { [$0] } ?? []
        }

        // MARK: Steering

        /// Moves the window back, and seeks if the stretches under way do not get there in time.
        func demandBackwards(_ position: MemberTimeline.Position) {
            if position != demanded {
                demanded = position
                window.discard(before: position, on: timeline)
                condition.broadcast()
                goOnWithRoom()
            }
            guard !window.repeatsForever else { return }
            guard frames != .all || !isSparse else { return seek(to: position) }
            if window.due(at: position)?.isExact == true || isOnTheWayBack(to: position) { return }
            seek(to: position)
        }

        /// Whether the present stretch contains the frame due at a position.
        func isOnTheWayBack(to position: MemberTimeline.Position) -> Bool {
            guard let descent, cue.turn == position.turn, position.itemTime < descent.end + FrameRate.grace else {
                return false
            }
            // Before the first frame has come, its floor is the best guess.
            let first = arrival.isReported ? descent.frames.first?.time : nil
            return position.itemTime + FrameRate.grace >= first ?? cue.itemTime
        }

        /// Item time from the position requested last down to the end of what is here.
        var leftBackwards: Duration? {
            window.frames(of: demanded.turn).first.map { demanded.itemTime - $0.time }
        }

        /// Takes over a timeline that is played backwards, or was until now. Frames that it needs are kept: those before
        /// them follow, or those behind them.
        func retimeBackwards(_ position: MemberTimeline.Position) {
            guard !isOnCourse(from: position) else { return }
            guard window.due(at: position)?.isExact == true, !window.repeatsForever else { return seek(to: position) }
            window.keepOnly(position.turn)
            cue = position
            preview = nil
            isFinished = false
            if timeline.descends(in: position.turn) { goOnBackwards() } else { goOnForwards() }
        }

        /// Whether what is being decoded is what follows a position on the timeline: the rest of its turn, or of one of
        /// the next.
        private func isOnCourse(from position: MemberTimeline.Position) -> Bool {
            let runsRight = (descent != nil) == timeline.descends(in: cue.turn)
            guard cue.turn != position.turn else { return cue.piece == position.piece && runsRight && !isFinished }
            guard runsRight || isFinished, window.due(at: position)?.isExact == true else { return false }
            // Turns of a single frame: no more of them are here than there is room for.
            var next = timeline.turn(after: position)
            for _ in 0..<room {
                guard let turn = next, turn.turn != cue.turn else { break }
                next = timeline.turn(after: turn)
            }
            return next?.turn == cue.turn && next?.piece == cue.piece
        }

        /// Goes on forwards behind those frames of the turn that are here.
        private func goOnForwards() {
            descent = nil
            backOff = 0
            if window.isFinished(cue.turn, at: cue.piece.upperBound) {
                endTurn()
            } else if let last = window.lastTime(of: cue.turn) {
                cue.itemTime = last
                beginSeek()
            }
        }

        /// Goes on to a turn that is played backwards, or from one that was. Where the line turns round, the frames on
        /// this side of the turning point are those on the other side.
        func turnRound(to next: MemberTimeline.Position) {
            // What is here of the coming turns must not grow without end: a turn may need no decoding at all.
            guard framesAhead(of: demanded) < room else { return }
            let isMirrored = timeline.descends(in: next.turn) != timeline.descends(in: cue.turn)
            let kept = isMirrored ? window.frames(of: cue.turn) : []
            cue = next
            backOff = 0
            window.insert(kept.map { FrameWindow.Frame(turn: next.turn, time: $0.time, picture: $0.picture) })
            if timeline.descends(in: next.turn) {
                if kept.isEmpty {
                    descent = descent(to: next.piece.upperBound, isFirst: false)
                    beginSeek()
                    return
                }
                window.finish(next.turn, at: next.piece.upperBound)
                isFinished = false
                goOnBackwards()
            } else if kept.isEmpty {
                descent = nil
                beginSeek()
            } else {
                goOnForwards()
            }
        }

        /// Goes on to the next turn if there was no room for it before.
        func goOnWithRoom() {
            guard isFinished, !window.repeatsForever, timeline.line.alternates || timeline.descends(in: cue.turn) else {
                return
            }
            goToNextTurn()
        }
    }
#endif
