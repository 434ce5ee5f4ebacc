#if canImport(AVFoundation)
    import AVFoundation

    /// An asset whose bytes come from a cache. It holds what feeds it: AVFoundation does not.
    ///
    /// Sendable because what it adds to its class never changes.
    final class CachedAsset: AVURLAsset, @unchecked Sendable {
        let media: CachedMedia
        /// `nil`: a plain file.
        private let feeder: ResourceFeeder?

        /// All of it is here.
        init(_ media: CachedMedia, file: URL, contentType: String?) {
            self.media = media
            feeder = nil
            // Files of the cache have no extension from which AVFoundation could tell what they are.
            let type = MediaTypeName.mimeType(contentType, of: media.url)
            super.init(url: file, options: [AVURLAssetOverrideMIMETypeKey: type])
        }

        /// Some of it, or nothing yet.
        init(feeding media: CachedMedia) {
            let feeder = ResourceFeeder(media)
            self.media = media
            self.feeder = feeder
            super.init(url: feeder.address, options: nil)
            resourceLoader.setDelegate(feeder, queue: feeder.queue)
        }

        deinit {
            feeder?.end()
            media.close()
        }
    }
#endif
