import MultiPlayerKit

/// A cell as the viewport shows it.
struct FeedSighting: Sendable {
    let entry: FeedEntry
    /// 0…1 of what can be visible.
    let visibility: Double
    /// Points from the reading line.
    let distance: Double
    /// Cells side by side have the same number.
    let row: Int

    var id: FeedCellID { entry.id }
}

/// The cells that a policy chooses among the visible ones.
///
/// The choice depends only on where things are: the same viewport always gives the same answer.
struct FeedVerdict: Sendable {
    let policy: FeedPolicy
    /// The position of the reading line, 0…1.
    let line: Double

    /// Views round to pixels: a cell that lacks no more than this share is fully visible, and shares that differ by no
    /// more are equal.
    static let tolerance = 0.01
    /// Cells whose distances from the line differ by at most this many points are in one row.
    static let rowTolerance = 0.5

    init(_ policy: FeedPolicy, in window: FeedWindow) {
        self.policy = policy
        line = window.readingLine(rest: policy == .firstFullyVisible ? 0 : 0.5)
    }

    /// Everything on the screen, in reading order.
    func sightings(of entries: [FeedEntry], in window: FeedWindow) -> [FeedSighting] {
        let seen = entries.filter { $0.frame.overlaps(window.full) }
        return zip(seen, Self.rows(of: seen)).map { entry, row in
            FeedSighting(
                entry: entry, visibility: window.visibility(of: entry.frame),
                distance: window.distance(of: entry.frame, line: line), row: row)
        }
    }

    /// Whether the policy lets a cell play; `slack`: how much less visible than required it may be.
    func admits(_ sighting: FeedSighting, slack: Double = 0) -> Bool {
        sighting.visibility > 0 && sighting.visibility >= min(policy.threshold, 1 - Self.tolerance) - slack
    }

    /// The cells that play, best first.
    func winners(among sightings: [FeedSighting]) -> [FeedSighting] {
        var candidates = sightings.filter { admits($0) }
        switch policy {
        case .firstFullyVisible, .allVisible: break
        case .mostVisible:
            let most = candidates.map(\.visibility).max() ?? 0
            candidates.removeAll { $0.visibility < most - Self.tolerance }
        case .onePerRow:
            candidates = Self.leaders(of: candidates)
        }
        return Array(ranked(candidates).prefix(policy.atOnce))
    }

    /// Nearest to the reading line first; within a row, nearest to the line's position in that row first.
    func ranked(_ sightings: [FeedSighting]) -> [FeedSighting] {
        guard sightings.count > 1 else { return sightings }
        let byDistance = sightings.sorted { ($0.distance, $0.entry.key) < ($1.distance, $1.entry.key) }
        var result: [FeedSighting] = []
        var index = 0
        while index < byDistance.count {
            let limit = byDistance[index].distance + Self.rowTolerance
            let end = byDistance[index...].firstIndex { $0.distance > limit } ?? byDistance.count
            result += Self.ranked(row: byDistance[index..<end].sorted { $0.entry.key < $1.entry.key }, line: rowLine)
            index = end
        }
        return result
    }

    /// The line's position within a row, 0…1: at the first cell, except near the end of the content, where it moves to
    /// the last.
    private var rowLine: Double {
        let rest = policy == .firstFullyVisible ? 0 : 0.5
        return max((line - rest) / (1 - rest), 0)
    }

    private static func ranked(row: [FeedSighting], line: Double) -> [FeedSighting] {
        guard row.count > 1 else { return row }
        let target = line * Double(row.count - 1)
        return row.enumerated().sorted { left, right in
            (abs(Double(left.offset) - target), left.offset) < (abs(Double(right.offset) - target), right.offset)
        }.map(\.element)
    }

    /// The first of the most visible cells of each row.
    private static func leaders(of sightings: [FeedSighting]) -> [FeedSighting] {
        var most: [Int: Double] = [:]
        for sighting in sightings { most[sighting.row] = max(most[sighting.row] ?? 0, sighting.visibility) }
        var rows: Set<Int> = []
        return sightings.filter { $0.visibility >= (most[$0.row] ?? 0) - tolerance && rows.insert($0.row).inserted }
    }

    /// The row number of each cell, for cells in reading order. Cells that begin before the middle of a row's first
    /// cell belong to that row.
    static func rows(of entries: [FeedEntry]) -> [Int] {
        var row = -1
        var middle = -Double.infinity
        return entries.map { entry in
            if entry.frame.lead >= middle {
                row += 1
                middle = entry.frame.lead + entry.frame.length / 2
            }
            return row
        }
    }
}
