import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

struct ZoomTests {
    private let wide = CGSize(width: 1920, height: 1080)
    private let stage = CGSize(width: 1280, height: 720)

    private func zoomed(
        _ zoom: TileLayout.Zoom, _ arrangement: TileLayout.Arrangement = .sideBySide,
        fitting: PictureFitting = .fit, pictures: [CGSize]? = nil
    ) -> [TilePlacement] {
        TileLayout(arrangement, fitting: fitting, zoom: zoom).placements(for: pictures ?? [wide, wide], in: stage)
    }

    @Test func `whole pictures lie as without a zoom`() {
        let arrangements: [TileLayout.Arrangement] = [
            .sideBySide, .grid, .wipe(at: 0.3), .difference(), .focus(on: 1), .single(1),
        ]
        for arrangement in arrangements {
            #expect(zoomed(.init(), arrangement) == zoomed(.init(.nan, x: .nan, y: .nan), arrangement))
            #expect(zoomed(.init(1, x: 0, y: 1), arrangement) == zoomed(.init(), arrangement), "nowhere to go")
        }
    }

    @Test func `all tiles show the same part, cut at their edges`() {
        let placements = zoomed(.init(4, x: 0.25, y: 0.75))
        for placement in placements {
            #expect(placement.picture.size == CGSize(width: 2560, height: 1440))
            #expect(placement.visible == placement.tile)
            #expect(placement.sourceCrop == CGRect(x: 0.125, y: 0.5, width: 0.25, height: 0.5))
        }
        #expect(placements[0].tile.maxX == placements[1].tile.minX)
    }

    @Test func `a picture smaller than its tile stays in the middle`() {
        let placement = zoomed(.init(0.5, x: 0, y: 1))[0]
        #expect(placement.picture == CGRect(x: 160, y: 270, width: 320, height: 180))
        #expect(placement.visible == placement.picture)
    }

    @Test func `a filling picture that is cut can be moved without being magnified`() {
        let left = zoomed(.init(1, x: 0), fitting: .fill)[0]
        #expect(left.picture.minX == left.tile.minX)
        let right = zoomed(.init(1, x: 1), fitting: .fill)[0]
        #expect(right.picture.maxX == right.tile.maxX)
    }

    @Test func `both sides of a wipe and a difference show one place`() {
        for arrangement in [TileLayout.Arrangement.wipe(at: 0.5), .difference()] {
            let placements = zoomed(.init(3, x: 0.4, y: 0.4), arrangement)
            #expect(placements[0].picture == placements[1].picture)
            #expect(placements[0].picture.size == CGSize(width: 3840, height: 2160))
        }
    }

    @Test(arguments: 0..<400) func `no zoom leaves a side free that the picture could cover, or traps`(seed: Int) {
        var dice = SplitMix(seed: UInt64(seed))
        let odd = [Double.nan, .infinity, -.infinity, 0, -3, 1e300]
        func number(_ range: ClosedRange<Double>) -> Double {
            Int.random(in: 0..<12, using: &dice) == 0
                ? odd.randomElement(using: &dice)! : Double.random(in: range, using: &dice)
        }
        let zoom = TileLayout.Zoom(number(0.05...40), x: number(-0.5...1.5), y: number(-0.5...1.5))
        let pictures = (0..<3).map { _ in CGSize(width: number(1...4000), height: number(1...4000)) }
        let fitting = PictureFitting.allCases.randomElement(using: &dice)!
        for placement in zoomed(zoom, .grid, fitting: fitting, pictures: pictures) {
            let (tile, picture) = (placement.tile, placement.picture)
            if picture.width >= tile.width {
                #expect(picture.minX <= tile.minX && picture.maxX >= tile.maxX, "\(zoom)")
            } else {
                #expect(abs(picture.midX - tile.midX) <= 2, "\(zoom)")
            }
            if picture.height >= tile.height {
                #expect(picture.minY <= tile.minY && picture.maxY >= tile.maxY, "\(zoom)")
            }
            #expect(tile.contains(placement.visible) || placement.isHidden)
        }
    }

    // MARK: By hand

    @Test(arguments: 0..<200) func `what lies under the fingers stays there, unless an edge would come in`(seed: Int) {
        var dice = SplitMix(seed: UInt64(seed))
        let begun = TileLayout.Zoom(
            .random(in: 4...6, using: &dice), x: .random(in: 0.4...0.6, using: &dice),
            y: .random(in: 0.4...0.6, using: &dice))
        let placements = zoomed(begun)
        let placement = placements[1]
        let point = CGPoint(
            x: .random(in: placement.tile.minX...placement.tile.maxX, using: &dice),
            y: .random(in: placement.tile.minY...placement.tile.maxY, using: &dice))
        func spot(_ placement: TilePlacement) -> (x: Double, y: Double) {
            let picture = placement.picture
            return ((point.x - picture.minX) / picture.width, (point.y - picture.minY) / picture.height)
        }
        let pinched = begun.magnified(
            by: .random(in: 1...2, using: &dice), about: point, in: 1, of: placements, to: 1...16)
        let (before, after) = (spot(placement), spot(zoomed(pinched)[1]))
        // Edges of the stage lie on every second pixel.
        #expect(abs(before.x - after.x) * zoomed(pinched)[1].picture.width <= 3)
        #expect(abs(before.y - after.y) * zoomed(pinched)[1].picture.height <= 3)
    }

    @Test func `pinched together, pictures are whole and in the middle again`() {
        let begun = TileLayout.Zoom(8, x: 0.1, y: 0.9)
        let placements = zoomed(begun)
        let corner = placements[0].tile.origin
        #expect(begun.magnified(by: 0.01, about: corner, in: 0, of: placements, to: 1...16) == TileLayout.Zoom())
        #expect(begun.magnified(by: 100, about: corner, in: 0, of: placements, to: 1...16).scale == 16)
        for factor in [0, -1, Double.nan, .infinity] {
            #expect(begun.magnified(by: factor, about: corner, in: 0, of: placements, to: 1...16) == begun)
        }
    }

    @Test func `a drag stops at the edges, and one back moves at once`() {
        let begun = TileLayout.Zoom(4)
        let placements = zoomed(begun)
        let dragged = begun.moved(by: CGSize(width: 256, height: -144), in: 0, of: placements)
        #expect(abs(dragged.x - 0.4) < 1e-9 && abs(dragged.y - 0.6) < 1e-9)
        let stopped = begun.moved(by: CGSize(width: 1e6, height: 1e6), in: 0, of: placements)
        #expect(zoomed(stopped)[0].picture.origin == placements[0].tile.origin)
        for edge in [stopped, TileLayout.Zoom(4, x: 0, y: 0)] {
            let back = edge.moved(by: CGSize(width: -256, height: 0), in: 0, of: zoomed(edge))
            #expect(zoomed(back)[0].picture.minX == placements[0].tile.minX - 256)
        }
    }

    @Test func `a hand on a picture that cannot move leaves one of another shape where it is`() {
        let pictures = [wide, CGSize(width: 1080, height: 1920)]
        let begun = TileLayout.Zoom(2, x: 0.5, y: 0.3)
        let placements = zoomed(begun, pictures: pictures)
        let middle = CGPoint(x: placements[0].tile.midX, y: placements[0].tile.midY)
        #expect(begun.moved(by: .zero, in: 0, of: placements) == begun)
        #expect(begun.magnified(by: 1, about: middle, in: 0, of: placements, to: 1...16) == begun)
    }
}
