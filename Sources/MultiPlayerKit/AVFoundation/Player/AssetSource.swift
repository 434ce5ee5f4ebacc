#if canImport(AVFoundation)
    import AVFoundation

    /// A source of bytes from which AVFoundation can play.
    public protocol AssetSource: ByteSource {
        /// An asset whose bytes come from it.
        ///
        /// - Throws: for what cannot come this way, such as an HLS playlist.
        func asset(for url: URL, priority: FetchPriority) async throws(PlaybackError) -> AVURLAsset
    }

    extension URL {
        /// Whether it names an HLS playlist, which plays straight from its server.
        package var isPlaylist: Bool { ["m3u8", "m3u"].contains(pathExtension.lowercased()) }
    }

    extension AVPlayer {
        /// What a player needs whose bytes come from a resource loader.
        package nonisolated func setUpForCache() {
            // Predictions of when data comes do not work there.
            automaticallyWaitsToMinimizeStalling = false
            #if !os(visionOS)
                // The screen elsewhere could not ask this app.
                allowsExternalPlayback = false
            #endif
        }
    }
#endif
