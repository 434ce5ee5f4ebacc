#if canImport(AVFoundation)
    import AVFoundation

    extension PlaybackGroup {
        #if !os(visionOS)
            /// Whether the group keeps the display awake while it plays. Default: true.
            ///
            /// A ``background`` never does, and a paused group does not either. Set it to `false` for a group that only
            /// decorates. An app's own player gets its setting back when it is handed back.
            public var preventsDisplaySleep: Bool {
                get { keepsDisplayAwake }
                set { keepsDisplayAwake = newValue }
            }
        #endif

        /// How loud a member is while it is heard, from 0 to 1: the volume of its player. Default: 1.
        ///
        /// `nil` for a member that was removed or whose player is not an AVPlayer.
        public func volume(of member: MemberID) -> Float? { volumes[member] }

        /// Sets how loud a member is while it is heard, at once and without touching its time.
        ///
        /// ``audibleMember`` decides which member is heard. An app's own player keeps the volume when it is handed back.
        ///
        /// - Parameter volume: from 0 to 1; other values are clamped.
        public func setVolume(_ volume: Float, of member: MemberID) {
            let volume = volume.isNaN ? 1 : min(max(volume, 0), 1)
            withMutation(keyPath: \.volumes) {
                for one in steeredPlayers(of: member) { one.player.volume = volume }
            }
        }

        /// The volumes of all members, which are observed as one.
        private var volumes: [MemberID: Float] {
            access(keyPath: \.volumes)
            var volumes: [MemberID: Float] = [:]
            for member in members { volumes[member] = player(of: member)?.volume }
            return volumes
        }

        /// Whether the app mutes a member, which then makes no sound while it is heard. Default: false; for an app's own
        /// player what it says.
        ///
        /// `nil` for a member that was removed or whose player is not an AVPlayer.
        public func isMuted(_ member: MemberID) -> Bool? { mutes[member] }

        /// Mutes a member, or lets it be heard again, at once and without touching its time: for a button beside the
        /// picture. ``audibleMember`` decides which member is heard. While that one is muted it still runs on the clock
        /// of its sound and keeps the audio session; set ``audibleMember`` to `nil` to give it back.
        ///
        /// An app's own player stays as it is when it is handed back.
        public func setMuted(_ isMuted: Bool, of member: MemberID) {
            withMutation(keyPath: \.mutes) {
                switch runner.player(member) {
                case let relay as LoopRelay: relay.setMuted(isMuted)
                case let player as AVFoundationPlayer: player.setMuted(isMuted)
                default: break
                }
            }
        }

        /// Which members are muted, which is observed as one.
        private var mutes: [MemberID: Bool] {
            access(keyPath: \.mutes)
            var mutes: [MemberID: Bool] = [:]
            for member in members { mutes[member] = steered(member)?.isMuted }
            return mutes
        }
    }

    // Only players keep these settings. A member's next player gets them on the main actor, where the app sets them.
    extension AVPlayer {
        /// Takes over what belongs to the member and not to one of its players.
        nonisolated func takeSettings(of other: AVPlayer) {
            volume = other.volume
            #if !os(visionOS)
                preventsDisplaySleepDuringVideoPlayback = other.preventsDisplaySleepDuringVideoPlayback
            #endif
        }

        package nonisolated func keepDisplayAwake(_ keeps: Bool) {
            #if !os(visionOS)
                preventsDisplaySleepDuringVideoPlayback = keeps
            #endif
        }
    }

    extension AVFoundationPlayer {
        public func keepDisplayAwake(_ keeps: Bool) { player.keepDisplayAwake(keeps) }

        /// Whether the app mutes it, heard or not.
        @MainActor var isMuted: Bool { isAdopted ? player.isMuted : state.withLock(\.isMuted) }

        @MainActor
        func setMuted(_ isMuted: Bool) {
            state.withLock { $0.isMuted = isMuted }
            // A silent item of the kit's own stays muted. The sound tracks of an app's item are off while it is silent.
            if isAdopted || hasSound { player.isMuted = isMuted }
        }
    }

    extension LoopRelay {
        package func keepDisplayAwake(_ keeps: Bool) {
            for player in players { player.keepDisplayAwake(keeps) }
        }

        @MainActor
        func setMuted(_ isMuted: Bool) {
            for player in players { player.setMuted(isMuted) }
            hush(front)
        }

        /// Silences a first player that is muted, or is no longer the one that is heard.
        @MainActor
        func hush(_ front: AVFoundationPlayer) {
            if front.hasSound { front.player.isMuted = front.isMuted || !isAudible }
        }
    }
#endif
