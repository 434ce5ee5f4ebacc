#if canImport(CGStreamer)
    import Foundation

    /// Requests for the due frame, from any thread.
    extension FrameDecoder {
        /// The frame due at a position. Moves the window there if the position is on the line that is followed.
        ///
        /// - Parameter timeline: the position's timeline; `nil`: the one that is followed.
        func frame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture> {
            condition.lock()
            defer { condition.unlock() }
            if isFollowed(timeline) {
                endMeeting(at: position)
                if held?.position != position { demand(position) }
            }
            return answer(position)
        }

        /// The exact frame due at a position, even if the terms leave it out.
        func exactFrame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture> {
            condition.lock()
            defer { condition.unlock() }
            if isFollowed(timeline) {
                isAskedExactly = true
                completeWhatIsGotReady()
                if held?.position != position { demand(position) }
            }
            return answer(position)
        }

        /// The frame due at a position; waits for the exact frame.
        package func frame(
            at position: MemberTimeline.Position, on timeline: MemberTimeline?, waitingAtMost timeout: Duration
        ) -> FrameAnswer<Picture> {
            let deadline = Date(timeIntervalSinceNow: timeout.seconds)
            condition.lock()
            defer { condition.unlock() }
            if isFollowed(timeline) { endMeeting(at: position) }
            while true {
                let isFollowed = isFollowed(timeline)
                if isFollowed, held?.position != position { demand(position) }
                let found = answer(position)
                if case .exact = found { return found }
                // The exact frame comes only if decoding is on the way to it.
                guard isFollowed, frames == .all, !isClosed, !hasFailed, condition.wait(until: deadline) else {
                    return found
                }
            }
        }

        /// Called with the lock held. Whether a request is for the line that this decoder follows. The stage may still
        /// compose a picture of the previous line after the decoder was sent elsewhere: going back would lose the new
        /// target.
        private func isFollowed(_ timeline: MemberTimeline?) -> Bool {
            timeline.map { $0 == self.timeline } ?? true
        }

        /// Called with the lock held. Ends exact requests and seeks to the terms' frames: those decoded beyond the
        /// exact instant do not belong to them.
        private func endMeeting(at position: MemberTimeline.Position) {
            // A held picture is exact already, whatever else is decoded meanwhile.
            guard isAskedExactly, held?.position != position else { return }
            (isAskedExactly, isStanding) = (false, false)
            guard frames == .key, waiting == nil, !isClosed, !hasFailed else { return }
            demanded = position
            seek(to: position)
        }

        /// Whether enough frames are decoded ahead to take over from another decoder and not be late on the next ticks.
        /// A focused member takes over with its first frame: it goes before all others. Where a video has ended there are
        /// no frames ahead.
        var isReady: Bool { condition.withLock { isSteady || isFinished || terms.priority == .focused } }

        /// Item times of the frames around a position, if the window has the due one.
        func frameTimes(around position: MemberTimeline.Position) -> [Duration] {
            condition.lock()
            defer { condition.unlock() }
            return waiting == nil ? window.times(around: position) : []
        }

        /// Pictures of a turn, decoded on the way to the position being prepared, in order.
        func standIns(in turn: MemberTimeline.Turn) -> [(picture: Picture, time: Duration)] {
            condition.lock()
            defer { condition.unlock() }
            return cue.turn == turn ? onTheWay.pictures : []
        }

        /// When frames are left out, no answer is `late`, and a due frame is `reduced` rather than `exact`.
        private func answer(_ position: MemberTimeline.Position) -> FrameAnswer<Picture> {
            let found = whole(position)
            guard frames != .all else { return found }
            return switch found {
            case .exact(let picture, let time): .reduced(picture, time: time)
            case .late: .still
            default: found
            }
        }

        private func whole(_ position: MemberTimeline.Position) -> FrameAnswer<Picture> {
            if let held, held.position == position { return .exact(held.picture, time: held.time) }
            if let due = exactlyDue(at: position) { return .exact(due.picture, time: due.time) }
            if let preview, waiting?.position == position { return .preview(preview.picture, time: preview.time) }
            return .late
        }

        /// Called with the lock held. The due frame, if no frame that was left out can be due instead, or the terms ask
        /// for no better.
        func exactlyDue(at position: MemberTimeline.Position) -> FrameWindow<Picture>.Frame? {
            guard frames != .all || !isSparse, let due = window.due(at: position), due.isExact else { return nil }
            return due.frame
        }

        /// Called with the lock held. Whether frames on the way to the present target are being left out, so that those
        /// that arrive say nothing about a position before it.
        func isPassedOver(_ position: MemberTimeline.Position) -> Bool {
            guard isOnTheWay, position.turn == cue.turn, position.itemTime < cue.itemTime, chain.skipsUnwanted else {
                return false
            }
            // The decoder has left nothing out beyond the frame it has reached.
            return lastUnit.map { position.itemTime - margin <= $0 } ?? true
        }

        /// Called with the lock held. Whether arriving frames still lie before the target.
        var isOnTheWay: Bool { !arrival.isReported }

        /// The due frame begins up to one frame before a target; the second frame allows for rounded time stamps.
        var margin: Duration { (chain.finding.info.frameRate?.frameDuration ?? .seconds(1)) * 2 }

        /// Called with the lock held. Whether decoding under way to another target reaches this position, too.
        func isPassed(by position: MemberTimeline.Position) -> Bool {
            isOnTheWay && isAccepting && position.turn == cue.turn && position.piece == cue.piece
                && !window.frames.isEmpty && !isPassedOver(position) && position.itemTime >= (lastTime ?? .zero)
                // Beyond this distance a key frame may lie between, and a seek is quicker.
                && (position.itemTime - soughtTime <= Self.previewDistance || isReachedSooner(position))
        }

        /// Called with the lock held. Whether decoding on leads to this position sooner than a seek.
        func isReachedSooner(_ position: MemberTimeline.Position) -> Bool {
            guard !isFinished, isAccepting, position.turn == cue.turn, position.piece == cue.piece, let lastTime,
                let key = arrival.codedKeyFrameTime ?? arrival.keyFrameTime
            else { return false }
            return keyFrames.isSooner(position.itemTime, from: lastTime, since: key)
        }

        /// Called with the lock held. Moves the window, and seeks if decoding on cannot get there.
        func demand(_ position: MemberTimeline.Position) {
            // While a position is being prepared the window belongs to it, whatever is shown meanwhile.
            guard !isClosed, !hasFailed, waiting == nil else { return }
            let isSame = position == demanded
            isStanding = isSame && !isToBegin(at: position)
            if timeline.descends(in: position.turn) { return demandBackwards(position) }
            if !isSame {
                demanded = position
                // Time passes on the way: frames that will not be shown any more are not worth decoding.
                if !arrival.isReported, position.turn == cue.turn, position.itemTime > cue.itemTime {
                    cue.itemTime = position.itemTime
                }
                window.discard(before: position, on: timeline, keeping: history)
                condition.broadcast()
                goOnWithRoom()
            }
            // The exact frame needs those that were left out while playing.
            guard frames != .all || !isSparse else { return seek(to: position) }
            // Frames that this position needs were left out on the way to a later one: the part may end earlier now.
            guard !isPassedOver(position) else { return seek(to: position) }
            switch window.reach(of: position) {
            case .here: break
            case .behind: seek(to: position)
            case .empty:
                // A seek is under way: does it lead to the right position?
                if position.turn < cue.turn || (position.turn == cue.turn && position.itemTime < cue.itemTime)
                    || position.turn > cue.turn && !follows(position)
                {
                    seek(to: position)
                }
            case .ahead(let distance):
                // On the way from a key frame the distance counts from the seek's target, however far before that the
                // key frame lies.
                let left = isOnTheWay && position.turn == cue.turn ? position.itemTime - soughtTime : distance
                if distance != nil, let left, left > decodeThrough { seek(to: position) }
                if distance == nil, !follows(position) { seek(to: position) }
            }
        }

        /// Called with the lock held. Whether the position repeats only because the line has not begun to move: then
        /// the tier's frame will do, unless pictures are compared.
        private func isToBegin(at position: MemberTimeline.Position) -> Bool {
            guard !terms.isCompared, timeline.line.anchor.rate != 0 else { return false }
            return position == timeline.position(at: timeline.line.anchor.hostTime)
        }

        /// Whether `position`'s turn is the one that this decoder reaches next by itself.
        private func follows(_ position: MemberTimeline.Position) -> Bool {
            if position.turn == cue.turn { return true }
            guard turnsByItself, let next = timeline.turn(after: cue), next.turn == position.turn else { return false }
            // Unless most of the present turn is still to be decoded: then a seek is quicker.
            return cue.piece.upperBound - (lastTime ?? cue.itemTime) < decodeThrough
        }
    }
#endif
