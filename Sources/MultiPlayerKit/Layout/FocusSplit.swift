/// One large cell and a strip of small ones, for ``TileLayout/Arrangement/focus(on:)``.
struct FocusSplit {
    let focus: BlockRect
    let others: [BlockRect]

    /// The strip takes at most one part in this many of the stage's width or height.
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
