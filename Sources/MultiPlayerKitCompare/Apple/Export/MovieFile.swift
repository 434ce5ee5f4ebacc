#if canImport(AVFoundation)
    import AVFoundation
    import MultiPlayerKit

    extension ExportKind {
        var isWritten: Bool { self != .webp }
        /// What is told of other endings.
        static let others = "; AVAssetWriter writes neither moving GIF nor WebP"

        fileprivate var type: AVFileType { self == .mp4 ? .mp4 : .mov }
    }

    /// A video file that an export writes: H.264 and AAC, complete or not there.
    ///
    /// Sendable because it is used by one piece of work at a time: ``ExportRun`` waits for each.
    final class MovieFile: @unchecked Sendable {
        /// What the pictures of the file are tagged with.
        static let colours = [
            AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
            AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
            AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
        ]
        /// Seconds from one key frame to the next at most: quick to seek in.
        private static let keyInterval = 2.0
        /// Bits for each pixel: 5.5 Mbit/s for 1280x720 at 30 frames a second, about what phones record with.
        private static let bitsPerPixel = 0.2

        private let url: URL
        private let movie: UnfinishedMovie
        private let writer: AVAssetWriter
        private let pictures: AVAssetWriterInput
        private let adaptor: AVAssetWriterInputPixelBufferAdaptor
        private let sound: AVAssetWriterInput?
        private let format: PCMFormat?
        private let rate: FrameRate

        /// Begins a file; nothing is there until ``complete(frames:)``.
        init(_ url: URL, _ kind: ExportKind, size: CGSize, rate: FrameRate, hasSound: Bool) throws(PlaybackError) {
            (self.url, self.rate) = (url, rate)
            format = hasSound ? try PCMFormat(for: url) : nil
            movie = try UnfinishedMovie(for: url)
            do { writer = try AVAssetWriter(outputURL: movie.url, fileType: kind.type) } catch {
                movie.discard()
                throw PlaybackError.unwritten(url, "the file cannot be begun", underlying: error)
            }
            let (width, height) = (Int(size.width), Int(size.height))
            let settings: [String: Any] = [
                AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: width, AVVideoHeightKey: height,
                AVVideoColorPropertiesKey: Self.colours,
                AVVideoCompressionPropertiesKey: [
                    AVVideoAverageBitRateKey: Int(Double(width * height) * rate.perSecond * Self.bitsPerPixel),
                    AVVideoExpectedSourceFrameRateKey: Int(rate.perSecond.rounded(.up)),
                    AVVideoMaxKeyFrameIntervalDurationKey: Self.keyInterval,
                    AVVideoProfileLevelKey: AVVideoProfileLevelH264HighAutoLevel,
                ] as [String: Any],
            ]
            guard writer.canApply(outputSettings: settings, forMediaType: .video) else {
                movie.discard()
                throw PlaybackError.unwritten(
                    url, "this device has no encoder for \(width)x\(height)", cure: "choose a smaller size")
            }
            pictures = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
            sound = hasSound ? AVAssetWriterInput(mediaType: .audio, outputSettings: PCMFormat.encoding) : nil
            adaptor = AVAssetWriterInputPixelBufferAdaptor(
                assetWriterInput: pictures,
                sourcePixelBufferAttributes: [
                    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
                    kCVPixelBufferWidthKey as String: width, kCVPixelBufferHeightKey as String: height,
                    kCVPixelBufferMetalCompatibilityKey as String: true,
                    kCVPixelBufferIOSurfacePropertiesKey as String: [String: Int](),
                ])
            if let scale = Self.timeScale(of: rate) {
                (writer.movieTimeScale, pictures.mediaTimeScale) = (scale, scale)
            }
            for input in [pictures, sound].compactMap(\.self) {
                // Readers are as quick as they can be, and wait for the encoder.
                input.expectsMediaDataInRealTime = false
                writer.add(input)
            }
            guard writer.startWriting() else {
                movie.discard()
                throw failure
            }
            writer.startSession(atSourceTime: .zero)
        }

        /// Ticks a second in which each frame's time is whole, fine enough for whoever edits the file.
        private static func timeScale(of rate: FrameRate) -> CMTimeScale? {
            CMTimeScale(exactly: rate.numerator * ((600 + rate.numerator - 1) / rate.numerator))
        }

        private func time(ofFrame number: Int) -> CMTime {
            guard let scale = Self.timeScale(of: rate) else { return CMTime(rate.time(ofFrame: Int64(number))) }
            let ticks = Int64(scale) / rate.numerator * rate.denominator
            return CMTime(value: Int64(number) * ticks, timescale: scale)
        }

        /// Whether another picture can be appended; `false` as well once writing has failed.
        var takesPictures: Bool { pictures.isReadyForMoreMediaData }
        /// The same of sound.
        var takesSound: Bool { sound?.isReadyForMoreMediaData ?? false }

        /// Why nothing more can be written.
        var error: PlaybackError? { writer.status == .writing ? nil : failure }

        private var failure: PlaybackError {
            let isFull = (writer.error as? AVError)?.code == .diskFull
            return PlaybackError.unwritten(
                url, isFull ? "the disk is full" : "the system does not write the file",
                cure: isFull
                    ? "make room, or choose another disk"
                    : "choose a folder that may be written to, and keep the app on the screen", underlying: writer.error
            )
        }

        // MARK: What is written

        /// An empty picture for ``append(_:as:)``.
        func picture() throws(PlaybackError) -> CVPixelBuffer {
            var buffer: CVPixelBuffer?
            guard let pool = adaptor.pixelBufferPool,
                CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess, let buffer
            else {
                throw error
                    ?? PlaybackError.unwritten(url, "there is no memory for a picture", cure: "choose a smaller size")
            }
            return buffer
        }

        /// Writes a picture, while ``takesPictures``.
        func append(_ picture: CVPixelBuffer, as number: Int) throws(PlaybackError) {
            guard adaptor.append(picture, withPresentationTime: time(ofFrame: number)) else { throw failure }
        }

        /// Writes samples of both channels, while ``takesSound``.
        ///
        /// - Parameter first: the number of the first.
        func append(_ samples: [Float], from first: Int) throws(PlaybackError) {
            guard let sound, let format else { return }
            guard sound.append(try format.buffer(of: samples, from: first, for: url)) else { throw failure }
        }

        /// The writer waits for no more pictures.
        func endPictures() throws(PlaybackError) { try end(pictures) }

        /// The writer waits for no more sound; otherwise it might want some before it takes the last pictures.
        func endSound() throws(PlaybackError) { try end(sound) }

        private func end(_ input: AVAssetWriterInput?) throws(PlaybackError) {
            // A writer that has failed raises an exception for this, and for what ``complete(frames:)`` does.
            if let error { throw error }
            input?.markAsFinished()
        }

        // MARK: The end

        /// Writes what is queued and the file's ending, and puts the file in its place.
        func complete(frames: Int) async throws {
            if let error { throw error }
            // Otherwise nothing says how long the last picture lasts.
            writer.endSession(atSourceTime: time(ofFrame: frames))
            await writer.finishWriting()
            guard writer.status == .completed else { throw failure }
            // A task that was cancelled meanwhile wants no file.
            try Task.checkCancellation()
            do { try movie.commit() } catch {
                throw PlaybackError.unwritten(url, "the file cannot be put in its place", underlying: error)
            }
        }

        /// Removes what was written, unless it is complete. Blocks; not while something is appended.
        func discard() {
            writer.cancelWriting()
            movie.discard()
        }
    }
#endif
