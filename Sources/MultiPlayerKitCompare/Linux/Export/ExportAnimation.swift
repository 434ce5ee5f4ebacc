#if canImport(CGStreamer)
    import CGStreamer
    import CGStreamer.WebP
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Synchronization

    /// A moving WebP picture that an export writes: without sound, and repeated for as long as it is shown.
    ///
    /// It is assembled in memory, compressed, and reaches the disk when it is complete.
    final class ExportAnimation: ExportTarget {
        private struct State {
            var progress = ExportProgress()
            var failure: PlaybackError?
            /// `nil` once the file is written or given up.
            var encoder: Encoder?
        }

        private let url: URL
        private let rate: FrameRate
        private let output: OutputFile
        private let state = Mutex(State())

        init(_ url: URL, _ format: StageFormat) throws(PlaybackError) {
            (self.url, rate) = (url, format.rate)
            do { output = try OutputFile(for: url) } catch {
                throw .unwritten(url, "the file cannot be written: \(error)", underlying: error)
            }
            guard let encoder = Encoder(format.picture) else {
                throw .unwritten(url, "there is no memory for pictures of this size")
            }
            state.withLock { $0.encoder = encoder }
        }

        deinit { close() }

        func close() {
            state.withLock { $0.encoder = nil }
            output.discard()
        }

        var progress: ExportProgress { state.withLock(\.progress) }
        var error: PlaybackError? { state.withLock(\.failure) }

        func show(_ tick: StageTick) {
            state.withLock { state in
                guard state.failure == nil else { return }
                let begin = milliseconds(ofFrame: state.progress.count(tick))
                guard let encoder = state.encoder, !encoder.add(tick.picture, at: begin) else { return }
                state.failure = .unwritten(url, encoder.complaint)
            }
        }

        /// There is no sound in a picture.
        func write(_ sounds: [ExportSound], until frame: Int) {}

        func complete() throws(PlaybackError) {
            let result = state.withLock { state -> Result<Data, PlaybackError>? in
                defer { state.encoder = nil }
                if let failure = state.failure { return .failure(failure) }
                guard let encoder = state.encoder else { return nil }
                let end = milliseconds(ofFrame: Int64(state.progress.frames))
                return encoder.finish(at: end).map { .success($0) } ?? .failure(.unwritten(url, encoder.complaint))
            }
            guard let data = try result?.get() else { return }
            do {
                try data.write(to: URL(filePath: output.path))
                try output.commit()
            } catch {
                throw .unwritten(url, "the file cannot be completed: \(error)", underlying: error)
            }
        }

        /// WebP counts in milliseconds; rounded each for itself, so that no error adds up.
        private func milliseconds(ofFrame frame: Int64) -> Int32 {
            Int32(clamping: Int((rate.time(ofFrame: frame).seconds * 1_000).rounded()))
        }
    }

    /// libwebp's encoder of moving pictures, which stores of each picture what differs from the one before.
    ///
    /// Sendable because it is used under its owner's lock only.
    private final class Encoder: @unchecked Sendable {
        private let encoder: OpaquePointer
        private let converter: OpaquePointer
        private let pixels: Picture
        private var config = WebPConfig()

        /// 0…100. Looks like the source at a tenth of what is stored without loss.
        private static let quality: Float = 80
        /// 0…6, quick to small. 2 takes half of the time of 4 for files that are a few percent larger.
        private static let effort: Int32 = 2

        /// - Parameter format: of the pictures to come.
        init?(_ format: PictureFormat) {
            let (width, height) = (Int32(format.width), Int32(format.height))
            var options = WebPAnimEncoderOptions()
            guard let pixels = Picture(blank: GST_VIDEO_FORMAT_BGRx, width: format.width, height: format.height),
                WebPAnimEncoderOptionsInit(&options) != 0, WebPConfigInit(&config) != 0,
                let converter = mpk_rgb_converter(format.info, format.info, GST_VIDEO_FORMAT_BGRx)
            else { return nil }
            (config.quality, config.method) = (Self.quality, Self.effort)
            guard let encoder = WebPAnimEncoderNew(width, height, &options) else {
                gst_video_converter_free(converter)
                return nil
            }
            (self.encoder, self.converter, self.pixels) = (encoder, converter, pixels)
        }

        deinit {
            WebPAnimEncoderDelete(encoder)
            gst_video_converter_free(converter)
        }

        /// What went wrong last, in libwebp's words.
        var complaint: String {
            let text = WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? ""
            return "libwebp cannot encode it" + (text.isEmpty ? "" : ": \(text)")
        }

        /// - Parameter time: milliseconds from the first picture.
        /// - Returns: whether it was taken.
        func add(_ picture: Picture, at time: Int32) -> Bool {
            guard let source = mpk_map(picture.format.info, picture.buffer, 0) else { return false }
            defer { mpk_unmap(source) }
            guard let target = mpk_map(pixels.format.info, pixels.buffer, 1) else { return false }
            defer { mpk_unmap(target) }
            gst_video_converter_frame(converter, source, target)
            var frame = WebPPicture()
            guard WebPPictureInit(&frame) != 0 else { return false }
            defer { WebPPictureFree(&frame) }
            (frame.use_argb, frame.width, frame.height) = (1, Int32(pixels.format.width), Int32(pixels.format.height))
            return WebPPictureImportBGRX(&frame, mpk_plane(target, 0), mpk_plane_stride(target, 0)) != 0
                && WebPAnimEncoderAdd(encoder, &frame, time, &config) != 0
        }

        /// - Parameter time: when the last picture ends, in milliseconds from the first.
        func finish(at time: Int32) -> Data? {
            var data = WebPData()
            WebPDataInit(&data)
            defer { WebPDataClear(&data) }
            guard WebPAnimEncoderAdd(encoder, nil, time, nil) != 0, WebPAnimEncoderAssemble(encoder, &data) != 0
            else { return nil }
            return data.bytes.map { Data(bytes: $0, count: data.size) }
        }
    }
#endif
