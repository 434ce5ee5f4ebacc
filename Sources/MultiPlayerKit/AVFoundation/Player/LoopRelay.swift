#if canImport(AVFoundation)
    import AVFoundation
    import Synchronization

    /// A member's player, which hands over to a second one before its item ends.
    ///
    /// An item of turns laid end to end is finite. A few seconds before its end, a second player is prepared on the
    /// line, with its layer under the first one's; at one host time it starts, the surface switches to it, and the
    /// first gives its decoder back. Meanwhile the member holds two decoders.
    ///
    /// Sendable because everything that changes is in `state`.
    package final class LoopRelay: SteeredPlayer {
        private struct State {
            var front: AVFoundationPlayer
            var next: AVFoundationPlayer?
            /// When `next` takes over; `nil`: not yet decided.
            var seam: HostTime?
            var source: MediaSource?
            var isAudible = false
            /// `nil`: no budget governs the member.
            var grant: DecodeGrant?
            /// Whether `next` is to decode another size and takes over as soon as it is ready.
            var isSwap = false
            var deliver: (@Sendable (PlayerEvent) -> Void)?
        }

        /// The second player is created this long before the first one's item ends: opening, an exact seek and a
        /// preroll take a second at most if they work at all, and there is time for a second and a third try.
        static let headStart = Duration.seconds(6)
        /// The second player takes over this long before the end, so that neither player is near an edge of its item.
        private static let margin = Duration.milliseconds(500)

        private let clock: any GroupClock
        private let state: Mutex<State>

        package init(clock: any GroupClock) {
            self.clock = clock
            state = Mutex(State(front: AVFoundationPlayer(clock: clock)))
        }

        /// The player that plays now.
        package var front: AVFoundationPlayer { state.withLock(\.front) }

        /// The player that plays now and, while there is one, the one that is about to take over.
        var players: [AVFoundationPlayer] { state.withLock { [$0.front, $0.next].compactMap(\.self) } }

        /// Whether a video is being opened or an item made, which runs independently of any clock.
        package var isLoading: Bool { players.contains(where: \.isLoading) }

        package var traits: PlayerTraits { front.traits }

        package func attach(deliver: @escaping @Sendable (PlayerEvent) -> Void) {
            state.withLock { $0.deliver = deliver }
            listen(to: front)
        }

        package func load(_ source: MediaSource, generation: Int) {
            swapInPlace()
            state.withLock { $0.source = source }
            front.load(source, generation: generation)
        }

        package func prepare(_ timeline: MemberTimeline, at host: HostTime, allowsPreview: Bool, generation: Int) {
            swapInPlace()
            front.prepare(timeline, at: host, allowsPreview: allowsPreview, generation: generation)
        }

        package func follow(_ timeline: MemberTimeline, from host: HostTime) {
            // The second player was prepared for a line that is out of date; another one is created if there is time.
            swapInPlace()
            front.follow(timeline, from: host)
        }

        package func setAudible(_ audible: Bool) {
            swapInPlace()
            state.withLock { $0.isAudible = audible }
            front.setAudible(audible)
        }

        package func decode(_ grant: DecodeGrant) {
            standDown()
            let isSwap = state.withLock { state in
                let old = state.grant
                state.grant = grant
                return old.map { $0.tier.decodes && grant.tier.decodes && $0.rendition != grant.rendition } ?? false
            }
            // A second player brings another size of what plays, so that no picture is missing. That needs a spare
            // decoder.
            if isSwap, front.decodesNow { beginSwap(to: grant) } else { front.decode(grant) }
        }

        package func release() {
            standDown()
            front.release()
        }

        package func line() -> MemberTimeline? { front.line() }
        package func reading() -> LineReading? { front.reading() }
        package func isOnLine(at host: HostTime) -> Bool { front.isOnLine(at: host) }
        package func frameTimes(around position: MemberTimeline.Position) -> [Duration] {
            front.frameTimes(around: position)
        }

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

        private func beginSwap(to grant: DecodeGrant) {
            let player = AVFoundationPlayer(clock: clock)
            let order = state.withLock { state -> (old: AVFoundationPlayer, source: MediaSource, sound: Bool)? in
                guard let source = state.source, state.front.line() != nil else { return nil }
                (state.next, state.isSwap) = (player, true)
                return (state.front, source, state.isAudible)
            }
            guard let order else { return front.decode(grant) }
            MainQueue.run {
                player.player.takeSettings(of: order.old.player)
                SurfacePool.shared.rehearse(player.player, after: order.old.player)
            }
            listen(to: player)
            player.setAudible(order.sound)
            player.decode(grant)
            player.load(order.source, generation: 0)
        }

        /// Handles what the second player reports before it takes over with another size.
        private func takeSwap(_ event: PlayerEvent, from player: AVFoundationPlayer, on timeline: MemberTimeline) {
            let now = clock.present
            switch event {
            case .loaded:
                let isMoving = timeline.line.anchor.rate != 0
                let seam = isMoving ? now.advanced(by: Self.swapStart) : now
                state.withLock { $0.seam = seam }
                player.prepare(timeline, at: seam, allowsPreview: false, generation: 1)
            case .prepared:
                guard let seam = state.withLock(\.seam) else { return }
                guard timeline.line.anchor.rate != 0 else {
                    player.follow(timeline, from: now)
                    return takeOver(player, at: seam)
                }
                guard now.advanced(by: AVFoundationPlayer.soundLead) < seam else { return swapInPlace() }
                player.follow(timeline, from: seam)
                clock.wake(at: seam) { [weak self, weak player] in
                    if let player { self?.takeOver(player, at: seam) }
                }
            case .failed, .refused, .lost, .starved: swapInPlace()
            default: break
            }
        }

        /// The second player needs this long to be ready: an exact seek, a preroll, its first picture.
        private static let swapStart = Duration.milliseconds(1500)

        /// Drops the second player. If it was to bring another size, the first one changes to that size itself, with
        /// the last picture held.
        private func swapInPlace() {
            let grant = state.withLock { $0.isSwap ? $0.grant : nil }
            standDown()
            if let grant { front.decode(grant) }
        }

        private func begin(before end: HostTime) {
            let player = AVFoundationPlayer(clock: clock)
            let order = state.withLock {
                state -> (old: AVFoundationPlayer, source: MediaSource, sound: Bool, grant: DecodeGrant?)? in
                // The line may have changed since, or end together with the item.
                guard state.next == nil, state.front.loopEnd == end, let source = state.source,
                    let timeline = state.front.line(), timeline.stretch(at: end).rate > 0
                else { return nil }
                state.next = player
                return (state.front, source, state.isAudible, state.grant)
            }
            guard let order else { return }
            MainQueue.run {
                player.player.takeSettings(of: order.old.player)
                SurfacePool.shared.rehearse(player.player, after: order.old.player)
            }
            listen(to: player)
            player.setAudible(order.sound)
            if let grant = order.grant { player.decode(grant) }
            player.load(order.source, generation: 0)
        }

        /// Handles what the second player reports before it takes over.
        private func take(_ event: PlayerEvent, from player: AVFoundationPlayer) {
            let (timeline, end, isNext, isSwap) = state.withLock {
                ($0.front.line(), $0.front.loopEnd, $0.next === player, $0.isSwap)
            }
            if isNext, isSwap, let timeline { return takeSwap(event, from: player, on: timeline) }
            guard isNext, let timeline, let seam = end?.advanced(by: .zero - Self.margin) else { return }
            switch event {
            case .loaded: player.prepare(timeline, at: seam, allowsPreview: false, generation: 1)
            case .prepared:
                // Too late: the first player seeks back by itself, with a visible gap.
                guard clock.present.advanced(by: AVFoundationPlayer.soundLead) < seam else { return standDown() }
                state.withLock { $0.seam = seam }
                player.follow(timeline, from: seam)
                clock.wake(at: seam) { [weak self, weak player] in
                    if let player { self?.takeOver(player, at: seam) }
                }
            case .failed, .refused, .lost, .starved: standDown()
            default: break
            }
        }

        private func takeOver(_ player: AVFoundationPlayer, at seam: HostTime) {
            let order = state.withLock { state -> (old: AVFoundationPlayer, swap: DecodeGrant?)? in
                guard state.next === player, state.seam == seam else { return nil }
                defer { (state.front, state.next, state.seam, state.isSwap) = (player, nil, nil, false) }
                return (state.front, state.isSwap ? state.grant : nil)
            }
            guard let (old, swap) = order else { return }
            let deliver = state.withLock(\.deliver)
            MainQueue.run {
                SurfacePool.shared.takeOver(player.player, from: old.player)
                old.release()
                if let swap { deliver?(.settled(swap)) }
            }
            deliver?(.handedOver)
        }

        /// Releases a second player that is not to take over.
        private func standDown() {
            let (next, front) = state.withLock { state in
                defer { (state.next, state.seam, state.isSwap) = (nil, nil, false) }
                return (state.next, state.front)
            }
            guard let next else { return }
            MainQueue.run { SurfacePool.shared.cancelRehearsal(after: front.player) }
            next.release()
        }
    }
#endif
