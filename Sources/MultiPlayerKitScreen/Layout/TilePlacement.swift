import Foundation
import MultiPlayerKit

/// Where one picture of a group lies on the stage, and which part of it is seen.
///
/// In pixels of the stage, with the origin at the top left and y pointing down. ``TileLayout`` produces only whole
/// pixels, multiples of ``TileLayout/pixelStep``.
public struct TilePlacement: Hashable, Sendable {
    /// The cell given to the member, picture and free space together; `.zero` when there is no room for it.
    public var tile: CGRect

    /// Where the whole picture lies; larger than the tile where `PictureFitting.fill` or a ``TileLayout/Zoom`` cuts
    /// it.
    ///
    /// Scale the picture to this rectangle, then show only ``visible`` of it.
    public var picture: CGRect

    /// The part of the picture that is seen: what lies in the tile and on the member's side of a wipe.
    ///
    /// `.zero` when nothing is seen.
    public var visible: CGRect

    /// Creates a placement; rectangles in pixels of the stage.
    public init(tile: CGRect, picture: CGRect, visible: CGRect) {
        self.tile = tile
        self.picture = picture
        self.visible = visible
    }

    /// Whether no part of the picture is seen. Then it need not be drawn; nor need it be decoded at full size, unless the
    /// layout is ``TileLayout/Arrangement/single(_:)``.
    public var isHidden: Bool { !(visible.width > 0 && visible.height > 0) }

    /// The part of the picture that is seen, in units of the picture: `0...1` from its left to its right edge and from
    /// its top to its bottom, as displayed, that is after rotation.
    ///
    /// `.zero` when nothing is seen.
    public var sourceCrop: CGRect {
        guard !isHidden, picture.width > 0, picture.height > 0 else { return .zero }
        let left = (visible.minX - picture.minX) / picture.width
        let top = (visible.minY - picture.minY) / picture.height
        let right = (visible.maxX - picture.minX) / picture.width
        let bottom = (visible.maxY - picture.minY) / picture.height
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(components: tile)
        hasher.combine(components: picture)
        hasher.combine(components: visible)
    }
}

extension [TilePlacement] {
    /// Returns the index of the member under a point of the stage, or `nil` where there is none.
    ///
    /// The free space of a tile belongs to its member. Where tiles coincide, the result is the member seen at the
    /// point, in a difference the second (it is drawn on top), and beside the pictures of a wipe the member of the
    /// nearer side. Hidden members are never found. Left and top edges belong to a tile, right and bottom edges do not.
    ///
    /// - Parameter point: In pixels of the stage, origin at the top left, y down.
    public func tileIndex(at point: CGPoint) -> Int? {
        var found: (index: Int, distance: CGFloat)?
        for (index, placement) in enumerated() where !placement.isHidden && placement.tile.holds(point) {
            let visible = placement.visible
            let distance = Swift.max(visible.minX - point.x, point.x - visible.maxX, 0)
            if found.map({ distance <= $0.distance }) ?? true {
                found = (index, distance)
            }
        }
        return found?.index
    }
}

extension CGRect {
    /// Whether the point lies in the rectangle; left and top edge included, right and bottom edge not.
    fileprivate func holds(_ point: CGPoint) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }
}

extension Hasher {
    /// Hashes a rectangle by its components, because `CGRect` is not `Hashable` on every system.
    package mutating func combine(components rect: CGRect) {
        combine(rect.origin.x)
        combine(rect.origin.y)
        combine(rect.size.width)
        combine(rect.size.height)
    }
}

/// The shape of a picture, and the area it takes in a tile.
struct PictureShape: Hashable {
    /// The shape assumed for a picture whose size is not yet known: nearly all video is 16:9, so few tiles move later.
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
    func rect(in tile: BlockRect, _ fitting: PictureFitting) -> BlockRect {
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
