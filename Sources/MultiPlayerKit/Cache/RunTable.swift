/// The runs of bytes that are on disk, in the order of their places.
struct RunTable: Sendable {
    private(set) var runs: [StoreIndex.Run] = []
    /// What they cover.
    private(set) var present = ByteRangeSet()

    init() {}

    /// - Parameter runs: in the order in which they were written: a later one took the place of what it overlaps.
    init(_ runs: [StoreIndex.Run]) {
        // Nearly always in order and apart from one another; sorted once, not with each insertion.
        let sorted = runs.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
        let isApart = zip(sorted, sorted.dropFirst()).allSatisfy { $0.element.range.upperBound <= $1.element.start }
        guard isApart else {
            for run in runs { insert(run) }
            return
        }
        self.runs = sorted.map(\.element)
        for run in self.runs { present.insert(run.range) }
    }

    mutating func insert(_ run: StoreIndex.Run) {
        let first = firstIndex { $0.range.upperBound > run.start }
        var last = first
        while last < runs.count, runs[last].start < run.range.upperBound {
            present.remove(runs[last].range)
            last += 1
        }
        runs.replaceSubrange(first..<last, with: CollectionOfOne(run))
        present.insert(run.range)
    }

    mutating func remove(_ run: StoreIndex.Run) {
        guard let found = self.run(at: run.start), found == run else { return }
        runs.remove(at: firstIndex { $0.range.upperBound > run.start })
        present.remove(run.range)
    }

    func run(at offset: Int64) -> StoreIndex.Run? {
        let index = firstIndex { $0.range.upperBound > offset }
        return index < runs.count && runs[index].start <= offset ? runs[index] : nil
    }

    private func firstIndex(where holds: (StoreIndex.Run) -> Bool) -> Int {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(runs[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
