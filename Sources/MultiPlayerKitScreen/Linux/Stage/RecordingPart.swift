#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// One file of a recording and the pipeline that encodes it, from the first picture to the last byte.
    final class RecordingPart: Sendable {
        private struct State {
            /// Number of pictures accepted.
            var count: Int64 = 0
            /// Whether a picture is being pushed now, which may block on the encoder.
            var isPushing = false
            var isClosed = false
            var failure: GStreamerFailure?
        }

        /// Pictures that may queue for the encoder before a tick blocks: two seconds at 60 a second, 170 MB at 720p if
        /// all differ.
        private static let backlog = 120
        /// The maximum number of frames from one key frame to the next.
        private static let keyFrames = 60
        /// Time allowed for writing what is queued; taking longer means that the disk is gone.
        private static let patience = Duration.seconds(60)

        let output: OutputFile
        private let pipeline: Element
        private let source: Element
        private let route: BusRoute
        private let rate: FrameRate
        private let isMatroska: Bool
        private let ended: DispatchSemaphore
        private let state: SharedState

        /// Shared with the bus, whose last message may arrive while the part is being deallocated.
        private final class SharedState: Sendable {
            let value = Mutex(State())
        }

        /// - Parameters:
        ///   - least: bytes that must fit on the disk; 0 skips the check.
        ///   - failed: called when writing fails, at most once, on a pipeline thread.
        /// - Throws: `PosixError` if the file cannot be created or lacks room, otherwise `GStreamerFailure`.
        init(
            beside url: URL, _ format: StageFormat, least: Int64, failed: @escaping @Sendable () -> Void
        ) throws {
            isMatroska = Recording.isMatroska(url)
            rate = format.rate
            let muxer = isMatroska ? "matroskamux" : "mp4mux"
            // Quantizer 5 is near lossless; the fastest preset, because the encoder runs alongside the decoders. One
            // thread is enough at 720p60; each sliced thread would cost a start code.
            let line =
                "appsrc name=pictures is-live=false block=true format=time max-buffers=\(Self.backlog) max-bytes=0 max-time=0 ! "
                + "x264enc pass=quant quantizer=5 speed-preset=ultrafast key-int-max=\(Self.keyFrames) bframes=0 threads=1 ! "
                + "h264parse ! \(muxer) ! filesink name=file"
            output = try OutputFile(for: url)
            if least > 0 { try output.probe(least) }
            pipeline = try Element(launch: line)
            guard let source = pipeline.child("pictures"), let file = pipeline.child("file") else {
                throw GStreamerFailure(domain: .core, code: 0, text: "the pipeline lacks a part")
            }
            self.source = source
            file.set("location", output.path)
            format.describe(source)
            let (state, ended) = (SharedState(), DispatchSemaphore(value: 0))
            (self.state, self.ended) = (state, ended)
            route = BusRoute(pipeline) { message in
                switch message {
                case .failed(let failure):
                    let isFirst = state.value.withLock { state in
                        defer { state.failure = state.failure ?? failure }
                        return state.failure == nil
                    }
                    ended.signal()
                    if isFirst { failed() }
                case .ended: ended.signal()
                case .missingPlugin: break
                }
            }
            pipeline.play()
        }

        deinit { stop() }

        /// The failure that occurred while writing; `nil` if none did.
        var failure: GStreamerFailure? { state.value.withLock(\.failure) }

        /// Bytes on the disk, and bytes that the ending will take: Matroska's index of key frames, or MP4's of all
        /// frames.
        var size: (written: Int64, ending: Int64) {
            let frames = state.value.withLock(\.count)
            return (
                (try? output.file.facts().size) ?? 0, isMatroska ? frames / Int64(Self.keyFrames) * 32 : frames * 24
            )
        }

        /// Pushes a picture. Called on the stage's thread.
        ///
        /// - Returns: whether the picture will be in the file.
        func push(_ picture: Picture) -> Bool {
            let number = state.value.withLock { state -> Int64? in
                guard !state.isClosed, state.failure == nil else { return nil }
                state.isPushing = true
                return state.count
            }
            guard let number else { return false }
            let stamp = rate.time(ofFrame: number)
            let length = rate.time(ofFrame: number + 1) - stamp
            // An unchanged tick pushes the same memory again, with its own time stamp.
            let isTaken = picture.push(to: source, at: stamp, for: length)
            state.value.withLock { state in
                state.isPushing = false
                if isTaken { state.count += 1 }
            }
            return isTaken
        }

        /// Writes what is queued, then the file's ending. Blocks. If writing fails, ``pictures()`` has to end the file.
        func end() {
            state.value.withLock { $0.isClosed = true }
            let deadline = HostTime.now.advanced(by: Self.patience)
            // After a failure, nothing accepts the picture being pushed until the pipeline stops.
            while state.value.withLock({ $0.isPushing && $0.failure == nil }), HostTime.now < deadline { usleep(1_000) }
            if failure == nil {
                _ = mpk_appsrc_end(source.pointer)
                if ended.wait(timeout: .now() + .seconds(Int(Self.patience.components.seconds))) == .timedOut {
                    fail("it took too long")
                }
            }
            stop()
        }

        /// The number of pictures in the file of an ended part; 0 if the file is useless. If writing failed, first ends
        /// the file as far as it goes.
        ///
        /// - Throws: `PosixError`; a later attempt may succeed.
        func pictures() throws -> Int {
            guard failure != nil else { return Int(state.value.withLock(\.count)) }
            // An MP4 file without its ending cannot be played.
            return isMatroska ? try UnfinishedMatroska.end(output.file, rate: rate) : 0
        }

        private func stop() {
            pipeline.stop()
            route.close()
        }

        private func fail(_ text: String) {
            state.value.withLock {
                $0.failure = $0.failure ?? GStreamerFailure(domain: .resource, code: 0, text: text)
            }
        }
    }
#endif
