import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

private let stage = CGSize(width: 1920, height: 1080)
private let wide = CGSize(width: 1280, height: 720)
private let tall = CGSize(width: 720, height: 1280)

private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

@Suite struct TileLayoutTests {
    @Test func `side by side is one row of equal tiles`() {
        let placements = TileLayout.sideBySide.placements(for: [wide, tall], in: stage)
        #expect(placements.map(\.tile) == [rect(0, 0, 960, 1080), rect(960, 0, 960, 1080)])
        #expect(placements[0].picture == rect(0, 270, 960, 540))
        #expect(placements[1].picture == rect(960 + 176, 0, 608, 1080))  // 607.5 wide before rounding
        #expect(placements.allSatisfy { $0.visible == $0.picture })
    }

    @Test func `stacked is one column of equal tiles`() {
        let placements = TileLayout.stacked.placements(for: [wide, wide, wide], in: stage)
        #expect(placements.map(\.tile) == [rect(0, 0, 1920, 360), rect(0, 360, 1920, 360), rect(0, 720, 1920, 360)])
        #expect(placements[2].picture == rect(640, 720, 640, 360))
    }

    @Test func `spacing and margin are kept free`() {
        let layout = TileLayout(.sideBySide, spacing: 20, margin: 10)
        let placements = layout.placements(for: [wide, wide], in: stage)
        #expect(placements.map(\.tile) == [rect(10, 10, 940, 1060), rect(970, 10, 940, 1060)])
    }

    @Test func `pixels that do not divide evenly stay free at the outer edges, and tiles stay equal`() {
        let placements = TileLayout.sideBySide.placements(for: .init(repeating: wide, count: 7), in: stage)
        #expect(placements.map(\.tile.width) == .init(repeating: 274, count: 7))
        #expect(placements[0].tile.minX == 0)
        #expect(placements[6].tile.maxX == 1918)
    }

    @Test func `fill covers the tile and is cut evenly`() {
        let placement = TileLayout(.sideBySide, fitting: .fill).placements(for: [wide, wide], in: stage)[1]
        #expect(placement.visible == placement.tile)
        #expect(placement.picture == rect(960 - 480, 0, 1920, 1080))
        #expect(placement.sourceCrop == CGRect(x: 0.25, y: 0, width: 0.5, height: 1))
    }

    @Test func `stretch gives the picture the shape of the tile`() {
        let placement = TileLayout(.sideBySide, fitting: .stretch).placements(for: [wide, wide], in: stage)[0]
        #expect(placement.picture == placement.tile)
        #expect(placement.sourceCrop == CGRect(x: 0, y: 0, width: 1, height: 1))
    }

    @Test(arguments: [
        (1, 1, 1), (2, 2, 1), (3, 2, 2), (4, 2, 2), (5, 3, 2), (6, 3, 2), (9, 3, 3), (16, 4, 4), (64, 8, 8),
    ])
    func `a grid on a stage of the pictures' own shape is nearly square`(count: Int, columns: Int, rows: Int) {
        let tiles = TileLayout.grid.placements(for: .init(repeating: wide, count: count), in: stage).map(\.tile)
        #expect(Set(tiles.map(\.minY)).count == rows)
        #expect(tiles.prefix { $0.minY == tiles[0].minY }.count == columns)
    }

    @Test func `a grid of tall pictures on a wide stage is one row, of wide ones on a tall stage one column`() {
        let row = TileLayout.grid.placements(for: [tall, tall, tall], in: stage)
        #expect(row == TileLayout.sideBySide.placements(for: [tall, tall, tall], in: stage))
        let portrait = CGSize(width: 1080, height: 1920)
        let column = TileLayout.grid.placements(for: [wide, wide, wide], in: portrait)
        #expect(column == TileLayout.stacked.placements(for: [wide, wide, wide], in: portrait))
    }

    @Test func `the last row of a grid is centred`() {
        let tiles = TileLayout.grid.placements(for: [wide, wide, wide], in: stage).map(\.tile)
        #expect(tiles == [rect(0, 0, 960, 540), rect(960, 0, 960, 540), rect(480, 540, 960, 540)])
    }

    @Test func `a few pixels more or less do not turn a row into a column`() {
        for width in 1914...1926 {
            let tiles = TileLayout.grid.placements(for: [wide, wide], in: CGSize(width: width, height: 1080)).map(
                \.tile)
            #expect(tiles[0].minY == tiles[1].minY, "\(width)")
        }
    }

