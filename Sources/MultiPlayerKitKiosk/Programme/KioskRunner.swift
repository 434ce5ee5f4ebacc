import Foundation
import MultiPlayerKit
import Synchronization

/// What one platform brings to a kiosk: looking at files, players, and still pictures.
///
/// Looks may wait for a disk or a server, for good where one hangs: they return at once and answer later, exactly once, from
/// any thread.
protocol KioskMedia: Sendable {
    associatedtype Player: SteeredPlayer
    associatedtype Still: Sendable

    /// How its players are kept on the line; `nil`: their pictures follow it by arithmetic.
    var steering: KioskCore.Steering? { get }

    /// Says what the directory has of files that lie in one place; files that are left out are not judged.
    func stamp(_ sources: [MediaSource], answer: @escaping @Sendable ([MediaSource: FileStamp?]) -> Void)

    /// Opens a file and says what is in it.
    ///
    /// - Parameter known: versions that were looked at before, with which players may still be opened.
    func look(at source: MediaSource, known: [FileStamp], answer: @escaping @Sendable (KioskFiles.Look) -> Void)

    /// Reads a still picture of the version that was looked at.
    func still(
        _ source: MediaSource, _ stamp: FileStamp,
        answer: @escaping @Sendable (Result<Still, PlaybackError>) -> Void)

    func player() -> Player

    /// Has a player open the version that was looked at.
    ///
    /// - Returns: what is known of it; `nil`: the player will report it.
    func load(
        _ source: MediaSource, _ stamp: FileStamp, into player: Player, generation: Int
    ) throws(PlaybackError) -> MediaInfo?
}

/// The shell around `KioskCore`: brings it every event in order, and carries out its commands.
final class KioskRunner<Media: KioskMedia>: Sendable {
    /// What shows one occurrence of a clip.
    struct Show: Sendable {
        enum Content: Sendable {
            case video(LeasedPlayer, Media.Player)
            /// `nil`: it is still being read.
            case still(Media.Still?)
        }

        let id: KioskSeatID
        let track: Int
        let opening: KioskCore.Opening
        var content: Content
        /// `nil`: not known yet, or a still picture.
        var info: MediaInfo?

        var player: Media.Player? { if case .video(_, let player) = content { player } else { nil } }
        var still: Media.Still? { if case .still(let still) = content { still } else { nil } }
    }

    private enum Letter: Sendable {
        case event(KioskCore.Event)
        case opened(KioskSeatID, MediaInfo)
        case read(KioskSeatID, Media.Still)
        /// The players' own clocks are to be read.
        case measure
        /// Nothing is to be decided, but something else is seen.
        case changed
    }

    private struct State {
        var core: KioskCore
        var shows: [KioskSeatID: Show] = [:]
        /// Shows that are over, until the last tick that asks for them is composed.
        var leaving: [KioskSeatID: Show] = [:]
        var isClosed = false
    }

    /// What is decided, as one value: what the next tick reads.
    struct Snapshot: Sendable {
        var board: KioskBoard
        var shows: [KioskSeatID: Show]
        /// The current failures of files.
        var failures: [MediaSource: String]
    }

    /// What a runner needs of the display that it runs for.
    struct Owner: Sendable {
        /// Runs what decides, in the order of asking: now, or soon.
        var perform: @Sendable (@escaping @Sendable () -> Void) -> Void
        var tell: @Sendable (KioskEvent) -> Void
        /// Called after each decision.
        var changed: @Sendable () -> Void = {}
        /// What a track has shown, by its number; the processor aside.
        var usage: @Sendable (_ track: Int) -> DecoderBudget.Usage = { _ in DecoderBudget.Usage(ticks: 0, late: 0) }
        /// For so long a tick that was begun before a decision may still ask for what has been let go.
        var composing = Duration.zero
    }

    let clock: any GroupClock
    let audible: Int?
    let leases: PlayerLeases
    private let media: Media
    private let owner: Owner
    private let tracks: TrackIndex
    private let mailbox = Mailbox<Letter>()
    /// Folders and servers that have not answered yet.
    private let asked = Mutex<Set<String>>([])
    private let state: Mutex<State>
    private let published: Mutex<Snapshot>
    /// Letters and answers that are on their way.
    private let pending = Mutex(0)
    /// Whether the tile that should be heard is not.
    private let silence = Mutex(false)

