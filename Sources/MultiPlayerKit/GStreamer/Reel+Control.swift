#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// What a reel does on its `control` queue, where waiting is allowed: opening and seeking.
    extension Reel {
        // MARK: Seeking, on `control`

        /// Holds the lock. Drops the window and decodes from the key frame before the position.
        func seek(to position: MemberTimeline.Position, keepingBackOff: Bool = false) {
            if !keepingBackOff { backOff = 0 }
            window.removeAll()
            preview = nil
            cue = position
            beginSeek()
        }

        /// Holds the lock.
        func beginSeek() {
            isAccepting = false
            isFinished = false
            arrival = Arrival()
            lastTime = nil
            seekSerial += 1
            let serial = seekSerial
            condition.broadcast()
            control.async { self.performSeek(serial) }
        }

        private func performSeek(_ serial: Int) {
            guard let pipeline else { return }
            condition.lock()
            // The latest wins: whatever was asked for before it is not worth a flush.
            guard serial == seekSerial, !isClosed, !hasFailed else {
                condition.unlock()
                return
            }
            performingSerial = serial
            var target = cue.itemTime
            if backOff > 0 { target = max(target - Self.backOffs[backOff - 1], timeline.bounds.start) }
            condition.unlock()
            // Two microseconds inside: a time rounded down by a container is the frame before.
            if !pipeline.seekToKeyFrame(before: target + chain.finding.shift + .microseconds(2)) {
                fail(
                    ErrorTranslation(source: chain.source).make(
                        .sourceUnreadable, "cannot be positioned", "use a file, or a server that allows ranges", nil))
            }
        }

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
            do {
                let pipeline = try DecodePipeline(chain, owner: self)
                self.pipeline = pipeline
                condition.lock()
                let isClosed = self.isClosed
                // Frames from the very beginning count only if that is where the reel is to start.
                isAccepting =
                    seekSerial == 0 && cue.itemTime <= timeline.bounds.start + FrameWindow<Picture>.grace && !isClosed
                condition.unlock()
                guard !isClosed else {
                    // Closed before it was opened: nobody comes to close it again.
                    pipeline.close()
                    self.pipeline = nil
                    return
                }
                pipeline.play()
            } catch {
                takeFailure(error)
                return
            }
            // A demuxer refuses seeks before it has read its index; the first frame says that it has.
            condition.lock()
            let deadline = Date(timeIntervalSinceNow: SyncGroup.prerollTimeout.seconds)
            while !isOpen, !isClosed, !hasFailed, condition.wait(until: deadline) {}
            if !isAccepting, seekSerial == 0, !isClosed, !hasFailed { beginSeek() }
            condition.unlock()
        }

        func isUnwanted(at streamTime: Duration) -> Bool {
            condition.lock()
            defer { condition.unlock() }
            // The frame due lies up to one frame before the target; another for rounded time stamps.
            let margin = (chain.finding.info.frameRate?.frameDuration ?? .seconds(1)) * 2
            let isOnTheWay = isAccepting && arrival.keyFrameTime != nil && !arrival.isReported
            return isOnTheWay && streamTime - chain.finding.shift < cue.itemTime - margin
        }

        func takeFailure(_ failure: GStreamerFailure) {
            fail(ErrorTranslation(source: chain.source).translate(failure))
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
