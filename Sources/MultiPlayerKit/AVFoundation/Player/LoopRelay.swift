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
    /// What it is told and what its players report is handled in order, one at a time.
    ///
    /// Sendable because everything that changes is in `state`.
    package final class LoopRelay: SteeredPlayer {
        private struct Next {
            let player: AVFoundationPlayer
            /// Whether it brings another size or sound, and takes over as soon as it is ready.
            let isSwap: Bool
            /// What is settled once it has taken over.
            let settles: DecodeGrant?
            /// What it is prepared for: the line that it will follow, and when it takes over.
            var aim: (timeline: MemberTimeline, seam: HostTime)?
            /// How often it was too late.
            var delays = 0
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

        private enum Letter {
            case load(MediaSource, generation: Int)
            case prepare(MemberTimeline, at: HostTime, allowsPreview: Bool, generation: Int)
            case follow(MemberTimeline, from: HostTime)
            case sound(Bool)
            case decode(DecodeGrant)
            case release
            /// The first player asked for another one, which has to take over by then.
            case relieve(AVFoundationPlayer, by: HostTime)
            /// The second player reports.
            case report(PlayerEvent, AVFoundationPlayer)
            /// Whether the second player, which is prepared, can be seen, and how often that has been asked before.
            case seen(Bool, AVFoundationPlayer, generation: Int, looks: Int)
            case seam(AVFoundationPlayer, generation: Int)
        }

        /// The second player is created this long before the first one has to be relieved: opening, an exact seek and a
        /// preroll take a second at most if they work at all, and `ItemSteering` may ask for each of them again.
        static let headStart = Duration.seconds(6)
        /// The second player takes over this long before the end, so that neither player is near an edge of its item.
        private static let margin = Duration.milliseconds(500)
        /// A swap needs this long to be ready: an exact seek, a preroll, its first picture. Where that was too short, it
        /// gets as much more each time, and is given up after the third.
        private static let swapStart = Duration.milliseconds(1500)
        private static let mostDelays = 3
        /// While nothing moves, the second player's picture is looked for at each display refresh or so: for a second, as
        /// after a preroll.
        private static let mostLooks = 60

        private let clock: any GroupClock
        private let state: Mutex<State>
        private let mailbox = Mailbox<Letter>()

        package init(clock: any GroupClock) {
            self.clock = clock
            state = Mutex(State(front: AVFoundationPlayer(clock: clock)))
        }

        /// The player that plays now.
        package var front: AVFoundationPlayer { state.withLock(\.front) }

        /// The player that plays now and, while there is one, the one that is about to take over.
        var isAudible: Bool { state.withLock(\.isAudible) }
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

        package func load(_ source: MediaSource, generation: Int) { post(.load(source, generation: generation)) }

        package func prepare(_ timeline: MemberTimeline, at host: HostTime, allowsPreview: Bool, generation: Int) {
            post(.prepare(timeline, at: host, allowsPreview: allowsPreview, generation: generation))
        }

        package func follow(_ timeline: MemberTimeline, from host: HostTime) { post(.follow(timeline, from: host)) }
        package func setAudible(_ audible: Bool) { post(.sound(audible)) }
        package func decode(_ grant: DecodeGrant) { post(.decode(grant)) }
        package func release() { post(.release) }

        package func line() -> MemberTimeline? { front.line() }
        package func reading() -> LineReading? { front.reading() }
        package func isOnLine(at host: HostTime) -> Bool { front.isOnLine(at: host) }
        package func frameTimes(around position: MemberTimeline.Position) -> [Duration] {
            front.frameTimes(around: position)
        }

        // MARK: Handling

        private func post(_ letter: Letter) {
            mailbox.post(letter) { handle($0) }
        }

        private func handle(_ letter: Letter) {
            let (front, next) = state.withLock { ($0.front, $0.next) }
            switch letter {
            case .load(let source, let generation):
                state.withLock { $0.source = source }
                dismissNext()
                front.load(source, generation: generation)
            case .prepare(let timeline, let host, let allowsPreview, let generation):
                dismissNext()
                front.prepare(timeline, at: host, allowsPreview: allowsPreview, generation: generation)
            case .follow(let timeline, let host): follow(timeline, from: host, front, next)
            case .sound(let audible): setAudible(audible, front, next)
            case .decode(let grant): decode(grant, front)
            case .release:
                standDown()
                front.release()
            case .relieve(let player, let end):
                // The line may have changed since.
                if player === front, player.relief == end { makeNext(isSwap: false) }
            case .report(let event, let player):
                if let next, next.player === player { take(event, from: next) }
            case .seen(let isSeen, let player, let generation, let looks):
                guard let next, next.player === player, next.generation == generation, let aim = next.aim else { break }
                approach(aim.seam, on: aim.timeline, with: next, isSeen: isSeen, looks: looks)
            case .seam(let player, let generation):
                if let next, next.player === player, next.generation == generation { takeOver(next, from: front) }
            }
        }

        private func follow(
            _ timeline: MemberTimeline, from host: HostTime, _ front: AVFoundationPlayer, _ next: Next?
        ) {
            // Only a swap of what plays is aimed anew. A second player that was to relieve the first was prepared for a
            // line that is out of date; the first one says when it needs another.
            if timeline.line.anchor.rate == 0 { dismissNext() } else if next?.isSwap == false { standDown() }
            front.follow(timeline, from: host)
            if let next = state.withLock(\.next) { aim(next, at: timeline) }
        }

        private func setAudible(_ audible: Bool, _ front: AVFoundationPlayer, _ next: Next?) {
            state.withLock { $0.isAudible = audible }
            // Sound and silence run on different clocks, and the clock is set before the item: what plays takes another
            // player.
            if front.isRunning, front.hasSound != audible {
                beginSwap(settling: next?.settles)
            } else {
                standDown()
                changeInPlace(settling: next?.settles)
            }
            // What is heard falls silent at once, and is heard again if that is taken back meanwhile.
            MainQueue.run { self.hush(front) }
        }

        private func decode(_ grant: DecodeGrant, _ front: AVFoundationPlayer) {
            let isSwap = state.withLock { state in
                defer { state.grant = grant }
                return state.grant.map { grant.tier.decodes && $0.rendition != grant.rendition }
            }
            // A second player brings another size of what plays, so that no picture is missing. That needs a spare
            // decoder. It is aimed at the line, so where that is about to change, the first player goes on alone.
            if isSwap == true, front.showsLine {
                beginSwap(settling: grant)
            } else {
                standDown()
                changeInPlace(settling: grant)
            }
        }

        // MARK: Handing over

        private func listen(to player: AVFoundationPlayer) {
            player.attach(deliver: { [weak self, weak player] event in
                guard let self, let player else { return }
                let (isFront, deliver) = state.withLock { ($0.front === player, $0.deliver) }
                guard isFront else { return post(.report(event, player)) }
                deliver?(event)
            })
            player.attach(hearOfRelief: { [weak self, weak player] end in
                if let player { self?.expectRelief(of: player, by: end) }
            })
        }

        /// Has a second player made in time.
        private func expectRelief(of player: AVFoundationPlayer, by end: HostTime) {
            clock.wake(at: end.advanced(by: .zero - Self.headStart)) { [weak self, weak player] in
                if let player { self?.post(.relieve(player, by: end)) }
            }
        }

        /// Creates a second player for the same video, unless there is one.
        @discardableResult
        private func makeNext(isSwap: Bool, settles: DecodeGrant? = nil) -> Bool {
            let player = AVFoundationPlayer(clock: clock)
            let order = state.withLock {
                state -> (old: AVFoundationPlayer, source: MediaSource, sound: Bool, grant: DecodeGrant?)? in
                guard state.next == nil, let source = state.source else { return nil }
                state.next = Next(player: player, isSwap: isSwap, settles: settles)
                return (state.front, source, state.isAudible, state.grant)
            }
            guard let order else { return false }
            MainQueue.run {
                player.player.takeSettings(of: order.old.player)
                player.setMuted(order.old.isMuted)
                player.attachments.selections = order.old.attachments.selections
                SurfacePool.shared.rehearse(player.player, after: order.old.player)
            }
            listen(to: player)
            player.setAudible(order.sound)
            if let grant = order.grant { player.decode(grant) }
            player.load(order.source, generation: 0)
            return true
        }

        /// Brings another size or sound of what plays.
        ///
        /// - Parameter grant: what is settled by that; `nil`: the size stays.
        private func beginSwap(settling grant: DecodeGrant?) {
            standDown()
            if front.line() == nil || !makeNext(isSwap: true, settles: grant) { changeInPlace(settling: grant) }
        }

        /// Drops the second player, and lets the first one change by itself what that was to bring.
        private func giveUp(_ next: Next) {
            standDown()
            if next.isSwap { changeInPlace(settling: next.settles) }
        }

        /// Lets the first player change size and sound by itself, with the last picture held.
        private func changeInPlace(settling grant: DecodeGrant?) {
            let (front, audible) = state.withLock { ($0.front, $0.isAudible) }
            front.setAudible(audible)
            if let grant { front.decode(grant) }
            if front.isRunning, front.hasSound != audible, let timeline = front.line() {
                front.follow(timeline, from: clock.present)
            } else if let end = front.relief {
                // The second player that was just dropped may have been to relieve it.
                expectRelief(of: front, by: end)
            }
        }

        /// Prepares the second player for when it takes over.
        private func aim(_ next: Next, at timeline: MemberTimeline) {
            var next = next
            let front = self.front
            let isMoving = timeline.line.anchor.rate != 0
            let seam =
                next.isSwap
                ? clock.present.advanced(by: isMoving ? Self.swapStart * (next.delays + 1) : .zero)
                : front.relief?.advanced(by: .zero - Self.margin)
            // A first player that has stopped asks again when it plays.
            guard let seam else { return giveUp(next) }
            let timeline = heard(timeline, by: front)
            next.aim = (timeline, seam)
            next.generation += 1
            state.withLock { $0.next = next }
            next.player.prepare(timeline, at: seam, allowsPreview: false, generation: next.generation)
        }

        /// The line where the first player really is: a group's line follows its sound, and does not tell it so.
        private func heard(_ timeline: MemberTimeline, by front: AVFoundationPlayer) -> MemberTimeline {
            guard front.hasSound, let reading = front.reading(), reading.rate > 0 else { return timeline }
            var timeline = timeline
            timeline.line.anchor.time += reading.error.scaled(by: 1 / timeline.map.speed)
            return timeline
        }

        /// Handles what the second player reports before it takes over.
        private func take(_ event: PlayerEvent, from next: Next) {
            switch event {
            case .loaded: if let timeline = front.line() { aim(next, at: timeline) }
            case .prepared(next.generation): look(at: next, looks: 0)
            case .failed, .refused, .lost, .starved: giveUp(next)
            default: break
            }
        }

        private func look(at next: Next, looks: Int) {
            MainQueue.run { [weak self] in
                let isSeen = !SurfacePool.shared.isBlank(next.player.player)
                self?.post(.seen(isSeen, next.player, generation: next.generation, looks: looks))
            }
        }

        /// Goes on with a second player that is prepared.
        private func approach(
            _ seam: HostTime, on timeline: MemberTimeline, with next: Next, isSeen: Bool, looks: Int
        ) {
            let now = clock.present
            let (player, generation) = (next.player, next.generation)
            guard timeline.line.anchor.rate != 0 else {
                if isSeen {
                    player.follow(timeline, from: now)
                    return post(.seam(player, generation: generation))
                }
                guard looks < Self.mostLooks else { return giveUp(next) }
                return clock.wake(at: now.advanced(by: .milliseconds(16))) { [weak self] in
                    self?.look(at: next, looks: looks + 1)
                }
            }
            // A player that cannot be seen got no decoder, whatever it says. A first one that needs relief has nothing
            // to go on with either.
            guard isSeen || !next.isSwap else { return giveUp(next) }
            guard now.advanced(by: AVFoundationPlayer.soundLead) < seam else {
                // Too late. A swap can wait; a first player that needs relief goes on by itself, with a visible gap.
                guard next.isSwap, next.delays < Self.mostDelays, let timeline = front.line() else {
                    return giveUp(next)
                }
                var next = next
                next.delays += 1
                return aim(next, at: timeline)
            }
            player.follow(timeline, from: seam)
            clock.wake(at: seam) { [weak self, weak player] in
                if let player { self?.post(.seam(player, generation: generation)) }
            }
        }

        private func takeOver(_ next: Next, from old: AVFoundationPlayer) {
            let deliver = state.withLock { state in
                (state.front, state.next) = (next.player, nil)
                return state.deliver
            }
            MainQueue.run {
                SurfacePool.shared.takeOver(next.player.player, from: old.player)
                old.release()
                if let settled = next.settles { deliver?(.settled(settled)) }
            }
            deliver?(.handedOver(next.aim?.timeline))
        }

        /// Drops the second player. What it was to bring, the first one gets with its next item.
        private func dismissNext() {
            guard let next = standDown() else { return }
            let (front, audible) = state.withLock { ($0.front, $0.isAudible) }
            front.setAudible(audible)
            if let grant = next.settles { front.decode(grant) }
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
