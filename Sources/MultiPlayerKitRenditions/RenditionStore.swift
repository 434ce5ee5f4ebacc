#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// Makes small renditions of videos, and keeps them: tiles much smaller than their videos cost a fraction then.
    ///
    /// ```swift
    /// let store = RenditionStore()
    /// for url in urls { group.add(source: store.source(of: url)) }
    /// let supply = Task { await store.supply(group) }  // to be cancelled when the group is no longer wanted
    /// ```
    /// A rendition has the frames, the times and the colours of its video, and no sound. It is coded in processor time that
    /// nobody else wants, and appears under the name of the content when it is complete: an original that has changed is
    /// played as it is until it has a rendition of its own. Several processes may use one folder.
    ///
    /// For local files of constant frame rate with 8 bits a sample; others are played as they are.
    public final class RenditionStore: Sendable {
        /// The settings of a store.
        public struct Configuration: Sendable {
            /// The folder for the renditions. Default: a folder in the user's caches. The rules are those of a cache's
            /// folder: one that holds anything else is refused.
            public var directory: URL
            /// The size limit on disk, in bytes. Default: 1 GiB, some hours of 320x180. The renditions that were used
            /// least recently go first; those that this process or another may play stay.
            public var byteLimit: Int64

            public init(directory: URL? = nil, byteLimit: Int64 = 1 << 30) {
                let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
                let base = caches ?? URL(filePath: NSTemporaryDirectory())
                self.directory = directory ?? base.appending(path: "MultiPlayerKit/Renditions")
                self.byteLimit = byteLimit
            }
        }

        let folder: RenditionFolder
        /// One at a time: several would only take longer.
        private let worker = DispatchQueue(label: "MultiPlayerKit.renditions")

        /// Creates a store. The folder is first accessed when something is looked for.
        public init(_ configuration: Configuration = Configuration()) {
            folder = RenditionFolder(configuration.directory, limit: configuration.byteLimit)
        }

        /// A video with the small renditions that are kept of it. Reads up to 64 KiB of the file, and blocks meanwhile.
        public func source(of url: URL, name: String? = nil) -> MediaSource {
            let kept = url.isFileURL ? (try? RenditionName.key(of: url)).map(folder.find) ?? [:] : [:]
            return MediaSource(renditions: [url] + kept.sorted { $0.key > $1.key }.map(\.value), name: name)
        }

        /// Bytes on disk of complete renditions.
        public var bytesOnDisk: Int64 { folder.bytes }

        /// Removes the renditions that nobody may play, in this process or another.
        public func removeAll() { folder.removeAll() }

        /// Makes a rendition that fills a tile, unless it is there already.
        ///
        /// - Parameters:
        ///   - tileLines: lines of the screen that the tile covers.
        ///   - progress: told the part that is done, 0…1; called from any thread.
        /// - Returns: the rendition; `nil`: the video is less than twice as high as the tile, or the tile is higher than 800
        ///   lines, so that the video is best played as it is.
        /// - Throws: `PlaybackError`; `CancellationError`.
        public func make(
            for tileLines: Int, of url: URL, progress: @escaping @Sendable (Double) -> Void = { _ in }
        ) async throws -> URL? {
            let isCancelled = Flag()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    worker.async {
                        continuation.resume(
                            with: Result { try self.make(tileLines, url, { isCancelled.isRaised }, progress) })
                    }
                }
            } onCancel: {
                isCancelled.raise()
            }
        }

        private final class Flag: Sendable {
            private let value = Mutex(false)
            var isRaised: Bool { value.withLock { $0 } }
            func raise() { value.withLock { $0 = true } }
        }

        private func make(
            _ tileLines: Int, _ url: URL, _ isCancelled: () -> Bool, _ progress: (Double) -> Void
        ) throws -> URL? {
            guard !isCancelled() else { throw CancellationError() }
            guard url.isFileURL else {
                throw PlaybackError.unmade(
                    MediaSource(url: url).name, "it is not a file", cure: "play it through a cache, or from a file")
            }
            let original = MediaSource(url: url)
            let media = try OpenedMedia(of: original)
            let stored = media.info.renditions.first?.size ?? .zero
            guard let lines = RenditionSize.lines(for: tileLines, of: Int(stored.height)) else { return nil }
            let making = RenditionMaking(chain: media.smallestChain, info: media.info, lines: lines)
            do {
                let key = try RenditionName.key(of: url)
                if let kept = folder.find(key)[lines] { return kept }
                let draft = try folder.begin(key, lines: lines)
                try making.write(to: draft.path, isCancelled: isCancelled, progress: progress)
                guard !isCancelled() else { throw CancellationError() }
                guard try RenditionName.key(of: url) == key else {
                    throw PlaybackError.unmade(original.name, "it changed meanwhile", cure: "make it again")
                }
                try check(draft.path, against: media, original)
                return try folder.keep(draft)
            } catch let error as PosixError {
                throw PlaybackError.unmade(
                    original.name, "\(error)",
                    cure: error.refusal?.cure ?? "name a folder that can be written, on a disk with room", error)
            }
        }

        /// What was written has to be the same video in another size before anybody plays it.
        private func check(_ path: String, against media: OpenedMedia, _ original: MediaSource) throws {
            let both = try OpenedMedia(of: MediaSource(renditions: [original.url, URL(filePath: path)]))
            if let mismatch = both.mismatches.first { throw mismatch }
            let small = try OpenedMedia(of: MediaSource(url: URL(filePath: path))).info
            let (own, theirs) = (media.info.colour, small.colour)
            guard own.matrix == theirs.matrix, own.transfer == theirs.transfer, own.primaries == theirs.primaries,
                own.range == theirs.range
            else {
                throw PlaybackError.unmade(
                    original.name, "its colours, \(own.matrix), would become others, \(theirs.matrix)",
                    cure: "play it as it is")
            }
            let shapes = [small, media.info].map { $0.displaySize.width / max($0.displaySize.height, 1) }
            guard abs(shapes[0] - shapes[1]) < 0.01 * shapes[1] else {
                throw PlaybackError.unmade(
                    original.name, "its shape (\(media.info.displaySize)) would become another (\(small.displaySize))",
                    cure: "play it as it is")
            }
        }
    }

    extension PlaybackError.Code {
        /// No small rendition could be made; the video plays as it is.
        public static let renditionUnmade = PlaybackError.Code(.output, "renditionUnmade")
    }

    extension PlaybackError {
        static func unmade(
            _ subject: String, _ reason: String, cure: String, _ underlying: (any Error)? = nil
        ) -> PlaybackError {
            PlaybackError(
                .renditionUnmade, subject: subject, reason: reason, cure: cure, underlying: underlying)
        }
    }
#endif
