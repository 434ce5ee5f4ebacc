#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// What a decoder does on its `control` queue, where waiting is allowed: opening and seeking.
    extension FrameDecoder {
        // MARK: Seeking, on `control`

        /// Holds the lock. Drops the window and decodes from the key frame before the position.
        func seek(to position: MemberTimeline.Position) {
            backOff = 0
            window.removeAll()
            isSparse = false
            preview = nil
            cue = position
            beginSeek()
        }

        /// Holds the lock. Seeks to the present target again, from further before it. Frames of earlier turns are still to
        /// be shown, so the window stays.
        func backOffFurther() {
            backOff += 1
            beginSeek()
        }

        /// Holds the lock.
        func beginSeek() {
            isAccepting = false
            leaveGate()
            isFinished = false
            arrival = Arrival()
            lastTime = nil
            lastUnit = nil
            onTheWay = []
            seekSerial += 1
            soughtTime = cue.itemTime
            let serial = seekSerial
            condition.broadcast()
            control.async { self.performSeek(serial) }
        }

        /// Holds the lock. All there is to show is in the window: the pipeline goes until something else is asked for.
        func rest() {
            isResting = true
            let serial = seekSerial
            control.async {
                self.condition.lock()
                let isWanted = self.seekSerial != serial || !self.isResting || self.isClosed
                self.condition.unlock()
                guard !isWanted else { return }
                self.pipeline?.close()
                self.pipeline = nil
            }
        }

        private func performSeek(_ serial: Int) {
            if pipeline == nil, condition.withLock({ isResting && !isClosed && !hasFailed }) {
                // Opens at the place that is asked for now.
                condition.withLock { isResting = false }
                return open()
            }
            guard let pipeline else { return }
            condition.lock()
            // The latest wins: whatever was asked for before it is not worth a flush.
            guard serial == seekSerial, !isClosed, !hasFailed else {
                condition.unlock()
                return
            }
            performingSerial = serial
            var target = cue.itemTime
            if chain.finding.isFragmented { target = max(target - Self.fragmentPreroll, timeline.bounds.start) }
            if backOff > 0 { target = max(target - Self.backOffs[backOff - 1], timeline.bounds.start) }
            // Some demuxers refuse what lies near the end that they know of: then from further before.
            let places = [target] + Self.backOffs.map { max(target - $0, timeline.bounds.start) }
            condition.unlock()
            let isPlaced = places.contains {
                pipeline.seekToKeyFrame(before: chain.finding.latestStreamTime(atItemTime: $0))
            }
            if !isPlaced {
                fail(
                    ErrorTranslation(source: chain.source).make(
                        .sourceUnreadable, "cannot be positioned", "use a file, or a server that allows ranges", nil))
            }
        }

        /// In fragmented MP4 the demuxer (1.22) lets the shown part begin where the seek said, not with the key frame: the
        /// decoder drops what lies before, and moves the stamp of the first frame that it keeps. Frames of a video last less
        /// than this, so that the one asked for comes with its own.
        private static let fragmentPreroll = Duration.milliseconds(200)

        func takeFlush(ended: Bool) {
            condition.lock()
            // Frames after a flush belong to the seek that caused it, which need not be the last one asked for.
            isAccepting = ended && performingSerial == seekSerial && !isClosed
            arrival = Arrival()
            condition.broadcast()
            condition.unlock()
        }

        // MARK: Opening, on `control`

        func open() {
            let openedSerial = condition.withLock { seekSerial }
            let deadline = Date(timeIntervalSinceNow: SyncGroup.prerollTimeout.seconds)
            var patience = Self.openingPatience
            while let pipeline = launch(for: openedSerial) {
                // A demuxer refuses seeks before it has read its index; the first coded frame says that it has.
                let isImpatient = !chain.isDirect && pipeline.readsFile
                let limit = isImpatient ? min(deadline, Date(timeIntervalSinceNow: patience.seconds)) : deadline
                let isSettled = condition.withLock {
                    while !isOpen, !isClosed, !hasFailed, condition.wait(until: limit) {}
                    let isSettled = isOpen || isClosed || hasFailed || limit == deadline
                    if !isSettled {
                        // What this one still brings is not waited for, so that it can be closed.
                        isAccepting = false
                    } else if !isAccepting, seekSerial == openedSerial, !isClosed, !hasFailed {
                        beginSeek()
                    }
                    return isSettled
                }
                if isSettled { return }
                patience *= 2
                pipeline.close()
                self.pipeline = nil
            }
        }
        /// An auto-plugged chain (GStreamer 1.22) that reads a short file to its end before it has linked its decoder stands
        /// still without a word: on a machine that is three times too busy one opening in a hundred. Another is opened then.
        /// There an opening takes a tenth of a second; a kiosk gives its player five.
        private static let openingPatience = Duration.seconds(1)

        /// Starts a pipeline; `nil`: it cannot be, or is not wanted any more.
        private func launch(for openedSerial: Int) -> DecodePipeline? {
            condition.withLock { isOpen = false }
            do throws(GStreamerFailure) {
                let pipeline = try DecodePipeline(chain, owner: self)
                self.pipeline = pipeline
                condition.lock()
                let isClosed = self.isClosed
                // Frames from the very beginning count only if that is where the decoder is to start.
                isAccepting =
                    seekSerial == openedSerial && cue.itemTime <= timeline.bounds.start + FrameWindow<Picture>.grace
                    && !isClosed
                condition.unlock()
                guard !isClosed else {
                    // Closed before it was opened: nobody comes to close it again.
                    pipeline.close()
                    self.pipeline = nil
                    return nil
                }
                pipeline.play()
                return pipeline
            } catch {
                takeFailure(error)
                return nil
            }
        }

        func verdict(at streamTime: Duration, isKeyFrame: Bool) -> DecodeVerdict {
            condition.lock()
            defer { condition.unlock() }
            if !isOpen {
                isOpen = true
                condition.broadcast()
            }
            // Frames before a seek that has been asked for are not worth a decoder.
            guard isAccepting else { return .leaveOut }
            let time = streamTime - chain.finding.shift
            lastUnit = max(lastUnit ?? time, time)
            if isKeyFrame { return .decode }
            if frames == .key {
                isSparse = true
                return isOfBeginning(time) ? .decode : .leaveOut
            }
            isSparse = isSparse || frames == .referenced
            let isUnwanted =
                chain.skipsUnwanted && arrival.keyFrameTime != nil && isOnTheWay && time < cue.itemTime - margin
            return isUnwanted || frames == .referenced ? .decodeIfReferenced : .decode
        }

        /// Holds the lock. Whether a frame is needed for the beginning of a part that begins between key frames: the key frame
        /// before it is none of the part's.
        private func isOfBeginning(_ time: Duration) -> Bool {
            let begin = cue.piece.lowerBound
            return begin > timeline.bounds.start + FrameWindow<Picture>.grace && time <= begin + margin
        }

        func takeFailure(_ failure: GStreamerFailure) {
            // A decoder that is still given what lies behind the end of a turn, after the rest was refused, cannot decode it
            // (av1dec says so). The seek that follows starts it anew.
            let isOfLeftovers = condition.withLock { isOpen && (isFinished || !isAccepting) }
            if isOfLeftovers, failure.domain == .stream || failure.domain == .library { return }
            fail(ErrorTranslation(source: chain.source).translate(failure, codec: chain.finding.info.codec))
        }

        private func fail(_ error: PlaybackError) {
            condition.lock()
            let isNews = !hasFailed && !isClosed
            hasFailed = true
            condition.broadcast()
            condition.unlock()
            if isNews { report(.failed(error)) }
        }
    }
#endif
