import MultiPlayerKit

/// Cells of any size, found by their position.
///
/// They are kept in reading order, in one list for each power of two of their length. A search of a list therefore
/// looks back by at most twice a cell's length, and one cell as long as the whole feed does not slow down the search
/// for others. Each list takes a few steps; there are rarely more than five lists.
struct FrameIndex: Sendable {
    private struct Shelf: Sendable {
        /// No cell of this list is longer.
        let longest: Double
        var entries: [FeedEntry] = []

        /// The index of the first entry that is not before `key`.
        func position(of key: FeedEntry.Key) -> Int {
            var low = 0
            var high = entries.count
            while low < high {
                let middle = (low + high) / 2
                if entries[middle].key < key { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    private var shelves: [Int: Shelf] = [:]
    private var entries: [FeedCellID: FeedEntry] = [:]
    private var nextOrdinal = 0

    init() {}

    /// Of cells with the same identifier the last one counts.
    init(_ cells: [(id: FeedCellID, frame: FeedFrame)]) {
        entries.reserveCapacity(cells.count)
        for (ordinal, cell) in cells.enumerated() {
            entries[cell.id] = FeedEntry(id: cell.id, frame: cell.frame, ordinal: ordinal)
        }
        nextOrdinal = cells.count
        for (ordinal, cell) in cells.enumerated() where entries[cell.id]?.ordinal == ordinal && cell.frame.isUsable {
            let entry = FeedEntry(id: cell.id, frame: cell.frame, ordinal: ordinal)
            shelves[Self.shelf(of: entry), default: Self.newShelf(for: entry)].entries.append(entry)
        }
        for number in shelves.keys { shelves[number]?.entries.sort { $0.key < $1.key } }
    }

    var count: Int { entries.count }

    func entry(of id: FeedCellID) -> FeedEntry? { entries[id] }

    /// Sets a cell's frame; returns whether that changed anything.
    mutating func place(_ id: FeedCellID, _ frame: FeedFrame) -> Bool {
        guard entries[id]?.frame != frame else { return false }
        remove(id)
        let entry = FeedEntry(id: id, frame: frame, ordinal: nextOrdinal)
        nextOrdinal += 1
        entries[id] = entry
        guard frame.isUsable else { return true }
        var shelf = shelves[Self.shelf(of: entry)] ?? Self.newShelf(for: entry)
        shelves[Self.shelf(of: entry)] = nil
        shelf.entries.insert(entry, at: shelf.position(of: entry.key))
        shelves[Self.shelf(of: entry)] = shelf
        return true
    }

    @discardableResult mutating func remove(_ id: FeedCellID) -> Bool {
        guard let entry = entries.removeValue(forKey: id) else { return false }
        guard entry.frame.isUsable, var shelf = shelves.removeValue(forKey: Self.shelf(of: entry)) else { return true }
        shelf.entries.remove(at: shelf.position(of: entry.key))
        if !shelf.entries.isEmpty { shelves[Self.shelf(of: entry)] = shelf }
        return true
    }

    /// The cells that overlap a range along the axis, in reading order.
    func cells(from lead: Double, to trail: Double, touched: inout Int) -> [FeedEntry] {
        var found: [FeedEntry] = []
        for shelf in shelves.values {
            var index = shelf.position(of: .start(of: lead - shelf.longest))
            while index < shelf.entries.count, shelf.entries[index].frame.lead < trail {
                touched += 1
                if shelf.entries[index].frame.trail > lead { found.append(shelf.entries[index]) }
                index += 1
            }
        }
        return shelves.count > 1 ? found.sorted { $0.key < $1.key } : found
    }

    /// The next cells at or after a position in reading order.
    func cells(startingAt key: FeedEntry.Key, count: Int, touched: inout Int) -> [FeedEntry] {
        gather(touched: &touched) { shelf in
            let index = shelf.position(of: key)
            return shelf.entries[index...].prefix(count)
        }
        .sorted { $0.key < $1.key }.prefix(count).map(\.self)
    }

    /// The last cells before a position in reading order, nearest first.
    func cells(before key: FeedEntry.Key, count: Int, touched: inout Int) -> [FeedEntry] {
        gather(touched: &touched) { shelf in
            shelf.entries[..<shelf.position(of: key)].suffix(count)
        }
        .sorted { $0.key > $1.key }.prefix(count).map(\.self)
    }

    private func gather(touched: inout Int, _ part: (Shelf) -> ArraySlice<FeedEntry>) -> [FeedEntry] {
        var found: [FeedEntry] = []
        for shelf in shelves.values {
            let entries = part(shelf)
            touched += entries.count
            found += entries
        }
        return found
    }

    private static func shelf(of entry: FeedEntry) -> Int { entry.frame.length.exponent }

    private static func newShelf(for entry: FeedEntry) -> Shelf {
        Shelf(longest: entry.frame.length.binade * 2)
    }
}
