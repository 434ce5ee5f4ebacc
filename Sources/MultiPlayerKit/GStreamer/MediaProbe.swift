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
            /// How far the container's own end cuts off frames of a file whose first frame is late and that has no
            /// edit list to say so.
            var lateStart: Duration
            /// Position of the shown part inside the stored one: what an edit list cuts off at the front.
            var cutAtFront: Duration
            var isISOMedia: Bool
            var isSeekable: Bool
        }

        /// Reads at most this many packets at the start: more than any reordering of H.264 or HEVC (16 frames).
        private static let headPackets = 24
        /// Packets of one tail read; a group of pictures is rarely longer, and a longer one is read from its last part.
        private static let tailPackets = 2_000
        /// How long a source may take to show its first packet. Servers on slow lines need seconds.
        private static let patience = Duration.seconds(8)

        let source: MediaSource

        /// Blocks until the answer is there. Errors name the file, what is wrong and the cure.
        func run() throws(PlaybackError) -> Finding {
            try SourceCheck(source: source).run()
            let isISO = SourceCheck.isISOMedia(source.url)
            let pipeline: Element
            do {
                pipeline = try Element(launch: Self.launchLine(source.url, isISOMedia: isISO))
            } catch {
                throw ErrorTranslation(source: source).translate(error)
            }
            SourceCheck.point(pipeline, at: source.url)
            let watch = ProbeWatch(pipeline)
            defer { watch.close() }
            pipeline.play()
            let head = try packets(watch, limit: Self.headPackets, patience: Self.patience)
            return try judge(head: head, watch: watch, isISOMedia: isISO)
        }

        private static func launchLine(_ url: URL, isISOMedia: Bool) -> String {
            let queue = isISOMedia ? "! queue max-size-bytes=2097152 max-size-buffers=0 max-size-time=0 " : ""
            return "\(SourceCheck.element(for: url)) name=source \(queue)! parsebin name=streams "
                + "appsink name=packets sync=false async=false max-buffers=8 wait-on-eos=false enable-last-sample=false"
        }

        private func judge(head: [Packet], watch: ProbeWatch, isISOMedia: Bool) throws(PlaybackError) -> Finding {
            let shown = head.filter { $0.time != nil }
            guard let facts = watch.facts, let segment = head.first?.segment else {
                throw ErrorTranslation(source: source).noPackets(watch.failure, hasOtherStreams: watch.hasOtherStreams)
            }
            let start = shown.compactMap(\.time).min() ?? .zero
            let firstStamp = head.map(\.stamp).min() ?? .zero
            // Without an edit list stream time equals the stamp; then a late first stamp shifts the whole track, and
            // the stated end with it.
            let lateStart = segment.start == segment.time && isISOMedia ? max(firstStamp - segment.start, .zero) : .zero
            let seekable = mpk_query_seekable(watch.pipeline.pointer) != 0
            let stated = mpk_query_duration(watch.pipeline.pointer)
            var tail = head
            if seekable, stated > 0, !watch.hasEnded {
                _ = watch.pipeline.seek(
                    to: .nanoseconds(Int64(stated) - 1),
                    flags: GstSeekFlags(rawValue: GST_SEEK_FLAG_KEY_UNIT.rawValue | GST_SEEK_FLAG_SNAP_BEFORE.rawValue))
                watch.forgetEnd()
                let last = (try? packets(watch, limit: Self.tailPackets, patience: .seconds(2))) ?? []
                if !last.isEmpty { tail = last }
            }
            let rate = facts.rate
            let times = tail.compactMap { $0.shownTime(lateStart: lateStart) }.sorted()
            let end = LastFrame(times: times, start: start, frameRate: rate, packets: tail, lateStart: lateStart).end
                ?? .nanoseconds(max(Int64(stated), 0))
            let info = MediaInfo(
                displaySize: facts.displaySize(orientation: watch.orientation), frameRate: rate,
                bounds: ItemBounds(start: start, end: end), hasAudio: watch.hasAudio,
                codec: String(facts.mediaType.split(separator: "-").last ?? ""))
            return Finding(
                info: info, mediaType: facts.mediaType, orientation: watch.orientation, lateStart: lateStart,
                cutAtFront: max(segment.start - segment.time, .zero), isISOMedia: isISOMedia, isSeekable: seekable)
        }

        private func packets(
            _ watch: ProbeWatch, limit: Int, patience: Duration
        ) throws(PlaybackError) -> [Packet] {
            var result: [Packet] = []
            var shown = 0
            let deadline = HostTime.now.advanced(by: patience)
            while shown < limit {
                if let sample = mpk_appsink_try_pull(watch.packets.pointer, 20_000_000) {
                    defer { mpk_sample_unref(sample) }
                    guard let packet = Packet(sample) else { continue }
                    watch.note(sample)
                    if packet.time != nil { shown += 1 }
                    result.append(packet)
                } else if let failure = watch.failure, result.isEmpty {
                    throw ErrorTranslation(source: source).translate(failure)
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

    /// One packet of the video track, in time.
    struct Packet {
        struct Stretch { var start, time: Duration; var stop: Duration? }

        var stamp: Duration
        var duration: Duration?
        var segment: Stretch

        init?(_ sample: OpaquePointer) {
            guard let buffer = gst_sample_get_buffer(sample), let segment = gst_sample_get_segment(sample) else { return nil }
            let stamp = mpk_buffer_pts(buffer)
            guard stamp != GstClockTime.max else { return nil }
            self.stamp = .nanoseconds(Int64(stamp))
            let length = mpk_buffer_duration(buffer)
            duration = length == GstClockTime.max || length == 0 ? nil : .nanoseconds(Int64(length))
            let stop = segment.pointee.stop
            self.segment = Stretch(
                start: .nanoseconds(Int64(clamping: segment.pointee.start)),
                time: .nanoseconds(Int64(clamping: segment.pointee.time)),
                stop: stop == UInt64.max ? nil : .nanoseconds(Int64(clamping: stop)))
        }

        /// Stream time; `nil` for what lies before the segment and is decoded only because others need it.
        var time: Duration? {
            stamp >= segment.start ? stamp - segment.start + segment.time : nil
        }

        /// Stream time of a packet that a player shows.
        func shownTime(lateStart: Duration) -> Duration? {
            if let stop = segment.stop, stamp >= stop + lateStart { return nil }
            return time
        }

        /// Stream time of the segment's end.
        func segmentEnd(lateStart: Duration) -> Duration? {
            segment.stop.map { $0 + lateStart - segment.start + segment.time }
        }
    }

    /// Where the last frame ends.
    struct LastFrame {
        /// Shown stream times of the last packets, ascending.
        var times: [Duration]
        var start: Duration
        var frameRate: FrameRate?
        var packets: [Packet]
        var lateStart: Duration

        /// The segment's end where it is plausible, else the last frame's time plus the distance to the one before.
        var end: Duration? {
            guard let last = times.last else { return nil }
            let stated = packets.last?.duration
            let distance = times.count > 1 ? last - times[times.count - 2] : stated ?? frameRate?.frameDuration ?? .seconds(1)
            guard let end = packets.last?.segmentEnd(lateStart: lateStart) else { return last + distance }
            let rest = end - last
            // Between half and twice the frame distance the container may know better than the distance (variable
            // frame rate); outside it speaks of something else, mostly of the sound.
            return rest >= distance / 2 && rest <= distance * 2 ? end : last + distance
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
            let width = Double(self.width) * Double(pixelAspect.n) / Double(max(pixelAspect.d, 1))
            let turned = orientation.map { $0.hasSuffix("90") || $0.hasSuffix("270") } ?? false
            return turned ? CGSize(width: Double(height), height: width) : CGSize(width: width, height: Double(height))
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
        }

        let pipeline: Element
        let packets: Element
        private let streams: Element?
        private let state = Mutex(State())
        private var route: BusRoute?

        init(_ pipeline: Element) {
            self.pipeline = pipeline
            guard let packets = pipeline.child("packets") else { preconditionFailure("the launch line names packets") }
            self.packets = packets
            streams = pipeline.child("streams")
            if let streams {
                mpk_on_pad_added(
                    streams.pointer,
                    { _, pad, context in
                        guard let pad, let context else { return }
                        Unmanaged<ProbeWatch>.fromOpaque(context).takeUnretainedValue().link(pad)
                    }, Unmanaged.passUnretained(self).toOpaque())
            }
            route = BusRoute(pipeline) { [weak self] message in
                guard let self else { return }
                state.withLock { state in
                    switch message {
                    case .failed(let failure):
                        if state.failure == nil { state.failure = failure }
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
            pipeline.stop()
            if let streams { mpk_disconnect(streams.pointer, Unmanaged.passUnretained(self).toOpaque()) }
            route?.close()
            route = nil
        }

        var facts: StreamFacts? { state.withLock(\.facts) }
        var hasAudio: Bool { state.withLock(\.hasAudio) }
        var hasOtherStreams: Bool { state.withLock { $0.hasOtherStreams || $0.hasAudio } }
        var hasEnded: Bool { state.withLock(\.hasEnded) }
        var failure: GStreamerFailure? { state.withLock(\.failure) }
        var orientation: String? { state.withLock(\.orientation) }

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
                width: Int(mpk_structure_int(structure, "width", 0)), height: Int(mpk_structure_int(structure, "height", 0)),
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
#endif
