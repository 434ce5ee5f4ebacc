#if canImport(AVFoundation)
    import AVFoundation
    import Synchronization

    /// A member's player, which hands over to a second one where it cannot go on without a gap.
    ///
    /// An item is finite, and its turns are laid out for one loop. A few seconds before it has nothing of what follows, a
    /// second player is prepared on the line, with its layer under the first one's; at one host time it starts, the
    /// surface switches to it, and the first gives its decoder back. Another size or sound of what plays comes in the
    /// same way, as soon as it is ready. Meanwhile the member holds two decoders.
    ///
    /// Sendable because everything that changes is in `state`.
    package final class LoopRelay: SteeredPlayer {
        private struct Next {
            let player: AVFoundationPlayer
            /// Whether it brings another size or sound, and takes over as soon as it is ready.
            let isSwap: Bool
            /// What is settled once it has taken over.
            let settles: DecodeGrant?
            /// When it takes over; `nil`: not yet decided.
            var seam: HostTime?
            /// Counts what it was asked for, so that an answer for an earlier line is discarded.
            var generation = 0
        }

        private struct State {
            var front: AVFoundationPlayer
            var next: Next?
            var source: MediaSource?
            var isAudible = false
            /// `nil`: no budget governs the member.
            var grant: DecodeGrant?
            var deliver: (@Sendable (PlayerEvent) -> Void)?
        }

        /// The second player is created this long before the first one has to be relieved: opening, an exact seek and a
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
        var players: [AVFoundationPlayer] { state.withLock { [$0.front, $0.next?.player].compactMap(\.self) } }

        /// Whether a video is being opened or an item made, which runs independently of any clock.
        package var isLoading: Bool { players.contains(where: \.isLoading) }

        package var traits: PlayerTraits {
            var traits = front.traits
            traits.changesSoundInPlay = true
            return traits
        }

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
            let swap = state.withLock { $0.next.flatMap { $0.isSwap ? $0.player : nil } }
            // A second player that was to relieve the first was prepared for a line that is out of date. The first one
            // says when it needs another.
            if swap == nil { standDown() }
            front.follow(timeline, from: host)
            if swap?.openAsset != nil { aim(at: timeline) }
        }

        package func setAudible(_ audible: Bool) {
            let (front, settles) = state.withLock { state in
                state.isAudible = audible
                return (state.front, state.next?.settles)
            }
            // Sound and silence run on different clocks, and the clock is set before the item: what plays takes another
            // player.
            if front.isRunning, front.hasSound != audible {
                beginSwap(settling: settles)
            } else {
                swapInPlace()
                front.setAudible(audible)
            }
            // What is heard falls silent at once, and is heard again if that is taken back meanwhile.
            MainQueue.run { if front.hasSound { front.player.isMuted = !audible } }
        }

        package func decode(_ grant: DecodeGrant) {
            let (front, isSwap) = state.withLock { state in
                let old = state.grant
                state.grant = grant
                return (
                    state.front,
                    old.map { $0.tier.decodes && grant.tier.decodes && $0.rendition != grant.rendition } ?? false
                )
            }
            // A second player brings another size of what plays, so that no picture is missing. That needs a spare
            // decoder.
            if isSwap, front.decodesNow {
                beginSwap(settling: grant)
            } else {
                standDown()
                changeInPlace(settling: grant)
            }
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

        /// Creates a second player for the same video, unless there is one or it is not wanted any more.
        private func makeNext(isSwap: Bool, settles: DecodeGrant? = nil, if isWanted: (State) -> Bool) -> Bool {
            let player = AVFoundationPlayer(clock: clock)
            let order = state.withLock {
                state -> (old: AVFoundationPlayer, source: MediaSource, sound: Bool, grant: DecodeGrant?)? in
                guard state.next == nil, let source = state.source, isWanted(state) else { return nil }
                state.next = Next(player: player, isSwap: isSwap, settles: settles)
                return (state.front, source, state.isAudible, state.grant)
            }
            guard let order else { return false }
            MainQueue.run {
                player.player.takeSettings(of: order.old.player)
                SurfacePool.shared.rehearse(player.player, after: order.old.player)
            }
            listen(to: player)
            player.setAudible(order.sound)
            if let grant = order.grant { player.decode(grant) }
            player.load(order.source, generation: 0)
            return true
        }

        private func begin(before end: HostTime) {
            // The line may have changed since.
            _ = makeNext(isSwap: false) { $0.front.relief == end }
        }

        /// Brings another size or sound of what plays.
        ///
        /// - Parameter grant: what is settled by that; `nil`: the size stays.
        private func beginSwap(settling grant: DecodeGrant?) {
            standDown()
            if !makeNext(isSwap: true, settles: grant, if: { $0.front.line() != nil }) {
                changeInPlace(settling: grant)
            }
        }

        /// A swap needs this long to be ready: an exact seek, a preroll, its first picture.
        private static let swapStart = Duration.milliseconds(1500)

        /// Drops the second player. If it was to bring another size or sound, the first one changes by itself.
        private func swapInPlace() {
            guard let next = standDown(), next.isSwap else { return }
            changeInPlace(settling: next.settles)
        }

        /// Lets the first player change size and sound by itself, with the last picture held.
        private func changeInPlace(settling grant: DecodeGrant?) {
            let (front, audible) = state.withLock { ($0.front, $0.isAudible) }
            front.setAudible(audible)
            if let grant { front.decode(grant) }
            if front.isRunning, front.hasSound != audible, let timeline = front.line() {
                front.follow(timeline, from: clock.present)
            }
        }

        /// Prepares the second player for when it takes over.
        private func aim(at timeline: MemberTimeline) {
            let now = clock.present
            let next = state.withLock { state -> Next? in
                guard var next = state.next else { return nil }
                let isMoving = timeline.line.anchor.rate != 0
                next.seam =
                    next.isSwap
                    ? now.advanced(by: isMoving ? Self.swapStart : .zero)
                    : state.front.relief?.advanced(by: .zero - Self.margin)
                next.generation += 1
                state.next = next
                return next
            }
            guard let next, let seam = next.seam else { return }
            next.player.prepare(timeline, at: seam, allowsPreview: false, generation: next.generation)
        }

        /// Handles what the second player reports before it takes over.
        private func take(_ event: PlayerEvent, from player: AVFoundationPlayer) {
            let (timeline, next) = state.withLock { ($0.front.line(), $0.next) }
            guard let timeline, let next, next.player === player else { return }
            switch event {
            case .loaded: aim(at: timeline)
            case .prepared(next.generation):
                guard let seam = next.seam else { return }
                guard timeline.line.anchor.rate != 0 else {
                    player.follow(timeline, from: clock.present)
                    return takeOver(player, at: seam)
                }
                // Too late: the first player goes on by itself, with a visible gap.
                guard clock.present.advanced(by: AVFoundationPlayer.soundLead) < seam else { return swapInPlace() }
                player.follow(timeline, from: seam)
                clock.wake(at: seam) { [weak self, weak player] in
                    if let player { self?.takeOver(player, at: seam) }
                }
            case .failed, .refused, .lost, .starved: swapInPlace()
            default: break
            }
        }

        private func takeOver(_ player: AVFoundationPlayer, at seam: HostTime) {
            let order = state.withLock { state -> (old: AVFoundationPlayer, next: Next)? in
                guard let next = state.next, next.player === player, next.seam == seam else { return nil }
                defer { (state.front, state.next) = (player, nil) }
                return (state.front, next)
            }
            guard let (old, next) = order else { return }
            let deliver = state.withLock(\.deliver)
            MainQueue.run {
                SurfacePool.shared.takeOver(player.player, from: old.player)
                old.release()
                if let settled = next.settles { deliver?(.settled(settled)) }
            }
            deliver?(.handedOver)
        }

        /// Releases a second player that is not to take over, and returns what it was for.
        @discardableResult
        private func standDown() -> Next? {
            let (next, front) = state.withLock { state in
                defer { state.next = nil }
                return (state.next, state.front)
            }
            guard let next else { return nil }
            MainQueue.run { SurfacePool.shared.cancelRehearsal(after: front.player) }
            next.player.release()
            return next
        }
    }
#endif
