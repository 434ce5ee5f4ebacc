#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Synchronization

    /// Runs one coded picture through parser and decoder, for facts that only they tell: samples, fields, colours,
    /// light.
    ///
    /// A decoder allocates memory by the size that the stream states, whatever its container says. So it receives
    /// nothing before the parser has told that size. Codecs without a parser are decoded if the container's size is the
    /// stream's, or the picture's own header has been read; PNG, JPEG, ProRes and VP8 state everything in their headers
    /// and are not decoded.
    struct FirstPicture {
        /// What the parser says; `nil`: there is none for this codec, or it found nothing.
        let parsed: mpk_caps_facts?
        /// What the decoded picture says; `nil`: none was decoded.
        let decoded: mpk_caps_facts?
        /// The field order, if this picture is woven of two fields; `nil`: it is not.
        let fieldOrder: FieldOrder?
        /// What the parser tells about the stream's size, and so about a decoder's need for memory.
        let size: SizeFinding

        enum SizeFinding {
            /// It is known, or this codec needs no parser to tell it.
            case known
            /// The parser does not understand it.
            case hidden
            /// The parser has not got that far in time, as on an overloaded machine.
            case late
        }

        /// Larger pictures are not decoded; the parser's facts have to do. Decoding takes 5 to 8 ms at 720p here, about
        /// 15 ms at 1080p, 70 to 100 ms in 4K HEVC.
        static let mostPixels = 1920 * 1088

        static let patience = Duration.seconds(2)

        private static let chains: [String: (parser: String?, decoder: String?)] = [
            "video/x-h264": ("h264parse", "avdec_h264"), "video/x-h265": ("h265parse", "avdec_h265"),
            "video/x-vp9": ("vp9parse", nil), "video/x-av1": ("av1parse", nil),
            "video/x-dnxhd": (nil, "avdec_dnxhd"), "video/x-ffv": (nil, "avdec_ffv1"),
            "video/x-huffyuv": (nil, "avdec_huffyuv"), "video/x-rle": (nil, "avdec_qtrle"),
        ]

        private static func chain(_ mediaType: String, _ codec: String) -> (parser: String?, decoder: String?)? {
            switch codec {
            case "MPEG-1 Video", "MPEG-2 Video": ("mpegvideoparse", "avdec_mpeg2video")
            case "MPEG-4 Visual": ("mpeg4videoparse", "avdec_mpeg4")
            default: chains[mediaType]
            }
        }

        /// - Parameter sample: A key frame with its caps; stays the caller's.
        init(of sample: OpaquePointer, facts: StreamFacts) {
            let outcome = Self.run(sample, facts)
            (parsed, decoded, fieldOrder) = (outcome?.parsed, outcome?.decoded, outcome?.fieldOrder)
            // GStreamer's parsers give up on sizes beyond all levels of these two codecs. FFmpeg's H.264 decoder
            // refuses such sizes by itself.
            let mustTell =
                facts.mediaType == "video/x-h265" && mpk_element_exists("h265parse") != 0
                || facts.mediaType == "video/x-av1" && mpk_element_exists("av1parse") != 0
            size = Self.size(
                mustTell: mustTell, isTold: parsed.map { $0.width > 0 && $0.height > 0 } ?? false,
                hasEnded: outcome?.hasEnded ?? true)
        }

        /// - Parameters:
        ///   - mustTell: whether only the parser knows the size.
        ///   - hasEnded: whether parser and decoder were done before time was up.
        static func size(mustTell: Bool, isTold: Bool, hasEnded: Bool) -> SizeFinding {
            guard mustTell, !isTold else { return .known }
            return hasEnded ? .hidden : .late
        }

        private struct Outcome {
            var parsed: mpk_caps_facts?
            var decoded: mpk_caps_facts?
            var fieldOrder: FieldOrder?
            var hasEnded = true
        }

        private static func run(_ sample: OpaquePointer, _ facts: StreamFacts) -> Outcome? {
            guard let chain = chain(facts.mediaType, facts.codec) else { return nil }
            let parser = chain.parser.flatMap { mpk_element_exists($0) != 0 ? $0 : nil }
            // A codec that has a parser is decoded only with that parser, which has to tell the size.
            let mayDecode = parser != nil || chain.parser == nil
            let decoder = mayDecode ? chain.decoder.flatMap { mpk_element_exists($0) != 0 ? $0 : nil } : nil
            // vp9parse (1.22) never returns when a plain sink queries its caps and the stream has alpha.
            guard !(facts.hasAlpha && facts.mediaType == "video/x-vp9") else { return nil }
            guard parser != nil || decoder != nil && facts.width * facts.height <= mostPixels else { return nil }
            let line = ["appsrc name=source", parser, "identity name=gate silent=true", decoder]
                .compactMap { $0 }.joined(separator: " ! ")
            guard
                let pipeline = try? Element(
                    launch: "\(line) ! appsink name=pictures sync=false async=false enable-last-sample=false"),
                let source = pipeline.child("source"), let gate = pipeline.child("gate"),
                let pictures = pipeline.child("pictures")
            else { return nil }
            defer { pipeline.stop() }
            let gateKeeper = GateKeeper(decodes: decoder != nil)
            gateKeeper.stand(at: gate)
            pipeline.play()
            mpk_appsrc_give_one(source.pointer, sample, parser == nil ? 1 : 0)
            let picture = mpk_appsink_try_pull(pictures.pointer, guint64(patience.nanoseconds))
            // Asked first: what the parser has said by its end is complete.
            let hasEnded = picture != nil || mpk_appsink_is_eos(pictures.pointer) != 0
            var outcome = Outcome(parsed: parser == nil ? nil : gateKeeper.seen, hasEnded: hasEnded)
            guard let picture else { return outcome }
            defer { mpk_sample_unref(picture) }
            guard decoder != nil, let caps = gst_sample_get_caps(picture), let buffer = gst_sample_get_buffer(picture)
            else { return outcome }
            let order = mpk_buffer_field_order(buffer)
            outcome.decoded = mpk_read_caps(caps)
            outcome.fieldOrder = order == 0 ? nil : order == 1 ? .topFirst : .bottomFirst
            return outcome
        }

        /// Guards the decoder: notes what the parser says, and lets nothing through that is too large to decode.
        ///
        /// Sendable because `state` locks.
        private final class GateKeeper: Sendable {
            private struct State {
                var seen: mpk_caps_facts?
                var isOpen = false
            }

            private let state = Mutex(State())
            private let decodes: Bool

            init(decodes: Bool) { self.decodes = decodes }

            var seen: mpk_caps_facts? { state.withLock(\.seen) }

            func stand(at gate: Element) {
                gate.probe(
                    "sink", GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, GST_PAD_PROBE_TYPE_BUFFER,
                    context: Unmanaged.passRetained(self).toOpaque(),
                    release: { context in context.map { Unmanaged<GateKeeper>.fromOpaque($0).release() } }
                ) { _, info, context in
                    guard let info, let context else { return GST_PAD_PROBE_OK }
                    let keeper = Unmanaged<GateKeeper>.fromOpaque(context).takeUnretainedValue()
                    if mpk_probe_is_buffer(info) != 0 {
                        return keeper.isOpen ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
                    }
                    var facts = mpk_caps_facts()
                    guard mpk_probe_caps(info, &facts) != 0 else { return GST_PAD_PROBE_OK }
                    return keeper.look(facts) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
                }
            }

            private var isOpen: Bool { state.withLock(\.isOpen) }

            /// Whether a decoder may see a stream with these caps.
            private func look(_ facts: mpk_caps_facts) -> Bool {
                state.withLock {
                    $0.seen = facts
                    let (pixels, overflows) = facts.width.multipliedReportingOverflow(by: facts.height)
                    $0.isOpen = decodes && !overflows && pixels > 0 && Int(pixels) <= FirstPicture.mostPixels
                    return $0.isOpen
                }
            }
        }
    }

    /// A sample kept beyond its pull; given back when the last user goes.
    ///
    /// Sendable because samples are not written once made, and reference counts are atomic.
    final class KeptSample: @unchecked Sendable {
        let pointer: OpaquePointer

        /// Adds its own reference.
        init(_ sample: OpaquePointer) { pointer = mpk_sample_ref(sample) }

        deinit { mpk_sample_unref(pointer) }
    }
#endif
