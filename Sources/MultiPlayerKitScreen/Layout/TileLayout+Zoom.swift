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

        /// What magnified pixels look like. Default: ``Magnification/smooth``.
        public var magnification: Magnification

        /// What magnified pixels look like.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Magnification: Hashable, Sendable, CaseIterable {
            /// They blend into each other.
            case smooth
            /// From twice on they are squares of one colour. Not on Apple platforms, whose player layers always blend.
            case pixels
        }

        /// Creates a zoom. The default shows pictures whole.
        public init(
            _ scale: Double = 1, x: Double = 0.5, y: Double = 0.5, magnification: Magnification = .smooth
        ) {
            (self.scale, self.x, self.y, self.magnification) = (scale, x, y, magnification)
        }
    }
}

extension TileLayout.Zoom {
    /// The scale that is drawn.
    var clampedScale: Double { scale.isNaN ? 1 : min(max(scale, Self.range.lowerBound), Self.range.upperBound) }

    /// Whether pictures are shown as ``TileLayout/fitting`` says.
    var isWhole: Bool { (scale, x, y) == (1, 0.5, 0.5) }

    /// The least number of pixels of the stage, along each side, at which a pixel of a picture is seen as a square.
    private static let square = 2.0

    /// Whether the pixels of a picture are squares of one colour.
    ///
    /// - Parameter size: of the picture, in its own pixels.
    func showsPixels(of size: CGSize, in placement: TilePlacement) -> Bool {
        magnification == .pixels && placement.picture.width >= size.width * Self.square
            && placement.picture.height >= size.height * Self.square
    }

    private func changed(to scale: Double, x: Double = 0.5, y: Double = 0.5) -> TileLayout.Zoom {
        TileLayout.Zoom(scale, x: x, y: y, magnification: magnification)
    }

    /// The picture of a tile, magnified and moved.
    ///
    /// - Parameter picture: as it lies in the tile unmagnified.
    func applied(to picture: BlockRect, in tile: BlockRect) -> BlockRect {
        guard !isWhole else { return picture }
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
    ///   - range: the scales that can be reached.
    public func magnified(
        by factor: Double, about point: CGPoint, in index: Int, of placements: [TilePlacement],
        to range: ClosedRange<Double> = range
    ) -> TileLayout.Zoom {
        let (picture, tile) = (placements[index].picture, placements[index].tile)
        guard factor.isFinite, factor > 0, picture.width > 0, picture.height > 0 else { return self }
        let next = min(max(clampedScale * factor, range.lowerBound), range.upperBound)
        // Whole pictures lie in the middle.
        guard next > 1 else { return changed(to: next) }
        let (ratio, drawn) = (next / clampedScale, within(placements))
        let grown = 1 - 1 / ratio
        return changed(
            to: next, x: drawn.x + (point.x - tile.midX) / picture.width * grown,
            y: drawn.y + (point.y - tile.midY) / picture.height * grown
        ).within(placements, magnified: ratio)
    }

    /// The zoom after the pictures were moved, as far as any of them can be.
    ///
    /// - Parameters:
    ///   - distance: in pixels of the stage, or points of the view, as the placements are.
    ///   - index: of the tile in which the distance counts.
    ///   - placements: all tiles, with this zoom.
    public func moved(by distance: CGSize, in index: Int, of placements: [TilePlacement]) -> TileLayout.Zoom {
        let size = placements[index].picture.size
        guard size.width > 0, size.height > 0 else { return self }
        let drawn = within(placements)
        return changed(
            to: scale, x: drawn.x - distance.width / size.width, y: drawn.y - distance.height / size.height
        ).within(placements)
    }

    /// The zoom at which a pixel of a picture covers one of the stage, about the middle that is seen now.
    ///
    /// - Parameters:
    ///   - video: display size of the picture, in its own pixels.
    ///   - index: of its tile.
    ///   - placements: all tiles, with this zoom.
    public func pixelForPixel(
        of video: CGSize, in index: Int, of placements: [TilePlacement]
    ) -> TileLayout.Zoom {
        let tile = placements[index].tile
        return magnified(
            by: video.width / placements[index].picture.width, about: CGPoint(x: tile.midX, y: tile.midY), in: index,
            of: placements)
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
        return changed(
            to: scale, x: clamped(x, seen.map { $0.tile.width / ($0.picture.width * ratio) / 2 }),
            y: clamped(y, seen.map { $0.tile.height / ($0.picture.height * ratio) / 2 }))
    }
}
