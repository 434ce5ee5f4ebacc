#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// What a decoder does on its `control` queue, where waiting is allowed: opening and seeking.
    extension FrameDecoder {
        // MARK: Seeking, on `control`

        /// Called with the lock held. Drops the window and decodes from the key frame before the position.
        func seek(to position: MemberTimeline.Position) {
            backOff = 0
            window.removeAll()
            isSparse = false
            preview = nil
            cue = position
            descent = timeline.descends(in: position.turn) ? firstDescent(to: position) : nil
            beginSeek()
        }

        /// Called with the lock held. Seeks to the present target again, from further back. The window stays, because
        /// frames of earlier turns are still to be shown.
        func backOffFurther() {
            backOff += 1
            beginSeek()
        }

        /// Called with the lock held.
        func beginSeek() {
            isAccepting = false
            leaveGate()
            isFinished = false
            arrival = Arrival()
            lastTime = nil
            lastUnit = nil
            onTheWay.removeAll()
            seekSerial += 1
            restartDescent()
            soughtTime = cue.itemTime
            let serial = seekSerial
            condition.broadcast()
            control.async { self.performSeek(serial) }
        }

        /// Called with the lock held. Gives the pipeline back until something else is requested: the window has all
        /// there is to show.
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
                // Opens at the position requested last.
                condition.withLock { isResting = false }
                return open()
            }
            guard let pipeline else { return }
            condition.lock()
            // The latest seek wins: an earlier one is not worth a flush.
            guard serial == seekSerial, !isClosed, !hasFailed else {
                condition.unlock()
                return
            }
            performingSerial = serial
            var target = descent.map { backwardsTarget(of: $0) } ?? cue.itemTime
            if chain.finding.isFragmented { target = max(target - Self.fragmentPreroll, timeline.bounds.start) }
            if backOff > 0 { target = max(target - Self.backOffs[backOff - 1], timeline.bounds.start) }
            // Some demuxers refuse a target near the end that they know of: then try from further back.
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

        /// In fragmented MP4 the demuxer (1.22) starts the segment at the seek's target instead of the key frame: the
        /// decoder drops what lies before, and moves the time stamp of the first frame it keeps. A video frame lasts
        /// less than this, so that the requested one keeps its own time stamp.
        private static let fragmentPreroll = Duration.milliseconds(200)

        func takeFlush(ended: Bool) {
            condition.lock()
            // Frames after a flush belong to the seek that caused it, which need not be the last one requested.
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
                // A demuxer refuses seeks before it has read its index; the first coded frame shows that it has.
                let isImpatient = !chain.isDirect && pipeline.readsFile
                let limit = isImpatient ? min(deadline, Date(timeIntervalSinceNow: patience.seconds)) : deadline
                let isSettled = condition.withLock {
                    while !isOpen, !isClosed, !hasFailed, condition.wait(until: limit) {}
                    let isSettled = isOpen || isClosed || hasFailed || limit == deadline
                    if !isSettled {
                        // Ignore what this pipeline still delivers, so that it can be closed.
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
        /// An auto-plugged chain (GStreamer 1.22) that reads a short file to its end before it has linked its decoder
        /// hangs silently: one opening in a hundred on a machine with three times the load it can bear. Another
        /// pipeline is opened then. There an opening takes a tenth of a second; a kiosk gives its player five seconds.
        private static let openingPatience = Duration.seconds(1)

        /// Starts a pipeline; `nil`: that failed, or it is not wanted any more.
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
                    // `close()` came before this pipeline existed, and does not come again.
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
            // Frames before a seek that is still to come are not worth decoding.
            guard isAccepting else { return .leaveOut }
            let time = streamTime - chain.finding.shift
            lastUnit = max(lastUnit ?? time, time)
            if isKeyFrame {
                arrival.codedKeyFrameTime = arrival.codedKeyFrameTime ?? time
                keyFrames.note(time)
                return .decode
            }
            if frames == .key {
                isSparse = true
                return isOfBeginning(time) ? .decode : .leaveOut
            }
            isSparse = isSparse || frames == .referenced
            let isUnwanted =
                chain.skipsUnwanted && arrival.keyFrameTime != nil && isOnTheWay && time < cue.itemTime - margin
            return isUnwanted || frames == .referenced ? .decodeIfReferenced : .decode
        }

        /// Called with the lock held. Whether a frame is needed for the beginning of a part that begins between key
        /// frames: the key frame before it does not belong to the part.
        private func isOfBeginning(_ time: Duration) -> Bool {
            let begin = cue.piece.lowerBound
            return begin > timeline.bounds.start + FrameWindow<Picture>.grace && time <= begin + margin
        }

        func takeFailure(_ failure: GStreamerFailure) {
            // A decoder that is still fed data from beyond the end of a turn, after the sink refused the rest, cannot
            // decode it (av1dec reports that). The seek that follows restarts it.
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
