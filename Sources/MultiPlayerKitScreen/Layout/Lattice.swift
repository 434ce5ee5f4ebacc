/// Equal cells in columns and rows, centred in an area.
struct Lattice {
    let area: BlockRect
    let columns: Int
    let rows: Int
    private(set) var cellWidth: Int
    private(set) var cellHeight: Int
    let columnGap: Int
    let rowGap: Int

    /// Arrangements whose pictures differ in area by less than this fraction count as equally good. 1 % is far above
    /// what rounding to blocks does on any usable stage, and below what a viewer notices.
    static let tolerance = 0.01

    /// Makes the largest cells that leave `spacing` between them; `spacing` shrinks before cells vanish.
    init(columns: Int, rows: Int, in area: BlockRect, spacing: Int) {
        self.area = area
        self.columns = columns
        self.rows = rows
        (cellWidth, columnGap) = Self.divide(area.width, by: columns, spacing: spacing)
        (cellHeight, rowGap) = Self.divide(area.height, by: rows, spacing: spacing)
    }

    private static func divide(_ length: Int, by count: Int, spacing: Int) -> (cell: Int, gap: Int) {
        guard count > 1 else { return (length, 0) }
        let gap = max(min(spacing, (length - count) / (count - 1)), 0)
        return ((length - gap * (count - 1)) / count, gap)
    }

    /// The columns and rows that show the most of `shapes` (at least one), as ``TileLayout/Arrangement/grid`` says.
    static func best(for shapes: [PictureShape], in area: BlockRect, spacing: Int) -> Lattice {
        let count = shapes.count
        let numbers = Dictionary(shapes.map { ($0, 1.0) }, uniquingKeysWith: +).sorted {
            $0.key.aspectRatio < $1.key.aspectRatio  // a fixed order, or sums would differ from run to run
        }
        var candidates: [(lattice: Lattice, shown: Double, empty: Int)] = []
        for columns in 1...count {
            let rows = (count + columns - 1) / columns
            // For the same number of rows, fewer columns mean larger cells, so only the fewest columns are of use.
            guard (count + rows - 1) / rows == columns else { continue }
            let lattice = Lattice(columns: columns, rows: rows, in: area, spacing: spacing)
            let shown = numbers.reduce(0) { sum, entry in
                sum + entry.value * entry.key.fittedArea(width: lattice.cellWidth, height: lattice.cellHeight)
            }
            candidates.append((lattice, shown, columns * rows - count))
        }
        let most = candidates.map(\.shown).max() ?? 0
        let good = candidates.filter { $0.shown >= most * (1 - tolerance) }
        // `count` is at least 1, so one column is always a candidate.
        return good.min { ($0.empty, -$0.lattice.columns) < ($1.empty, -$1.lattice.columns) }!.lattice
    }

    /// Whether its cells can show anything.
    var hasRoom: Bool { cellWidth > 0 && cellHeight > 0 }

    var width: Int { columns * cellWidth + (columns - 1) * columnGap }
    var height: Int { rows * cellHeight + (rows - 1) * rowGap }

    /// The same columns and rows, with cells no larger than the whole pictures of `shapes` need.
    func trimmed(to shapes: [PictureShape]) -> Lattice {
        let sizes = shapes.map { $0.fitted(width: cellWidth, height: cellHeight) }
        var lattice = self
        lattice.cellWidth = min(sizes.map { Int($0.width.rounded(.up)) }.max() ?? 0, cellWidth)
        lattice.cellHeight = min(sizes.map { Int($0.height.rounded(.up)) }.max() ?? 0, cellHeight)
        return lattice
    }

    /// The first `count` cells, row by row, centred in the area as a whole; an incomplete row is centred too.
    func cells(_ count: Int) -> [BlockRect] {
        cells(count, in: area)
    }

    /// The same, centred in another area.
    func cells(_ count: Int, in area: BlockRect) -> [BlockRect] {
        let whole = area.centred(width: width, height: height)
        return (0..<count).map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            let missing = max((row + 1) * columns - count, 0)
            return BlockRect(
                x: whole.x + column * (cellWidth + columnGap) + missing * (cellWidth + columnGap) / 2,
                y: whole.y + row * (cellHeight + rowGap),
                width: cellWidth, height: cellHeight)
        }
    }
}

/// One large cell and a strip of small ones, for ``TileLayout/Arrangement/focus(on:)``.
struct FocusSplit {
    let focus: BlockRect
    let others: [BlockRect]

    /// The strip takes at most 1/`strip` of the stage's width or height.
    ///
    /// With a quarter, four pictures of the stage's own shape fill the strip from end to end, and the large picture
    /// keeps three quarters of the stage's width.
    static let strip = 4

    /// The cells of all members, in order. `focus` is a valid index of `shapes`.
    static func cells(focus: Int, of shapes: [PictureShape], in area: BlockRect, spacing: Int) -> [BlockRect] {
        guard shapes.count > 1 else { return [area] }
        var others = shapes
        let shape = others.remove(at: focus)
        let right = FocusSplit(right: others, in: area, spacing: spacing)
        let bottom = FocusSplit(bottom: others, in: area, spacing: spacing)
        func shown(_ split: FocusSplit) -> Double {
            shape.fittedArea(width: split.focus.width, height: split.focus.height)
        }
        let better = shown(bottom) > shown(right) * (1 + Lattice.tolerance) ? bottom : right
        var cells = better.others
        cells.insert(better.focus, at: focus)
        return cells
    }

    private init(right shapes: [PictureShape], in area: BlockRect, spacing: Int) {
        var strip = area
        strip.width = area.width / Self.strip
        let lattice = Lattice.best(for: shapes, in: strip, spacing: spacing).trimmed(to: shapes)
        var focus = area
        if lattice.hasRoom {
            strip.width = lattice.width
            strip.x = area.maxX - strip.width
            focus.width -= strip.width + min(spacing, area.width / Self.strip)
        }
        self.focus = focus
        others = lattice.cells(shapes.count, in: strip)
    }

    private init(bottom shapes: [PictureShape], in area: BlockRect, spacing: Int) {
        var strip = area
        strip.height = area.height / Self.strip
        let lattice = Lattice.best(for: shapes, in: strip, spacing: spacing).trimmed(to: shapes)
        var focus = area
        if lattice.hasRoom {
            strip.height = lattice.height
            strip.y = area.maxY - strip.height
            focus.height -= strip.height + min(spacing, area.height / Self.strip)
        }
        self.focus = focus
        others = lattice.cells(shapes.count, in: strip)
    }
}
