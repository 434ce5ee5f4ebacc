import MultiPlayerKit

/// What is on the screen at one moment.
struct FeedSurvey: Sendable {
    let window: FeedWindow
    let verdict: FeedVerdict
    /// In reading order.
    let sightings: [FeedSighting]

    init(_ window: FeedWindow, policy: FeedPolicy, layout: FeedLayout, touched: inout Int) {
        self.window = window
        verdict = FeedVerdict(policy, in: window)
        let entries = layout.cells(from: window.full.lead, to: window.full.trail, touched: &touched)
        sightings = verdict.sightings(of: entries, in: window)
    }
}

/// The cells ahead of and behind those that play, nearest first.
struct FeedNeighbors: Sendable {
    var ahead: [FeedCellID] = []
    var behind: [FeedCellID] = []

    /// The most cells that a feed looks ahead or behind, whatever the app asks for.
    static let deepest = 32

    /// - Parameters:
    ///   - first: The first of the cells whose neighbors are wanted; `nil`: preparation begins at the first cell on the
    ///     screen.
    ///   - last: The last of them.
    init(
        of survey: FeedSurvey, from first: FeedEntry.Key?, to last: FeedEntry.Key?, goesForward: Bool,
        settings: FeedSettings, layout: FeedLayout, touched: inout Int
    ) {
        let start = survey.sightings.first?.entry.key ?? .start(of: survey.window.full.lead)
        let depth = { (count: Int) in min(max(count, 0), Self.deepest) }
        let aheadDepth = depth(depth(settings.prerolledAhead) + depth(settings.fetchedAhead))
        let behindDepth = depth(settings.fetchedBehind)
        let perRow: Bool = if case .onePerRow = settings.policy { true } else { false }
        // One cell of each row counts: look at enough entries to skip the others, within reason.
        let width = perRow ? Self.widest(survey.sightings) + 1 : 1

        func forwards(_ count: Int) -> [FeedCellID] {
            guard count > 0 else { return [] }
            var key = start
            if var after = last {
                after.ordinal += 1
                key = after
            }
            let entries = layout.cells(startingAt: key, count: (count + 1) * width, touched: &touched)
            return perRow ? Self.leaders(of: entries, beside: last, count) : entries.prefix(count).map(\.id)
        }
        func backwards(_ count: Int) -> [FeedCellID] {
            guard count > 0 else { return [] }
            let entries = layout.cells(before: first ?? start, count: (count + 1) * width, touched: &touched)
            return perRow
                ? Self.leaders(of: entries.reversed(), beside: first, count, fromEnd: true)
                : entries.prefix(count).map(\.id)
        }
        ahead = goesForward ? forwards(aheadDepth) : backwards(aheadDepth)
        behind = goesForward ? backwards(behindDepth) : forwards(behindDepth)
    }

    /// The number of cells in the longest row, up to eight.
    private static func widest(_ sightings: [FeedSighting]) -> Int {
        var width = 1
        var widest = 1
        for (left, right) in zip(sightings, sightings.dropFirst()) {
            width = left.row == right.row ? width + 1 : 1
            widest = max(widest, width)
        }
        return min(widest, 8)
    }

    /// The first cell of each row, without the row that plays.
    private static func leaders(
        of entries: [FeedEntry], beside key: FeedEntry.Key?, _ count: Int, fromEnd: Bool = false
    ) -> [FeedCellID] {
        let others = entries.filter { entry in
            key.map { abs(entry.frame.lead - $0.lead) >= entry.frame.length / 2 } ?? true
        }
        var last = -1
        let leaders = zip(others, FeedVerdict.rows(of: others)).compactMap { entry, row -> FeedCellID? in
            defer { last = row }
            return row == last ? nil : entry.id
        }
        return fromEnd ? leaders.suffix(count).reversed() : Array(leaders.prefix(count))
    }
}
