import Foundation

extension TileLayout {
    /// How closely all pictures of a group are looked at: the same part of each, at the same magnification.
    ///
    /// ```swift
    /// layout.zoom = TileLayout.Zoom(4, x: 0.5, y: 0.8)    // the road under the car, in all tiles
    /// ```
    /// Tiles stay where they are; a picture that grows beyond its tile is cut. It never leaves a side of its tile free
    /// that it could cover.
    public struct Zoom: Hashable, Sendable {
        /// The range of ``scale``.
        public static let range = 0.1...32.0

        /// The magnification: `1` shows pictures as ``TileLayout/fitting`` says, `2` twice as large, `0.5` half.
        /// Clamped to ``range``; NaN counts as `1`.
        public var scale: Double

        /// The point of each picture that is to lie in the middle of its tile, in units of the picture: `0...1` from its
        /// left to its right edge. NaN counts as `0.5`.
        public var x: Double

        /// The same from its top to its bottom edge.
        public var y: Double

        /// Creates a zoom. The default shows pictures whole.
        public init(_ scale: Double = 1, x: Double = 0.5, y: Double = 0.5) {
            (self.scale, self.x, self.y) = (scale, x, y)
        }
    }
}

extension TileLayout.Zoom {
    /// The scale that is drawn.
    var clampedScale: Double { scale.isNaN ? 1 : min(max(scale, Self.range.lowerBound), Self.range.upperBound) }

    /// The picture of a tile, magnified and moved.
    ///
    /// - Parameter picture: as it lies in the tile unmagnified.
    func applied(to picture: BlockRect, in tile: BlockRect) -> BlockRect {
        guard self != TileLayout.Zoom() else { return picture }
        let (width, height) = (length(picture.width), length(picture.height))
        return BlockRect(
            x: tile.x + Self.start(of: width, in: tile.width, middle: x),
            y: tile.y + Self.start(of: height, in: tile.height, middle: y), width: width, height: height)
    }

    private func length(_ blocks: Int) -> Int { max(Int((Double(blocks) * clampedScale).rounded()), 1) }

    /// Where a side of a picture begins, counted from the tile's.
    private static func start(of length: Int, in tile: Int, middle: Double) -> Int {
        // A shift rounds down below zero too, where a division would round towards zero.
        guard length > tile else { return (tile - length) >> 1 }
        let middle = middle.isNaN ? 0.5 : min(max(middle, 0), 1)
        return min(max(Int((Double(tile) / 2 - middle * Double(length)).rounded()), tile - length), 0)
    }

    // MARK: By hand

    /// The zoom after the picture under a point was magnified, and stayed under it.
    ///
    /// - Parameters:
    ///   - factor: more than 0; above 1 magnifies.
    ///   - point: on the stage, or in the view, as the placements are.
    ///   - index: of the tile under the point.
    ///   - placements: all tiles, with this zoom.
    ///   - range: the scales that can be reached by hand.
    func magnified(
        by factor: Double, about point: CGPoint, in index: Int, of placements: [TilePlacement],
        to range: ClosedRange<Double>
    ) -> TileLayout.Zoom {
        let (picture, tile) = (placements[index].picture, placements[index].tile)
        guard factor.isFinite, factor > 0, picture.width > 0, picture.height > 0 else { return self }
        let next = min(max(clampedScale * factor, range.lowerBound), range.upperBound)
        // Whole pictures lie in the middle.
        guard next > 1 else { return TileLayout.Zoom(next) }
        let (ratio, drawn) = (next / clampedScale, within(placements))
        let grown = 1 - 1 / ratio
        return TileLayout.Zoom(
            next, x: drawn.x + (point.x - tile.midX) / picture.width * grown,
            y: drawn.y + (point.y - tile.midY) / picture.height * grown
        ).within(placements, magnified: ratio)
    }

    /// The zoom after the pictures were moved, as far as any of them can be.
    ///
    /// - Parameter index: of the tile in which the distance counts.
    package func moved(by distance: CGSize, in index: Int, of placements: [TilePlacement]) -> TileLayout.Zoom {
        let size = placements[index].picture.size
        guard size.width > 0, size.height > 0 else { return self }
        let drawn = within(placements)
        return TileLayout.Zoom(
            scale, x: drawn.x - distance.width / size.width, y: drawn.y - distance.height / size.height
        ).within(placements)
    }

    /// The middle as it is drawn in the tile that can move furthest, so that a picture at its edge moves back at once.
    ///
    /// - Parameter ratio: by which the pictures are still to be magnified.
    private func within(_ placements: [TilePlacement], magnified ratio: Double = 1) -> TileLayout.Zoom {
        let seen = placements.filter { !$0.isHidden && $0.picture.width > 0 && $0.picture.height > 0 }
        func clamped(_ middle: Double, _ halves: [Double]) -> Double {
            let half = halves.min() ?? 0.5
            return half < 0.5 ? min(max(middle, half), 1 - half) : 0.5
        }
        return TileLayout.Zoom(
            scale, x: clamped(x, seen.map { $0.tile.width / ($0.picture.width * ratio) / 2 }),
            y: clamped(y, seen.map { $0.tile.height / ($0.picture.height * ratio) / 2 }))
    }
}
