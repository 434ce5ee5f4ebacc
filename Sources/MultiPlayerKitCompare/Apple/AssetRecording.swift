#if canImport(AVFoundation)
    import AVFoundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// A video as alignment reads it: its sound and its pictures. Each call but ``open(_:isCancelled:)`` blocks.
    ///
    /// Sendable because it is used from one thread at a time: one after the other.
    final class Recording: @unchecked Sendable {
        let info: MediaInfo
        private let name: String
        private let asset: AVAsset
        private let tracks: (video: AVAssetTrack, sound: AVAssetTrack?)
        private let isCancelled: @Sendable () -> Bool
        private var all: [SmallPicture] = []

        /// Opens a video and reads what it is.
        ///
        /// - Parameter isCancelled: asked now and then.
        /// - Throws: `PlaybackError` `notAlignable` for what the system does not let an app read.
        static func open(
            _ source: MediaSource, isCancelled: @escaping @Sendable () -> Bool
        ) async throws(PlaybackError) -> Recording {
            let open = try await OpenAsset.open(source)
            let tracks = await open.playedTracks()
            guard let video = tracks.video, await !open.isProtected() else {
                let isStream = tracks.video == nil
                throw PlaybackError(
                    .notAlignable, subject: source.name,
                    reason: isStream
                        ? "it is a stream, and its samples cannot be read"
                        : "it is protected, and its samples may not be read",
                    cure: isStream
                        ? "align a downloaded copy, or mark an instant in each by hand"
                        : "mark an instant in each and align them by hand")
            }
            return Recording(open, source.name, (video, tracks.sound), isCancelled)
        }

        private init(
            _ open: OpenAsset, _ name: String, _ tracks: (video: AVAssetTrack, sound: AVAssetTrack?),
            _ isCancelled: @escaping @Sendable () -> Bool
        ) {
            (info, asset, self.name, self.tracks, self.isCancelled) = (open.info, open.asset, name, tracks, isCancelled)
        }

        /// Decodes the sound to a time counted from the first frame, and nothing else.
        func sound(until end: Double = .infinity) throws(PlaybackError) -> SoundTrack {
            guard let sound = tracks.sound else { return SoundTrack(start: 0) }
            var track: SoundTrack?
            try read(sound, TrackReader.sound(rate: SoundTrack.rate, channels: 1)) { buffer in
                guard let samples = buffer.floats, let time = time(of: buffer) else { return true }
                if track == nil { track = SoundTrack(start: time) }
                track?.append(samples, at: time)
                return time < end
            }
            return track ?? SoundTrack(start: 0)
        }

        /// Decodes every picture, small.
        func allPictures() throws(PlaybackError) -> [SmallPicture] {
            let shape = info.displaySize.height / max(info.displaySize.width, 1)
            let columns = 4 * SmallPicture.columns
            let settings: [String: Any] = [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
                kCVPixelBufferWidthKey as String: columns,
                kCVPixelBufferHeightKey as String: max(Int((Double(columns) * shape / 2).rounded()), 1) * 2,
            ]
            var pictures: [SmallPicture] = []
            try read(tracks.video, settings) { buffer in
                guard let pixels = CMSampleBufferGetImageBuffer(buffer), let time = time(of: buffer) else {
                    return true
                }
                guard CVPixelBufferLockBaseAddress(pixels, .readOnly) == kCVReturnSuccess else { return true }
                defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
                guard let luma = CVPixelBufferGetBaseAddressOfPlane(pixels, 0) else { return true }
                let plane = PlaneSamples(
                    base: luma, rowStride: CVPixelBufferGetBytesPerRowOfPlane(pixels, 0), sampleStride: 1,
                    width: CVPixelBufferGetWidthOfPlane(pixels, 0), height: CVPixelBufferGetHeightOfPlane(pixels, 0),
                    depth: 8)
                pictures.append(SmallPicture(time: time, plane))
                return true
            }
            all = pictures
            return pictures
        }

        /// The pictures of a time, counted from the first frame in seconds, of those that ``allPictures()`` decoded.
        func pictures(in range: ClosedRange<Double>) throws(PlaybackError) -> [SmallPicture] {
            all.filter { range.contains($0.time) }
        }

        /// The system hands out coded pictures in ways of its own for each container: no use is made of them here.
        func codedPictures() throws(PlaybackError) -> CodedPictures { CodedPictures([]) }

        /// How pictures are to be compared: all are decoded, in hardware.
        static func waysToCompare(
            _ first: Recording, _ second: Recording, mostPictures: Int
        ) -> [PictureAligner.Way] {
            max(first.pictureCount, second.pictureCount) <= mostPictures ? [.all] : []
        }

        /// Seconds from the first frame.
        private func time(of buffer: CMSampleBuffer) -> Double? {
            Duration(CMSampleBufferGetPresentationTimeStamp(buffer)).map { ($0 - info.bounds.start).seconds }
        }

        /// Reads a track from its beginning, as long as a sample asks for more.
        private func read(
            _ track: AVAssetTrack, _ settings: [String: Any], _ take: (CMSampleBuffer) -> Bool
        ) throws(PlaybackError) {
            do throws(TrackReader.Failure) {
                let reader = try TrackReader(track, of: asset, as: settings)
                while !isCancelled(), let buffer = try reader.next(), take(buffer) {}
            } catch {
                throw refusal(error.underlying)
            }
        }

        private func refusal(_ error: (any Error)?) -> PlaybackError {
            PlaybackError(
                .notAlignable, subject: name, reason: "the system does not read its samples",
                cure: "copy it into an MP4 file, or align it by hand", underlying: error)
        }
    }
#endif
