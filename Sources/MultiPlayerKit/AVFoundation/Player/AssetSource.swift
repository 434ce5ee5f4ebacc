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

    /// An asset that any thread may use.
    ///
    /// Sendable because an asset stays as it was made. A mutable composition does not, so of that it holds a copy.
    package final class SharedAsset: @unchecked Sendable {
        package let asset: AVAsset

        init(_ asset: AVAsset) {
            self.asset = (asset as? AVMutableComposition)?.copy() as? AVComposition ?? asset
        }
    }

    extension MediaSource {
        /// A video whose asset the app has made.
        init(asset: AVAsset) {
            if let address = (asset as? AVURLAsset)?.url {
                self.init(url: address)
            } else {
                let name = asset is AVComposition ? "composition" : "asset"
                // Nothing opens this address.
                let address = URL(string: "\(Self.noAddress):\(name)") ?? URL(fileURLWithPath: name)
                self.init(url: address, name: name)
            }
            given = SharedAsset(asset)
        }

        /// The asset that plays it: the app's own, or one of its address, through its cache if that can feed
        /// AVFoundation.
        package func asset() async throws(PlaybackError) -> SharedAsset {
            if let given = given as? SharedAsset { return given }
            guard let cache = usedCache as? any AssetSource, !url.isPlaylist else {
                return SharedAsset(AVURLAsset(url: url))
            }
            return SharedAsset(try await cache.asset(for: url, priority: .playing))
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
