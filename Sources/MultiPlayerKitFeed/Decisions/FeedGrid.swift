import MultiPlayerKit

/// Cells of one size in rows, whose positions are computed.
struct FeedGrid: Sendable {
    let ids: FeedList
    let columns: Int
    /// A cell's size along the axis and across it.
    let length: Double
    let width: Double
    let gapAlong: Double
    let gapAcross: Double
    /// Where the first cell begins.
    let lead: Double
    let near: Double

    var rows: Int { ids.count == 0 ? 0 : (ids.count - 1) / columns + 1 }
    private var pitch: Double { length + gapAlong }

    func entry(at index: Int) -> FeedEntry {
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        let lead = self.lead + Double(row) * pitch
        let near = self.near + Double(column) * (width + gapAcross)
        return FeedEntry(
            id: ids[index], frame: FeedFrame(lead: lead, trail: lead + length, near: near, far: near + width),
            ordinal: index)
    }

    /// Whether there is any cell that can be seen.
    var isUsable: Bool { ids.count > 0 && entry(at: 0).frame.isUsable && pitch > 0 }

    func cells(from lead: Double, to trail: Double, touched: inout Int) -> [FeedEntry] {
        guard isUsable else { return [] }
        // One row more at both ends, against rounding in the division.
        let first = row(of: lead - length) - 1
        let last = row(of: trail) + 1
        guard first <= last else { return [] }
        let indices = max(first, 0) * columns..<max(min((last + 1) * columns, ids.count), max(first, 0) * columns)
        touched += indices.count
        return indices.map(entry).filter { $0.frame.trail > lead && $0.frame.lead < trail }
    }

    /// The index of the first cell at or after a position in reading order.
    func index(of key: FeedEntry.Key) -> Int {
        guard isUsable else { return 0 }
        var index = min(max(row(of: key.lead) - 1, 0) * columns, ids.count)
        while index < ids.count, entry(at: index).key < key { index += 1 }
        return index
    }

    private func row(of place: Double) -> Int {
        let row = ((place - lead) / pitch).rounded(.down)
        return Int(min(max(row, -2), Double(rows) + 2))
    }
}

/// The identifiers of a feed's cells, in order.
enum FeedList: Sendable {
    /// Numbers from 0.
    case numbered(Int)
    case listed([FeedCellID], places: [FeedCellID: Int])

    init(_ ids: [FeedCellID]) {
        var places: [FeedCellID: Int] = [:]
        places.reserveCapacity(ids.count)
        for (index, id) in ids.enumerated() { places[id] = index }
        self = .listed(ids, places: places)
    }

    var count: Int {
        switch self {
        case .numbered(let count): min(max(count, 0), Self.most)
        case .listed(let ids, _): ids.count
        }
    }

    /// Positions are floating-point numbers, which count no further than this exactly.
    private static let most = 1 << 52

    subscript(index: Int) -> FeedCellID {
        switch self {
        case .numbered: FeedCellID(index)
        case .listed(let ids, _): ids[index]
        }
    }

    func index(of id: FeedCellID) -> Int? {
        switch self {
        case .numbered(let count):
            if case .number(let number) = id.value, number >= 0, number < count { number } else { nil }
        case .listed(_, let places): places[id]
        }
    }
}
