#if canImport(AVFoundation)
    import AVFoundation

    /// A player that the app made and lends, with the original settings that it is handed back with.
    @MainActor
    struct Adoption {
        let player: AVPlayer
        /// Its video: the very asset that its item was made of.
        let source: MediaSource
        private let waits: Bool
        private let actionAtEnd: AVPlayer.ActionAtItemEnd
        private let clock: CMClock?
        private let backgroundPolicy: AVPlayerAudiovisualBackgroundPlaybackPolicy
        #if !os(visionOS)
            private let playsExternally: Bool
            private let preventsDisplaySleep: Bool
        #endif

        /// The players that are in a group; a weak table, so that a player the app drops is forgotten.
        private static var taken = NSHashTable<AVPlayer>.weakObjects()

        /// - Throws: `playerRefused`, with a remedy, for a player that is controlled elsewhere, has no item or has
        ///   failed.
        init(_ player: AVPlayer) throws(PlaybackError) {
            try Self.check(player)
            guard !Self.taken.contains(player) else {
                throw Self.refusal("is in a group already", "remove it there first")
            }
            if let queue = player as? AVQueuePlayer, queue.items().count > 1 {
                throw Self.refusal(
                    "is a queue with more than one item, or under an AVPlayerLooper",
                    "add one item a player, and let the group loop it (end: .loop)")
            }
            guard let item = player.currentItem else {
                throw Self.refusal("has no item", "set its item first, or add the URL")
            }
            guard player.status != .failed else {
                throw Self.refusal("has failed, which is for good", "make a new player")
            }
            self.player = player
            source = MediaSource(asset: item.asset)
            waits = player.automaticallyWaitsToMinimizeStalling
            actionAtEnd = player.actionAtItemEnd
            clock = player.sourceClock
            backgroundPolicy = player.audiovisualBackgroundPlaybackPolicy
            #if !os(visionOS)
                playsExternally = player.allowsExternalPlayback
                preventsDisplaySleep = player.preventsDisplaySleepDuringVideoPlayback
            #endif
            Self.taken.add(player)
        }

        /// Throws if something else has taken control of the player's timing; checked before each start too.
        nonisolated static func check(_ player: AVPlayer) throws(PlaybackError) {
            if #available(iOS 26, macOS 26, tvOS 26, visionOS 26, *),
                player.playbackCoordinator.playbackCoordinationMedium != nil
            {
                throw refusal(
                    "is coordinated by an AVPlaybackCoordinationMedium, which steers it too",
                    "call coordinate(using: nil) on its playbackCoordinator, or leave it out of the group")
            }
        }

        /// Hands the player back: paused, with its item.
        func handBack() {
            player.pause()
            player.automaticallyWaitsToMinimizeStalling = waits
            player.actionAtItemEnd = actionAtEnd
            player.sourceClock = clock
            player.audiovisualBackgroundPlaybackPolicy = backgroundPolicy
            #if !os(visionOS)
                player.allowsExternalPlayback = playsExternally
                player.preventsDisplaySleepDuringVideoPlayback = preventsDisplaySleep
            #endif
            Self.taken.remove(player)
        }

        private nonisolated static func refusal(_ reason: String, _ cure: String) -> PlaybackError {
            PlaybackError(.playerRefused, subject: "player", reason: reason, cure: cure)
        }
    }
#endif
