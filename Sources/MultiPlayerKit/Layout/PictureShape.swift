import Foundation

/// The shape of a picture, and the place it takes in a tile.
struct PictureShape: Hashable {
    /// Shape taken for a picture whose size is not yet known: nearly all video is 16:9, so few tiles move later.
    static let guess = 16.0 / 9.0

    /// Thinner than any picture, and bounded so that a filling picture's long side stays a sensible number.
    static let thinnest = 1.0 / 4096

    /// Width divided by height.
    let aspectRatio: Double

    init(_ size: CGSize) {
        let known = size.width.isFinite && size.height.isFinite && size.width > 0 && size.height > 0
        let ratio = known ? Double(size.width) / Double(size.height) : Self.guess
        aspectRatio = min(max(ratio, Self.thinnest), 1 / Self.thinnest)
    }

    /// Where the whole picture lies, centred on the tile.
    ///
    /// One side is the tile's own, the other the nearest number of blocks to the true one, and at least one block.
    func rect(in tile: BlockRect, _ fitting: TileLayout.Fitting) -> BlockRect {
        let width = Double(tile.height) * aspectRatio
        let heightDecides: Bool
        switch fitting {
        case .stretch: return tile
        case .fit: heightDecides = width <= Double(tile.width)
        case .fill: heightDecides = width >= Double(tile.width)
        }
        if heightDecides {
            return tile.centred(width: max(Int(width.rounded()), 1), height: tile.height)
        }
        let height = Double(tile.width) / aspectRatio
        return tile.centred(width: tile.width, height: max(Int(height.rounded()), 1))
    }

    /// Size of the whole picture in a cell of this size, unrounded.
    func fitted(width: Int, height: Int) -> (width: Double, height: Double) {
        let fittedWidth = min(Double(width), Double(height) * aspectRatio)
        return (fittedWidth, fittedWidth / aspectRatio)
    }

    /// Area of the whole picture in a cell of this size, in square blocks.
    func fittedArea(width: Int, height: Int) -> Double {
        let size = fitted(width: width, height: height)
        return size.width * size.height
    }
}
