import MultiPlayerKit

/// Cells of any size, found by where they are.
///
/// They are kept in the order of reading, one list for each power of two of their length: within a list a cell that
/// reaches into a range begins at most twice its length before it. So one cell as long as the whole feed costs nothing
/// when others are looked for. Finding takes a few steps for each list; there are hardly more than five.
struct FrameIndex: Sendable {
    private struct Shelf: Sendable {
        /// No cell of this list is longer.
        let longest: Double
        var entries: [FeedEntry] = []

        /// The first entry that is not before `key`.
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

    /// Of cells with one identifier the last counts.
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

    /// Puts a cell somewhere; whether that changed anything.
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

    /// Cells with some part between two places, in the order of reading.
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

    /// The next cells at or after a place in the order of reading.
    func cells(startingAt key: FeedEntry.Key, count: Int, touched: inout Int) -> [FeedEntry] {
        gather(touched: &touched) { shelf in
            let index = shelf.position(of: key)
            return shelf.entries[index...].prefix(count)
        }
        .sorted { $0.key < $1.key }.prefix(count).map(\.self)
    }

    /// The last cells before a place in the order of reading, nearest first.
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
