#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Synchronization

    /// The video stream of a file that is probed and played: the one that the file calls its default (Matroska's
    /// FlagDefault), else the first that is enabled (MP4), else the first.
    struct VideoChoice: Hashable, Sendable {
        /// Its number among the video streams, in the order in which the demuxer adds them; from 0.
        var ordinal: Int
        /// The pad's name: "video_1" in an MP4 read by `qtdemux`, which numbers video pads separately.
        var padName: String
        /// The part of its stream id that is the same in every pipeline, after the last slash: the track number in MP4
        /// ("002"), number and UID in Matroska ("002:123"), PID in MPEG-TS ("00000100").
        var streamID: String

        static func lasting(_ streamID: String) -> String {
            streamID.split(separator: "/").last.map(String.init) ?? streamID
        }
    }

    /// A probe's pipeline while it runs: links the chosen video stream, notes what else there is.
    ///
    /// Sendable because everything that changes is in `state`.
    final class ProbeWatch: @unchecked Sendable {
        private struct State {
            var facts: StreamFacts?
            var hasAudio = false
            var hasOtherStreams = false
            /// The stream that is linked.
            var video: Video?
            var videoCount = 0
            var streamCount = 0
            var hasEnded = false
            var failure: GStreamerFailure?
            var orientation: PictureOrientation?
            var segment: Packet.Stretch?
            /// When bytes arrived last.
            var lastBytes: HostTime?
        }

        private struct Video {
            var choice: VideoChoice
            /// The demuxer's recommendation: 1 take it, 0 none, -1 leave it alone.
            var preference: Int32
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
            watchBytes()
            route = BusRoute(pipeline) { [weak self] message in
                guard let self else { return }
                state.withLock { state in
                    switch message {
                    case .failed(let failure):
                        // The source's own failure explains more than those that follow from it.
                        if state.failure == nil || failure.domain == .resource { state.failure = failure }
                    case .missingPlugin:
                        state.failure = GStreamerFailure(domain: .missingPlugin, code: 0, text: "no decoder")
                    case .ended: state.hasEnded = true
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
        var hasVideo: Bool { state.withLock { $0.video != nil } }
        var video: VideoChoice? { state.withLock(\.video?.choice) }
        /// Whether the file leads to other addresses, and was kept from it.
        var wasLedAway: Bool { streams.map { mpk_was_led_away($0.pointer) != 0 } ?? false }
        var streamCount: Int { state.withLock(\.streamCount) }
        var hasEnded: Bool { state.withLock(\.hasEnded) }
        var failure: GStreamerFailure? { state.withLock(\.failure) }
        var orientation: PictureOrientation? { state.withLock(\.orientation) }
        /// The segment of the packets that arrive now.
        var segment: Packet.Stretch? { state.withLock(\.segment) }

        /// How long no bytes have arrived, once some have.
        var idle: Duration? { state.withLock(\.lastBytes).map { $0.duration(to: .now) } }

        /// Whether the last packet has been taken: the pipeline may say that it is at its end while some still wait.
        var hasDelivered: Bool { mpk_appsink_is_eos(packets.pointer) != 0 }

        func forgetEnd() { state.withLock { $0.hasEnded = false } }

        /// Reads a sample's caps once, and the tags that have passed by then.
        func note(_ sample: OpaquePointer, isISOMedia: Bool) {
            guard facts == nil, let caps = gst_sample_get_caps(sample),
                var found = StreamFacts(caps: caps, believesColours: !isISOMedia)
            else { return }
            if let buffer = gst_sample_get_buffer(sample),
                let header = PictureHeader(mediaType: found.mediaType, buffer: buffer)
            {
                found.add(header)
            }
            var orientation: PictureOrientation?
            if let pad = gst_element_get_static_pad(packets.pointer, "sink") {
                if let text = mpk_pad_orientation(pad) {
                    orientation = PictureOrientation(rawValue: String(cString: text))
                    g_free(text)
                }
                mpk_unref(pad)
            }
            state.withLock { [found, orientation] in
                $0.facts = found
                $0.orientation = orientation
            }
        }

        /// Notes each segment and lets the sink see it without bounds: the sink would drop what lies outside.
        private func watchSegments() {
            let context = Unmanaged.passUnretained(self).toOpaque()
            packets.probe("sink", GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, context: context) { _, info, context in
                guard let info, let context, let event = mpk_probe_event(info),
                    mpk_event_type(event) == GST_EVENT_SEGMENT
                else { return GST_PAD_PROBE_OK }
                var segment = GstSegment()
                mpk_probe_open_segment(info, &segment)
                Unmanaged<ProbeWatch>.fromOpaque(context).takeUnretainedValue().note(segment)
                return GST_PAD_PROBE_OK
            }
        }

        /// Notes when bytes leave the source.
        private func watchBytes() {
            pipeline.child("source")?.probeBytes(context: Unmanaged.passUnretained(self).toOpaque()) { _, _, context in
                guard let context else { return GST_PAD_PROBE_OK }
                Unmanaged<ProbeWatch>.fromOpaque(context).takeUnretainedValue().noteBytes()
                return GST_PAD_PROBE_OK
            }
        }

        private func noteBytes() { state.withLock { $0.lastBytes = .now } }

        private func note(_ segment: GstSegment) {
            state.withLock {
                $0.segment = Packet.Stretch(
                    start: .nanoseconds(Int64(clamping: segment.start)),
                    time: .nanoseconds(Int64(clamping: segment.time)),
                    stop: segment.stop == UInt64.max ? nil : .nanoseconds(Int64(clamping: segment.stop)))
            }
        }

        /// Links the best video stream so far. All streams appear before the first packet of any, so that a stream that
        /// gives way has delivered nothing.
        private func link(_ pad: UnsafeMutablePointer<GstPad>) {
            guard let name = mpk_pad_media_type(pad) else { return }
            defer { g_free(name) }
            let type = String(cString: name)
            guard type.hasPrefix("video/") || type.hasPrefix("image/") else {
                state.withLock {
                    $0.streamCount += 1
                    if type.hasPrefix("audio/") { $0.hasAudio = true } else { $0.hasOtherStreams = true }
                }
                return
            }
            let preference = mpk_pad_preference(pad)
            let isBest = state.withLock { state in
                defer { state.videoCount += 1 }
                state.streamCount += 1
                guard state.video.map({ preference > $0.preference }) ?? true else { return false }
                state.video = Video(
                    choice: VideoChoice(
                        ordinal: state.videoCount, padName: Self.text(mpk_pad_name(pad)) ?? "",
                        streamID: VideoChoice.lasting(Self.text(mpk_pad_stream_id(pad)) ?? "")), preference: preference)
                return true
            }
            guard isBest else { return }
            if let sink = gst_element_get_static_pad(packets.pointer, "sink") {
                mpk_unlink_sink(sink)
                mpk_unref(sink)
            }
            _ = mpk_link_pad(pad, packets.pointer)
        }

        /// Takes ownership of a GLib string.
        private static func text(_ owned: UnsafeMutablePointer<CChar>?) -> String? {
            guard let owned else { return nil }
            defer { g_free(owned) }
            return String(cString: owned)
        }
    }
#endif
