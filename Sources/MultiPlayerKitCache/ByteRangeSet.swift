import MultiPlayerKit

/// Byte positions of one resource, as sorted ranges that neither overlap nor touch.
struct ByteRangeSet: Hashable, Sendable {
    private(set) var ranges: [Range<Int64>] = []

    init() {}

    init(_ range: Range<Int64>) {
        if !range.isEmpty { ranges = [range] }
    }

    var isEmpty: Bool { ranges.isEmpty }
    var count: Int64 { ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }

    mutating func insert(_ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        // Ranges that overlap or touch become one.
        let first = firstIndex { $0.upperBound >= range.lowerBound }
        var last = first
        var merged = range
        while last < ranges.count, ranges[last].lowerBound <= range.upperBound {
            merged = min(merged.lowerBound, ranges[last].lowerBound)..<max(merged.upperBound, ranges[last].upperBound)
            last += 1
        }
        ranges.replaceSubrange(first..<last, with: CollectionOfOne(merged))
    }

    mutating func insert(_ other: ByteRangeSet) {
        for range in other.ranges { insert(range) }
    }

    mutating func remove(_ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        let first = firstIndex { $0.upperBound > range.lowerBound }
        var last = first
        var left: [Range<Int64>] = []
        while last < ranges.count, ranges[last].lowerBound < range.upperBound {
            if ranges[last].lowerBound < range.lowerBound { left.append(ranges[last].lowerBound..<range.lowerBound) }
            if ranges[last].upperBound > range.upperBound { left.append(range.upperBound..<ranges[last].upperBound) }
            last += 1
        }
        ranges.replaceSubrange(first..<last, with: left)
    }

    func contains(_ range: Range<Int64>) -> Bool {
        range.isEmpty || end(from: range.lowerBound) >= range.upperBound
    }

    /// The end of the range that holds `offset`; `offset` itself when it is not in the set.
    func end(from offset: Int64) -> Int64 {
        let index = firstIndex { $0.upperBound > offset }
        guard index < ranges.count, ranges[index].lowerBound <= offset else { return offset }
        return ranges[index].upperBound
    }

    /// The parts of `range` that are not in the set, in order.
    func missing(in range: Range<Int64>) -> [Range<Int64>] {
        guard !range.isEmpty else { return [] }
        var gaps: [Range<Int64>] = []
        var position = range.lowerBound
        var index = firstIndex { $0.upperBound > range.lowerBound }
        while index < ranges.count, ranges[index].lowerBound < range.upperBound {
            if ranges[index].lowerBound > position { gaps.append(position..<ranges[index].lowerBound) }
            position = ranges[index].upperBound
            index += 1
        }
        if position < range.upperBound { gaps.append(position..<range.upperBound) }
        return gaps
    }

    /// The parts of `range` that are in the set, in order.
    func present(in range: Range<Int64>) -> [Range<Int64>] {
        var found: [Range<Int64>] = []
        var index = firstIndex { $0.upperBound > range.lowerBound }
        while index < ranges.count, ranges[index].lowerBound < range.upperBound {
            found.append(ranges[index].clamped(to: range))
            index += 1
        }
        return found
    }

    func overlaps(_ range: Range<Int64>) -> Bool {
        let index = firstIndex { $0.upperBound > range.lowerBound }
        return !range.isEmpty && index < ranges.count && ranges[index].lowerBound < range.upperBound
    }

    /// The index of the first range for which `holds` is true; it must be false for all before.
    private func firstIndex(where holds: (Range<Int64>) -> Bool) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(ranges[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
