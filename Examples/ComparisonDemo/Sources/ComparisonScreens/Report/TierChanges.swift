import MultiPlayerKit

/// What the decoder budget moved in a run, for the report.
struct TierChanges {
    private struct Entry {
        var host: HostTime
        var tile: Int?
        var from: DecodeTier
        var to: DecodeTier
        var reason: String
    }

    /// As many as a script can make something of; of more, the first and the newest are kept.
    private static let limit = 2_000
    /// A budget that moves nobody for so long has found its place.
    static let calm = Duration.seconds(3)

    private var entries: [Entry] = []
    private var settling = Settling()

    /// - Parameter tile: the member's number, from 1; `nil` for the background.
    mutating func note(from: DecodeTier, to: DecodeTier, reason: String, tile: Int?, at host: HostTime) {
        if entries.count >= Self.limit { entries.remove(at: Self.limit / 2) }
        entries.append(Entry(host: host, tile: tile, from: from, to: to, reason: reason))
        settling.note(at: host)
    }

    /// - Parameters:
    ///   - start: what the times count from.
    ///   - end: until when there might have been changes.
    ///   - capacity: what the device is believed to carry in the end.
    func report(from start: HostTime, until end: HostTime, capacity: BudgetLimit) -> RunReport.Budget {
        RunReport.Budget(
            capacityLearned: RunReport.Capacity(
                sessions: capacity.sessions, macroblocksPerSecond: capacity.macroblocksPerSecond?.rounded(places: 0)),
            changes: entries.map {
                RunReport.TierChange(
                    t: start.duration(to: $0.host).inSeconds.rounded(places: 3), tile: $0.tile,
                    from: $0.from.rawValue, to: $0.to.rawValue, reason: $0.reason)
            },
            settledAfterSeconds: settling.time(from: start, until: end)?.inSeconds.rounded(places: 3))
    }
}

/// Finds the last change before the first calm stretch, however many changes there are.
///
/// Changes come in the order of their times.
struct Settling {
    private var times: [HostTime] = []

    mutating func note(at host: HostTime) {
        // Once calm has been seen after the start, later changes decide nothing; they only must not pile up.
        if times.count >= 10_000 { return }
        times.append(host)
    }

    /// Time from the start to the last change before the first stretch of ``TierChanges/calm`` without one: zero when
    /// nothing changed in it, `nil` when there was no such stretch.
    func time(from start: HostTime, until end: HostTime) -> Duration? {
        let later = times.filter { $0 > start }
        guard !later.isEmpty else { return .zero }
        var last = start
        for time in later + [end] {
            if last.duration(to: time) >= TierChanges.calm { return start.duration(to: last) }
            last = time
        }
        return nil
    }
}
