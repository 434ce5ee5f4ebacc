#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// What a decoding pipeline tells its owner, in its streaming thread.
    protocol DecodePipelineOwner: AnyObject, Sendable {
        /// A decoded frame. May block; what it returns goes upstream. The sample stays the caller's.
        func take(_ sample: OpaquePointer) -> GstFlowReturn
        /// No frame follows.
        func takeEnd()
        /// A flush began, or ended: what comes after its end belongs to the seek that caused it.
        func takeFlush(ended: Bool)
        /// What to do with a coded frame at this stream time. Called in the streaming thread, for direct chains only.
        func verdict(at streamTime: Duration, isKeyFrame: Bool) -> DecodeVerdict
        /// Called before a coded frame is decoded, and after what follows from it has been taken; in the streaming
        /// thread, for direct chains only. `willDecode` may wait; false means that the frame is not wanted any more.
        func willDecode() -> Bool
        func didDecode()
        /// The pipeline gave up.
        func takeFailure(_ failure: GStreamerFailure)
    }

    /// What to do with a coded frame.
    enum DecodeVerdict {
        case decode
        /// Left out if no other frame refers to it.
        case decodeIfReferenced
        case leaveOut
    }

    /// The thin shell around one `DecodeChain` while it runs: opening, seeking, closing.
    ///
    /// Sendable because the pipeline locks for itself, and `route` changes only in `close()`, which the owner calls on
    /// its one control queue.
    final class DecodePipeline: @unchecked Sendable {
        let pipeline: Element
        private let reader: SourceReader
        private var route: BusRoute?

        /// Parses and connects; nothing runs before `play()`. The owner lives until `close()`.
        init(_ chain: DecodeChain, owner: some DecodePipelineOwner) throws(GStreamerFailure) {
            reader = SourceReader(chain.source, copy: chain.finding.copy, index: chain.finding.index)
            pipeline = try Element(launch: chain.launchLine(reader))
            guard let frames = pipeline.child("frames") else {
                throw GStreamerFailure(domain: .other, code: 0, text: "the chain has no end")
            }
            mpk_carry_types(pipeline.pointer)
            chain.configure(pipeline, reader)
            let context = OwnerBox(owner)
            Self.routeFrames(frames, to: context)
            Self.watchFlushes(frames, for: context)
            frames.acceptLayouts()
            Self.believeStream(pipeline)
            if chain.isDirect {
                Self.leaveOut(pipeline, for: context)
                Self.guardDecoder(pipeline, for: context)
            }
            route = BusRoute(pipeline) { [weak owner] message in
                switch message {
                case .failed(let failure): owner?.takeFailure(failure)
                case .missingPlugin:
                    owner?.takeFailure(GStreamerFailure(domain: .missingPlugin, code: 0, text: "no decoder"))
                case .ended: break
                }
            }
        }

        /// Whether the source is a file, so that nothing outside this machine can delay it.
        var readsFile: Bool { reader.isFile }

        func play() { pipeline.play() }

        /// Starts again from the key frame at or before a stream time; false when the source cannot be positioned.
        ///
        /// It seeks to the key frame and not to the exact time, because the decoder clips an exact seek by durations
        /// that it derives from the frame rate.
        func seekToKeyFrame(before time: Duration) -> Bool {
            pipeline.seek(
                to: time,
                flags: GstSeekFlags(rawValue: GST_SEEK_FLAG_KEY_UNIT.rawValue | GST_SEEK_FLAG_SNAP_BEFORE.rawValue))
        }

        /// Stops and waits for its threads. The owner must not block in `take` any more.
        func close() {
            reader.close()
            route?.close()
            route = nil
            pipeline.stop()
        }

        /// Keeps the owner alive for the callbacks; the appsink, each probe and the guard own one reference.
        private final class OwnerBox: Sendable {
            let owner: any DecodePipelineOwner
            init(_ owner: any DecodePipelineOwner) { self.owner = owner }

            static func of(_ context: UnsafeMutableRawPointer) -> any DecodePipelineOwner {
                Unmanaged<OwnerBox>.fromOpaque(context).takeUnretainedValue().owner
            }

            var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
            static let release: GDestroyNotify = { context in
                if let context { Unmanaged<OwnerBox>.fromOpaque(context).release() }
            }
        }

        private static func routeFrames(_ frames: Element, to box: OwnerBox) {
            mpk_appsink_route(
                frames.pointer,
                { sink, context in
                    guard let sink, let context, let sample = mpk_appsink_pull(sink) else { return GST_FLOW_EOS }
                    defer { mpk_sample_unref(sample) }
                    return OwnerBox.of(context).take(sample)
                }, { _, context in context.map { OwnerBox.of($0).takeEnd() } }, box.retained, OwnerBox.release)
        }

        /// GStreamer's MP4 demuxer (1.22) loses the full-range flag of a file's colour box, and its colours hide
        /// those that the stream itself states: the demuxer's are removed.
        private static func believeStream(_ pipeline: Element) {
            pipeline.child("parser")?.probe("sink", GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) { _, info, _ in
                guard let info, let event = mpk_probe_event(info), mpk_event_type(event) == GST_EVENT_CAPS else {
                    return GST_PAD_PROBE_OK
                }
                mpk_probe_forget_colours(info)
                return GST_PAD_PROBE_OK
            }
        }

        /// Drops frames that nobody will see before they enter the decoder, so that they are not even decoded.
        private static func leaveOut(_ pipeline: Element, for box: OwnerBox) {
            guard let decoder = pipeline.child("decoder") else { return }
            decoder.probe("sink", GST_PAD_PROBE_TYPE_BUFFER, context: box.retained, release: OwnerBox.release) {
                pad, info, context in
                guard let pad, let info, let context, let buffer = mpk_probe_buffer(info) else {
                    return GST_PAD_PROBE_OK
                }
                let time = mpk_pad_stream_time(pad, mpk_buffer_pts(buffer))
                guard time >= 0 else { return GST_PAD_PROBE_OK }
                let isKeyFrame = mpk_buffer_has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT) == 0
                switch OwnerBox.of(context).verdict(at: .nanoseconds(time), isKeyFrame: isKeyFrame) {
                case .decode: return GST_PAD_PROBE_OK
                case .leaveOut: return GST_PAD_PROBE_DROP
                case .decodeIfReferenced: break
                }
                guard let caps = gst_pad_get_current_caps(pad) else { return GST_PAD_PROBE_OK }
                defer { mpk_caps_unref(caps) }
                return mpk_is_unreferenced(buffer, caps) == 1 ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
            }
        }

        private static func guardDecoder(_ pipeline: Element, for box: OwnerBox) {
            guard let decoder = pipeline.child("decoder"), let pad = gst_element_get_static_pad(decoder.pointer, "sink")
            else { return }
            mpk_guard_chain(
                pad, { context in context.map { OwnerBox.of($0).willDecode() ? 1 : 0 } ?? 1 },
                { context in context.map { OwnerBox.of($0).didDecode() } }, box.retained, OwnerBox.release)
            mpk_unref(pad)
        }

        private static func watchFlushes(_ frames: Element, for box: OwnerBox) {
            frames.probe("sink", GST_PAD_PROBE_TYPE_EVENT_FLUSH, context: box.retained, release: OwnerBox.release) {
                _, info, context in
                guard let info, let context, let event = mpk_probe_event(info) else { return GST_PAD_PROBE_OK }
                switch mpk_event_type(event) {
                case GST_EVENT_FLUSH_START: OwnerBox.of(context).takeFlush(ended: false)
                case GST_EVENT_FLUSH_STOP: OwnerBox.of(context).takeFlush(ended: true)
                default: break
                }
                return GST_PAD_PROBE_OK
            }
        }
    }
#endif
