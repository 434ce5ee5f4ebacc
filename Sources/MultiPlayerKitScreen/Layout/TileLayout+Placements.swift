import Foundation

extension TileLayout {
    /// Returns the place of each picture on the stage, one placement for each picture and in the same order.
    ///
    /// Tiles never overlap, except in a wipe, a difference or where one is seen in the place of all: there all lie in the
    /// same place and only what is visible differs. Nothing visible lies outside the stage. Never traps: a stage that is
    /// empty, not finite or too small for so many tiles gives placements in which all rectangles are `.zero`.
    ///
    /// - Parameters:
    ///   - pictures: Display size of each picture: after pixel aspect ratio and rotation. Only its shape matters, so
    ///     the unit is free. A size that is not yet known (`.zero`, or any side negative or not finite) is taken for
    ///     16:9 until it is.
    ///   - stage: Size of the stage in pixels. A side is used up to 1,048,576 pixels.
    public func placements(for pictures: [CGSize], in stage: CGSize) -> [TilePlacement] {
        let grid = PixelGrid(step: pixelStep)
        let area = contentArea(of: stage, on: grid)
        let order = order(of: pictures.count)
        let shapes = order.map { PictureShape(pictures[$0]) }
        let ordered = places(for: shapes, in: area, spacing: grid.blocks(nearest: spacing))
        var places = ordered
        for (place, index) in zip(ordered, order) { places[index] = place }
        return places.map { place in
            TilePlacement(
                tile: grid.pixels(place.tile), picture: grid.pixels(place.picture), visible: grid.pixels(place.visible))
        }
    }

    /// The picture of each tile, the first tile's first.
    func order(of count: Int) -> [Int] {
        switch arrangement {
        case .sideBySide, .stacked, .grid: break
        default: return Array(0..<count)
        }
        guard !order.isEmpty else { return Array(0..<count) }
        var isFree = Array(repeating: true, count: count)
        var result: [Int] = []
        for index in order + Array(0..<count) where (0..<count).contains(index) && isFree[index] {
            isFree[index] = false
            result.append(index)
        }
        return result
    }

    /// The same layout with the tiles of two pictures swapped, among `count` pictures. Indices without a picture change
    /// nothing.
    public func swapping(_ first: Int, with second: Int, of count: Int) -> TileLayout {
        var swapped = self
        var order = order(of: max(count, 0))
        guard let one = order.firstIndex(of: first), let other = order.firstIndex(of: second) else { return self }
        order.swapAt(one, other)
        swapped.order = order == Array(0..<order.count) ? [] : order
        return swapped
    }

    /// Whether hidden pictures are kept as if they were seen, because they may be on the next tick.
    package var keepsHiddenReady: Bool {
        if case .single = arrangement { true } else { false }
    }

    /// The stage without its margin.
    func contentArea(of stage: CGSize, on grid: PixelGrid) -> BlockRect {
        let width = grid.blocks(within: stage.width)
        let height = grid.blocks(within: stage.height)
        return BlockRect(x: 0, y: 0, width: width, height: height).inset(by: grid.blocks(nearest: margin))
    }

    /// A placement in blocks.
    struct Place {
        var tile: BlockRect
        var picture: BlockRect
        var visible: BlockRect
    }

    private func places(for shapes: [PictureShape], in area: BlockRect, spacing: Int) -> [Place] {
        let count = shapes.count
        guard count > 0, !area.isEmpty else {
            return shapes.map { _ in Place(tile: .zero, picture: .zero, visible: .zero) }
        }
        switch arrangement {
        case .sideBySide:
            return places(for: shapes, in: Lattice(columns: count, rows: 1, in: area, spacing: spacing).cells(count))
        case .stacked:
            return places(for: shapes, in: Lattice(columns: 1, rows: count, in: area, spacing: spacing).cells(count))
        case .grid:
            return places(for: shapes, in: Lattice.best(for: shapes, in: area, spacing: spacing).cells(count))
        case .focus(let index):
            let focus = min(max(index, 0), count - 1)
            return places(for: shapes, in: FocusSplit.cells(focus: focus, of: shapes, in: area, spacing: spacing))
        case .wipe(let position):
            return wipe(overlaid(shapes, in: area), at: position).places
        case .difference(let difference):
            return common(of: difference, overlaid(shapes, in: area))
        case .single(let index):
            let seen = min(max(index, 0), count - 1)
            return overlaid(shapes, in: area).enumerated().map { index, place in
                var place = place
                if index != seen { place.visible = .zero }
                return place
            }
        }
    }

    private func places(for shapes: [PictureShape], in cells: [BlockRect]) -> [Place] {
        zip(shapes, cells).map { shape, cell in
            guard !cell.isEmpty else { return Place(tile: .zero, picture: .zero, visible: .zero) }
            let picture = zoom.applied(to: shape.rect(in: cell, fitting), in: cell)
            return Place(tile: cell, picture: picture, visible: picture.intersection(cell))
        }
    }

    /// All pictures in the whole of `area`, each fitted on its own.
    func overlaid(_ shapes: [PictureShape], in area: BlockRect) -> [Place] {
        places(for: shapes, in: shapes.map { _ in area })
    }

    /// Keeps only the common part of the two, so that no part of one is drawn without its counterpart.
    private func common(of difference: Difference, _ places: [Place]) -> [Place] {
        let lead = difference.lead(of: places.count)
        let pair = difference.pair(of: places.count) ?? (lead, lead)
        let common = places[pair.first].visible.intersection(places[pair.second].visible)
        return places.enumerated().map { index, place in
            var place = place
            place.visible = index == pair.first || index == pair.second ? common : .zero
            return place
        }
    }
}