    @Test func `focus puts a strip at the right, no wider than its pictures`() {
        let placements = TileLayout.focus(on: 1).placements(for: .init(repeating: wide, count: 5), in: stage)
        #expect(placements[1].tile == rect(0, 0, 1440, 1080))
        #expect(placements[1].picture == rect(0, 135 - 1, 1440, 810))
        let strip = [placements[0], placements[2], placements[3], placements[4]].map(\.picture)
        #expect(strip == (0..<4).map { rect(1440, 270 * $0, 480, 270) })

        let narrow = TileLayout.focus.placements(for: [wide, tall, tall], in: stage)
        #expect(narrow[1].tile.size == CGSize(width: 304, height: 540))
        #expect(narrow[0].tile == rect(0, 0, 1920 - 304, 1080))
    }

    @Test func `focus puts the strip at the bottom where that leaves a larger picture`() {
        let portrait = CGSize(width: 1080, height: 1920)
        let tiles = TileLayout(.focus(on: 0), spacing: 10).placements(for: [tall, wide, wide], in: portrait).map(\.tile)
        // The strip is as high as two 16:9 pictures side by side need.
        #expect(tiles[1] == rect(0, 1920 - 302, 534, 302))
        #expect(tiles[0] == rect(0, 0, 1080, 1920 - 302 - 10))
    }

    @Test(arguments: [Int.min, -1, 3, Int.max])
    func `an index without a member is clamped`(index: Int) {
        let pictures = [wide, wide, wide]
        let clamped = TileLayout.focus(on: index < 0 ? 0 : 2).placements(for: pictures, in: stage)
        #expect(TileLayout.focus(on: index).placements(for: pictures, in: stage) == clamped)
        let seen = TileLayout.single(index < 0 ? 0 : 2).placements(for: pictures, in: stage)
        #expect(TileLayout.single(index).placements(for: pictures, in: stage) == seen)
    }

    @Test func `one in the place of all hides the others in its place`() {
        let narrow = CGSize(width: 4, height: 3)
        let placements = TileLayout.single(1).placements(for: [wide, narrow, wide], in: stage)
        #expect(placements[1].visible == rect(240, 0, 1440, 1080))
        for hidden in [placements[0], placements[2]] {
            #expect(hidden.isHidden && hidden.picture == rect(0, 0, 1920, 1080))
        }
        #expect(placements.tileIndex(at: CGPoint(x: 10, y: 10)) == 1)
        #expect(TileLayout.single(0).placements(for: [wide], in: stage)[0].visible == rect(0, 0, 1920, 1080))
    }

    @Test func `a difference shows the first two where both have a picture, and hides the rest`() {
        let placements = TileLayout.difference.placements(for: [wide, CGSize(width: 4, height: 3), wide], in: stage)
        #expect(placements[0].picture == rect(0, 0, 1920, 1080))
        #expect(placements[0].visible == rect(240, 0, 1440, 1080))
        #expect(placements[1].visible == placements[0].visible)
        #expect(placements[2].isHidden)
        #expect(placements[2].visible == .zero)
        #expect(placements[2].sourceCrop == .zero)
        #expect(TileLayout.difference.placements(for: [wide], in: stage)[0].visible == rect(0, 0, 1920, 1080))
    }

    @Test(arguments: [TileLayout.Arrangement.sideBySide, .stacked, .grid])
    func `tiles are taken in the order that is said`(arrangement: TileLayout.Arrangement) {
        let shapes = [CGSize(width: 16, height: 9), CGSize(width: 4, height: 3), CGSize(width: 9, height: 16)]
        let stage = CGSize(width: 900, height: 600)
        var layout = TileLayout(arrangement)
        let plain = layout.placements(for: shapes, in: stage)
        layout.order = [2, 0, 1]
        let moved = layout.placements(for: shapes, in: stage)
        if arrangement != .grid {
            #expect(moved.map(\.tile) == [plain[1].tile, plain[2].tile, plain[0].tile])
        }
        #expect(Set(moved.map(\.tile.minX)) == Set(plain.map(\.tile.minX)))
        // Each picture keeps its own shape.
        #expect(zip(moved, plain).allSatisfy { abs($0.picture.width - $1.picture.width) <= 2 })
        // What is left out follows, and what makes no sense is passed over.
        layout.order = [2, 2, 7, -1]
        #expect(layout.placements(for: shapes, in: stage) == moved)
    }

    @Test func `tiles are swapped, and swapped back`() {
        let layout = TileLayout(.grid, spacing: 4)
        let once = layout.swapping(0, with: 2, of: 3)
        #expect(once.order == [2, 1, 0])
        #expect(once.swapping(2, with: 0, of: 3) == layout)
        #expect(once.swapping(1, with: 2, of: 3).order == [1, 2, 0])
        #expect(layout.swapping(0, with: 3, of: 3) == layout && layout.swapping(0, with: 1, of: 0) == layout)
        // A wipe names its pictures by itself.
        #expect(TileLayout(.wipe(at: 0.5)).swapping(0, with: 0, of: 2) == .wipe)
    }

