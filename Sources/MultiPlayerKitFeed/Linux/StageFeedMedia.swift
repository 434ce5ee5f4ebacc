#if canImport(CGStreamer)
    import MultiPlayerKit

    /// The players of a feed on a stage. Each opens what posters have opened already.
    struct StageFeedMedia: FeedMedia {
        let openedMedia: OpenedMediaList

        /// Pictures stay with the cells, so a player without a cell has nothing to keep.
        static var keepsVideos: Bool { false }

        func rest(_ player: GStreamerPlayer) {}

        func player(for slot: FeedSlot) -> GStreamerPlayer { GStreamerPlayer() }

        func load(_ source: MediaSource, into player: GStreamerPlayer, generation: Int) {
            player.load(source, generation: generation) { [openedMedia] source throws(PlaybackError) in
                try openedMedia.media(of: source)
            }
        }

        /// Several readers open the video one after the other; this fetch keeps going from the first to the last.
        func beginning(of source: MediaSource) -> (any ByteFetch)? {
            source.usedCache?.fetch(0..<Self.length, of: source.url, priority: .playing)
        }

        /// Bytes that are fetched first: a fifth of a second at 10 Mbit/s, and enough for the index and the first
        /// pictures of most short videos.
        private static let length: Int64 = 256 << 10
    }

    /// What a tick needs to know of one cell.
    package struct FeedCellBoard: Sendable {
        var binding: FeedBinding
        var offer = FeedOffer.nothing
        var role: FeedRole
        /// The player whose frames it shows; `nil`: it keeps its picture, or shows its poster.
        var live: Live?

        struct Live: Sendable {
            var member: MemberID
            var player: GStreamerPlayer
            var timeline: MemberTimeline
            var info: MediaInfo
            /// Whether it starts over at its end.
            var repeats: Bool
        }
    }
#endif
