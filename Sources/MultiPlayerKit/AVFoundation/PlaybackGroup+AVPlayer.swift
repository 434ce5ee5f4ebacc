#if canImport(AVFoundation)
    import AVFoundation

    extension PlaybackGroup {
        /// Creates a group of AVPlayers on the host clock.
        ///
        /// The group observes interruptions, the background and sleep by itself. It never sets the audio session's
        /// category: silent members take no sound from other apps, and what an audible one does is the app's decision.
        ///
        /// - Parameter budget: shares out the device's decoders. Default: ``DecoderBudget/shared``. `nil`: every member
        ///   takes what it can get, and one that gets nothing fails.
        public convenience init(budget: DecoderBudget? = .shared) {
            self.init(clock: SystemGroupClock(), budget: budget)
        }

        /// Creates the same group on the caller's clock, for tests in virtual time; without a budget unless one is
        /// given.
        public convenience init(clock: any GroupClock, budget: DecoderBudget? = nil) {
            self.init(clock: clock, budget: budget) { LoopRelay(clock: clock) }
            environment = AppEnvironment(for: runner)
            // Creating the shared instance begins the observation of whether the app is active.
            _ = AppActivity.shared
        }

        /// The clock that all members share; host times of ``play(at:)-(CMTime)`` and ``time(at:)-(CMTime)`` are times
        /// of it.
        public nonisolated var clock: CMClock { .hostTimeClock }

        /// Adds a player that the app made, with its item. While the player is in the group, only the group plays,
        /// pauses and seeks it. When removed, it is handed back: paused, with its item and its original settings.
        ///
        /// The kit cannot recognize a player in a `GroupSession`. Do not add one: it is controlled from elsewhere.
        ///
        /// The decoder budget does not govern the player, because the player keeps its item; but it occupies a decoder,
        /// so the other members get one less.
        ///
        /// - Parameters:
        ///   - player: a player with an item, in no other group. The item's own asset is played, with its headers,
        ///     cookies, loader delegate or composition.
        ///   - offset: seconds into the video at group time 0; with a negative offset the video starts later.
        ///   - speed: video seconds per group second, greater than 0.
        ///   - end: what follows the video. Default: its last frame stays.
        /// - Throws: ``PlaybackError`` `playerRefused` for a queue of several items or under an `AVPlayerLooper`, a
        ///   player on an `AVPlaybackCoordinationMedium`, one that has failed or has no item, or one that is already in
        ///   a group.
        @discardableResult
        public func add(
            player: AVPlayer, offset: Duration = .zero, speed: Double = 1, end: TimeMap.End = .hold
        ) throws(PlaybackError) -> MemberID {
            precondition(speed > 0 && speed.isFinite, "a member's speed is greater than 0")
            let adoption = try Adoption(player)
            return add(
                AVFoundationPlayer(adoption, clock: runner.clock), source: adoption.source,
                map: TimeMap(offset: offset, speed: speed, end: end))
        }

        /// Adds a video by an asset that the app made: with headers or cookies, with a delegate of its resource loader,
        /// or a composition.
        ///
        /// Every item that the member needs is made of this very asset; the group opens no other. Of a mutable
        /// composition it takes a copy, so later changes do not show. An asset holds the delegate of its resource
        /// loader weakly, so keep that for as long as the member is there.
        ///
        /// - Parameters:
        ///   - asset: a video. It may be in several groups, and play elsewhere as well.
        ///   - offset: seconds into the video at group time 0; negative: it starts later.
        ///   - speed: video seconds per group second, greater than 0.
        ///   - range: the part of the video that is used, from its first frame; default: all.
        ///   - end: what follows the range. Default: its last frame stays.
        /// - Returns: the member's name in this group. Problems with the asset come as ``GroupEvent/failed(_:_:)``.
        @discardableResult
        public func add(
            asset: AVAsset, offset: Duration = .zero, speed: Double = 1, range: Range<Duration>? = nil,
            end: TimeMap.End = .hold
        ) -> MemberID {
            add(
                source: MediaSource(asset: asset),
                map: TimeMap(offset: offset, speed: speed, range: range, end: end))
        }

        /// The player of a member, for a layer of the app's own. Control the group, never this player.
        ///
        /// It is another one after ``GroupEvent/handedOver(_:)``, when a layer of the app's own has to be given it.
        ///
        /// `nil` for a member that was removed or whose player is not an AVPlayer.
        public func player(of member: MemberID) -> AVPlayer? {
            steered(member)?.player
        }

        /// The player that drives a member now.
        package nonisolated func steered(_ member: MemberID) -> AVFoundationPlayer? {
            switch runner.player(member) {
            case let relay as LoopRelay: relay.front
            case let player as AVFoundationPlayer: player
            default: nil
            }
        }

        /// The display name of the member's video; its number once it has been removed.
        package func name(of member: MemberID) -> String {
            runner.lineup.entries.first { $0.id == member }?.name ?? member.description
        }

        /// The player that drives a member now and, while there is one, the one that is about to take over.
        package nonisolated func steeredPlayers(of member: MemberID) -> [AVFoundationPlayer] {
            if let relay = runner.player(member) as? LoopRelay { return relay.players }
            return steered(member).map { [$0] } ?? []
        }
    }

    // MARK: - In the background

    extension PlaybackGroup {
        /// Lets the group play on while the app is in the background, because the holder shows it there, or no longer.
        /// Without a holder it is suspended there.
        package func playInBackground(_ plays: Bool, for holder: ObjectIdentifier) {
            (environment as? AppEnvironment)?.playInBackground(plays, for: holder, players: backgroundPlayers)
        }

        /// Sets the policy of players that members got meanwhile.
        package func keepPlayersInBackground() {
            (environment as? AppEnvironment)?.keepInBackground(backgroundPlayers)
        }

        private var backgroundPlayers: [AVPlayer] {
            (members + [backgroundMember].compactMap(\.self)).flatMap(steeredPlayers(of:)).map(\.player)
        }
    }

    // MARK: - CMTime

    // Disfavoured, so that `.zero` means the `Duration`.
    extension PlaybackGroup {
        /// Adds a video whose offset is a `CMTime`; see ``add(url:offset:speed:range:end:)``. A time that is not
        /// numeric counts as zero.
        @discardableResult
        @_disfavoredOverload
        public func add(
            url: URL, offset: CMTime, speed: Double = 1, range: CMTimeRange? = nil, end: TimeMap.End = .hold
        ) -> MemberID {
            let part = range.flatMap { range -> Range<Duration>? in
                guard let start = Duration(range.start), let end = Duration(range.end), start < end else { return nil }
                return start..<end
            }
            return add(url: url, offset: Duration(offset) ?? .zero, speed: speed, range: part, end: end)
        }

        /// Starts all members together at a time of ``clock``.
        @_disfavoredOverload
        public func play(at host: CMTime) async throws {
            try await play(at: HostTime(host))
        }

        /// Moves every member to a group time, exactly. Does nothing if the time is not numeric.
        @_disfavoredOverload
        public func seek(to time: CMTime) async throws {
            guard let time = Duration(time) else { return }
            try await seek(to: time)
        }

        /// Moves to a group time while a finger drags; see ``scrub(to:)-(Duration)``.
        @_disfavoredOverload
        public func scrub(to time: CMTime) {
            guard let time = Duration(time) else { return }
            scrub(to: time)
        }

        /// The group time at a time of ``clock``.
        public nonisolated func time(at host: CMTime) -> CMTime {
            CMTime(time(at: HostTime(host)))
        }
    }
#endif
