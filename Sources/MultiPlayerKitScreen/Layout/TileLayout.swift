import Foundation
import MultiPlayerKit

/// Where each picture of a group goes on the stage: sizes in, rectangles out.
///
/// A layout is a plain value. It holds no view and remembers nothing, so the same sizes always give the same
/// rectangles, whichever side of the kit composes them.
///
/// ```swift
/// let layout = TileLayout(.grid, spacing: 8)
/// let placements = layout.placements(for: sizes, in: CGSize(width: 1920, height: 1080))
/// ```
///
/// All sizes and rectangles are in pixels of the stage, with the origin at the **top left** and y pointing **down**.
/// Where points differ from pixels, multiply the view's size by its scale first and divide the rectangles after.
///
/// Every edge lies on a multiple of ``pixelStep``, counted from the stage's top left corner. Tiles of one row, column,
/// grid or strip are all of one size, because pictures to be compared must be drawn at one scale; the few pixels left
/// over stay free at the outer edges.
public struct TileLayout: Hashable, Sendable {
    /// How the tiles share the stage.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Arrangement: Hashable, Sendable {
        /// One row of equal tiles, the first at the left.
        case sideBySide

        /// One column of equal tiles, the first at the top.
        case stacked

        /// Equal tiles in the columns and rows that show the largest pictures on this stage; the last row is centred.
        ///
        /// The shape is chosen for whole, unstretched pictures, so another `PictureFitting` does not move tiles.
        /// Of shapes within 1 % of the best, the one with the fewest empty cells is taken, then the one with the most
        /// columns, so that small changes of the stage do not flip between two that are equally good.
        case grid

        /// All pictures in one place; the first is seen left of a boundary, the second right of it.
        ///
        /// `at` is the boundary's position, `0...1` from the left to the right edge of the area that the pictures cover
        /// (not of the stage: bars beside the pictures do not count). At `1` only the first is seen, at `0` only the
        /// others. Values outside are clamped; NaN counts as `0.5`.
        ///
        /// With more than two members, `at` places the first boundary, and the members after the first share what
        /// is right of it in equal strips: `at: 1.0 / 3` gives three members equal strips.
        /// ``TileLayout/spacing`` is not used.
        case wipe(at: Double)

        /// Two pictures in one place, to be drawn as the difference of their colors: the first two, if nothing else is
        /// said.
        ///
        /// Both are seen exactly where both have a picture. Other members are hidden (``TilePlacement/isHidden``), and a
        /// single member is shown as it is. ``TileLayout/spacing`` is not used.
        case difference(Difference = Difference())

        /// One large tile, the others in a strip at the right or at the bottom.
        ///
        /// `on` is the index of the large one; an index outside the members is clamped. The strip takes at most a
        /// quarter of the stage and no more than its pictures need. It goes to the right, unless a strip at the bottom
        /// makes the large picture over 1 % larger. A strip of many members has more than one line.
        case focus(on: Int)

        /// One picture in the place of all, to be flipped to another without anything else changing.
        ///
        /// The value is the index of the one that is seen; an index outside the members is clamped. The others are
        /// hidden (``TilePlacement/isHidden``) but go on as if they were seen, so that a change shows its picture on the
        /// next tick. ``TileLayout/spacing`` is not used.
        case single(Int)
    }

    /// How the tiles share the stage.
    public var arrangement: Arrangement

    /// How a picture fills its tile. Default: `PictureFitting.fit`.
    public var fitting: PictureFitting

    /// Pixels between neighboring tiles, `0` or more. Default: `0`.
    ///
    /// Rounded to the nearest multiple of ``pixelStep``, and reduced where it would leave no room for the tiles.
    /// Negative values and NaN count as `0`.
    public var spacing: Double

    /// Pixels kept free along all four edges of the stage, `0` or more. Default: `0`.
    ///
    /// Rounded to the nearest multiple of ``pixelStep``. Negative values and NaN count as `0`. A margin of half the
    /// stage or more leaves nothing to show.
    public var margin: Double

    /// Pixels that every edge is a multiple of, `1` or more. Default: `2`.
    ///
    /// `2` is for composing frames in memory: video stores color at half the resolution (4:2:0), so an odd edge would
    /// cut through a color sample. A stage with an odd side then keeps its last pixel row or column free. Use `1` for
    /// layers and views, whose pictures are composed at full resolution. Values below `1` count as `1`.
    public var pixelStep: Int

    /// How closely the pictures are looked at, the same part of each. Default: whole pictures.
    public var zoom: Zoom

    /// Which picture takes which tile of a row, a column or a grid: indices of pictures, that of the first tile first.
    ///
    /// Pictures that are not named follow in their own order; an index that is named twice or has no picture is passed
    /// over. Other arrangements name their pictures by themselves. Default: empty, all in their own order.
    public var order: [Int] = []

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - arrangement: How the tiles share the stage.
    ///   - fitting: How a picture fills its tile.
    ///   - spacing: Pixels between neighboring tiles.
    ///   - margin: Pixels kept free along the edges of the stage.
    ///   - pixelStep: Pixels that every edge is a multiple of.
    ///   - zoom: How closely the pictures are looked at.
    public init(
        _ arrangement: Arrangement, fitting: PictureFitting = .fit, spacing: Double = 0, margin: Double = 0,
        pixelStep: Int = 2, zoom: Zoom = Zoom()
    ) {
        self.arrangement = arrangement
        self.fitting = fitting
        self.spacing = spacing
        self.margin = margin
        self.pixelStep = pixelStep
        self.zoom = zoom
    }

    /// One row of equal tiles.
    public static var sideBySide: TileLayout { TileLayout(.sideBySide) }

    /// One column of equal tiles.
    public static var stacked: TileLayout { TileLayout(.stacked) }

    /// Equal tiles in the columns and rows that show the largest pictures.
    public static var grid: TileLayout { TileLayout(.grid) }

    /// Two pictures in one place, with the boundary between them in the middle.
    public static var wipe: TileLayout { .wipe(at: 0.5) }

    /// Two pictures in one place, with the boundary between them at `position`, `0...1` from left to right.
    public static func wipe(at position: Double) -> TileLayout { TileLayout(.wipe(at: position)) }

    /// The first two pictures in one place, to be drawn as the difference of their colors.
    public static var difference: TileLayout { TileLayout(.difference()) }

    /// Two pictures in one place, to be drawn as their difference in the way that is described.
    public static func difference(_ difference: Difference) -> TileLayout { TileLayout(.difference(difference)) }

    /// One large tile, the first, and the others in a strip.
    public static var focus: TileLayout { .focus(on: 0) }

    /// One large tile, the one at `index`, and the others in a strip.
    public static func focus(on index: Int) -> TileLayout { TileLayout(.focus(on: index)) }

    /// The picture at `index` in the place of all.
    public static func single(_ index: Int) -> TileLayout { TileLayout(.single(index)) }
}
