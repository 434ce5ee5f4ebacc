#if canImport(AVFoundation) && canImport(MediaPlayer)
    import AVFoundation
    import MediaPlayer
    import MultiPlayerKit

    /// Shows a group as one thing in the system's Now Playing, and lets its remote commands act on the group: the lock
    /// screen, Control Center, headphones, a watch, the remote of an Apple TV, the media keys of a Mac.
    ///
    /// ```swift
    /// let nowPlaying = GroupNowPlaying(group, title: "Stability control", skipInterval: .seconds(10))
    /// ```
    /// It begins at once and lasts until ``stop()`` or until it is released; keep it as long as the group is played. It
    /// keeps the group. While no member can be played, nothing is shown.
    ///
    /// The system shows an app that is heard: one whose audio session is active and does not mix with others. Both are
    /// the app's to set; a group without an `audibleMember` is not heard.
    @MainActor
    public final class GroupNowPlaying {
        /// What is playing, in words for people.
        public var title: String {
            didSet { if title != oldValue { look(anew: true) } }
        }

        /// A picture of it; `nil`: none. The system scales it to what it needs.
        public var artwork: CGImage? {
            didSet { if artwork !== oldValue { look(anew: true) } }
        }

        private let group: PlaybackGroup
        private let skipInterval: Duration?
        private let rates: [Double]
        private var plan = NowPlayingPlan()
        private let place = NowPlayingPlace()
        private var listening: Task<Void, Never>?
        /// Whether the next change of the group's course will be reported.
        private var isObserving = false
        private var isStopped = false

        /// Shows a group from now on.
        ///
        /// - Parameters:
        ///   - group: any group of AVPlayers. A lent player must not be in a session or an `AVPlayerViewController` of
        ///     the app's own: the system allows a player in one session only.
        ///   - title: what is playing, in words for people.
        ///   - artwork: a picture of it. Default: none.
        ///   - skipInterval: how far one press skips on or back. Default: 15 seconds. `nil`: skipping is not offered.
        ///   - rates: the speeds that the system may offer, of those that a group plays (0.25 to 4). Default: none.
        public init(
            _ group: PlaybackGroup, title: String, artwork: CGImage? = nil, skipInterval: Duration? = .seconds(15),
            rates: [Double] = []
        ) {
            precondition(skipInterval.map { $0 > .zero } ?? true, "a skip goes somewhere")
            self.group = group
            self.title = title
            self.artwork = artwork
            self.skipInterval = skipInterval
            self.rates = rates
            let events = group.events
            listening = Task { [weak self] in
                for await _ in events {
                    guard let self else { return }
                    self.followPlayers()
                }
            }
            look()
        }

        deinit {
            listening?.cancel()
            MainQueue.run { [place] in place.close() }
        }

        /// Shows the group no longer, and takes no more commands. Repeated calls do nothing.
        public func stop() {
            isStopped = true
            listening?.cancel()
            place.close()
        }

        // MARK: Showing

        /// Compares what the system was told with what the group does now.
        private func look(anew: Bool = false) {
            guard !isStopped else { return }
            let clock = group.hostClock
            for command in plan.handle(observedCourse(), at: clock.present, anew: anew) {
                switch command {
                case .offer(let offer):
                    if offer.isPlayable { open() }
                    place.offer(offer)
                case .show(let info):
                    if let info { place.show(info, title: title, artwork: artwork) } else { place.close() }
                case .wake(let host):
                    clock.wake(at: host) { [weak self] in MainQueue.run { self?.look() } }
                }
            }
            followPlayers()
        }

        /// The group's course, of whose next change this hears.
        private func observedCourse() -> GroupCourse {
            guard !isObserving else { return group.course }
            isObserving = true
            return group.course { [weak self] in
                self?.isObserving = false
                self?.look()
            }
        }

        private func open() {
            place.open(for: players, skipInterval: skipInterval, rates: rates) { [weak self] order in
                self?.take(order) ?? .noSuchContent
            }
        }

        // MARK: Players

        /// The players that drive the members now. The background is not what is playing.
        private var players: [AVPlayer] { group.course.live.compactMap { group.player(of: $0) } }

        /// A member may have another player after any event.
        private func followPlayers() { place.follow(players) }

        // MARK: Commands

        /// Answers from any thread what will become of an order, and has it carried out on the main actor, in order.
        private nonisolated func take(_ order: RemoteOrder) -> MPRemoteCommandHandlerStatus {
            switch order.answer(group.course, at: group.hostClock.present) {
            case .obey:
                MainQueue.run { [weak self] in self?.carryOut(order) }
                return .success
            case .noSuchContent: return .noSuchContent
            case .failed: return .commandFailed
            }
        }

        /// Judges once more: orders before this one may have been carried out meanwhile.
        private func carryOut(_ order: RemoteOrder) {
            guard !isStopped, case .obey(let action) = order.answer(group.course, at: group.hostClock.present) else {
                return
            }
            group.carryOut(action)
        }
    }
#endif
