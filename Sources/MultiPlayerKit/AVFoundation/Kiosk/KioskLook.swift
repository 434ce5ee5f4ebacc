#if canImport(AVFoundation)
    import AVFoundation
    import ImageIO

    /// Looks at files, away from the main actor: a disk may let them wait.
    enum KioskLook {
        /// What the directory says of files; those that are not there are left out.
        static func stamps(of sources: [MediaSource]) -> [MediaSource: FileStamp?] {
            Dictionary(uniqueKeysWithValues: sources.map { ($0, stamp(of: $0)) })
        }

        static func open(_ source: MediaSource) async -> KioskFiles.Look {
            guard let stamp = stamp(of: source) else { return .missed }
            do throws(PlaybackError) {
                if KioskConfiguration.Clip(source: source).isStill {
                    _ = try still(at: source.url)
                    return .opened(stamp, KioskClipFacts())
                }
                return .opened(stamp, KioskClipFacts(bounds: try await OpenAsset.open(source).info.bounds))
            } catch {
                return .broken(stamp, "\(error.reason); \(error.cure)")
            }
        }

        /// Decodes a picture, turned as it is meant to be seen; blocks.
        static func still(at url: URL) throws(PlaybackError) -> KioskStill {
            let options =
                [
                    kCGImageSourceCreateThumbnailFromImageAlways: true,
                    kCGImageSourceCreateThumbnailWithTransform: true,
                    kCGImageSourceShouldCacheImmediately: true,
                    // The width of a 4K display: more of a picture is not seen, and would take memory for nothing.
                    kCGImageSourceThumbnailMaxPixelSize: 3840,
                ] as [CFString: Any]
            guard let file = CGImageSourceCreateWithURL(url as CFURL, nil),
                let image = CGImageSourceCreateThumbnailAtIndex(file, 0, options as CFDictionary)
            else {
                throw PlaybackError(
                    .notAVideo, subject: url.lastPathComponent, reason: "it is no picture that can be read",
                    cure: "save it as PNG or JPEG")
            }
            return KioskStill(image: image)
        }

        private static func stamp(of source: MediaSource) -> FileStamp? {
            guard !source.isRemote else { return .remote }
            return PosixFile.facts(behind: source.url.path).map {
                FileStamp(device: $0.device, inode: $0.inode, size: $0.size, modified: $0.modifiedAt)
            }
        }
    }

    /// A decoded picture.
    ///
    /// Sendable because a `CGImage` never changes once it is made.
    struct KioskStill: @unchecked Sendable {
        let image: CGImage
    }
#endif
