#if canImport(AVFoundation)
    import AVFoundation

    /// What a cell of a feed shows.
    public struct FeedClip: Sendable {
        /// A file, or an http or https address.
        public var url: URL
        /// Makes the picture that is seen before the video's first; called on the main actor, so do slow work elsewhere.
        /// Default: none.
        public var poster: (@MainActor @Sendable () async -> CGImage?)?

        /// What a cell shows, and what is seen before it.
        public init(url: URL, poster: (@MainActor @Sendable () async -> CGImage?)? = nil) {
            self.url = url
            self.poster = poster
        }
    }

    /// A clip that has been looked into, away from the main actor.
    struct OpenClip: Sendable {
        var url: URL
        var asset: AVURLAsset
        var facts: DecodeLadder.StreamFacts
        /// Whether it is no stream: only files count the frames they show.
        var isFile: Bool { !MediaTypeName.isPlaylist(url) }

        /// Makes the asset and loads what an item would otherwise wait for.
        static func open(_ url: URL, cache: MediaCache?) async throws -> OpenClip {
            let asset: AVURLAsset
            if let cache, !url.isFileURL, !MediaTypeName.isPlaylist(url) {
                asset = try await cache.asset(for: url)
            } else {
                asset = AVURLAsset(url: url)
            }
            let isPlayable = try await asset.load(.isPlayable, .duration).0
            guard isPlayable else {
                throw PlaybackError(
                    .codecUnknown, subject: MediaAddress.redacted(url), reason: "cannot be played on this device",
                    cure: "convert it to H.264 or HEVC in an MP4 file")
            }
            // A stream tells its size only while it plays; this is what they are at most on phones.
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
