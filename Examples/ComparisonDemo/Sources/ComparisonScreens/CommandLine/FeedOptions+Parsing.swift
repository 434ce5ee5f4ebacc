extension FeedOptions {
    init(_ scan: ArgumentScan, on stage: StageSize) throws(CommandLineMistake) {
        self.init()
        if let value = scan.values[.cells] { cells = try value.wholeNumber(in: Self.cellCounts) }
        if let value = scan.values[.columns] { columns = try value.wholeNumber(in: Self.columnCounts) }
        if let value = scan.values[.cell] { cell = try value.stageSize() }
        if let value = scan.values[.policy] { policy = try value.policy() }
        if let value = scan.values[.atOnce] {
            atOnce = try value.wholeNumber(in: Self.atOnceCounts)
            guard policy == .allVisible else {
                throw value.mistake("goes with --policy all-visible; of the others one cell plays")
            }
        }
        cacheFolder = scan.values[.cache].map { String($0.text) }
        if let value = scan.values[.cacheLimit] { cacheLimit = try value.wholeNumber(in: Self.cacheLimits) }
        if let value = scan.values[.prefetch] { prefetch = try value.wholeNumber(in: Self.prefetchCounts) }
        if let value = scan.values[.scroll] { scroll = try value.scroll() }
        isAudible = scan.switches.contains(.audible)
        try checkWidth(on: stage, scan.values[.cell] ?? scan.values[.columns])
    }

    private func checkWidth(on stage: StageSize, _ value: OptionValue?) throws(CommandLineMistake) {
        let cell = cellSize(on: stage)
        guard let value, cell.width * columns > stage.width || cell.width < StageSize.sides.lowerBound else { return }
        throw value.mistake("leaves no room for \(columns) columns on a stage \(stage.width) pixels wide")
    }
}

extension OptionValue {
    func policy() throws(CommandLineMistake) -> FeedOptions.Policy {
        if let policy = FeedOptions.Policy(rawValue: String(text)) { return policy }
        let closest = Suggestion.closest(to: String(text), among: FeedOptions.Policy.allCases.map(\.rawValue))
        throw mistake("is not a policy" + (closest.map { "; did you mean \($0)?" } ?? ""))
    }

    /// `T:Y[;T:Y…]`, each later than the one before.
    func scroll() throws(CommandLineMistake) -> [FeedOptions.ScrollPoint] {
        var points: [FeedOptions.ScrollPoint] = []
        for (index, piece) in entries().enumerated() {
            guard !piece.text.isEmpty else { throw mistake("has no entry \(index + 1)") }
            let halves = piece.pieces(":")
            guard halves.count == 2 else { throw piece.mistake("is not T:Y") }
            let point = FeedOptions.ScrollPoint(
                time: try halves[0].time(), place: try halves[1].number(in: 0...FeedOptions.farthest))
            if let last = points.last, point.time <= last.time {
                throw piece.mistake("is not later than the entry before")
            }
            points.append(point)
        }
        return points
    }
}