    /// - Parameter line: from host time to time since the epoch.
    init(
        _ configuration: KioskConfiguration, clock: any GroupClock, line: LineAnchor, budget: DecoderBudget?,
        media: Media, owner: Owner
    ) {
        (self.clock, self.media, self.owner) = (clock, media, owner)
        let core = KioskCore(configuration, line: line, steering: media.steering)
        let tracks = TrackIndex()
        (audible, self.tracks) = (core.audible, tracks)
        leases = PlayerLeases(
            budget: budget, clock: clock,
            usage: { id in tracks.track(of: id).map(owner.usage) ?? DecoderBudget.Usage(ticks: 0, late: 0) }
        ) { _ in }
        leases.movesTogether = false
        published = Mutex(Snapshot(board: core.board, shows: [:], failures: [:]))
        state = Mutex(State(core: core))
    }

    deinit { close() }

    var snapshot: Snapshot { published.withLock { $0 } }

    /// Queues an event after those before it; from any thread.
    func send(_ event: KioskCore.Event) { post(.event(event)) }

    /// Reads where the players are, and puts those right that have left the line.
    func measure() { post(.measure) }

    /// Lets every player go, and returns when the orders are given. Nothing is decided any more.
    func close() {
        // A player may report from inside its release, and reports take the lock.
        let shows = state.withLock { state in
            state.isClosed = true
            defer { (state.shows, state.leaving) = ([:], [:]) }
            return Array(state.shows.values) + Array(state.leaving.values)
        }
        shows.forEach(end)
        published.withLock { $0.shows = [:] }
    }

    /// Whether no event waits, and no file is being looked at.
    var isIdle: Bool { pending.withLock { $0 } == 0 }

    /// Whether nothing is being looked at, opened or prepared that would be shown soon.
    var isSettled: Bool {
        guard isIdle else { return false }
        return state.withLock { state in
            state.core.files.areAllKnown
                && !state.core.board.tracks.contains { $0.seats.values.contains { $0.phase == .opening } }
        }
    }

    /// How large the pictures of one screen's players are, on a screen of this size. Other players keep their sizes:
    /// they belong to other screens, or were opened a moment ago.
    func display(_ sizes: [MemberID: CGSize], on size: CGSize) { leases.resize(sizes, on: size) }

    /// The player that shows a tile now; for tests that break it.
    func player(ofTile name: String, at host: HostTime) -> Media.Player? {
        let snapshot = snapshot
        guard let index = snapshot.board.tracks.firstIndex(where: { $0.tile.name == name }),
            let seat = snapshot.board.due(index, at: host).last?.seat
        else { return nil }
        return snapshot.shows[seat.id]?.player
    }

    // MARK: Deciding

    private func post(_ letter: Letter) {
        pending.withLock { $0 += 1 }
        owner.perform { [weak self] in
            guard let self else { return }
            mailbox.post(letter) { next in
                handle(next)
                pending.withLock { $0 -= 1 }
            }
        }
    }

    private func handle(_ letter: Letter) {
        var news: [KioskEvent] = []
        let now = clock.now
        let isOpen = state.withLock { state in
            guard !state.isClosed else { return false }
            for command in decide(letter, &state, at: now) { carryOut(command, &state, &news, at: now) }
            let snapshot = Snapshot(
                board: state.core.board, shows: state.shows, failures: state.core.files.failures)
            published.withLock { $0 = snapshot }
            return true
        }
        guard isOpen else { return }
        news.forEach(owner.tell)
        owner.changed()
    }

    private func decide(_ letter: Letter, _ state: inout State, at now: HostTime) -> [KioskCore.Command] {
        switch letter {
        case .event(let event): return state.core.handle(event, at: now)
        case .measure:
            return state.core.handle(.readings(state.shows.compactMapValues { $0.player?.reading() }), at: now)
        case .opened(let id, let info):
            if let show = state.shows[id] { opened(show, info, &state) }
        case .read(let id, let still):
            guard state.shows[id] != nil else { return [] }
            state.shows[id]?.content = .still(still)
            return state.core.handle(.prepared(id), at: now)
        case .changed: break
        }
        return []
    }

    private func carryOut(
        _ command: KioskCore.Command, _ state: inout State, _ news: inout [KioskEvent], at now: HostTime
    ) {
        switch command {
        case .stamp(let sources):
            for (place, sources) in Dictionary(grouping: sources, by: \.place).sorted(by: { $0.key < $1.key }) {
                guard asked.withLock({ $0.insert(place).inserted }) else { continue }
                let answer = answer()
                media.stamp(sources) { [weak self] stamps in
                    self?.asked.withLock { _ = $0.remove(place) }
                    answer(.event(.stamped(stamps)))
                }
            }
        case .look(let source, let known):
            let answer = answer()
            media.look(at: source, known: known) { answer(.event(.looked(source, $0))) }
        case .open(let id, let opening): open(id, opening, &state)
        case .follow(let id, let timeline, let host): state.shows[id]?.player?.follow(timeline, from: host)
        case .hear(let id):
            state.shows[id]?.player?.setAudible(true)
            leases.setAudible(id.member)
        case .close(let id):
            if let show = state.shows.removeValue(forKey: id) { letGo(show, &state, at: now) }
        case .tell(let event): news.append(event)
        case .wake(let host): clock.wake(at: host) { [weak self] in self?.send(.time) }
        }
    }

