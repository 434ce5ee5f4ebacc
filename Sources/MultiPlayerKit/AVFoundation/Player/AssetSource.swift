#if canImport(AVFoundation)
    import AVFoundation

    /// A source of bytes from which AVFoundation can play.
    public protocol AssetSource: ByteSource {
        /// Returns an asset whose bytes come from this source.
        ///
        /// - Throws: for media that cannot be delivered this way, such as an HLS playlist.
        func asset(for url: URL, priority: FetchPriority) async throws(PlaybackError) -> AVURLAsset
    }

    extension URL {
        /// Whether the URL names an HLS playlist, which plays directly from its server.
        package var isPlaylist: Bool { ["m3u8", "m3u"].contains(pathExtension.lowercased()) }
    }

    extension MediaSource {
        /// The asset that plays it: through its cache, if that can feed AVFoundation.
        package func asset() async throws(PlaybackError) -> AVURLAsset {
            guard let cache = usedCache as? any AssetSource, !url.isPlaylist else { return AVURLAsset(url: url) }
            return try await cache.asset(for: url, priority: .playing)
        }
    }

    extension AVPlayer {
        /// Configures a player whose bytes come from a resource loader.
        package nonisolated func setUpForCache() {
            // AVFoundation's predictions of when data arrives do not work there.
            automaticallyWaitsToMinimizeStalling = false
            #if !os(visionOS)
                // An external screen could not request the bytes from this app.
                allowsExternalPlayback = false
            #endif
        }
    }
#endif