    @Test func `an unknown size is taken for 16 by 9`() {
        for unknown in [CGSize.zero, CGSize(width: -1, height: 5), CGSize(width: Double.nan, height: 5)] {
            let placements = TileLayout.grid.placements(for: [unknown, wide], in: stage)
            #expect(placements == TileLayout.grid.placements(for: [wide, wide], in: stage))
        }
    }

    @Test func `an odd stage is used to its last pixel with a step of one`() {
        let odd = CGSize(width: 1179, height: 667)
        let even = TileLayout(.stacked, fitting: .fill).placements(for: [wide], in: odd)
        #expect(even[0].visible == rect(0, 0, 1178, 666))
        let exact = TileLayout(.stacked, fitting: .fill, pixelStep: 1).placements(for: [wide], in: odd)
        #expect(exact[0].visible == rect(0, 0, 1179, 667))
    }

    @Test(arguments: [
        CGSize.zero, CGSize(width: -5, height: 100), CGSize(width: 1, height: 1), CGSize(width: 100, height: 0),
        CGSize(width: Double.nan, height: 100), CGSize(width: Double.infinity, height: 100),
    ])
    func `a stage without room gives empty placements`(stage: CGSize) {
        let nothing = TilePlacement(tile: .zero, picture: .zero, visible: .zero)
        for arrangement in LayoutCase.arrangements {
            let layout = TileLayout(arrangement, spacing: 3, margin: 3)
            #expect(layout.placements(for: [wide, tall, .zero], in: stage) == [nothing, nothing, nothing])
            #expect(layout.placements(for: [], in: stage).isEmpty)
            #expect(layout.wipeBoundary(for: [wide, wide], in: stage) == nil)
        }
    }

    @Test func `invalid numbers are taken for the nearest valid ones`() {
        let plain = TileLayout.sideBySide.placements(for: [wide, wide], in: stage)
        for number in [Double.nan, -5, -Double.infinity] {
            let layout = TileLayout(.sideBySide, spacing: number, margin: number)
            #expect(layout.placements(for: [wide, wide], in: stage) == plain)
        }
        let wasteful = TileLayout(.sideBySide, spacing: .infinity).placements(for: [wide, wide], in: stage)
        #expect(wasteful.map(\.tile.width) == [2, 2])
        #expect(TileLayout(.grid, margin: .infinity).placements(for: [wide], in: stage)[0].isHidden)
        #expect(TileLayout(.grid, pixelStep: 0).placements(for: [wide], in: stage)[0].visible == rect(0, 0, 1920, 1080))
        #expect(TileLayout(.grid, pixelStep: .max).placements(for: [wide], in: stage)[0].isHidden)
        let vast = CGSize(width: 1e300, height: 1e300)
        #expect(TileLayout.grid.placements(for: [wide], in: vast)[0].tile == rect(0, 0, 1 << 20, 1 << 20))
    }
}

@Suite struct TileHitTests {
    @Test func `a point finds its tile in the bars as well, but not in the gaps`() {
        let placements = TileLayout(.sideBySide, spacing: 20).placements(for: [wide, wide], in: stage)
        #expect(placements.tileIndex(at: CGPoint(x: 0, y: 0)) == 0)
        #expect(placements.tileIndex(at: CGPoint(x: 1900, y: 1079)) == 1)
        #expect(placements.tileIndex(at: CGPoint(x: 960, y: 540)) == nil)
        #expect(placements.tileIndex(at: CGPoint(x: 1920, y: 540)) == nil)
        #expect(placements.tileIndex(at: CGPoint(x: Double.nan, y: 540)) == nil)
    }

    @Test func `in a wipe a point finds the side it is on`() {
        let square = CGSize(width: 1, height: 1)
        let placements = TileLayout.wipe(at: 0.25).placements(for: [square, square], in: stage)
        #expect(placements[0].visible.maxX == 690)
        #expect(placements.tileIndex(at: CGPoint(x: 689, y: 540)) == 0)
        #expect(placements.tileIndex(at: CGPoint(x: 690, y: 540)) == 1)
        #expect(placements.tileIndex(at: CGPoint(x: 5, y: 540)) == 0)  // in the left bar
        #expect(placements.tileIndex(at: CGPoint(x: 1900, y: 540)) == 1)
    }

    @Test func `in a difference the second is on top, and a hidden member is never found`() {
        let difference = TileLayout.difference.placements(for: [wide, wide, wide], in: stage)
        #expect(difference.tileIndex(at: CGPoint(x: 960, y: 540)) == 1)
        let closed = TileLayout.wipe(at: 1).placements(for: [wide, wide], in: stage)
        #expect(closed.tileIndex(at: CGPoint(x: 1919, y: 540)) == 0)
    }
}
