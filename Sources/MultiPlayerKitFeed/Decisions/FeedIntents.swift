import MultiPlayerKit

/// What the viewer wants of the cells on the screen, and how far they have played. A cell is forgotten when it leaves.
struct FeedIntents: Sendable {
    /// Cells that a tap made play, the latest last.
    var wishes: [FeedCellID] = []
    /// The cell tapped by the event that is being handled.
    var justTapped: FeedCellID?
    var paused: Set<FeedCellID> = []
    var focus: FeedCellID?
    /// How often each cell's video has reached its end.
    var turns: [FeedCellID: Int] = [:]
    /// Cells that have played as often as they may.
    var ended: Set<FeedCellID> = []
    /// Cells to start from the beginning.
    var restarts: Set<FeedCellID> = []
    /// Why each of these cells cannot be played.
    var failed: [FeedCellID: String] = [:]

    mutating func wish(_ id: FeedCellID) {
        wishes.removeAll { $0 == id }
        wishes.append(id)
        justTapped = id
        paused.remove(id)
        failed[id] = nil
    }

    mutating func restart(_ id: FeedCellID) {
        wish(id)
        ended.remove(id)
        turns[id] = nil
        restarts.insert(id)
    }

    mutating func forget(_ id: FeedCellID) {
        wishes.removeAll { $0 == id }
        paused.remove(id)
        turns[id] = nil
        ended.remove(id)
        restarts.remove(id)
        failed[id] = nil
        if focus == id { focus = nil }
    }
}

/// Whether the feed is heard, one choice for all cells; and if it is, which cell.
struct FeedSound: Sendable {
    /// Which app has the audio session.
    private enum Session {
        case others
        case feed
        /// A call or another app took it from the feed. The feed keeps its claim: the system reports the end of the
        /// interruption only to an app that has not given the session back.
        case interrupted
        /// Nobody, after an interruption. The feed claims it again, or gives it back.
        case lapsed
    }

    var isMuted: Bool
    /// The cell that the viewer turned to last.
    var preferred: FeedCellID?
    private(set) var audible: FeedBinding?
    private var session = Session.others

    init(isMuted: Bool) {
        self.isMuted = isMuted
    }

    /// Whether the feed has claimed the audio session, and not given it back.
    var isClaimed: Bool { session != .others }

    /// Whether an interruption keeps from the viewer the sound that is wanted.
    var isAwaited: Bool { session == .interrupted && !isMuted }

    /// A feed that is not heard has nothing that could be interrupted.
    mutating func interrupt() {
        if isClaimed { session = .interrupted }
    }

    mutating func endInterruption(resumes: Bool) {
        guard session == .interrupted else { return }
        session = .lapsed
        if !resumes { isMuted = true }
    }

    /// A viewer who asks for pictures or sound does not wait for the end of an interruption, which may never be
    /// reported.
    mutating func heed(_ act: FeedAct) {
        switch act {
        case .play, .replay, .setMuted(false, on: _): if isAwaited { session = .lapsed }
        default: break
        }
    }

    /// - Parameter playing: The playing cells, best first.
    mutating func choose(among playing: [FeedBinding], isWatched: Bool) -> [FeedAutoplay.Command] {
        var out: [FeedAutoplay.Command] = []
        let isHeard = isWatched && !isMuted
        let choice = isHeard ? best(among: playing) : nil
        if choice != nil, session != .feed {
            session = .feed
            out.append(.claimSound(reason: "a cell is heard"))
        }
        if choice != audible {
            audible = choice
            let why = isMuted ? "muted" : isWatched ? "nothing plays" : "nobody watches"
            out.append(.setAudible(choice, reason: choice.map { "\($0.cell) is the one that is heard" } ?? why))
        }
        // Not between two cells: while the feed is watched with sound, other apps' music must not come and go.
        if !isHeard, session == .feed || session == .lapsed {
            session = .others
            out.append(.returnSound(reason: isMuted ? "muted" : "nobody watches"))
        }
        return out
    }

    private func best(among playing: [FeedBinding]) -> FeedBinding? {
        playing.first { $0.cell == preferred } ?? playing.first { $0.cell == audible?.cell } ?? playing.first
    }
}

/// What is remembered of a cell that has gone.
struct FeedRecord: Hashable, Sendable {
    var position = Duration.zero
    /// The last generation that had a player: its `stopped` may arrive late.
    var generation = 0
}
