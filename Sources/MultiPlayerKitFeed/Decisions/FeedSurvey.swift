import MultiPlayerKit

/// What is on the screen at one look.
struct FeedSurvey: Sendable {
    let window: FeedWindow
    let verdict: FeedVerdict
    /// In the order of reading.
    let sightings: [FeedSighting]

    init(_ window: FeedWindow, policy: FeedPolicy, layout: FeedLayout, touched: inout Int) {
        self.window = window
        verdict = FeedVerdict(policy, in: window)
        let entries = layout.cells(from: window.full.lead, to: window.full.trail, touched: &touched)
        sightings = verdict.sightings(of: entries, in: window)
    }
}

/// Cells beside those that play, nearest first.
struct FeedNeighbors: Sendable {
    var ahead: [FeedCellID] = []
    var behind: [FeedCellID] = []

    /// Deeper no feed looks, whatever the app asks for.
    static let deepest = 32

    /// - Parameters:
    ///   - first: The first cell that plays; none: preparation begins at the first one on the screen.
    ///   - last: The last one.
    init(
        of survey: FeedSurvey, from first: FeedEntry.Key?, to last: FeedEntry.Key?, goesForward: Bool,
        settings: FeedSettings, layout: FeedLayout, touched: inout Int
    ) {
        let start = survey.sightings.first?.entry.key ?? .start(of: survey.window.full.lead)
        let depth = { (count: Int) in min(max(count, 0), Self.deepest) }
        let aheadDepth = depth(depth(settings.prerolledAhead) + depth(settings.fetchedAhead))
        let behindDepth = depth(settings.fetchedBehind)
        let perRow: Bool = if case .onePerRow = settings.policy { true } else { false }
        // Of each row one: its others are passed over, however many there are within reason.
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

    /// Cells in the row that has most, up to eight.
    private static func widest(_ sightings: [FeedSighting]) -> Int {
        var width = 1
        var widest = 1
        for (left, right) in zip(sightings, sightings.dropFirst()) {
            width = left.row == right.row ? width + 1 : 1
            widest = max(widest, width)
        }
        return min(widest, 8)
    }

    /// The first cells of rows, those of the row that plays left out.
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
