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
