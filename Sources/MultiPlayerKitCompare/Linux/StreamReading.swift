#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// One stream of a source, read as fast as it can be, sample by sample. Used from one thread.
    final class StreamReading {
        private let pipeline: Element
        private let sink: Element
        private let intake: PacketIntake
        private let reader: SourceReader
        private let chain: DecodeChain
        private let outcome = PipelineOutcome()
        private var route: BusRoute?

        /// How long a source may deliver nothing.
        private static let patience = Duration.seconds(10)
        /// How long one wait for samples lasts, in seconds: until several have come, because to wake for each costs as much
        /// as some take to read.
        private static let nap = 0.002
        /// Samples that wait: enough for the thread that makes them to go on during a nap.
        private static let room = 64
        /// The same for decoded pictures, which are large.
        private static let pictureRoom = 8

        /// - Parameters:
        ///   - line: from the decoder's end to a sink named `samples`.
        ///   - attach: points the pipeline at the source.
        private init(
            _ chain: DecodeChain, _ reader: SourceReader, line: String, room: Int = room, attach: (Element) -> Void
        ) throws(PlaybackError) {
            do {
                pipeline = try Element(launch: line)
            } catch {
                throw chain.translate(error)
            }
            guard let sink = pipeline.child("samples") else { preconditionFailure("the launch line names samples") }
            (self.chain, self.reader, self.sink) = (chain, reader, sink)
            intake = PacketIntake(of: sink, room: room)
            attach(pipeline)
            route = BusRoute(pipeline) { [outcome] in outcome.note($0) }
            pipeline.play()
        }

        private static let sink =
            "appsink name=samples sync=false async=false wait-on-eos=false enable-last-sample=false"

        /// Mono sound.
        ///
        /// - Parameter rate: samples a second.
        static func sound(of chain: DecodeChain, rate: Int) throws(PlaybackError) -> StreamReading {
            let reader = chain.soundReader()
            let line =
                "\(reader.decoding("audio/x-raw")) ! capsfilter caps=audio/x-raw,rate=\(rate);audio/x-raw ! audioconvert ! "
                + "audioresample quality=2 ! audio/x-raw,format=F32LE,channels=1,rate=\(rate) ! \(sink)"
            return try StreamReading(chain, reader, line: line) { reader.attachDecoding(to: $0, .sound) }
        }

        /// Sound as it is heard, in both channels of an ``ExportSound``, at a speed that keeps its pitch.
        static func programme(of chain: DecodeChain, speed: Double) throws(PlaybackError) -> StreamReading {
            let reader = chain.soundReader()
            let stretch = speed == 1 ? "" : "scaletempo ! audioconvert ! audioresample ! "
            let line =
                "\(reader.decoding("audio/x-raw")) ! audioconvert ! audioresample ! \(stretch)"
                + "audio/x-raw,format=F32LE,layout=interleaved,channels=\(ExportSound.channels),rate=\(ExportSound.rate) ! "
                + sink
            return try StreamReading(chain, reader, line: line) { reader.attachDecoding(to: $0, .sound) }
        }

        /// The coded pictures.
        static func packets(of chain: DecodeChain) throws(PlaybackError) -> StreamReading {
            let reader = chain.pictureReader()
            let line =
                "\(reader.element) name=source ! \(chain.isISOMedia ? "qtdemux" : "parsebin") name=streams \(sink)"
            return try StreamReading(chain, reader, line: line) { pipeline in
                reader.attach(to: pipeline)
                guard let streams = pipeline.child("streams"), let sink = pipeline.child("samples") else { return }
                mpk_link_stream(streams.pointer, sink.pointer, "video/", chain.videoStreamID)
            }
        }

        /// The decoded pictures, as they are stored.
        static func pictures(of chain: DecodeChain) throws(PlaybackError) -> StreamReading {
            let reader = chain.pictureReader()
            let line = "\(chain.decoding(reader)) ! \(sink) caps=video/x-raw"
            return try StreamReading(chain, reader, line: line, room: pictureRoom) {
                mpk_decode_in_one_thread($0.pointer)
                $0.child("samples")?.acceptLayouts()
                chain.configure($0, reader)
            }
        }

        /// Goes on with the key picture at or before a time, counted from the first frame; once a sample has come.
        func seek(toPicture time: Duration) -> Bool {
            seek(
                to: chain.streamTime(ofPicture: time),
                flags: GstSeekFlags(rawValue: GST_SEEK_FLAG_KEY_UNIT.rawValue | GST_SEEK_FLAG_SNAP_BEFORE.rawValue))
        }

        /// What is stretched lacks its last tenths of a second, which stay in `scaletempo` (1.22).
        private static let tail = Duration.milliseconds(500)

        /// Goes on with the sound of some item times, at the speed for which it was opened. Waits for its first sample.
        func seek(toSound range: Range<Duration>, speed: Double) throws(PlaybackError) -> Bool {
            guard try next({ _ in }) != nil else { return false }
            return seek(
                to: chain.streamTime(ofSoundAt: range.lowerBound),
                until: chain.streamTime(ofSoundAt: range.upperBound + Self.tail), rate: speed,
                flags: GST_SEEK_FLAG_ACCURATE)
        }

        private func seek(
            to time: Duration, until end: Duration? = nil, rate: Double = 1, flags: GstSeekFlags
        ) -> Bool {
            // Afterwards, because until the flush the stream may still come to its former end.
            defer { outcome.state.withLock { $0.hasEnded = false } }
            return pipeline.seek(to: max(time, .zero), until: end, rate: rate, flags: flags)
        }

        /// The time from the seek to a sample, at the speed at which it is heard.
        func runningTime(of sample: OpaquePointer) -> Duration? {
            guard let buffer = gst_sample_get_buffer(sample), let segment = gst_sample_get_segment(sample) else {
                return nil
            }
            let time = gst_segment_to_running_time(segment, GST_FORMAT_TIME, buffer.pointee.pts)
            return time == GstClockTime.max ? nil : .nanoseconds(Int64(clamping: time))
        }

        /// The next sample, which stays this reading's; `nil` at the end.
        func next<Result>(_ read: (OpaquePointer) throws(PlaybackError) -> Result) throws(PlaybackError) -> Result? {
            let begin = HostTime.now
            while true {
                // Before the pull: what has ended may have left samples behind.
                let (hasEnded, failure) = outcome.state.withLock { $0 }
                if let sample = mpk_appsink_try_pull(sink.pointer, 0) {
                    intake.took()
                    defer { mpk_sample_unref(sample) }
                    return try read(sample)
                }
                if mpk_appsink_is_eos(sink.pointer) != 0 { return nil }
                if let failure { throw chain.translate(failure) }
                if hasEnded { return nil }
                guard begin.duration(to: .now) < Self.patience else {
                    throw chain.translate(GStreamerFailure(domain: .resource, code: 0, text: "nothing was delivered"))
                }
                intake.tookAll()
                Thread.sleep(forTimeInterval: Self.nap)
            }
        }

        /// How much later sound is heard than its times say.
        ///
        /// GStreamer's Opus decoder (1.22) drops the encoder's delay and gives its time to what follows. In MP4 the edit
        /// list puts that right, in Matroska nothing does.
        var lateness: Duration {
            guard mpk_reads_matroska(pipeline.pointer) != 0, let decoder = pipeline.child("decode"),
                let pad = gst_element_get_static_pad(decoder.pointer, "sink")
            else { return .zero }
            defer { gst_object_unref(pad) }
            return .nearest(seconds: Double(mpk_opus_pre_skip(pad)) / 48_000)
        }

        deinit {
            reader.close()
            intake.close()
            route?.close()
            pipeline.stop()
        }
    }
#endif
