#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// One decoding pipeline and the window of frames it keeps filled.
    ///
    /// It follows a timeline by itself: decodes on from the position last asked for, and when the turn it is in has
    /// been delivered goes back to where the next one begins, while the last frames still wait in the window.
    ///
    /// Three kinds of thread meet here. Askers (the stage) read the window; the streaming thread fills it and waits in
    /// its callback while it is full; `control`, a serial queue, does what may block: seeks, opening and closing.
    ///
    /// Sendable because everything that changes is guarded by `condition`; `control` alone touches the pipeline's state.
    final class Reel: DecodePipelineOwner, @unchecked Sendable {
        /// Frames decoded ahead of the due one. At 30 frames a second 5 cover 165 ms: a rewind (8–10 ms) and a busy
        /// machine's hiccup, for 7 MB at 720p. Pictures over 1080p get 3, so that a member stays below 100 MB.
        private let capacity: Int
        /// Further ahead than this in item time a seek is cheaper than decoding on.
        private static let decodeThrough = Duration.seconds(2)
        /// A preview is offered when the key frame lies further before the target than this: nearer ones decode as
        /// fast as a preview would be shown.
        private static let previewDistance = Duration.milliseconds(600)

        let chain: DecodeChain
        let control: DispatchQueue
        let report: @Sendable (Report) -> Void
        let condition = NSCondition()

        enum Report: Sendable {
            case prepared(generation: Int)
            case previewed(generation: Int)
            /// The file ended before its own index says it does.
            case endedEarly(at: Duration, end: Duration)
            case failed(PlaybackError)
            /// Decoding of a position began at a key frame so far before it.
            case began(MemberTimeline.Position, behindKeyFrame: Duration)
        }

        struct Waiting {
            var generation: Int
            var position: MemberTimeline.Position
            var allowsPreview: Bool
            var hasPreviewed = false
        }

        /// What has come since the last seek.
        struct Arrival {
            /// The first decoded frame, whether it is shown or not.
            var keyFrameTime: Duration?
            var hasShownFrame = false
            var isReported = false
        }

        // Guarded by `condition`; used here and in `Reel+Control.swift` only.
        var window = FrameWindow<Picture>()
        var timeline: MemberTimeline
        /// What is being decoded: a turn from `itemTime` to the end of its piece.
        var cue: MemberTimeline.Position
        private var demanded: MemberTimeline.Position
        private var waiting: Waiting?
        var preview: (picture: Picture, time: Duration)?
        /// Whether frames that arrive belong to `cue`.
        var isAccepting = true
        /// All of the timeline's turns are delivered, or nothing more can be.
        var isFinished = false
        var isClosed = false
        private var turnsByItself = true
        var isOpen = false
        var hasFailed = false
        var seekSerial = 0
        var performingSerial = 0
        var arrival = Arrival()
        var backOff = 0
        var lastTime: Duration?
        /// Where the last finished turn ended.
        private var finishedEnd: Duration?
        /// The picture of a line that stands still: it stays known while the window goes elsewhere.
        private var held: (position: MemberTimeline.Position, picture: Picture, time: Duration)?
        private var format: (caps: UnsafeMutablePointer<GstCaps>, value: PictureFormat)?

        // Touched on `control` only.
        var pipeline: DecodePipeline?

        /// Opens nothing yet; `start()` does.
        init(
            chain: DecodeChain, timeline: MemberTimeline, position: MemberTimeline.Position, control: DispatchQueue,
            report: @escaping @Sendable (Report) -> Void
        ) {
            self.chain = chain
            self.timeline = timeline
            self.control = control
            self.report = report
            cue = position
            demanded = position
            let size = chain.finding.info.displaySize
            capacity = size.width * size.height > 1920 * 1088 ? 3 : 5
        }

        // MARK: Asking

        /// The frame due at a position. The window moves on to it.
        func frame(at position: MemberTimeline.Position) -> FrameAnswer<Picture> {
            condition.lock()
            defer { condition.unlock() }
            if held?.position != position { demand(position) }
            return answer(position)
        }

        /// The same, waiting for the exact frame.
        func frame(
            at position: MemberTimeline.Position, waitingAtMost timeout: Duration
        ) -> FrameAnswer<Picture> {
            let deadline = Date(timeIntervalSinceNow: timeout.seconds)
            condition.lock()
            defer { condition.unlock() }
            while true {
                if held?.position != position { demand(position) }
                let found = answer(position)
                if case .exact = found { return found }
                guard !isClosed, !hasFailed, condition.wait(until: deadline) else { return found }
            }
        }

        /// Item times of the frames around a position, while the window has the one due.
        func frameTimes(around position: MemberTimeline.Position) -> [Duration] {
            condition.lock()
            defer { condition.unlock() }
            return waiting == nil ? window.times(around: position) : []
        }

        private func answer(_ position: MemberTimeline.Position) -> FrameAnswer<Picture> {
            if let held, held.position == position { return .exact(held.picture, time: held.time) }
            if let due = window.due(at: position), due.isExact {
                return .exact(due.frame.picture, time: due.frame.time)
            }
            if let preview, waiting?.position == position { return .preview(preview.picture, time: preview.time) }
            return .late
        }

        /// Holds the lock. Whether frames on the way to the present target are being left out, so that what comes says
        /// nothing about a place before it.
        private func isPassedOver(_ position: MemberTimeline.Position) -> Bool {
            chain.skipsUnwanted && !arrival.isReported && position.turn == cue.turn && position.itemTime < cue.itemTime
        }

        /// Holds the lock. Moves the window, and seeks where decoding on cannot get there.
        private func demand(_ position: MemberTimeline.Position) {
            // While a position is prepared the window is that one's, whatever is shown meanwhile.
            guard !isClosed, !hasFailed, waiting == nil else { return }
            if position != demanded {
                demanded = position
                window.discard(before: position)
                condition.broadcast()
            }
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
                if let distance, distance > Self.decodeThrough { seek(to: position) }
                if distance == nil, !follows(position) { seek(to: position) }
            }
        }

        /// Whether `position`'s turn is the one that this reel reaches next by itself.
        private func follows(_ position: MemberTimeline.Position) -> Bool {
            if position.turn == cue.turn { return true }
            guard turnsByItself, let next = timeline.turn(after: cue), next.turn == position.turn else { return false }
            // Unless most of the present turn is still to be decoded: then a seek is quicker.
            return cue.piece.upperBound - (lastTime ?? cue.itemTime) < Self.decodeThrough
        }

        // MARK: Steering

        /// Opens the pipeline at the position given to `init`.
        func start() {
            control.async { self.open() }
        }

        /// Gets ready for a position and reports it under `generation`.
        func prepare(
            _ timeline: MemberTimeline, at position: MemberTimeline.Position, allowsPreview: Bool, generation: Int
        ) {
            condition.lock()
            retime(timeline, at: position)
            preview = nil
            waiting = Waiting(generation: generation, position: position, allowsPreview: allowsPreview)
            switch window.reach(of: position) {
            case _ where isPassedOver(position): seek(to: position)
            case .here: break
            case .ahead(let distance?) where distance <= Self.previewDistance && !isFinished: break
            case .empty where cue == position && !isFinished: break
            default: seek(to: position)
            }
            demanded = position
            condition.broadcast()
            let news = settle()
            condition.unlock()
            news.map(report)
        }

        /// Follows another timeline from `position` on; frames that both ask for are kept.
        func follow(_ timeline: MemberTimeline, at position: MemberTimeline.Position) {
            condition.lock()
            retime(timeline, at: position)
            // A preview is followed before the frame it stands for is there; that is still waited for.
            if waiting?.position != position { waiting = nil }
            if held?.position != position { held = nil }
            demand(position)
            if timeline.line.anchor.rate == 0, let due = window.due(at: position), due.isExact {
                held = (position, due.frame.picture, due.frame.time)
            }
            condition.unlock()
        }

        /// Whether it goes on to the next turn when one is complete, or leaves that to another reel.
        func turnsByItself(_ value: Bool) {
            condition.lock()
            turnsByItself = value
            if value, isFinished { goToNextTurn() }
            condition.unlock()
        }

        /// Gives everything back. The window's pictures go with the reel.
        func close() {
            condition.lock()
            isClosed = true
            isAccepting = false
            window.removeAll()
            preview = nil
            held = nil
            condition.broadcast()
            condition.unlock()
            control.async {
                self.pipeline?.close()
                self.pipeline = nil
            }
        }

        /// Holds the lock. Takes over a timeline. Frames that it asks for too are kept; where a turn now ends elsewhere
        /// than it was decoded to, the reel starts again.
        private func retime(_ timeline: MemberTimeline, at position: MemberTimeline.Position) {
            self.timeline = timeline
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

        // MARK: Decoding, in the streaming thread

        func take(_ sample: OpaquePointer) -> GstFlowReturn {
            guard let buffer = gst_sample_get_buffer(sample) else { return GST_FLOW_OK }
            let stamp = mpk_sample_stream_time(sample)
            condition.lock()
            isOpen = true
            condition.broadcast()
            // Frames after an open group of pictures' missing references come flagged: no frame is better than a torn one.
            let isBroken = mpk_buffer_has_flag(buffer, GST_BUFFER_FLAG_CORRUPTED) != 0
            guard isAccepting, !isClosed, stamp >= 0, !isBroken, let picture = picture(sample, buffer) else {
                condition.unlock()
                return GST_FLOW_OK
            }
            let time = Duration.nanoseconds(stamp) - chain.finding.shift
            let grace = FrameWindow<Picture>.grace
            if arrival.keyFrameTime == nil { arrival.keyFrameTime = time }
            // What an edit list hides.
            guard time >= timeline.bounds.start - grace else {
                condition.unlock()
                return GST_FLOW_OK
            }
            let isTooLate = !arrival.hasShownFrame && time > cue.itemTime + grace
            if isTooLate, cue.itemTime > timeline.bounds.start + grace, backOff < Self.backOffs.count {
                // Landed behind the target: this container's index points past it. Again, from further before.
                backOff += 1
                seek(to: cue, keepingBackOff: true)
                condition.unlock()
                return GST_FLOW_OK
            }
            arrival.hasShownFrame = true
            guard time < cue.piece.upperBound - grace || window.frames.last?.turn != cue.turn else {
                finishTurn()
                let news = settle()
                condition.unlock()
                news.map(report)
                return GST_FLOW_EOS
            }
            lastTime = time
            // The first frame there is stands in for those that a damaged beginning lacks.
            window.append(
                picture, turn: cue.turn, time: isTooLate ? cue.itemTime : time, from: cue.itemTime,
                keepsHistory: !chain.skipsUnwanted)
            if let asked = waiting, asked.allowsPreview, !asked.hasPreviewed, preview == nil,
                asked.position.itemTime - time > Self.previewDistance
            {
                preview = (picture, time)
            }
            window.discard(before: demanded)
            var news: [Report] = []
            // Once per seek, when the target itself is reached.
            if !arrival.isReported, let key = arrival.keyFrameTime, time + grace >= cue.itemTime {
                arrival.isReported = true
                news.append(.began(cue, behindKeyFrame: cue.itemTime - key))
            }
            if let settled = settle() { news.append(settled) }
            condition.broadcast()
            if !news.isEmpty {
                condition.unlock()
                news.forEach(report)
                condition.lock()
            }
            while isAccepting, !isClosed, window.countAhead(of: demanded) >= capacity { condition.wait() }
            condition.unlock()
            return GST_FLOW_OK
        }

        func takeEnd() {
            condition.lock()
            isOpen = true
            guard isAccepting, !isClosed, !isFinished else {
                condition.broadcast()
                condition.unlock()
                return
            }
            var news: [Report] = []
            if window.frames.last?.turn != cue.turn {
                // Nothing between the target and the end: again from further before, down to the beginning.
                if backOff < Self.backOffs.count {
                    backOff += 1
                    seek(to: cue, keepingBackOff: true)
                } else {
                    isFinished = true
                    news.append(
                        .failed(
                            ErrorTranslation(source: chain.source).make(
                                .truncated,
                                "nothing can be decoded at \(String(format: "%.2f", cue.itemTime.seconds)) s",
                                "copy or download it again", nil)))
                }
            } else if let lastTime {
                let missing = cue.piece.upperBound - lastTime
                if missing > Self.truncation, chain.finding.isSeekable {
                    let distance = chain.finding.info.frameRate?.frameDuration ?? .milliseconds(33)
                    news.append(.endedEarly(at: lastTime, end: lastTime + distance))
                }
                finishTurn()
            }
            if let settled = settle() { news.append(settled) }
            condition.broadcast()
            condition.unlock()
            news.forEach(report)
        }

        /// A file that ends this much before its index says it does is broken; less is rounding and odd last frames.
        static let truncation = Duration.milliseconds(500)
        /// How far before the target later tries begin; the last is the beginning.
        static let backOffs: [Duration] = [.seconds(1), .seconds(5), .seconds(1_000_000)]

        /// Holds the lock. The present turn is complete; on to the next, if there is one.
        private func finishTurn() {
            let next = timeline.turn(after: cue)
            let isWhole =
                cue.itemTime <= cue.piece.lowerBound + FrameWindow<Picture>.grace
                && window.frames.first.map { $0.time <= cue.itemTime + FrameWindow<Picture>.grace } ?? false
            let turnsAlike = next.map { $0.piece == cue.piece && $0.itemTime == cue.itemTime } ?? false
            let count = window.frames.count
            window.finish(cue.turn, repeatsForever: isWhole && turnsAlike && count <= capacity)
            isFinished = true
            finishedEnd = cue.piece.upperBound
            goToNextTurn()
        }

        /// Holds the lock.
        private func goToNextTurn() {
            guard turnsByItself, !window.repeatsForever, let next = timeline.turn(after: cue) else { return }
            cue = next
            beginSeek()
        }

        /// Holds the lock. Reports what has become known of the position being prepared.
        private func settle() -> Report? {
            guard let asked = waiting else { return nil }
            if let due = window.due(at: asked.position), due.isExact {
                waiting = nil
                preview = nil
                return .prepared(generation: asked.generation)
            }
            if preview != nil, !asked.hasPreviewed {
                waiting?.hasPreviewed = true
                return .previewed(generation: asked.generation)
            }
            return nil
        }

        /// Holds the lock.
        private func picture(_ sample: OpaquePointer, _ buffer: UnsafeMutablePointer<GstBuffer>) -> Picture? {
            guard let caps = gst_sample_get_caps(sample) else { return nil }
            if format?.caps != caps {
                guard let value = PictureFormat(caps: caps) else { return nil }
                format.map { mpk_caps_unref($0.caps) }
                format = (gst_caps_ref(caps), value)
            }
            return format.map { Picture(buffer, format: $0.value) }
        }

        deinit {
            format.map { mpk_caps_unref($0.caps) }
        }
    }
#endif
