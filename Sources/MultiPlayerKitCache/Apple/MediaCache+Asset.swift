#if canImport(AVFoundation)
    import AVFoundation
    import MultiPlayerKit

    extension MediaCache: AssetSource {
        /// An asset that plays through the cache: bytes that are here come from the disk, missing ones are fetched once
        /// and kept.
        ///
        /// ```swift
        /// let asset = try await cache.asset(for: url)
        /// player.automaticallyWaitsToMinimizeStalling = false
        /// player.allowsExternalPlayback = false
        /// player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
        /// ```
        /// Set the two properties as shown, or use a ``player(for:priority:)``: AVFoundation cannot predict when bytes
        /// come this way, and an external screen cannot ask this app for them.
        ///
        /// A complete resource is a plain file. While the asset lives, what is here of the resource is not deleted. It
        /// plays one version only, so make another asset when the resource has changed on its server. A file URL is
        /// played as it is.
        ///
        /// - Parameter priority: The priority of its reads when several readers wait. Default: before everything else.
        /// - Throws: `notCacheable` for what cannot come this way: an address that is not http or https, or an HLS
        ///   playlist, whose segments must come straight from their server. Play its address itself.
        public func asset(for url: URL, priority: FetchPriority = .playing) async throws(PlaybackError) -> AVURLAsset {
            if url.isFileURL { return AVURLAsset(url: url) }
            if url.isPlaylist { throw .playlist(url) }
            guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
                throw .notCacheable(url)
            }
            let media = media(for: url, priority: priority)
            guard let file = await media.fileURL() else { return CachedAsset(feeding: media) }
            return CachedAsset(media, file: file, contentType: try? await media.facts().contentType)
        }

        /// A player that is set up for such an asset and has it as its item.
        ///
        /// - Throws: like ``asset(for:priority:)``.
        @MainActor
        public func player(for url: URL, priority: FetchPriority = .playing) async throws(PlaybackError) -> AVPlayer {
            let asset = try await asset(for: url, priority: priority)
            let player = AVPlayer()
            player.setUpForCache()
            player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
            return player
        }
    }

    extension PlaybackError {
        static func playlist(_ url: URL) -> PlaybackError {
            PlaybackError(
                .notCacheable, subject: MediaAddress.redacted(url),
                reason: "is an HLS playlist, which plays straight from its server", cure: "play its address itself")
        }
    }

    /// An asset whose bytes come from a cache. It holds its feeder, because AVFoundation does not.
    ///
    /// Sendable because what it adds to its class never changes.
    final class CachedAsset: AVURLAsset, @unchecked Sendable {
        let media: CachedMedia
        /// `nil`: a plain file.
        private let feeder: ResourceFeeder?

        /// For a resource that is all here.
        init(_ media: CachedMedia, file: URL, contentType: String?) {
            self.media = media
            feeder = nil
            // Files of the cache may have no extension from which AVFoundation could tell their type.
            let type = MediaTypeName.mimeType(contentType, of: media.url)
            super.init(url: file, options: [AVURLAssetOverrideMIMETypeKey: type])
        }

        /// For a resource of which only some, or nothing, is here yet.
        init(feeding media: CachedMedia) {
            let feeder = ResourceFeeder(media)
            self.media = media
            self.feeder = feeder
            super.init(url: feeder.address, options: nil)
            resourceLoader.setDelegate(feeder, queue: feeder.queue)
        }

        // Closing ends the reads of open requests too, which are then answered with an error; the feeder waits for nothing
        // else.
        deinit { media.close() }
    }
#endif
