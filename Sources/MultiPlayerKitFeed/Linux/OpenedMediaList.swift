#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit

    /// Videos that were probed before: a feed shows the same ones again and again. A file that has been replaced since
    /// is probed anew.
    ///
    /// Sendable because `condition` guards what changes.
    final class OpenedMediaList: @unchecked Sendable {
        /// One state of one file.
        private struct Stamp: Equatable {
            var device, inode: UInt64
            var size, modifiedAt: Int64

            init(_ facts: PosixFile.Facts) {
                (device, inode, size, modifiedAt) = (facts.device, facts.inode, facts.size, facts.modifiedAt)
            }
        }

        /// Each takes some kilobytes.
        private static let capacity = 500

        private let condition = NSCondition()
        private var openedMedia: [MediaSource: (media: OpenedMedia, stamps: [Stamp?])] = [:]
        private var order: [MediaSource] = []
        private var opening: Set<MediaSource> = []

        /// Probes a video, or waits while another thread does; blocks. A video that cannot be opened is tried anew each
        /// time.
        func media(of source: MediaSource) throws(PlaybackError) -> OpenedMedia {
            // Looked at without the lock: a disk may be slow.
            let stamps = Self.stamps(of: source)
            condition.lock()
            while opening.contains(source) { condition.wait() }
            if let known = openedMedia[source], known.stamps == stamps {
                condition.unlock()
                return known.media
            }
            opening.insert(source)
            condition.unlock()
            let found = Result { () throws(PlaybackError) in try OpenedMedia(of: source) }
            // Replaced while it was probed: it may be of both versions.
            let isSteady = Self.stamps(of: source) == stamps
            condition.lock()
            opening.remove(source)
            forget(source)
            if case .success(let media) = found, isSteady, !media.isCursory, !media.hasCopies {
                keep(media, stamps, of: source)
            }
            condition.broadcast()
            condition.unlock()
            return try found.get()
        }

        private func keep(_ media: OpenedMedia, _ stamps: [Stamp?], of source: MediaSource) {
            openedMedia[source] = (media, stamps)
            order.append(source)
            if order.count > Self.capacity { openedMedia[order.removeFirst()] = nil }
        }

        private func forget(_ source: MediaSource) {
            if openedMedia.removeValue(forKey: source) != nil { order.removeAll { $0 == source } }
        }

        /// The files of a video in all its sizes; `nil` for one that is not there, or is on a server.
        private static func stamps(of source: MediaSource) -> [Stamp?] {
            ([source.url] + source.otherSizes).map { url in
                url.isFileURL ? PosixFile.facts(behind: url.path).map(Stamp.init) : nil
            }
        }
    }
#endif
