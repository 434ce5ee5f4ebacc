#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Synchronization

    /// Looks into a video before anything is decoded: what it is, and the times of its first and last frames.
    ///
    /// Demuxes only: the first packets and the last group of pictures are read, so it costs milliseconds however long
    /// the file. Container lengths are not used, because B-frames, edit lists and audio tails make them wrong by one
    /// to four frames.
    struct MediaProbe {
        /// What the probe found, and what a decoder needs to know beyond it.
        struct Finding: Sendable {
            var info: MediaInfo
            var mediaType: String
            /// The orientation tag ("rotate-90"); `nil`: as stored.
            var orientation: String?
            /// What the demuxer is to see in place of the file's own index; `nil`: that one.
            var index: PlainIndex?
            /// What to take away from stream times to get item times: the edit list's shift, where it is hidden.
            var shift: Duration
            /// Whether key frames are followed by frames that need the group before.
            var hasOpenGroups: Bool
            /// Whether some frames can be left out without harm to others.
            var hasUnreferencedFrames: Bool
            var isISOMedia: Bool
            var isSeekable: Bool
            /// Whether only its beginning was looked at, because the rest is still to be fetched.
            var isCursory: Bool
        }

        /// Reads at most this many packets at the start: more than any reordering of H.264 or HEVC (16 frames).
        static let headPackets = 24
        /// Where every packet has to be fetched first, as many as tell the frame rate, if the first frame is among them.
        static let fetchedHeadPackets = 8
        /// Packets of one tail read; a group of pictures is rarely longer, and a longer one is read from its last part.
        private static let tailPackets = 2_000
        /// How long a source may take to show its first packet. Servers on slow lines need seconds.
        private static let patience = Duration.seconds(8)

        let source: MediaSource

        /// Blocks until the answer is there. Errors name the file, what is wrong and the cure.
        func run() throws(PlaybackError) -> Finding {
            try SourceCheck(source: source).run()
            let bytes = SourceBytes(of: source)
            defer { bytes?.close() }
            let isISO = bytes?.isISOMedia ?? false
            let index = isISO ? bytes.map(PlainIndex.init(of:)) : nil
            let first = try look(isISOMedia: isISO, through: nil)
            guard let index, first.hidesFrames || !index.hasEdits else { return try first.finding(source) }
            // Its own edit list or length would make the demuxer lose frames: once more, with a plain index.
            var second = try look(isISOMedia: isISO, through: index, shift: index.hasEdits ? first.shift : .zero)
            second.end = index.hasEdits ? first.end : nil
            second.stated = first.stated
            return try second.finding(source)
        }

        /// One run of a pipeline: the first packets and the last.
        ///
        /// - Parameters:
        ///   - index: what the demuxer is to see in place of the file's own index.
        ///   - shift: where the shown part begins then.
        private func look(
            isISOMedia: Bool, through index: PlainIndex?, shift: Duration = .zero
        ) throws(PlaybackError) -> ProbeResult {
            let reader = SourceReader(source)
            let pipeline: Element
            do {
                pipeline = try Element(launch: Self.launchLine(reader, isISOMedia: isISOMedia))
            } catch {
                throw ErrorTranslation(source: source).translate(error)
            }
            reader.attach(to: pipeline)
            index?.apply(to: pipeline)
            let watch = ProbeWatch(pipeline)
            defer {
                reader.close()
                watch.close()
            }
            pipeline.play()
            let isFetching = isISOMedia && reader.isFetching
            let head = try packets(
                watch, limit: Self.headPackets, orAfter: isFetching ? Self.fetchedHeadPackets : nil, from: shift,
                patience: Self.patience)
            guard let facts = watch.facts, let segment = head.first?.segment else {
                throw ErrorTranslation(source: source).noPackets(watch.failure, hasOtherStreams: watch.hasOtherStreams)
            }
            let isSeekable = mpk_query_seekable(pipeline.pointer) != 0
            let stated = Duration.nanoseconds(Int64(mpk_query_duration(pipeline.pointer)))
            var tail = head
            // The last group of pictures would have to be fetched before the first is seen; its index says where it ends.
            let isCursory = isFetching && isSeekable && !watch.hasEnded
            if isCursory {
                tail = []
            } else if isSeekable, stated > .zero, !watch.hasEnded {
                _ = pipeline.seek(
                    to: stated - .nanoseconds(1),
                    flags: GstSeekFlags(rawValue: GST_SEEK_FLAG_KEY_UNIT.rawValue | GST_SEEK_FLAG_SNAP_BEFORE.rawValue))
                watch.forgetEnd()
                tail = (try? packets(watch, limit: Self.tailPackets, from: .zero, patience: .seconds(2))) ?? []
            }
            return ProbeResult(
                head: head, tail: tail, facts: facts, orientation: watch.orientation, hasAudio: watch.hasAudio,
                isISOMedia: isISOMedia, isSeekable: isSeekable, stated: stated, index: index,
                shift: index == nil ? max(segment.start - segment.time, .zero) : shift, end: segment.stop,
                isCursory: isCursory)
        }

        /// Whether no packet that follows can be shown before the first of these.
        private static func hasFirstFrame(_ packets: [Packet]) -> Bool {
            guard let last = packets.last?.decodeStamp, let first = packets.map(\.stamp).min() else { return false }
            return last >= first
        }

        /// An MP4's packets come straight from its demuxer: a parser behind it would cut them off at the stated end.
        private static func launchLine(_ reader: SourceReader, isISOMedia: Bool) -> String {
            "\(reader.element) name=source ! \(isISOMedia ? "qtdemux" : "parsebin") name=streams "
                + "appsink name=packets sync=false async=false wait-on-eos=false enable-last-sample=false"
        }

        /// The best explanation of a failure: the first message is often only that data stopped flowing.
        private func explanation(of watch: ProbeWatch) -> PlaybackError {
            let translation = ErrorTranslation(source: source)
            if watch.hasOtherStreams, !watch.hasVideo { return translation.noPackets(nil, hasOtherStreams: true) }
            // The cause is posted by another thread, a moment later at most.
            let deadline = HostTime.now.advanced(by: .milliseconds(200))
            while !source.url.isFileURL, watch.failure?.domain != .resource, HostTime.now < deadline { usleep(5_000) }
            return translation.noPackets(watch.failure, hasOtherStreams: false)
        }

        private func packets(
            _ watch: ProbeWatch, limit: Int, orAfter few: Int? = nil, from start: Duration, patience: Duration
        ) throws(PlaybackError) -> [Packet] {
            var result: [Packet] = []
            var shown = 0
            let deadline = HostTime.now.advanced(by: patience)
            while shown < limit {
                if let sample = mpk_appsink_try_pull(watch.packets.pointer, 20_000_000) {
                    defer { mpk_sample_unref(sample) }
                    watch.intake.took()
                    guard let segment = watch.segment, let packet = Packet(sample, segment: segment) else { continue }
                    watch.note(sample)
                    if packet.shownTime != nil, packet.stamp >= start { shown += 1 }
                    result.append(packet)
                    if let few, shown >= few, Self.hasFirstFrame(result) { break }
                } else if watch.failure != nil, result.isEmpty {
                    throw explanation(of: watch)
                } else if mpk_appsink_is_eos(watch.packets.pointer) != 0 || watch.failure != nil || watch.hasEnded {
                    break
                } else if HostTime.now > deadline {
                    guard result.isEmpty else { break }
                    throw ErrorTranslation(source: source).tooSlow(patience)
                }
            }
            return result
        }
    }

    /// What the packets' caps say.
    struct StreamFacts: Sendable {
        var mediaType: String
        var width: Int
        var height: Int
        var rate: FrameRate?
        var pixelAspect: (n: Int, d: Int)

        func displaySize(orientation: String?) -> CGSize {
            upright(
                CGSize(
                    width: Double(width) * Double(pixelAspect.n) / Double(max(pixelAspect.d, 1)),
                    height: Double(height)), orientation)
        }

        /// In pixels as they are stored, upright.
        func storedSize(orientation: String?) -> CGSize {
            upright(CGSize(width: width, height: height), orientation)
        }

        private func upright(_ size: CGSize, _ orientation: String?) -> CGSize {
            let turned = orientation.map { $0.hasSuffix("90") || $0.hasSuffix("270") } ?? false
            return turned ? CGSize(width: size.height, height: size.width) : size
        }
    }

    /// A probe's pipeline while it runs: links the first video stream, notes what else there is.
    ///
    /// Sendable because everything that changes is in `state`.
    final class ProbeWatch: @unchecked Sendable {
        private struct State {
            var facts: StreamFacts?
            var hasAudio = false
            var hasOtherStreams = false
            var hasVideo = false
            var hasEnded = false
            var failure: GStreamerFailure?
            var orientation: String?
            var segment: Packet.Stretch?
        }

        let pipeline: Element
        let packets: Element
        let intake: PacketIntake
        private let streams: Element?
        private let state = Mutex(State())
        private var route: BusRoute?

        init(_ pipeline: Element) {
            self.pipeline = pipeline
            guard let packets = pipeline.child("packets") else { preconditionFailure("the launch line names packets") }
            self.packets = packets
            intake = PacketIntake(of: packets)
            streams = pipeline.child("streams")
            if let streams {
                mpk_on_pad_added(
                    streams.pointer,
                    { _, pad, context in
                        guard let pad, let context else { return }
                        Unmanaged<ProbeWatch>.fromOpaque(context).takeUnretainedValue().link(pad)
                    }, Unmanaged.passUnretained(self).toOpaque())
            }
            watchSegments()
            route = BusRoute(pipeline) { [weak self] message in
                guard let self else { return }
                state.withLock { state in
                    switch message {
                    case .failed(let failure):
                        // What the source says explains more than what follows from it.
                        if state.failure == nil || failure.domain == .resource { state.failure = failure }
                    case .missingPlugin:
                        state.failure = GStreamerFailure(domain: .missingPlugin, code: 0, text: "no decoder")
                    case .ended: state.hasEnded = true
                    case .navigation: break
                    }
                }
            }
        }

        /// Stops the pipeline; nothing calls back after it.
        func close() {
            intake.close()
            pipeline.stop()
            if let streams { mpk_disconnect(streams.pointer, Unmanaged.passUnretained(self).toOpaque()) }
            route?.close()
            route = nil
        }

        var facts: StreamFacts? { state.withLock(\.facts) }
        var hasAudio: Bool { state.withLock(\.hasAudio) }
        var hasOtherStreams: Bool { state.withLock { $0.hasOtherStreams || $0.hasAudio } }
        var hasVideo: Bool { state.withLock(\.hasVideo) }
        var hasEnded: Bool { state.withLock(\.hasEnded) }
        var failure: GStreamerFailure? { state.withLock(\.failure) }
        var orientation: String? { state.withLock(\.orientation) }
        /// The segment of the packets that come now.
        var segment: Packet.Stretch? { state.withLock(\.segment) }

        func forgetEnd() { state.withLock { $0.hasEnded = false } }

        /// Reads a sample's caps once, and the tags that have passed by then.
        func note(_ sample: OpaquePointer) {
            guard facts == nil, let caps = gst_sample_get_caps(sample), let structure = gst_caps_get_structure(caps, 0)
            else { return }
            var n: Int32 = 0
            var d: Int32 = 1
            let hasRate = mpk_structure_fraction(structure, "framerate", &n, &d) != 0 && n > 0 && d > 0
            var parN: Int32 = 1
            var parD: Int32 = 1
            if mpk_structure_fraction(structure, "pixel-aspect-ratio", &parN, &parD) == 0 { (parN, parD) = (1, 1) }
            let found = StreamFacts(
                mediaType: String(cString: gst_structure_get_name(structure)),
                width: Int(mpk_structure_int(structure, "width", 0)),
                height: Int(mpk_structure_int(structure, "height", 0)),
                rate: hasRate ? FrameRate(Int64(n), Int64(d)) : nil, pixelAspect: (Int(parN), Int(parD)))
            var orientation: String?
            if let pad = gst_element_get_static_pad(packets.pointer, "sink") {
                if let text = mpk_pad_orientation(pad) {
                    orientation = String(cString: text)
                    g_free(text)
                }
                mpk_unref(pad)
            }
            state.withLock {
                $0.facts = found
                $0.orientation = orientation == "rotate-0" ? nil : orientation
            }
        }

        /// Notes each segment and lets the sink see it without bounds: the sink would drop what lies outside.
        private func watchSegments() {
            guard let pad = gst_element_get_static_pad(packets.pointer, "sink") else { return }
            _ = mpk_add_probe(
                pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
                { _, info, context in
                    guard let info, let context, let event = mpk_probe_event(info),
                        mpk_event_type(event) == GST_EVENT_SEGMENT
                    else { return GST_PAD_PROBE_OK }
                    var segment = GstSegment()
                    mpk_probe_open_segment(info, &segment)
                    Unmanaged<ProbeWatch>.fromOpaque(context).takeUnretainedValue().note(segment)
                    return GST_PAD_PROBE_OK
                }, Unmanaged.passUnretained(self).toOpaque(), nil)
            mpk_unref(pad)
        }

        private func note(_ segment: GstSegment) {
            state.withLock {
                $0.segment = Packet.Stretch(
                    start: .nanoseconds(Int64(clamping: segment.start)),
                    time: .nanoseconds(Int64(clamping: segment.time)),
                    stop: segment.stop == UInt64.max ? nil : .nanoseconds(Int64(clamping: segment.stop)))
            }
        }

        private func link(_ pad: UnsafeMutablePointer<GstPad>) {
            guard let name = mpk_pad_media_type(pad) else { return }
            defer { g_free(name) }
            let type = String(cString: name)
            if type.hasPrefix("video/") || type.hasPrefix("image/") {
                let isFirst = state.withLock { state in
                    defer { state.hasVideo = true }
                    return !state.hasVideo
                }
                if isFirst { _ = mpk_link_pad(pad, packets.pointer) }
            } else {
                state.withLock {
                    if type.hasPrefix("audio/") { $0.hasAudio = true } else { $0.hasOtherStreams = true }
                }
            }
        }
    }

    /// Lets a few packets wait in a sink and holds the stream back before it.
    ///
    /// Not by the sink's own limit: an appsink that is full waits while it holds its preroll lock, the step to PLAYING
    /// wants that lock, and the thread that would empty the sink stands in that step.
    ///
    /// Sendable because `condition` guards what changes.
    final class PacketIntake: @unchecked Sendable {
        /// As many as keep the demuxer busy between two looks.
        private static let room = 8

        private let condition = NSCondition()
        private var waiting = 0
        private var isFlushing = false
        private var isClosed = false

        init(of sink: Element) {
            guard let pad = gst_element_get_static_pad(sink.pointer, "sink") else { return }
            let types = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
            _ = mpk_add_probe(
                pad, GstPadProbeType(rawValue: types),
                { _, info, context in
                    guard let info, let context else { return GST_PAD_PROBE_OK }
                    let intake = Unmanaged<PacketIntake>.fromOpaque(context).takeUnretainedValue()
                    if mpk_probe_is_buffer(info) != 0 {
                        intake.admit()
                    } else if let event = mpk_probe_event(info) {
                        intake.flush(mpk_event_type(event) == GST_EVENT_FLUSH_START)
                    }
                    return GST_PAD_PROBE_OK
                }, Unmanaged.passRetained(self).toOpaque(),
                { context in
                    if let context { Unmanaged<PacketIntake>.fromOpaque(context).release() }
                })
            mpk_unref(pad)
        }

        /// In the streaming thread: waits for room.
        private func admit() {
            condition.lock()
            while waiting >= Self.room, !isFlushing, !isClosed { condition.wait() }
            waiting += 1
            condition.unlock()
        }

        private func flush(_ begins: Bool) {
            condition.lock()
            isFlushing = begins
            waiting = 0
            condition.broadcast()
            condition.unlock()
        }

        /// A packet has been taken out of the sink.
        func took() {
            condition.lock()
            waiting = max(waiting - 1, 0)
            condition.signal()
            condition.unlock()
        }

        /// Nobody takes packets any more: nothing waits.
        func close() {
            condition.lock()
            isClosed = true
            condition.broadcast()
            condition.unlock()
        }
    }
#endif
