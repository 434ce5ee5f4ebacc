#if canImport(AVFoundation)
    import AVFoundation
    import Synchronization

    /// One member's player, handed over to another before its item ends.
    ///
    /// Turns laid end to end in an item end some day. Some seconds before, a second player is made ready on the line,
    /// with its layer under the first one's; both run to one host time, the surface changes from one to the other, and
    /// the first gives its decoder back. For that moment the member holds two decoders.
    ///
    /// Sendable because everything that changes is in `state`.
    final class LoopRelay: SteeredPlayer {
        private struct State {
            var front: AVFoundationPlayer
            var next: AVFoundationPlayer?
            /// When `next` takes over; `nil`: it is not ready.
            var seam: HostTime?
            var source: MediaSource?
            var isAudible = false
            var deliver: (@Sendable (PlayerEvent) -> Void)?
        }

        /// The second player is begun this long before the first one's item ends: opening, an exact seek and a preroll
        /// take a second at most where they work at all, and get a second and a third try.
        static let headStart = Duration.seconds(6)
        /// It takes over this long before the end, so that neither is near an edge of its item.
        private static let margin = Duration.milliseconds(500)

        private let clock: any GroupClock
        private let state: Mutex<State>

        init(clock: any GroupClock) {
            self.clock = clock
            state = Mutex(State(front: AVFoundationPlayer(clock: clock)))
        }

        /// The one that plays now.
        var front: AVFoundationPlayer { state.withLock(\.front) }

        /// Whether a video is being looked into, away from any clock.
        var isLoading: Bool {
            let (front, next) = state.withLock { ($0.front, $0.next) }
            return front.isLoading || next?.isLoading == true
        }

        var traits: PlayerTraits { front.traits }

        func attach(deliver: @escaping @Sendable (PlayerEvent) -> Void) {
            state.withLock { $0.deliver = deliver }
            listen(to: front)
        }

        func load(_ source: MediaSource, generation: Int) {
            standDown()
            state.withLock { $0.source = source }
            front.load(source, generation: generation)
        }

        func prepare(_ timeline: MemberTimeline, at host: HostTime, allowsPreview: Bool, generation: Int) {
            standDown()
            front.prepare(timeline, at: host, allowsPreview: allowsPreview, generation: generation)
        }

        func follow(_ timeline: MemberTimeline, from host: HostTime) {
            // What the second one was to follow is not the line any more; it is begun again if there is time.
            standDown()
            front.follow(timeline, from: host)
        }

        func setAudible(_ audible: Bool) {
            standDown()
            state.withLock { $0.isAudible = audible }
            front.setAudible(audible)
        }

        func release() {
            standDown()
            front.release()
        }

        func line() -> MemberTimeline? { front.line() }
        func reading() -> LineReading? { front.reading() }

        // MARK: Handing over

        private func listen(to player: AVFoundationPlayer) {
            player.attach(deliver: { [weak self, weak player] event in
                guard let self, let player else { return }
                let (isFront, deliver) = state.withLock { ($0.front === player, $0.deliver) }
                guard isFront else { return take(event, from: player) }
                deliver?(event)
            })
            player.attach(hearOfEnd: { [weak self, weak player, clock] end in
                clock.wake(at: end.advanced(by: .zero - Self.headStart)) { [weak self, weak player] in
                    guard let self, let player, front === player else { return }
                    begin(before: end)
                }
            })
        }

        private func begin(before end: HostTime) {
            let player = AVFoundationPlayer(clock: clock)
            let order = state.withLock { state -> (old: AVFoundationPlayer, source: MediaSource, sound: Bool)? in
                // The line may have changed since, or end together with the item.
                guard state.next == nil, state.front.loopEnd == end, let source = state.source,
                    let timeline = state.front.line(), timeline.stretch(at: end).rate > 0
                else { return nil }
                state.next = player
                return (state.front, source, state.isAudible)
            }
            guard let order else { return }
            MainQueue.run { SurfacePool.shared.rehearse(player.player, after: order.old.player) }
            listen(to: player)
            player.setAudible(order.sound)
            player.load(order.source, generation: 0)
        }

        /// What the second player says before it has taken over.
        private func take(_ event: PlayerEvent, from player: AVFoundationPlayer) {
            let (timeline, end, isNext) = state.withLock {
                ($0.front.line(), $0.front.loopEnd, $0.next === player)
            }
            guard isNext, let timeline, let seam = end?.advanced(by: .zero - Self.margin) else { return }
            switch event {
            case .loaded: player.prepare(timeline, at: seam, allowsPreview: false, generation: 1)
            case .prepared:
                // Too late: the first one goes back by itself, and the hole is seen.
                guard clock.present.advanced(by: AVFoundationPlayer.soundLead) < seam else { return standDown() }
                state.withLock { $0.seam = seam }
                player.follow(timeline, from: seam)
                clock.wake(at: seam) { [weak self, weak player] in
                    if let player { self?.takeOver(player, at: seam) }
                }
            case .failed, .refused, .lost: standDown()
            default: break
            }
        }

        private func takeOver(_ player: AVFoundationPlayer, at seam: HostTime) {
            let old = state.withLock { state -> AVFoundationPlayer? in
                guard state.next === player, state.seam == seam else { return nil }
                defer {
                    state.front = player
                    state.next = nil
                    state.seam = nil
                }
                return state.front
            }
            guard let old else { return }
            MainQueue.run {
                SurfacePool.shared.takeOver(player.player, from: old.player)
                old.release()
            }
            state.withLock(\.deliver)?(.handedOver)
        }

        /// Lets a second player go that is not to take over.
        private func standDown() {
            let (next, front) = state.withLock { state in
                defer {
                    state.next = nil
                    state.seam = nil
                }
                return (state.next, state.front)
            }
            guard let next else { return }
            MainQueue.run { SurfacePool.shared.cancelRehearsal(after: front.player) }
            next.release()
        }
    }
#endif