    /// Takes one answer from outside; until then the runner is not idle.
    private func answer() -> @Sendable (Letter) -> Void {
        pending.withLock { $0 += 1 }
        return { [weak self] letter in
            guard let self else { return }
            post(letter)
            pending.withLock { $0 -= 1 }
        }
    }

    // MARK: Players

    private func open(_ id: KioskSeatID, _ opening: KioskCore.Opening, _ state: inout State) {
        guard !opening.isStill else {
            state.shows[id] = Show(id: id, track: opening.track, opening: opening, content: .still(nil))
            let answer = answer()
            return media.still(opening.source, opening.stamp) { result in
                switch result {
                case .success(let still): answer(.read(id, still))
                case .failure(let error): answer(.event(.failed(id, error.reason)))
                }
            }
        }
        let (track, player) = (state.core.board.tracks[opening.track], media.player())
        let isBackground = state.core.configuration.screens[track.screen].background == track.tile
        tracks.note(id.member, opening.track)
        let leased = LeasedPlayer(
            player, id: id.member, name: track.tile.name, isBackground: isBackground, in: leases
        ) { [weak self] event in self?.take(event, of: id) }
        let show = Show(id: id, track: opening.track, opening: opening, content: .video(leased, player))
        state.shows[id] = show
        // Sound and silence are other clocks for a player that is steered, and a clock is chosen before the item is set.
        if media.steering != nil, opening.track == audible { player.setAudible(true) }
        do throws(PlaybackError) {
            let info = try leased.load(generation: 1) { () throws(PlaybackError) in
                try media.load(opening.source, opening.stamp, into: player, generation: 1)
            }
            if let info { opened(show, info, &state) }
        } catch {
            send(.failed(id, error.reason))
        }
    }

    private func opened(_ show: Show, _ info: MediaInfo, _ state: inout State) {
        state.shows[show.id]?.info = info
        guard let timeline = show.opening.timeline else { return }
        show.player?.prepare(timeline, at: show.opening.aim, allowsPreview: false, generation: 1)
    }

    /// The tick that is being composed was begun before this was decided, and may still ask for its last picture.
    private func letGo(_ show: Show, _ state: inout State, at now: HostTime) {
        guard let player = show.player else { return }
        guard owner.composing > .zero else { return end(show) }
        player.setAudible(false)
        state.leaving[show.id] = show
        let id = show.id
        clock.wake(at: now.advanced(by: owner.composing)) { [weak self] in
            self?.owner.perform { [weak self] in self?.leave(id) }
        }
    }

    private func leave(_ id: KioskSeatID) {
        if let show = state.withLock({ $0.leaving.removeValue(forKey: id) }) { end(show) }
    }

    private func end(_ show: Show) {
        guard case .video(let leased, _) = show.content else { return }
        leased.end()
        tracks.forget(show.id.member)
    }

    private func take(_ event: PlayerEvent, of id: KioskSeatID) {
        switch event {
        case .loaded(let info, _): post(.opened(id, info))
        case .prepared: send(.prepared(id))
        case .refused(let error, _), .failed(let error, _): send(.failed(id, error.reason))
        case .lost: send(.failed(id, "the system took its player away"))
        case .damaged(_, let bounds): send(.ended(id, at: bounds.end))
        case .moved: send(.moved(id))
        case .handedOver: post(.changed)
        case .sound(let loss): note(soundLoss: loss)
        case .previewed, .stalled, .resumed, .settled, .starved: break
        }
    }

    /// Reports only changes for the whole kiosk: each clip of a tile has its own player, which reports for itself.
    private func note(soundLoss loss: PlaybackError?) {
        let isNews = silence.withLock { isSilenced in
            defer { isSilenced = loss != nil }
            return isSilenced != (loss != nil)
        }
        if isNews { owner.tell(loss.map { .soundLost(reason: $0.reason) } ?? .soundBack) }
    }
}

extension MediaSource {
    /// What hangs if one of its files does: the folder, or the server.
    fileprivate var place: String {
        url.isFileURL ? url.deletingLastPathComponent().path : MediaAddress.server(url)
    }
}

/// Which track a player serves.
private final class TrackIndex: Sendable {
    private let tracks = Mutex<[MemberID: Int]>([:])

    func note(_ id: MemberID, _ track: Int) { tracks.withLock { $0[id] = track } }
    func forget(_ id: MemberID) { tracks.withLock { $0[id] = nil } }
    func track(of id: MemberID) -> Int? { tracks.withLock { $0[id] } }
}
