#if canImport(AVFoundation)
    import AVFoundation
    import MultiPlayerKit

    /// What a cell of a feed shows.
    public struct FeedClip: Sendable {
        /// A file, or an http or https address.
        public var url: URL
        /// Makes the picture that is shown before the video's first one. It is called on the main actor, so do slow
        /// work elsewhere. Default: none.
        public var poster: (@MainActor @Sendable () async -> CGImage?)?

        /// Creates a clip from a video and what is shown before it.
        public init(url: URL, poster: (@MainActor @Sendable () async -> CGImage?)? = nil) {
            self.url = url
            self.poster = poster
        }
    }

    /// A clip that has been opened off the main actor.
    struct OpenClip: Sendable {
        var url: URL
        var asset: AVURLAsset
        var facts: DecodeLadder.StreamFacts
        /// Whether it is a file and not a stream: only files report the frame rate that they show.
        var isFile: Bool { !url.isPlaylist }

        /// Makes the asset and loads what an item would otherwise wait for.
        static func open(_ url: URL, cache: (any AssetSource)?) async throws -> OpenClip {
            let asset: AVURLAsset
            if let cache, !url.isFileURL, !url.isPlaylist {
                asset = try await cache.asset(for: url, priority: .playing)
            } else {
                asset = AVURLAsset(url: url)
            }
            let isPlayable = try await asset.load(.isPlayable, .duration).0
            guard isPlayable else {
                throw PlaybackError(
                    .codecUnknown, subject: MediaAddress.redacted(url), reason: "cannot be played on this device",
                    cure: "convert it to H.264 or HEVC in an MP4 file")
            }
            // A stream reports its size only while it plays; this is the most that streams have on phones.
            var facts = DecodeLadder.StreamFacts(codedWidth: 1920, codedHeight: 1080, framesPerSecond: 30)
            if let track = try await asset.loadTracks(withMediaType: .video).first {
                let (size, rate) = try await track.load(.naturalSize, .nominalFrameRate)
                facts = DecodeLadder.StreamFacts(
                    codedWidth: Int(size.width), codedHeight: Int(size.height),
                    framesPerSecond: rate > 0 ? Double(rate) : 30)
            }
            return OpenClip(url: url, asset: asset, facts: facts)
        }
    }
#endif

#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import CoreGraphics
    import MultiPlayerKit

    /// Posters that are made before their cells have views, so that no cell comes up empty.
    @MainActor
    final class FeedPosters {
        typealias Maker = @MainActor @Sendable () async -> CGImage?

        /// The most finished posters kept: two screens of a grid. Older ones were made for cells that never came.
        static let most = 24

        private var ready: [FeedCellID: CGImage] = [:]
        private var order: [FeedCellID] = []
        private var tasks: [FeedCellID: Task<CGImage?, Never>] = [:]

        /// Begins to make a poster, unless it is ready or under way.
        func prepare(_ cell: FeedCellID, _ make: @escaping Maker) {
            guard ready[cell] == nil, tasks[cell] == nil else { return }
            tasks[cell] = Task { [weak self] in
                let image = await make()
                guard !Task.isCancelled else { return image }
                self?.finish(cell, image)
                return image
            }
        }

        /// Cancels a poster that is not needed any more.
        func cancel(_ cell: FeedCellID) { tasks.removeValue(forKey: cell)?.cancel() }

        /// Forgets the poster of a cell whose content has changed.
        func forget(_ cell: FeedCellID) {
            cancel(cell)
            ready[cell] = nil
            order.removeAll { $0 == cell }
        }

        func forgetAll() {
            for task in tasks.values { task.cancel() }
            (ready, order, tasks) = ([:], [], [:])
        }

        /// The poster, if it is ready.
        func image(of cell: FeedCellID) -> CGImage? { ready[cell] }

        /// The poster: waits for it if it is under way, otherwise makes it now.
        func image(of cell: FeedCellID, _ make: Maker) async -> CGImage? {
            if let image = ready[cell] { return image }
            if let task = tasks[cell] { return await task.value }
            return await make()
        }

        private func finish(_ cell: FeedCellID, _ image: CGImage?) {
            tasks[cell] = nil
            guard let image else { return }
            ready[cell] = image
            order.append(cell)
            if order.count > Self.most { ready[order.removeFirst()] = nil }
        }
    }
#endif
