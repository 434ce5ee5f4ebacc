#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// The shell around `KioskCore`: brings it every event in order, and carries out its commands.
    final class KioskRunner: Sendable {
        /// What shows a clip.
        enum Show: Sendable {
            case video(GStreamerPlayer, MediaInfo)
            case still(Picture)
        }

        private struct State {
            var core: KioskCore
            var shows: [KioskSeatID: Show] = [:]
            /// What is no longer shown, kept until the last tick that asks for it is composed.
            var leaving: [KioskSeatID: Show] = [:]
        }

        /// What the next tick reads.
        struct Snapshot: Sendable {
            var board: KioskBoard
            var shows: [KioskSeatID: Show]
            /// The current failures of files.
            var failures: [MediaSource: String]
        }

        let clock: any GroupClock
        let events = EventHub<KioskEvent>()
        /// One ledger for each screen; a track goes by its number, from 1.
        let ledgers: [LedgerBox]
        private let seats: SeatIndex
        /// All decisions are made on this queue, in order.
        private let queue = DispatchQueue(label: "MultiPlayerKit.kiosk")
        /// A look may block on a disk or a server, forever if that hangs, so each file is opened on its own.
        private let looks = WorkerThreads("MultiPlayerKit.kiosk.looks")
        /// Folders and servers that have not answered yet.
        private let asked = Mutex<Set<String>>([])
        private let versions = FileVersions()
        private let leases: GroupLeases
        /// How long composing a tick may take: up to its time, and two ticks more on a busy machine, of the slowest
        /// screen.
        private let composing: Duration
        private let state: Mutex<State>
        private let published: Mutex<Snapshot>
        private let pending = Mutex(0)
        /// Whether the tile that should be heard is not.
        private let silence = Mutex(false)

        /// - Parameter line: from host time to time since the epoch.
        init(
            _ configuration: KioskConfiguration, clock: any GroupClock, line: LineAnchor, budget: DecoderBudget?
        ) {
            self.clock = clock
            let ledgers = configuration.screens.map { _ in LedgerBox() }
            let seats = SeatIndex()
            (self.ledgers, self.seats) = (ledgers, seats)
            composing = (configuration.screens.map(\.rate.frameDuration).max() ?? .zero) * 3
            leases = GroupLeases(
                budget: budget, clock: clock,
                usage: { id in
                    guard let track = seats.track(of: id) else { return DecoderBudget.Usage(ticks: 0, late: 0) }
                    return ledgers[track.screen].usage(of: track.member)
                }
            ) { _ in }
            leases.movesTogether = false
            let core = KioskCore(configuration, line: line)
            published = Mutex(Snapshot(board: core.board, shows: [:], failures: [:]))
            state = Mutex(State(core: core))
        }

        deinit {
            state.withLock { state in
                for shows in [state.shows, state.leaving] {
                    for case .video(let player, _) in shows.values { player.release() }
                }
            }
            events.finish()
        }

        var snapshot: Snapshot { published.withLock { $0 } }

        /// Queues an event after those before it; from any thread.
        func send(_ event: KioskCore.Event) {
            pending.withLock { $0 += 1 }
            queue.async { [weak self] in
                guard let self else { return }
                decide(event)
                pending.withLock { $0 -= 1 }
            }
        }

        /// Releases every player, and returns when the orders are given.
        func close() {
            queue.sync {
                state.withLock { state in
                    for shows in [state.shows, state.leaving] {
                        for (id, show) in shows { close(id, show) }
                    }
                    (state.shows, state.leaving) = ([:], [:])
                }
            }
        }

        /// Whether nothing that would be shown soon is being probed, opened or prepared.
        var isSettled: Bool {
            queue.sync {}
            guard pending.withLock({ $0 }) == 0 else { return false }
            return state.withLock { state in
                state.core.files.areAllKnown
                    && !state.core.board.tracks.contains { $0.seats.values.contains { $0.phase == .opening } }
            }
        }

        /// Tells the leases how large the tiles are.
        func display(_ sizes: [MemberID: CGSize], on size: CGSize) { leases.display(sizes, on: size) }

        /// On `queue`.
        private func decide(_ event: KioskCore.Event) {
            var news: [KioskEvent] = []
            let now = clock.now
            state.withLock { state in
                for command in state.core.handle(event, at: now) { carryOut(command, &state, &news, at: now) }
                let snapshot = Snapshot(
                    board: state.core.board, shows: state.shows,
                    failures: state.core.files.failures)
                published.withLock { $0 = snapshot }
            }
            news.forEach(events.send)
        }

        private func carryOut(
            _ command: KioskCore.Command, _ state: inout State, _ news: inout [KioskEvent], at now: HostTime
        ) {
            switch command {
            case .stamp(let sources):
                for (place, sources) in Dictionary(grouping: sources, by: \.place) {
                    guard asked.withLock({ $0.insert(place).inserted }) else { continue }
                    look { [weak self] versions in
                        let stamps = sources.map { ($0, versions.stamp(of: $0)) }
                        self?.asked.withLock { _ = $0.remove(place) }
                        return .stamped(Dictionary(uniqueKeysWithValues: stamps))
                    }
                }
            case .look(let source):
                let isStill = KioskConfiguration.Clip(source: source).isStill
                look { .looked(source, $0.open(source, isStill: isStill)) }
            case .open(let id, let opening): open(id, opening, &state)
            case .follow(let id, let timeline, let host):
                if case .video(let player, _) = state.shows[id] { player.follow(timeline, from: host) }
            case .hear(let id):
                if case .video(let player, _) = state.shows[id] { player.setAudible(true) }
            case .close(let id):
                if let show = state.shows.removeValue(forKey: id) { letGo(id, show, &state, at: now) }
            case .tell(let event): news.append(event)
            case .wake(let host): clock.wake(at: host) { [weak self] in self?.send(.time) }
            }
        }

        /// Looks at files on a thread where waiting for a disk does no harm.
        private func look(_ body: @escaping @Sendable (FileVersions) -> KioskCore.Event) {
            pending.withLock { $0 += 1 }
            looks.perform { [weak self, versions] in
                let event = body(versions)
                self?.send(event)
                self?.pending.withLock { $0 -= 1 }
            }
        }

        private func open(_ id: KioskSeatID, _ opening: KioskCore.Opening, _ state: inout State) {
            switch versions.content(of: opening.source, opening.stamp) {
            case .still(let picture):
                state.shows[id] = .still(picture)
                send(.prepared(id))
            case .video(let media):
                let player = GStreamerPlayer()
                state.shows[id] = .video(player, media.info)
                player.attach { [weak self] event in self?.take(event, of: id) }
                let track = state.core.board.tracks[opening.track]
                seats.note(id.member, SeatIndex.Place(screen: track.screen, member: MemberID(opening.track + 1)))
                let isBackground = state.core.configuration.screens[track.screen].background == track.tile
                leases.add(
                    id.member,
                    GroupLeases.Entrant(player: player, name: track.tile.name, isBackground: isBackground))
                player.load(opening.source, media: media, generation: 1)
                leases.opened(id.member, media.info)
                if let timeline = opening.timeline {
                    player.prepare(timeline, at: opening.aim, allowsPreview: false, generation: 1)
                }
            case nil: send(.failed(id, "it has not been looked into"))
            }
        }

        /// Releases a show later: the tick being composed was taken earlier and may still ask for its last picture.
        private func letGo(_ id: KioskSeatID, _ show: Show, _ state: inout State, at now: HostTime) {
            guard case .video(let player, _) = show else { return }
            player.setAudible(false)
            state.leaving[id] = show
            clock.wake(at: now.advanced(by: composing)) { [weak self] in
                self?.queue.async { [weak self] in self?.leave(id) }
            }
        }

        /// On `queue`.
        private func leave(_ id: KioskSeatID) {
            guard let show = state.withLock({ $0.leaving.removeValue(forKey: id) }) else { return }
            close(id, show)
        }

        private func close(_ id: KioskSeatID, _ show: Show) {
            guard case .video(let player, _) = show else { return }
            player.release()
            leases.release(id.member, isGone: true)
            seats.forget(id.member)
        }

        private func take(_ event: PlayerEvent, of id: KioskSeatID) {
            switch event {
            case .prepared: send(.prepared(id))
            case .refused(let error, _), .failed(let error, _): send(.failed(id, error.reason))
            case .damaged(_, let bounds): send(.ended(id, at: bounds.end))
            case .settled(let grant): leases.settled(id.member, grant)
            case .starved(let silently): leases.starved(id.member, silently: silently)
            case .sound(let loss): note(soundLoss: loss)
            case .loaded, .previewed, .stalled, .resumed, .moved, .handedOver, .lost: break
            }
        }

        /// Reports only changes for the whole kiosk: each clip of a tile has its own player, which reports for itself.
        private func note(soundLoss loss: PlaybackError?) {
            let isNews = silence.withLock { isSilenced in
                defer { isSilenced = loss != nil }
                return isSilenced != (loss != nil)
            }
            if isNews { events.send(loss.map { .soundLost(reason: $0.reason) } ?? .soundBack) }
        }

        /// The player that shows a tile now; for tests that break it.
        func player(ofTile name: String, at host: HostTime) -> GStreamerPlayer? {
            let snapshot = snapshot
            guard let index = snapshot.board.tracks.firstIndex(where: { $0.tile.name == name }),
                let seat = snapshot.board.due(index, at: host).last?.seat,
                case .video(let player, _) = snapshot.shows[seat.id]
            else { return nil }
            return player
        }
    }

    extension MediaSource {
        /// What hangs if one of its files does: the folder, or the server.
        fileprivate var place: String {
            url.isFileURL ? url.deletingLastPathComponent().path : MediaAddress.server(url)
        }
    }

    /// Which track a seat serves.
    private final class SeatIndex: Sendable {
        struct Place: Sendable {
            var screen: Int
            /// The track's member in the ledger of its screen.
            var member: MemberID
        }

        private let places = Mutex<[MemberID: Place]>([:])

        func note(_ id: MemberID, _ place: Place) { places.withLock { $0[id] = place } }
        func forget(_ id: MemberID) { places.withLock { $0[id] = nil } }
        func track(of id: MemberID) -> Place? { places.withLock { $0[id] } }
    }
#endif
