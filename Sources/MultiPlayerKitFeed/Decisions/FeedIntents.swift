import MultiPlayerKit

/// What the viewer wants of the cells on the screen, and how far they have played. Forgotten when a cell leaves.
struct FeedIntents: Sendable {
    /// Cells that a tap made play, the latest last.
    var wishes: [FeedCellID] = []
    /// By the event that is being answered.
    var justTapped: FeedCellID?
    var paused: Set<FeedCellID> = []
    var focus: FeedCellID?
    /// How often each has come to its end.
    var turns: [FeedCellID: Int] = [:]
    /// Those that have played as often as they may.
    var ended: Set<FeedCellID> = []
    /// Those to be started from the beginning.
    var restarts: Set<FeedCellID> = []
    /// Why each cannot be played.
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

/// One choice for all cells: whether the feed is heard. And which cell is, if it is.
struct FeedSound: Sendable {
    var isMuted: Bool
    /// The cell that the viewer turned to last.
    var preferred: FeedCellID?
    private(set) var audible: FeedBinding?
    /// Whether the audio session is ours.
    private(set) var isClaimed = false

    init(isMuted: Bool) {
        self.isMuted = isMuted
    }

    /// - Parameter playing: Best first.
    mutating func choose(among playing: [FeedBinding], isWatched: Bool) -> [FeedAutoplay.Command] {
        var out: [FeedAutoplay.Command] = []
        let isHeard = isWatched && !isMuted
        let choice = isHeard ? best(among: playing) : nil
        if choice != nil, !isClaimed {
            isClaimed = true
            out.append(.claimSound(reason: "a cell is heard"))
        }
        if choice != audible {
            audible = choice
            let why = isMuted ? "muted" : isWatched ? "nothing plays" : "nobody watches"
            out.append(.setAudible(choice, reason: choice.map { "\($0.cell) is the one that is heard" } ?? why))
        }
        // While the feed is watched with sound, the music does not come and go between two cells.
        if isClaimed, !isHeard {
            isClaimed = false
            out.append(.returnSound(reason: isMuted ? "muted" : "nobody watches"))
        }
        return out
    }

    private func best(among playing: [FeedBinding]) -> FeedBinding? {
        playing.first { $0.cell == preferred } ?? playing.first { $0.cell == audible?.cell } ?? playing.first
    }
}

/// A value for each of some cells; of too many, the one that was set longest ago is forgotten.
struct RecentValues<Value: Sendable>: Sendable {
    var capacity: Int {
        didSet { trim() }
    }
    private var values: [FeedCellID: (value: Value, stamp: Int)] = [:]
    /// Settings in order, the superseded ones too, from `head`.
    private var settings: [(id: FeedCellID, stamp: Int)] = []
    private var head = 0
    private var stamp = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { values.count }

    subscript(id: FeedCellID) -> Value? {
        get { values[id]?.value }
        set {
            guard let newValue else {
                values[id] = nil
                return
            }
            stamp += 1
            values[id] = (newValue, stamp)
            settings.append((id, stamp))
            trim()
        }
    }

    subscript(id: FeedCellID, default value: @autoclosure () -> Value) -> Value {
        get { self[id] ?? value() }
        set { self[id] = newValue }
    }

    private mutating func trim() {
        while values.count > max(capacity, 0), head < settings.count {
            let oldest = settings[head]
            head += 1
            if values[oldest.id]?.stamp == oldest.stamp { values[oldest.id] = nil }
        }
        // Superseded settings are thrown away when they are most of the list.
        guard settings.count > 2 * values.count + 64 else { return }
        settings = settings[head...].filter { values[$0.id]?.stamp == $0.stamp }
        head = 0
    }
}

/// What is remembered of a cell when it has gone.
struct FeedRecord: Hashable, Sendable {
    var position = Duration.zero
    /// The last generation that had a player: its farewell may come late.
    var generation = 0
}
