#if canImport(CGStreamer)
    import Foundation

    /// Asking for the frame that is due: from any thread.
    extension FrameDecoder {
        /// The frame due at a position. The window moves on to it, if it is of the line that is followed.
        ///
        /// - Parameter timeline: the one that the position is of; `nil`: the one that is followed.
        func frame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture> {
            condition.lock()
            defer { condition.unlock() }
            if isFollowed(timeline) {
                endMeeting(at: position)
                if held?.position != position { demand(position) }
            }
            return answer(position)
        }

        /// The frame due at a position, whatever the terms leave out.
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

        /// The same, waiting for the exact frame.
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
                // What it is not on the way to does not come.
                guard isFollowed, frames == .all, !isClosed, !hasFailed, condition.wait(until: deadline) else {
                    return found
                }
            }
        }

        /// Holds the lock. Whether what is asked for is of the line that leads here. A picture may be composed of the line
        /// before while the decoder is sent elsewhere: going back for it would lose what it was sent for.
        private func isFollowed(_ timeline: MemberTimeline?) -> Bool {
            timeline.map { $0 == self.timeline } ?? true
        }

        /// Holds the lock. Back to what the terms have: what was decoded beyond the instant that was met is not of it.
        private func endMeeting(at position: MemberTimeline.Position) {
            // What is held is exact already, whatever else is decoded meanwhile.
            guard isAskedExactly, held?.position != position else { return }
            (isAskedExactly, isStanding) = (false, false)
            guard frames == .key, waiting == nil, !isClosed, !hasFailed else { return }
            demanded = position
            seek(to: position)
        }

        /// Whether it has had frames enough ahead to take over from another, and not be late on the next ticks. What the
        /// viewer has asked for takes over with its first frame: it goes before all others.
        var isReady: Bool { condition.withLock { isSteady || terms.priority == .focused } }

        /// Item times of the frames around a position, while the window has the one due.
        func frameTimes(around position: MemberTimeline.Position) -> [Duration] {
            condition.lock()
            defer { condition.unlock() }
            return waiting == nil ? window.times(around: position) : []
        }

        /// Pictures of a turn on the way to what is being got ready, in order.
        func standIns(in turn: MemberTimeline.Turn) -> [(picture: Picture, time: Duration)] {
            condition.lock()
            defer { condition.unlock() }
            return cue.turn == turn ? onTheWay : []
        }

        /// Below all frames nothing is late, and nothing stands for every frame.
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

        /// Holds the lock. The frame due, where none that was left out can be the one, or the terms ask for no better.
        func exactlyDue(at position: MemberTimeline.Position) -> FrameWindow<Picture>.Frame? {
            guard frames != .all || !isSparse, let due = window.due(at: position), due.isExact else { return nil }
            return due.frame
        }

        /// Holds the lock. Whether frames on the way to the present target are being left out, so that what comes says
        /// nothing about a place before it.
        func isPassedOver(_ position: MemberTimeline.Position) -> Bool {
            guard isOnTheWay, position.turn == cue.turn, position.itemTime < cue.itemTime, chain.skipsUnwanted else {
                return false
            }
            // The decoder has left nothing out beyond the frame it has reached.
            return lastUnit.map { position.itemTime - margin <= $0 } ?? true
        }

        /// Holds the lock. Whether frames come that lie before the target.
        var isOnTheWay: Bool { !arrival.isReported }

        /// The frame due lies up to one frame before a target; another for rounded time stamps.
        var margin: Duration { (chain.finding.info.frameRate?.frameDuration ?? .seconds(1)) * 2 }

        /// Holds the lock. Whether the decoding that is under way to another target gets to this one, too.
        func isPassed(by position: MemberTimeline.Position) -> Bool {
            isOnTheWay && isAccepting && position.turn == cue.turn && position.piece == cue.piece
                && !window.frames.isEmpty && !isPassedOver(position) && position.itemTime >= (lastTime ?? .zero)
                // A key frame may lie between: further on a seek is quicker.
                && position.itemTime - soughtTime <= Self.previewDistance
        }

        /// Holds the lock. Moves the window, and seeks where decoding on cannot get there.
        func demand(_ position: MemberTimeline.Position) {
            // While a position is prepared the window is that one's, whatever is shown meanwhile.
            guard !isClosed, !hasFailed, waiting == nil else { return }
            let isSame = position == demanded
            isStanding = isSame && !isToBegin(at: position)
            if !isSame {
                demanded = position
                // Time passes on the way: what is not shown any more is not worth decoding.
                if !arrival.isReported, position.turn == cue.turn, position.itemTime > cue.itemTime {
                    cue.itemTime = position.itemTime
                }
                window.discard(before: position, keeping: history)
                condition.broadcast()
            }
            // Frames that playing did without are not there for standing still.
            guard frames != .all || !isSparse else { return seek(to: position) }
            // On the way to a later place frames are left out that a nearer one needs: the part may end earlier now.
            guard !isPassedOver(position) else { return seek(to: position) }
            switch window.reach(of: position) {
            case .here: break
            case .behind: seek(to: position)
            case .empty:
                // A seek is under way: to the right place?
                if position.turn < cue.turn || (position.turn == cue.turn && position.itemTime < cue.itemTime)
                    || position.turn > cue.turn && !follows(position)
                {
                    seek(to: position)
                }
            case .ahead(let distance):
                // On the way from a key frame it is the seek's own target that counts, however far that one lies behind.
                let left = isOnTheWay && position.turn == cue.turn ? position.itemTime - soughtTime : distance
                if distance != nil, let left, left > decodeThrough { seek(to: position) }
                if distance == nil, !follows(position) { seek(to: position) }
            }
        }

        /// Holds the lock. Whether it may stand there only because the line has not begun to move: then the frame of its tier
        /// will do, unless it is compared.
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
