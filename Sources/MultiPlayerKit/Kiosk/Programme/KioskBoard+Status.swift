/// What can be said of a tile from outside.
extension KioskBoard {
    /// What is seen of a tile: only who draws it knows.
    struct Sight: Sendable {
        /// Whose picture it is; `nil`: a poster's, or nobody's.
        var seat: KioskSeatID?
        /// Whether there is a picture at all.
        var hasPicture: Bool
        /// Ticks at which its picture was an older one.
        var lateTicks = 0
    }

    /// - Parameter failures: what is wrong with files now.
    func status(
        ofTrack index: Int, at host: HostTime, seen: Sight, isAudible: Bool, failures: [MediaSource: String]
    ) -> KioskStatus.Tile {
        let track = tracks[index]
        let due = due(index, at: host).last
        let clip = due.map { track.tile.clips[$0.clip] } ?? track.tile.clips.first
        let since = due.map { time(at: host) - $0.moment.start } ?? .zero
        return KioskStatus.Tile(
            name: track.tile.name, clip: clip?.source.name ?? "", state: state(seen, due),
            position: (due?.position.map { $0.itemTime - $0.piece.lowerBound } ?? since).seconds,
            turn: due?.moment.occurrence.period ?? 0, lateTicks: seen.lateTicks, rebuilds: track.rebuilds,
            failure: track.tile.clips.lazy.compactMap { clip in
                failures[clip.source].map { "\(clip.source.name): \($0)" }
            }.first,
            isAudible: isAudible)
    }

    private func state(_ seen: Sight, _ due: Due?) -> KioskStatus.Tile.State {
        guard isOpen else { return .off }
        guard let seat = seen.seat else { return seen.hasPicture ? .poster : .empty }
        return seat == due?.seat?.id ? .playing : .previous
    }
}
