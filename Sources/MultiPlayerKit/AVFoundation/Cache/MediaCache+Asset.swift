#if canImport(AVFoundation)
    import AVFoundation

    extension MediaCache {
        /// An asset that plays through the cache: what is here comes from the disk, what is missing is fetched once and
        /// kept.
        ///
        /// ```swift
        /// let asset = try await cache.asset(for: url)
        /// player.automaticallyWaitsToMinimizeStalling = false
        /// player.allowsExternalPlayback = false
        /// player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
        /// ```
        /// Set the two properties as shown, or take a ``player(for:priority:)``: AVFoundation cannot foresee when bytes
        /// come this way, and a screen elsewhere cannot ask this app for them.
        ///
        /// A complete resource is a plain file. For as long as the asset lives, what is here of it is not thrown away;
        /// all that it plays is of one version, so make another when the resource has changed on its server. An address
        /// of a file is played as it is.
        ///
        /// - Parameter priority: Whose reads come first when several wait. Default: before everything else.
        /// - Throws: `notCacheable` for what cannot come this way, such as an HLS playlist: its segments must come
        ///   straight from their server, so play its address itself.
        public func asset(for url: URL, priority: CachePriority = .playing) async throws(PlaybackError) -> AVURLAsset {
            if url.isFileURL { return AVURLAsset(url: url) }
            if MediaTypeName.isPlaylist(url) { throw .playlist(url) }
            guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
                throw .notCacheable(url)
            }
            let media = media(for: url, priority: priority)
            guard let file = await media.fileURL() else { return CachedAsset(feeding: media) }
            return CachedAsset(media, file: file, contentType: try? await media.facts().contentType)
        }

        /// A player of such an asset, set up for it; its item is the asset's.
        ///
        /// - Throws: like ``asset(for:priority:)``.
        @MainActor
        public func player(for url: URL, priority: CachePriority = .playing) async throws(PlaybackError) -> AVPlayer {
            let asset = try await asset(for: url, priority: priority)
            let player = AVPlayer()
            player.setUpForCache()
            player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
            return player
        }
    }

    extension AVPlayer {
        /// What a player needs whose bytes come from a resource loader.
        nonisolated func setUpForCache() {
            // Predictions of when data comes do not work there.
            automaticallyWaitsToMinimizeStalling = false
            #if !os(visionOS)
                // The screen elsewhere could not ask this app.
                allowsExternalPlayback = false
            #endif
        }
    }

    extension PlaybackError.Code {
        /// The cache cannot hand it out.
        public static let notCacheable = PlaybackError.Code(.cache, "notCacheable")
    }

    extension PlaybackError {
        static func playlist(_ url: URL) -> PlaybackError {
            PlaybackError(
                .notCacheable, subject: MediaAddress.redacted(url),
                reason: "is an HLS playlist, which plays straight from its server", cure: "play its address itself")
        }
    }
#endif
