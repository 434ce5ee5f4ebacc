#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Synchronization

    /// Records every presented tick as one video frame, near lossless: H.264 in Matroska or MP4, by the file's ending.
    ///
    /// It is written beside the file under a hidden name and takes its place in ``finish()``. Until then, and where not a
    /// tick was presented or writing failed, a file that was there before stays as it was.
    public final class Recording: StageOutput {
        private struct State {
            var pipeline: Element?
            var source: Element?
            var route: BusRoute?
            var file: OutputFile?
            var count: Int64 = 0
            var rate = FrameRate(60)
        }

        /// Pictures that may wait for the encoder before a tick waits too: two seconds at 60 a second, 170 MB at 720p
        /// when all differ.
        private static let backlog = 120

        private let url: URL
        private let state = Mutex(State())
        private let ended = DispatchSemaphore(value: 0)
        private let failure = Mutex<GStreamerFailure?>(nil)
        /// What a recording that failed has left to be looked at.
        private let leftover = Mutex<String?>(nil)

        /// - Parameter url: a file ending in .mkv or .mp4; one that exists is replaced when the recording is complete.
        public init(to url: URL) {
            self.url = url
        }

        /// What went wrong while writing; `nil`: nothing.
        public var error: PlaybackError? {
            guard let failed = failure.withLock({ $0 }) else { return nil }
            let rest = leftover.withLock { $0 }.map { ", and what was written until then is \($0)" } ?? ""
            return refuse("writing failed: \(failed.text)\(rest)", underlying: failed)
        }

        public func open(_ format: StageFormat) throws {
            let muxer = isMatroska ? "matroskamux" : "mp4mux"
            // Quantizer 5 is near lossless; the fastest preset because it runs beside the decoders. Sliced threads
            // would each cost a start code; one is enough at 720p60.
            let line =
                "appsrc name=pictures is-live=false block=true format=time max-buffers=\(Self.backlog) max-bytes=0 max-time=0 ! "
                + "x264enc pass=quant quantizer=5 speed-preset=ultrafast key-int-max=60 bframes=0 threads=1 ! "
                + "h264parse ! \(muxer) ! filesink name=file"
            let output: OutputFile
            do { output = try OutputFile(for: url) } catch {
                throw refuse("the file cannot be written: \(error)", underlying: error)
            }
            let pipeline: Element
            do { pipeline = try Element(launch: line) } catch { throw refuse(error.text, underlying: error) }
            guard let source = pipeline.child("pictures"), let file = pipeline.child("file") else { return }
            file.set("location", output.path)
            mpk_appsrc_set_caps(source.pointer, format.caps.pointer)
            let route = BusRoute(pipeline) { [weak self] message in
                guard let self else { return }
                switch message {
                case .failed(let failed):
                    failure.withLock { $0 = $0 ?? failed }
                    ended.signal()
                case .ended: ended.signal()
                case .missingPlugin, .navigation: break
                }
            }
            pipeline.play()
            state.withLock {
                $0 = State(pipeline: pipeline, source: source, route: route, file: output, rate: format.rate)
            }
        }

        public func show(_ tick: StageTick) {
            guard failure.withLock({ $0 == nil }) else { return }
            let (source, stamp, length) = state.withLock { state -> (Element?, Duration, Duration) in
                let stamp = state.rate.time(ofFrame: state.count)
                state.count += 1
                return (state.source, stamp, state.rate.time(ofFrame: state.count) - stamp)
            }
            guard let source else { return }
            // An unchanged tick is the same memory again, with a time of its own.
            let buffer = mpk_buffer_alias(
                tick.picture.buffer, GstClockTime(stamp.nanoseconds), GstClockTime(length.nanoseconds))
            _ = mpk_appsrc_push(source.pointer, buffer)
        }

        public func finish() {
            let done = state.withLock { state in
                defer { state = State() }
                return state
            }
            guard let pipeline = done.pipeline, let source = done.source else { return }
            _ = mpk_appsrc_end(source.pointer)
            // A minute to write what waits; more means that the disk is gone.
            let isLate = ended.wait(timeout: .now() + 60) == .timedOut
            pipeline.stop()
            done.route?.close()
            if isLate { fail("it took too long") }
            if let file = done.file { settle(file, isEmpty: done.count == 0) }
        }

        /// Puts a complete recording in its place; one without a picture would only look like a result.
        private func settle(_ file: OutputFile, isEmpty: Bool) {
            guard !isEmpty else { return file.discard() }
            if failure.withLock({ $0 == nil }) {
                do { return try file.commit() } catch { fail("\(error)") }
            } else if !isMatroska {
                // Matroska plays as far as it goes; MP4 without its end is of no use.
                return file.discard()
            }
            file.keep()
            leftover.withLock { $0 = file.path }
        }

        private func fail(_ text: String) {
            failure.withLock { $0 = $0 ?? GStreamerFailure(domain: .resource, code: 0, text: text) }
        }

        private var isMatroska: Bool { url.pathExtension.lowercased() != "mp4" }

        private func refuse(_ reason: String, underlying: (any Error)?) -> PlaybackError {
            PlaybackError(
                .outputFailed, subject: url.lastPathComponent, reason: reason,
                cure: "choose a folder that exists and may be written to", underlying: underlying)
        }
    }

    /// One picture as a PNG file, which is complete or as it was before.
    struct PictureFile {
        let url: URL

        func write(_ picture: Picture, format: StageFormat) throws {
            do {
                let pipeline = try Element(
                    launch: "appsrc name=pictures format=time ! videoconvert ! pngenc ! filesink name=file")
                guard let source = pipeline.child("pictures"), let file = pipeline.child("file") else { return }
                let output: OutputFile
                do { output = try OutputFile(for: url) } catch {
                    throw GStreamerFailure(
                        domain: .resource, code: 0, text: "the file cannot be written: \(error)")
                }
                file.set("location", output.path)
                mpk_appsrc_set_caps(source.pointer, format.caps.pointer)
                let done = DispatchSemaphore(value: 0)
                let failure = Mutex<GStreamerFailure?>(nil)
                let route = BusRoute(pipeline) { message in
                    if case .failed(let failed) = message { failure.withLock { $0 = failed } }
                    done.signal()
                }
                pipeline.play()
                _ = mpk_appsrc_push(source.pointer, mpk_buffer_alias(picture.buffer, 0, 0))
                _ = mpk_appsrc_end(source.pointer)
                // Even 8K compresses within seconds; the rest is for a slow disk.
                let isLate = done.wait(timeout: .now() + 30) == .timedOut
                pipeline.stop()
                route.close()
                if let failed = failure.withLock({ $0 }) { throw failed }
                if isLate { throw GStreamerFailure(domain: .other, code: 0, text: "writing took too long") }
                do { try output.commit() } catch {
                    throw GStreamerFailure(domain: .resource, code: 0, text: "\(error)")
                }
            } catch let failed as GStreamerFailure {
                throw PlaybackError(
                    .outputFailed, subject: url.lastPathComponent, reason: failed.text,
                    cure: "choose a folder that exists and may be written to", underlying: failed)
            }
        }
    }
#endif
