#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// What the streaming thread delivers: frames, and the end of the file.
    extension FrameDecoder {
        func take(_ sample: OpaquePointer) -> GstFlowReturn {
            guard let buffer = gst_sample_get_buffer(sample) else { return GST_FLOW_OK }
            let stamp = mpk_sample_stream_time(sample, chain.finding.origin.map { gint64($0.nanoseconds) } ?? -1)
            condition.lock()
            isOpen = true
            condition.broadcast()
            // Frames of an open group whose references are missing come flagged: better no frame than a torn one.
            let isBroken = mpk_buffer_has_flag(buffer, GST_BUFFER_FLAG_CORRUPTED) != 0
            guard isAccepting, !isClosed, stamp >= 0, !isBroken, let picture = picture(sample, buffer) else {
                condition.unlock()
                return GST_FLOW_OK
            }
            let time = chain.finding.itemTime(atStreamTime: .nanoseconds(stamp))
            let grace = FrameWindow<Picture>.grace
            if arrival.keyFrameTime == nil { arrival.keyFrameTime = time }
            // An edit list hides these frames.
            guard time >= timeline.bounds.start - grace else {
                condition.unlock()
                return GST_FLOW_OK
            }
            if descent != nil {
                let (result, news) = takeBackwards(picture, at: time)
                condition.unlock()
                news.forEach(report)
                return result
            }
            // A frame that begins where the piece ends is not part of it, however near the target lies.
            let last = FrameWindow<Picture>.lastInstant(of: cue.piece)
            let isTooLate = !arrival.hasShownFrame && time > min(cue.itemTime + grace, last)
            if isTooLate, cue.itemTime > timeline.bounds.start + grace, backOff < Self.backOffs.count {
                // The seek landed past the target, because this container's index points past it: try again from
                // further back.
                backOffFurther()
                condition.unlock()
                return GST_FLOW_OK
            }
            arrival.hasShownFrame = true
            guard time < cue.piece.upperBound - grace || window.lastTime(of: cue.turn) == nil else {
                finishTurn()
                let news = settle()
                condition.unlock()
                news.map(report)
                return GST_FLOW_EOS
            }
            lastTime = time
            // The first frame that exists stands in for those missing from a damaged beginning.
            window.append(
                shrinker.shrink(picture, halvings: halvings), turn: cue.turn,
                time: isTooLate ? min(cue.itemTime, last) : time, from: cue.itemTime,
                keepsHistory: !chain.skipsUnwanted)
            if let asked = waiting, asked.allowsPreview, !asked.hasPreviewed, preview == nil,
                asked.position.itemTime - time > Self.previewDistance
            {
                preview = (picture, time)
            }
            if let waiting, waiting.allowsPreview, waiting.position.turn == cue.turn,
                time < waiting.position.itemTime, let last = window.frames(of: cue.turn).last, last.time == time
            {
                let lasting = (chain.finding.info.frameRate ?? FrameRate(30)).frameDuration
                let span = timeline.span(of: time, lasting: lasting, isDue: false, at: timeline.line.anchor.hostTime)
                onTheWay.append(last.picture, at: time, span: span, limit: standIns)
            }
            window.discard(before: demanded, on: timeline, keeping: history)
            var news: [Report] = []
            // Once per seek, when the target itself is reached.
            if !arrival.isReported, time + grace >= cue.itemTime {
                arrival.isReported = true
                news.append(.began(cue, behindKeyFrame: cue.itemTime - earliestDecoded))
            }
            if let settled = settle() { news.append(settled) }
            isSteady =
                isSteady || hasFramesAhead(of: demanded, atLeast: halvings > 0 ? Self.newcomerFrames : Self.headStart)
            condition.broadcast()
            if !news.isEmpty {
                // Release the slot first: the listener may block on another decoder.
                givePlaceBack()
                condition.unlock()
                news.forEach(report)
                condition.lock()
            }
            renewHeld()
            if isFull {
                // Let others decode while this one waits for its frames to be shown.
                givePlaceBack()
                while isFull { condition.wait() }
            }
            condition.unlock()
            return GST_FLOW_OK
        }

        func takeEnd() {
            condition.lock()
            givePlaceBack()
            isOpen = true
            guard isAccepting, !isClosed, !isFinished else {
                condition.broadcast()
                condition.unlock()
                return
            }
            var news: [Report] = []
            if descent != nil {
                news = takeEndBackwards()
            } else if window.lastTime(of: cue.turn) == nil {
                // No frame between the target and the end: try again from further back, at last from the beginning.
                if backOff < Self.backOffs.count {
                    backOffFurther()
                } else {
                    isFinished = true
                    news.append(.failed(nothingDecoded))
                }
            } else if let lastTime {
                let last = max(lastTime, lastUnit ?? lastTime)
                if cue.piece.upperBound - last > Self.truncation, chain.finding.isSeekable {
                    let distance = chain.finding.info.frameRate?.frameDuration ?? .milliseconds(33)
                    news.append(.endedEarly(at: last, end: last + distance))
                }
                finishTurn()
            }
            if let settled = settle() { news.append(settled) }
            condition.broadcast()
            condition.unlock()
            news.forEach(report)
        }

        /// The error of a file that has no frame where one is due.
        var nothingDecoded: PlaybackError {
            ErrorTranslation(source: chain.source).make(
                .truncated, "nothing can be decoded at \(String(format: "%.2f", cue.itemTime.seconds)) s",
                "copy or download it again", nil)
        }

        /// Where decoding of the present position began, as far as it is known.
        private var earliestDecoded: Duration {
            guard chain.finding.isFragmented else { return arrival.keyFrameTime ?? cue.itemTime }
            // What the demuxer has clipped never comes out of the decoder; see `fragmentPreroll`. Where nothing watches
            // the coded frames either, the key frame may be as far away as the beginning.
            return arrival.codedKeyFrameTime ?? timeline.bounds.start
        }

        /// A file that ends this much before its index says it does is broken; less is rounding and odd last frames.
        static let truncation = Duration.milliseconds(500)
        /// How far before the target each retry begins; the last one starts at the beginning.
        static let backOffs: [Duration] = [.seconds(1), .seconds(5), .seconds(1_000_000)]

        /// Called with the lock held.
        var isFull: Bool { isAccepting && !isClosed && framesAhead(of: demanded) >= limitAhead }

        /// Called with the lock held. The number of frames decoded ahead of a position.
        func framesAhead(of position: MemberTimeline.Position) -> Int {
            window.countAhead(of: position, on: timeline) + (descent?.frames.count ?? 0)
        }

        /// Called with the lock held. The number of frames that may be.
        private var limitAhead: Int { descent == nil ? capacity : room }

        /// Called with the lock held. Completes the present turn and goes on to the next, if there is one.
        func finishTurn() {
            let next = timeline.turn(after: cue)
            let first = window.frames.first { $0.turn == cue.turn }
            let isWhole =
                cue.itemTime <= cue.piece.lowerBound + FrameWindow<Picture>.grace
                && first.map { $0.time <= cue.itemTime + FrameWindow<Picture>.grace } ?? false
            let turnsAlike = next.map { $0.piece == cue.piece && $0.itemTime == cue.itemTime } ?? false
            let count = window.frames.count { $0.turn == cue.turn }
            // Of an earlier turn that is alike, the same frames are due; but a file that was cut meanwhile ends sooner.
            let isAsDemanded =
                demanded.turn == cue.turn
                || demanded.piece == cue.piece && window.lastTime(of: demanded.turn) == window.lastTime(of: cue.turn)
            let isKept = isWhole && turnsAlike && isAsDemanded && count <= max(capacity, history)
            if isKept { window.keepOnly(cue.turn) }
            window.finish(cue.turn, at: cue.piece.upperBound, repeatsForever: isKept)
            isFinished = true
            finishedEnd = cue.piece.upperBound
            renewHeld()
            goToNextTurn()
            if window.repeatsForever, frames == .key { rest() }
        }

        /// Called with the lock held.
        func goToNextTurn() {
            guard turnsByItself, !window.repeatsForever, let next = timeline.turn(after: cue) else { return }
            if timeline.descends(in: next.turn) || timeline.descends(in: cue.turn) { return turnRound(to: next) }
            cue = next
            backOff = 0
            beginSeek()
        }

        /// Called with the lock held. Whether enough frames are there to play on from a position: at a start all
        /// members decode at once, and one that had a single frame would be late on the next ticks.
        private func hasHeadStart(_ position: MemberTimeline.Position) -> Bool {
            hasFramesAhead(of: position, atLeast: Self.headStart)
        }

        /// Called with the lock held.
        func hasFramesAhead(of position: MemberTimeline.Position, atLeast count: Int) -> Bool {
            guard timeline.line.anchor.rate != 0, terms.frames != .key, !isFinished, !window.repeatsForever else {
                return true
            }
            return window.countAhead(of: position, on: timeline) >= min(capacity, count)
        }

        /// Called with the lock held. Settles the position being prepared, and returns the report due on it, if any.
        func settle() -> Report? {
            guard let asked = waiting else { return nil }
            if exactlyDue(at: asked.position) != nil, hasHeadStart(asked.position) {
                waiting = nil
                isPrepared = true
                preview = nil
                return .prepared(generation: asked.generation)
            }
            if preview != nil, !asked.hasPreviewed {
                waiting?.hasPreviewed = true
                return .previewed(generation: asked.generation)
            }
            return nil
        }

        /// Called with the lock held. Renews the picture of a paused line in the size wanted now.
        func renewHeld() {
            guard !isSparse, let held, let due = exactlyDue(at: held.position) else { return }
            self.held = (held.position, due.picture, due.time)
        }

        /// Called with the lock held.
        private func picture(_ sample: OpaquePointer, _ buffer: UnsafeMutablePointer<GstBuffer>) -> Picture? {
            guard let caps = gst_sample_get_caps(sample) else { return nil }
            if format?.caps != caps {
                guard
                    let value = PictureFormat(
                        caps: caps, colour: chain.colour, orientation: chain.finding.info.orientation)
                else { return nil }
                format.map { mpk_caps_unref($0.caps) }
                format = (gst_caps_ref(caps), value)
            }
            return format.map { Picture(buffer, format: $0.value) }
        }
    }
#endif
