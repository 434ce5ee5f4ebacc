#if canImport(CGStreamer)
    import Foundation
    import Synchronization

    /// The files of a kiosk as they were looked into: what players are made from.
    ///
    /// Of each file the version that is shown and the one that comes after it.
    final class KioskShelf: Sendable {
        enum Content: Sendable {
            case video(Album)
            case still(Picture)

            var facts: KioskClipFacts {
                switch self {
                case .video(let album): KioskClipFacts(bounds: album.info.bounds)
                case .still: KioskClipFacts()
                }
            }
        }

        private let contents = Mutex<[MediaSource: [(stamp: FileStamp, content: Content)]]>([:])

        /// What the directory says of a file; `nil`: there is none.
        func stamp(of source: MediaSource) -> FileStamp? {
            guard source.url.isFileURL else { return .remote }
            var status = stat()
            guard stat(source.url.path, &status) == 0 else { return nil }
            return FileStamp(
                device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
                modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
        }

        /// Looks into a file; blocks.
        func open(_ source: MediaSource, isStill: Bool) -> KioskFiles.Look {
            guard let stamp = stamp(of: source) else { return .missed }
            do throws(PlaybackError) {
                let content: Content =
                    isStill ? .still(try StillFile(source: source).picture()) : .video(try Album(of: source))
                // Replaced while it was read: it may be of both.
                guard self.stamp(of: source) == stamp else { return .missed }
                contents.withLock { contents in
                    var versions = contents[source] ?? []
                    versions.removeAll { $0.stamp == stamp }
                    versions.append((stamp, content))
                    contents[source] = Array(versions.suffix(2))
                }
                return .opened(stamp, content.facts)
            } catch {
                return .broken(stamp, "\(error.reason); \(error.cure)")
            }
        }

        func content(of source: MediaSource, _ stamp: FileStamp) -> Content? {
            contents.withLock { $0[source]?.first { $0.stamp == stamp }?.content }
        }
    }
#endif
