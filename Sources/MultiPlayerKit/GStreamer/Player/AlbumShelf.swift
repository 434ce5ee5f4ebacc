#if canImport(CGStreamer)
    import Foundation

    /// Videos that were looked into before: a feed shows the same ones again and again.
    ///
    /// Sendable because `condition` guards what changes.
    final class AlbumShelf: @unchecked Sendable {
        /// Some kilobytes each.
        private static let capacity = 500

        private let condition = NSCondition()
        private var albums: [MediaSource: Album] = [:]
        private var order: [MediaSource] = []
        private var opening: Set<MediaSource> = []

        /// Looks into a video, or waits while another thread does; blocks. What cannot be opened is tried anew each time.
        func album(of source: MediaSource) throws(PlaybackError) -> Album {
            condition.lock()
            while opening.contains(source) { condition.wait() }
            if let known = albums[source] {
                condition.unlock()
                return known
            }
            opening.insert(source)
            condition.unlock()
            let found = Result { () throws(PlaybackError) in try Album(of: source) }
            condition.lock()
            opening.remove(source)
            if case .success(let album) = found, !album.isCursory, !album.hasCopies { keep(album, of: source) }
            condition.broadcast()
            condition.unlock()
            return try found.get()
        }

        private func keep(_ album: Album, of source: MediaSource) {
            albums[source] = album
            order.append(source)
            if order.count > Self.capacity { albums[order.removeFirst()] = nil }
        }
    }
#endif
