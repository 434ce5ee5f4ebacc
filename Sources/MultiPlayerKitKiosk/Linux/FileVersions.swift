#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// The probed files of a kiosk, from which players are made.
    ///
    /// It keeps each version of a file with which players may still be opened, and the one that was looked at last.
    final class FileVersions: KioskMedia {
        enum Content: Sendable {
            case video(OpenedMedia)
            case still(Picture)

            var facts: KioskClipFacts {
                switch self {
                case .video(let media): KioskClipFacts(bounds: media.info.bounds)
                case .still: KioskClipFacts()
                }
            }
        }

        private let contents = Mutex<[MediaSource: [(stamp: FileStamp, content: Content)]]>([:])
        /// Each file is opened by itself: one may hang for good.
        private let looks = WorkerThreads("MultiPlayerKit.kiosk.looks")

        var steering: KioskCore.Steering? { nil }

        func stamp(_ sources: [MediaSource], answer: @escaping @Sendable ([MediaSource: FileStamp?]) -> Void) {
            looks.perform { [self] in
                answer(Dictionary(uniqueKeysWithValues: sources.map { ($0, stamp(of: $0)) }))
            }
        }

        func look(
            at source: MediaSource, known: [FileStamp], answer: @escaping @Sendable (KioskFiles.Look) -> Void
        ) {
            looks.perform { [self] in
                answer(open(source, isStill: KioskConfiguration.Clip(source: source).isStill, known: known))
            }
        }

        func still(
            _ source: MediaSource, _ stamp: FileStamp,
            answer: @escaping @Sendable (Result<Picture, PlaybackError>) -> Void
        ) {
            guard case .still(let picture) = content(of: source, stamp) else {
                return answer(.failure(unknown(source)))
            }
            answer(.success(picture))
        }

        func player() -> GStreamerPlayer { GStreamerPlayer() }

        func load(
            _ source: MediaSource, _ stamp: FileStamp, into player: GStreamerPlayer, generation: Int
        ) throws(PlaybackError) -> MediaInfo? {
            guard case .video(let media) = content(of: source, stamp) else { throw unknown(source) }
            player.load(source, media: media, generation: generation)
            return media.info
        }

        private func unknown(_ source: MediaSource) -> PlaybackError {
            PlaybackError(
                .decodingFailed, subject: source.name, reason: "it has not been looked into", cure: "it is opened again"
            )
        }

        /// The file's stamp in its directory; `nil`: it does not exist.
        private func stamp(of source: MediaSource) -> FileStamp? {
            guard source.url.isFileURL else { return .remote }
            var status = stat()
            guard stat(source.url.path, &status) == 0 else { return nil }
            return FileStamp(
                device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
                modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
        }

        /// Opens a file; blocks.
        private func open(_ source: MediaSource, isStill: Bool, known: [FileStamp]) -> KioskFiles.Look {
            guard let stamp = stamp(of: source) else { return .missed }
            do throws(PlaybackError) {
                let content: Content =
                    isStill ? .still(try StillFile(source: source).picture()) : .video(try OpenedMedia(of: source))
                // Replaced while it was read: the content may be of both versions.
                guard self.stamp(of: source) == stamp else { return .missed }
                contents.withLock { contents in
                    let others = contents[source, default: []].filter { known.contains($0.stamp) && $0.stamp != stamp }
                    contents[source] = others + [(stamp, content)]
                }
                return .opened(stamp, content.facts)
            } catch {
                return .broken(stamp, "\(error.reason); \(error.cure)")
            }
        }

        private func content(of source: MediaSource, _ stamp: FileStamp) -> Content? {
            contents.withLock { $0[source]?.first { $0.stamp == stamp }?.content }
        }
    }

    /// A still picture from a file: PNG or JPEG, as GStreamer decodes it.
    struct StillFile {
        let source: MediaSource

        /// How long decoding may take: a picture from a memory card or a network disk has arrived by then.
        private static let patience = Duration.seconds(8)

        /// Decodes it; blocks.
        func picture() throws(PlaybackError) -> Picture {
            try SourceCheck(source: source).run()
            try checkSize()
            do throws(GStreamerFailure) {
                let pipeline = try Element(
                    launch: "filesrc name=source ! decodebin ! appsink name=frames sync=false caps=video/x-raw")
                defer { pipeline.stop() }
                pipeline.child("source")?.set("location", source.url.path)
                guard let frames = pipeline.child("frames") else { throw unreadable }
                pipeline.play()
                guard let sample = mpk_appsink_try_pull(frames.pointer, guint64(Self.patience.nanoseconds)) else {
                    throw unreadable
                }
                defer { mpk_sample_unref(sample) }
                guard let caps = gst_sample_get_caps(sample), let buffer = gst_sample_get_buffer(sample),
                    let info = gst_video_info_new_from_caps(caps)
                else { throw unreadable }
                defer { gst_video_info_free(info) }
                // A still that is luma and chroma is a JPEG.
                let colour = PictureColour(of: info, caps: caps, isJPEG: true)
                guard let format = PictureFormat(caps: caps, colour: colour) else { throw unreadable }
                return Picture(buffer, format: format)
            } catch {
                throw PlaybackError(
                    .notAVideo, subject: source.name, reason: "it is no picture that can be read",
                    cure: "save it as PNG or JPEG", underlying: error)
            }
        }

        /// Rejects pictures that are too large: a decoder allocates by the header's size, 1.6 GB for a PNG of 48 KB.
        private func checkSize() throws(PlaybackError) {
            let bytes = SourceBytes(of: source)
            defer { bytes?.close() }
            guard let header = bytes.flatMap({ PictureHeader(still: $0) }) else {
                throw PlaybackError(
                    .notAVideo, subject: source.name, reason: "it is neither a PNG nor a JPEG that can be read",
                    cure: "save it as PNG or JPEG")
            }
            try ProbeLimits(source: source).check(width: header.width, height: header.height)
        }

        private var unreadable: GStreamerFailure {
            GStreamerFailure(domain: .stream, code: 0, text: "nothing came out of it")
        }
    }
#endif
