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
        var shared: SharedAsset
        var info: MediaInfo
        /// The frame rate that the file states; `nil`: none, or a stream, which does not report the rate that it shows.
        var nominalRate: Double?

        var asset: AVAsset { shared.asset }

        /// Makes the asset and loads what an item would otherwise wait for.
        static func open(_ source: MediaSource) async throws(PlaybackError) -> OpenClip {
            let shared = try await source.asset()
            do {
                return try await open(shared, isStream: source.url.isPlaylist, source)
            } catch {
                throw error as? PlaybackError ?? PlayerFailure.translate(error, source)
            }
        }

        private static func open(
            _ shared: SharedAsset, isStream: Bool, _ source: MediaSource
        ) async throws -> OpenClip {
            let asset = shared.asset
            let (isPlayable, duration) = try await asset.load(.isPlayable, .duration)
            guard isPlayable else {
                throw PlaybackError(
                    .codecUnknown, subject: source.name, reason: "cannot be played on this device",
                    cure: "convert it to H.264 or HEVC in an MP4 file")
            }
            // A stream reports its size only while it plays; this is the most that streams have on phones.
            var (size, rate) = (CGSize(width: 1920 as CGFloat, height: 1080 as CGFloat), nil as Float?)
            if let track = try await asset.loadTracks(withMediaType: .video).first {
                let (natural, nominal) = try await track.load(.naturalSize, .nominalFrameRate)
                (size, rate) = (natural, nominal > 0 ? nominal : nil)
            }
            // A live stream has no end.
            let bounds = ItemBounds(start: .zero, end: Duration(duration) ?? .seconds(4_000_000_000))
            let info = MediaInfo(displaySize: size, frameRate: rate.flatMap { FrameRate(nominal: $0) }, bounds: bounds)
            return OpenClip(shared: shared, info: info, nominalRate: isStream ? nil : Double(rate ?? 30))
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
