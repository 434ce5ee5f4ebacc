#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import MultiPlayerKit

    /// The players of a feed on Apple platforms. A player keeps its video while it is free: taking its item away costs the
    /// tick as much as installing one, and its cell may come back.
    struct FeedClips: FeedMedia {
        static var keepsVideos: Bool { true }

        /// What the player of a slot needs of its feed.
        let owner: @MainActor @Sendable (FeedSlot) -> FeedPlayer.Owner

        func player(for slot: FeedSlot) -> FeedPlayer {
            MainActor.assumeIsolated { FeedPlayer(slot, owner(slot)) }
        }

        func load(_ source: MediaSource, into player: FeedPlayer, generation: Int) {
            player.load(source, generation: generation)
        }

        func rest(_ player: FeedPlayer) { MainActor.assumeIsolated { player.rest() } }

        /// An item fetches for itself, and the cache fetches its opening ahead.
        func beginning(of source: MediaSource) -> (any ByteFetch)? { nil }
    }
#endif
