/// What a feed should do now, before players are shared out: one line for each cell that counts, best first.
struct FeedPlan: Sendable {
    enum Wish: Hashable, Sendable {
        case play
        /// In its player, if it has one: the viewer paused it, or it came to its end.
        case hold
        case prepare(rank: Int)
        case fetch(rank: Int)
        /// Goes on with the bytes or the preparation it has.
        case keep
        case still
        case poster
    }

    struct Line: Sendable {
        let id: FeedCellID
        var wish: Wish
        var offer = FeedOffer.nothing
        var reason: FeedReason
    }

    private(set) var lines: [Line] = []
    private(set) var places: [FeedCellID: Int] = [:]

    /// The first line of a cell counts.
    mutating func add(_ id: FeedCellID, _ wish: Wish, offer: FeedOffer = .nothing, _ reason: FeedReason) {
        guard places[id] == nil else { return }
        places[id] = lines.count
        lines.append(Line(id: id, wish: wish, offer: offer, reason: reason))
    }

    func contains(_ id: FeedCellID) -> Bool { places[id] != nil }

    subscript(index: Int) -> Line {
        get { lines[index] }
        set { lines[index] = newValue }
    }
}
