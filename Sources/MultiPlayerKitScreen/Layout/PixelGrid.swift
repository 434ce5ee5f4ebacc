import Foundation

/// The grid of square blocks on which every edge of a layout lies.
///
/// Layouts are computed in whole blocks and turned into pixels once, at the end, so no later rounding can open a gap
/// or make an edge odd.
struct PixelGrid {
    /// Far longer than any wall of screens, and short enough that no sum or product here leaves `Int`.
    static let longestSide = 1 << 20

    /// Side of a block in pixels, `1` or more.
    let step: Int

    init(step: Int) {
        self.step = min(max(step, 1), Self.longestSide)
    }

    /// Whole blocks that `pixels` has room for; `0` if it is negative or not finite.
    func blocks(within pixels: Double) -> Int {
        guard pixels.isFinite, pixels > 0 else { return 0 }
        return Int(min(pixels, Double(Self.longestSide))) / step
    }

    /// The number of blocks nearest to `pixels`; `0` if it is negative or NaN.
    func blocks(nearest pixels: Double) -> Int {
        guard pixels > 0 else { return 0 }
        return Int((min(pixels, Double(Self.longestSide)) / Double(step)).rounded())
    }

    /// The same rectangle in pixels; `.zero` if it is empty.
    func pixels(_ rect: BlockRect) -> CGRect {
        guard !rect.isEmpty else { return .zero }
        return CGRect(x: rect.x * step, y: rect.y * step, width: rect.width * step, height: rect.height * step)
    }
}

/// A rectangle in whole blocks, origin at the top left, y down. Its sides are never negative.
struct BlockRect: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    static let zero = BlockRect(x: 0, y: 0, width: 0, height: 0)

    var maxX: Int { x + width }
    var maxY: Int { y + height }
    var isEmpty: Bool { width <= 0 || height <= 0 }

    func inset(by distance: Int) -> BlockRect {
        BlockRect(
            x: x + distance, y: y + distance, width: max(width - 2 * distance, 0), height: max(height - 2 * distance, 0)
        )
    }

    func intersection(_ other: BlockRect) -> BlockRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let common = BlockRect(
            x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
        return common.isEmpty ? .zero : common
    }

    /// The smallest rectangle around both, neither of them empty.
    func union(_ other: BlockRect) -> BlockRect {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return BlockRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// A rectangle of the given size around the centre of this one, at most half a block off.
    func centred(width: Int, height: Int) -> BlockRect {
        // A shift rounds down below zero too, where a division would round towards zero.
        BlockRect(x: x + (self.width - width) >> 1, y: y + (self.height - height) >> 1, width: width, height: height)
    }
}
