#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Synchronization

    /// A video file that an export writes: H.264 and AAC, complete or not there.
    final class ExportFile: ExportTarget {
        private struct State {
            var progress = ExportProgress()
            /// Samples of each channel given to the encoder, the ones that are left out included.
            var samples = 0
            var failure: GStreamerFailure?
        }

        /// What the bus has said, which may outlive the file.
        private final class Outcome: Sendable {
            let failure = Mutex<GStreamerFailure?>(nil)
            let ended = DispatchSemaphore(value: 0)
        }

        private let url: URL
        private let output: OutputFile
        private let pipeline: Element
        private let pictures: Element
        private let sound: Element?
        private let route: BusRoute
        private let outcome = Outcome()
        private let rate: FrameRate
        private let state = Mutex(State())

        /// Pictures that may wait for the encoder: more than one batch, and than x264 looks ahead.
        private static let backlog = 64
        /// Seconds from one key frame to the next at most: quick to seek in.
        private static let keyInterval = 2.0
        /// Samples by which GStreamer's AAC encoder delays what it is given, which neither it nor the muxer states
        /// (measured; one frame of AAC). As many are left out at the beginning, so that sound and pictures agree.
        private static let encoderDelay = 1_024
        /// Time allowed for writing what is queued; taking longer means that the disk is gone.
        private static let patience = DispatchTimeInterval.seconds(120)

        /// - Parameter container: the name of GStreamer's element.
        init(
            _ url: URL, in container: String, _ format: StageFormat, hasSound: Bool
        ) throws(PlaybackError) {
            (self.url, rate) = (url, format.rate)
            let interval = max(Int((format.rate.perSecond * Self.keyInterval).rounded()), 1)
            let sounds =
                hasSound
                ? "appsrc name=sound is-live=false format=time max-bytes=0 "
                    + "caps=audio/x-raw,format=F32LE,layout=interleaved,channels=\(ExportSound.channels),"
                    + "rate=\(ExportSound.rate) ! audioconvert ! avenc_aac bitrate=192000 ! aacparse ! mux. " : ""
            // Quality 18 looks like the source; `superfast` leaves time for decoding, for larger files.
            let line =
                "appsrc name=pictures is-live=false block=true format=time max-buffers=\(Self.backlog) max-bytes=0 "
                + "max-time=0 ! x264enc pass=qual quantizer=18 speed-preset=superfast key-int-max=\(interval) ! "
                + "h264parse ! \(container) name=mux ! filesink name=file \(sounds)"
            do {
                output = try OutputFile(for: url)
                pipeline = try Element(launch: line)
            } catch {
                let text = (error as? GStreamerFailure)?.text ?? "the file cannot be written: \(error)"
                throw .unwritten(url, text, underlying: error)
            }
            guard let pictures = pipeline.child("pictures"), let file = pipeline.child("file") else {
                preconditionFailure("the launch line names both")
            }
            (self.pictures, sound) = (pictures, pipeline.child("sound"))
            file.set("location", output.path)
            format.describe(pictures)
            route = BusRoute(pipeline) { [outcome, weak pipeline] message in
                switch message {
                case .failed(let failure):
                    outcome.failure.withLock { $0 = $0 ?? failure }
                    // A picture that waits for room in the queue waits until the pipeline stops. This thread is one of
                    // the pipeline's and cannot wait for itself.
                    DispatchQueue.global().async { [weak pipeline] in pipeline?.stop() }
                case .missingPlugin: return
                case .ended: break
                }
                outcome.ended.signal()
            }
            pipeline.play()
        }

        deinit { close() }

        func close() {
            pipeline.stop()
            route.close()
            output.discard()
        }

        var progress: ExportProgress { state.withLock(\.progress) }

        var error: PlaybackError? {
            outcome.failure.withLock { $0 }.map { .unwritten(url, $0.text, underlying: $0) }
        }

        // MARK: Pictures

        func show(_ tick: StageTick) {
            guard error == nil else { return }
            let number = state.withLock { $0.progress.count(tick) }
            let stamp = rate.time(ofFrame: number)
            tick.picture.push(to: pictures, at: stamp, for: rate.time(ofFrame: number + 1) - stamp)
        }

        // MARK: Sound

        func write(_ sounds: [ExportSound], until frame: Int) throws(PlaybackError) {
            guard sound != nil else { return }
            let end = Int((rate.time(ofFrame: Int64(frame)).seconds * Double(ExportSound.rate)).rounded())
            let count = end - state.withLock(\.samples)
            guard count > 0 else { return }
            var mix = [Float](repeating: 0, count: count * ExportSound.channels)
            for sound in sounds { try sound.add(to: &mix) }
            push(mix)
        }

        private func push(_ samples: [Float]) {
            guard let sound else { return }
            let first = state.withLock { state in
                defer { state.samples += samples.count / ExportSound.channels }
                return state.samples
            }
            let skipped = max(Self.encoderDelay - first, 0)
            let kept = samples.dropFirst(skipped * ExportSound.channels)
            guard !kept.isEmpty else { return }
            let bytes = kept.count * MemoryLayout<Float>.size
            guard let buffer = gst_buffer_new_allocate(nil, gsize(bytes), nil) else { return }
            kept.withUnsafeBytes { _ = gst_buffer_fill(buffer, 0, $0.baseAddress, gsize(bytes)) }
            func time(_ sample: Int) -> Int64 {
                Int64(Double(sample) / Double(ExportSound.rate) * 1e9)
            }
            let begin = first + skipped - Self.encoderDelay
            buffer.pointee.pts = GstClockTime(time(begin))
            buffer.pointee.duration = GstClockTime(
                time(begin + kept.count / ExportSound.channels) - time(begin))
            _ = mpk_appsrc_push(sound.pointer, buffer)
        }

        // MARK: The end

        func complete() throws(PlaybackError) {
            // The encoder holds back as much as it delays.
            if sound != nil { push([Float](repeating: 0, count: Self.encoderDelay * ExportSound.channels)) }
            for source in [pictures, sound].compactMap(\.self) { _ = mpk_appsrc_end(source.pointer) }
            let isLate = outcome.ended.wait(timeout: .now() + Self.patience) == .timedOut
            pipeline.stop()
            if let error { throw error }
            if isLate { throw .unwritten(url, "writing took too long") }
            do {
                try MovieDates.clear(in: output.path)
                try output.commit()
            } catch {
                throw .unwritten(url, "the file cannot be completed: \(error)", underlying: error)
            }
        }
    }
#endif
