import MultiPlayerKit

/// Players whose pictures are due and do not come.
struct MissingPictures: Sendable {
    /// A picture that has not come for so long does not come any more.
    static let patience = Duration.seconds(2)

    private var since: [KioskSeatID: HostTime] = [:]

    /// Takes what was seen of a player.
    ///
    /// - Returns: whether it has to be made anew; said once.
    mutating func note(_ id: KioskSeatID, isMissing: Bool, at host: HostTime) -> Bool {
        guard isMissing else {
            since[id] = nil
            return false
        }
        let begin = since[id] ?? host
        let isSilent = begin.duration(to: host) >= Self.patience
        since[id] = isSilent ? nil : begin
        return isSilent
    }

    /// Forgets all others.
    mutating func keep(_ ids: some Collection<KioskSeatID>) {
        let ids = Set(ids)
        since = since.filter { ids.contains($0.key) }
    }
}
