import Foundation
import MultiPlayerKit

/// Where the cells of a feed are, in content coordinates: y points down, the unit is the scroll view's.
///
/// A plain value that shares its storage when copied. Making one takes time in proportion to its cells; finding those in
/// some range takes a few steps, whatever their number. Headers and other things between cells are just left out.
public struct FeedLayout: Sendable {
    private enum Store: Sendable {
        case grid(FeedGrid)
        case index(FrameIndex)
    }

    public let orientation: FeedOrientation
    private var store: Store
    /// Ends of the content along the axis, of what is known.
    private(set) var content: ClosedRange<Double>?

    /// Cells of one size in rows (or columns, of a horizontal feed), whose places are computed; a list has one column.
    ///
    /// - Parameters:
    ///   - cells: In the order of reading, each once.
    ///   - columns: Cells in a row, 1 or more.
    ///   - cell: Size of one.
    ///   - spacing: Points between neighbors.
    ///   - origin: Top left corner of the first cell; top right corner where reading begins at the right.
    // Not `.zero`: on Apple platforms that is CoreGraphics', which other systems lack and this file does not import.
    public static func grid(
        _ cells: [FeedCellID], columns: Int = 1, cell: CGSize, spacing: CGSize = CGSize(), origin: CGPoint = CGPoint(),
        orientation: FeedOrientation = .vertical
    ) -> FeedLayout {
        FeedLayout(FeedList(cells), columns, cell, spacing, origin, orientation)
    }

    /// The same for cells that are named by their numbers, from 0.
    public static func grid(
        count: Int, columns: Int = 1, cell: CGSize, spacing: CGSize = CGSize(), origin: CGPoint = CGPoint(),
        orientation: FeedOrientation = .vertical
    ) -> FeedLayout {
        FeedLayout(.numbered(count), columns, cell, spacing, origin, orientation)
    }

    /// Cells of any size, each once. They may overlap, and be in any order: reading goes by place.
    public static func frames(
        _ cells: [(id: FeedCellID, frame: CGRect)], orientation: FeedOrientation = .vertical
    ) -> FeedLayout {
        let frames = cells.map { (id: $0.id, frame: orientation.frame($0.frame)) }
        let usable = frames.lazy.map(\.frame).filter(\.isUsable)
        var content: ClosedRange<Double>?
        if let lead = usable.map(\.lead).min(), let trail = usable.map(\.trail).max() { content = lead...trail }
        return FeedLayout(store: .index(FrameIndex(frames)), orientation: orientation, content: content)
    }

    /// Cells that tell where they are, one by one: see ``FeedAutoplay/Event/place(_:_:)``. For views that are made as
    /// they come near.
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
            ids: ids, columns: max(columns, 1), length: length, width: width, gapAlong: gapAlong, gapAcross: gapAcross,
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

    /// Where a cell is; `nil`: not in this layout.
    public func frame(of cell: FeedCellID) -> CGRect? {
        entry(of: cell).map { orientation.rect($0.frame) }
    }

    /// Cells that a rectangle touches, in the order of reading.
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

    /// The next cells at or after a place in the order of reading.
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

    /// The last cells before a place in the order of reading, nearest first.
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

    /// Puts a cell somewhere; whether that changed anything. A computed grid has its places, and keeps them.
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
