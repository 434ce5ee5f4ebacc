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
