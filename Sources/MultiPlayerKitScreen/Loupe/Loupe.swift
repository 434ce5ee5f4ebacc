import Foundation
import MultiPlayerKit

/// A magnifying glass over the same spot of every picture of a group, with the values of the pixel under it.
///
/// ```swift
/// stage.loupe = Loupe(x: 0.31, y: 0.62)    // the front wheel, in all tiles
/// ComparisonView(group: group).loupe(Loupe(x: 0.31, y: 0.62))    // on Apple platforms
/// ```
/// Each tile shows in a square at its side what lies around the spot, every pixel as the decoder left it and as large as
/// the others, and below it where the pixel lies in its file and its values: those that are stored, of 8 or more bits (8 on
/// Apple platforms, where an output converts), and red, green and blue made from them. The glass keeps to the side of the
/// tile that the spot is not on.
public struct Loupe: Hashable, Sendable {
    /// The spot, in units of the picture as it is seen: `0...1` from its left to its right edge. Values outside are
    /// clamped; NaN counts as `0.5`.
    public var x: Double

    /// The same from its top to its bottom edge.
    public var y: Double

    /// Pixels from one side of the glass to the other, `3...65`. Default: `11`. An even number counts as the next one,
    /// because the pixel under the spot lies in the middle; values outside are clamped.
    public var pixels: Int

    /// The side of the glass as a part of the stage's height, `0.05...0.5`. Default: `0.25`. Values outside are
    /// clamped; NaN counts as the default. A tile that is too small gets a smaller one, or none.
    public var size: Double

    /// Creates a loupe.
    public init(x: Double, y: Double, pixels: Int = 11, size: Double = 0.25) {
        (self.x, self.y, self.pixels, self.size) = (x, y, pixels, size)
    }
}

extension Loupe {
    /// The smallest side worth drawing, in pixels of the stage: below it the values beside it could not be read.
    static let leastSide = 48.0

    /// The height of a line of values as a part of the glass's side: three of them, as wide as the glass, of up to
    /// 18 letters.
    static let line = 0.115

    /// The lines below the glass: the place, the stored values, and red, green and blue.
    static let lines = 3

    /// The pixels that the glass shows of one picture.
    struct View: Equatable {
        /// The pixel under the spot, counted from the upper left of the picture as it is seen.
        var column, row: Int
        /// What the glass shows, in units of the picture as it is seen.
        var crop: CGRect
        /// The pixel under the spot, in units of the glass; not in its middle at the edges of the picture.
        var middle: CGRect
    }

    /// What the glass shows of a picture.
    ///
    /// - Parameters:
    ///   - width, height: of the picture as it is seen, in pixels as they are stored.
    func view(width: Int, height: Int) -> View? {
        guard width > 0, height > 0 else { return nil }
        let wished = min(max(pixels, 3), 65) | 1
        let (across, down) = (min(wished, width), min(wished, height))
        let (column, row) = (Self.index(x, of: width), Self.index(y, of: height))
        let left = min(max(column - wished / 2, 0), width - across)
        let top = min(max(row - wished / 2, 0), height - down)
        return View(
            column: column, row: row,
            crop: CGRect(
                x: Double(left) / Double(width), y: Double(top) / Double(height),
                width: Double(across) / Double(width), height: Double(down) / Double(height)),
            middle: CGRect(
                x: Double(column - left) / Double(across), y: Double(row - top) / Double(down),
                width: 1 / Double(across), height: 1 / Double(down)))
    }

    private static func index(_ part: Double, of length: Int) -> Int {
        let part = part.isNaN ? 0.5 : min(max(part, 0), 1)
        return min(Int(part * Double(length)), length - 1)
    }

    /// Where the glass lies, on whole even pixels of the stage; `nil`: there is no room for one.
    ///
    /// - Parameters:
    ///   - area: where the picture is seen: in its tile, or for pictures in one place all of that place.
    ///   - index: which of the pictures in one place it is, from 0; their glasses lie at both sides in turn. `nil`: it
    ///     has a place of its own.
    ///   - stage: its height in pixels.
    func place(in area: CGRect, index: Int?, on stage: CGFloat) -> CGRect? {
        let part = size.isNaN ? Loupe(x: 0, y: 0).size : min(max(size, 0.05), 0.5)
        // With its lines it takes at most the height of the tile, and half of its width.
        let most = min(area.width / 2, area.height / (1 + Double(Self.lines) * Self.line))
        let side = Self.even(min(part * stage, most))
        guard side >= Self.leastSide else { return nil }
        let height = side * (1 + Double(Self.lines) * Self.line)
        let isLeft = index.map { $0 % 2 == 0 } ?? !(x < 0.5)
        let step = index.map { Double($0 / 2) * height } ?? 0
        let top = max(area.midY - height / 2, area.minY) + step
        guard top + height <= area.maxY + 1 else { return nil }
        return CGRect(x: Self.even(isLeft ? area.minX : area.maxX - side), y: Self.even(top), width: side, height: side)
    }

    private static func even(_ value: Double) -> Double { (value / 2).rounded(.down) * 2 }

    /// The glass over one picture.
    struct Glass: Equatable {
        var view: View
        /// Without the lines below it, in pixels of the stage.
        var place: CGRect
        /// The pixel under the spot as its tile shows it, in pixels of the stage.
        var spot: CGRect
    }

    /// The glass over a picture; `nil` where it is hidden or too small.
    ///
    /// - Parameters:
    ///   - width, height: of the picture as it is seen, in pixels as they are stored.
    ///   - index: which of the pictures in one place it is; `nil`: it has a place of its own.
    ///   - stage: its height in pixels.
    func glass(
        width: Int, height: Int, at placement: TilePlacement, index: Int?, on stage: CGFloat
    ) -> Glass? {
        let area = index == nil ? placement.visible : placement.picture.intersection(placement.tile)
        guard !placement.isHidden, let view = view(width: width, height: height),
            let place = place(in: area, index: index, on: stage)
        else { return nil }
        let picture = placement.picture
        let (across, down) = (picture.width / Double(width), picture.height / Double(height))
        let spot = CGRect(
            x: picture.minX + Double(view.column) * across, y: picture.minY + Double(view.row) * down, width: across,
            height: down)
        return Glass(view: view, place: place, spot: spot)
    }
}

extension TilePlacement {
    /// The spot of a picture that lies under a point of the stage, in units of the picture; `nil` beside it.
    public func spot(at point: CGPoint) -> CGPoint? {
        guard !isHidden, visible.contains(point), picture.width > 0, picture.height > 0 else { return nil }
        return CGPoint(
            x: (point.x - picture.minX) / picture.width, y: (point.y - picture.minY) / picture.height)
    }
}
