import Foundation
import MultiPlayerKit

/// Where the cells of a feed are, in content coordinates: y points down, the unit is the scroll view's.
///
/// A plain value that shares its storage when copied. Making one takes time proportional to the number of cells;
/// finding those in a range takes a few steps, however many there are. Headers and other things between cells are
/// simply left out.
public struct FeedLayout: Sendable {
    private enum Store: Sendable {
        case grid(FeedGrid)
        case index(FrameIndex)
    }

    public let orientation: FeedOrientation
    private var store: Store
    /// The ends of the known content along the axis.
    private(set) var content: ClosedRange<Double>?

    /// A layout of cells of one size in rows (in columns, if the feed is horizontal), whose positions are computed. A
    /// list has one column.
    ///
    /// - Parameters:
    ///   - cells: The cells in reading order, each once.
    ///   - columns: The number of cells in a row, 1 or more.
    ///   - cell: The size of one cell.
    ///   - spacing: Points between neighbors.
    ///   - origin: The top left corner of the first cell; its top right corner if reading begins at the right.
    // Not `.zero`: on Apple platforms CoreGraphics declares it, which other systems lack and this file does not import.
    public static func grid(
        _ cells: [FeedCellID], columns: Int = 1, cell: CGSize, spacing: CGSize = CGSize(), origin: CGPoint = CGPoint(),
        orientation: FeedOrientation = .vertical
    ) -> FeedLayout {
        FeedLayout(FeedList(cells), columns, cell, spacing, origin, orientation)
    }

    /// The same for cells that are numbered from 0.
    public static func grid(
        count: Int, columns: Int = 1, cell: CGSize, spacing: CGSize = CGSize(), origin: CGPoint = CGPoint(),
        orientation: FeedOrientation = .vertical
    ) -> FeedLayout {
        FeedLayout(.numbered(count), columns, cell, spacing, origin, orientation)
    }

    /// A layout of cells of any size, each once. They may overlap and be in any order: their positions give the reading
    /// order.
    public static func frames(
        _ cells: [(id: FeedCellID, frame: CGRect)], orientation: FeedOrientation = .vertical
    ) -> FeedLayout {
        let frames = cells.map { (id: $0.id, frame: orientation.frame($0.frame)) }
        let usable = frames.lazy.map(\.frame).filter(\.isUsable)
        var content: ClosedRange<Double>?
        if let lead = usable.map(\.lead).min(), let trail = usable.map(\.trail).max() { content = lead...trail }
        return FeedLayout(store: .index(FrameIndex(frames)), orientation: orientation, content: content)
    }

    /// A layout of cells that report their frames one by one: see ``FeedAutoplay/Event/place(_:_:)``. For views that
    /// are made only as they come near.
    public static func reported(orientation: FeedOrientation = .vertical) -> FeedLayout {
        FeedLayout(store: .index(FrameIndex()), orientation: orientation, content: nil)
    }

    private init(store: Store, orientation: FeedOrientation, content: ClosedRange<Double>?) {
        self.store = store
        self.orientation = orientation
        self.content = content
    }

    private init(
        _ ids: FeedList, _ columns: Int, _ cell: CGSize, _ spacing: CGSize, _ origin: CGPoint,
        _ orientation: FeedOrientation
    ) {
        let (length, width) = orientation.extent(cell)
        let (gapAlong, gapAcross) = orientation.extent(spacing)
        let corner = orientation.frame(CGRect(origin: origin, size: .zero))
        let grid = FeedGrid(
            ids: ids, columns: max(min(columns, ids.count), 1), length: length, width: width, gapAlong: gapAlong,
            gapAcross: gapAcross,
            lead: corner.lead, near: corner.near)
        var content: ClosedRange<Double>?
        if grid.isUsable { content = corner.lead...grid.entry(at: ids.count - 1).frame.trail }
        self.init(store: .grid(grid), orientation: orientation, content: content)
    }

    public var count: Int {
        switch store {
        case .grid(let grid): grid.ids.count
        case .index(let index): index.count
        }
    }

    /// A cell's frame; `nil`: it is not in this layout.
    public func frame(of cell: FeedCellID) -> CGRect? {
        entry(of: cell).map { orientation.rect($0.frame) }
    }

    /// The cells that a rectangle overlaps, in reading order.
    public func cells(in rect: CGRect) -> [FeedCellID] {
        let frame = orientation.frame(rect)
        var touched = 0
        return cells(from: frame.lead, to: frame.trail, touched: &touched).filter { $0.frame.overlaps(frame) }.map(\.id)
    }
}

extension FeedLayout {
    func entry(of id: FeedCellID) -> FeedEntry? {
        switch store {
        case .grid(let grid): grid.ids.index(of: id).map(grid.entry)
        case .index(let index): index.entry(of: id)
        }
    }

    func cells(from lead: Double, to trail: Double, touched: inout Int) -> [FeedEntry] {
        switch store {
        case .grid(let grid): grid.cells(from: lead, to: trail, touched: &touched)
        case .index(let index): index.cells(from: lead, to: trail, touched: &touched)
        }
    }

    /// The next cells at or after a position in reading order.
    func cells(startingAt key: FeedEntry.Key, count: Int, touched: inout Int) -> [FeedEntry] {
        switch store {
        case .grid(let grid):
            let first = grid.index(of: key)
            let indices = first..<min(first + count, max(grid.ids.count, first))
            touched += indices.count
            return indices.map(grid.entry)
        case .index(let index): return index.cells(startingAt: key, count: count, touched: &touched)
        }
    }

    /// The last cells before a position in reading order, nearest first.
    func cells(before key: FeedEntry.Key, count: Int, touched: inout Int) -> [FeedEntry] {
        switch store {
        case .grid(let grid):
            let end = grid.index(of: key)
            let indices = max(end - count, 0)..<end
            touched += indices.count
            return indices.reversed().map(grid.entry)
        case .index(let index): return index.cells(before: key, count: count, touched: &touched)
        }
    }

    /// Sets a cell's frame; returns whether that changed anything. A computed grid keeps its frames.
    mutating func place(_ id: FeedCellID, _ rect: CGRect) -> Bool {
        guard case .index(var index) = store else { return false }
        store = .index(FrameIndex())
        defer { store = .index(index) }
        let frame = orientation.frame(rect)
        if frame.isUsable, let known = content {
            content = min(known.lowerBound, frame.lead)...max(known.upperBound, frame.trail)
        }
        return index.place(id, frame)
    }

    mutating func displace(_ id: FeedCellID) -> Bool {
        guard case .index(var index) = store else { return false }
        store = .index(FrameIndex())
        defer { store = .index(index) }
        return index.remove(id)
    }
}
