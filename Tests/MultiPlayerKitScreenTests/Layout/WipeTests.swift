import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

private let stage = CGSize(width: 1920, height: 1080)
private let wide = CGSize(width: 1280, height: 720)
private let classic = CGSize(width: 4, height: 3)  // 1440 of the stage's 1920 pixels wide, from 240 to 1680

@Suite struct WipeTests {
    @Test func `the boundary divides what is seen and does not move the pictures`() {
        let placements = TileLayout.wipe(at: 0.25).placements(for: [wide, wide], in: stage)
        #expect(placements.allSatisfy { $0.picture == CGRect(x: 0, y: 0, width: 1920, height: 1080) })
        #expect(placements[0].visible == CGRect(x: 0, y: 0, width: 480, height: 1080))
        #expect(placements[1].visible == CGRect(x: 480, y: 0, width: 1440, height: 1080))
        #expect(placements[1].sourceCrop == CGRect(x: 0.25, y: 0, width: 0.75, height: 1))
    }

    @Test func `the boundary moves between the pictures' edges, not the stage's`() {
        let placements = TileLayout.wipe(at: 0.1).placements(for: [classic, classic], in: stage)
        #expect(placements[0].visible == CGRect(x: 240, y: 0, width: 144, height: 1080))
    }

    @Test(arguments: [(1.0, 1), (7.0, 1), (Double.infinity, 1), (0.0, 0), (-3.0, 0), (-Double.infinity, 0)])
    func `at the ends and beyond only one side is seen`(position: Double, hidden: Int) {
        let placements = TileLayout.wipe(at: position).placements(for: [wide, wide], in: stage)
        #expect(placements[hidden].isHidden)
        #expect(placements[1 - hidden].visible == placements[1 - hidden].picture)
    }

    @Test func `a position that is not a number is taken for the middle`() {
        let placements = TileLayout.wipe(at: .nan).placements(for: [wide, wide], in: stage)
        #expect(placements == TileLayout.wipe.placements(for: [wide, wide], in: stage))
    }

    @Test func `more than two members share what is right of the first boundary`() {
        let pictures = [wide, wide, wide]
        let equal = TileLayout.wipe(at: 1.0 / 3).placements(for: pictures, in: stage)
        #expect(equal.map(\.visible.minX) == [0, 640, 1280])
        let dragged = TileLayout.wipe(at: 0.5).placements(for: pictures, in: stage)
        #expect(dragged.map(\.visible.minX) == [0, 960, 1440])
        #expect(dragged.map(\.visible.maxX) == [960, 1440, 1920])
    }

    @Test func `a single member is shown whole and has no boundary`() {
        #expect(TileLayout.wipe.placements(for: [wide], in: stage)[0].visible.width == 1920)
        #expect(TileLayout.wipe.wipeBoundary(for: [wide], in: stage) == nil)
        #expect(TileLayout.grid.wipeBoundary(for: [wide, wide], in: stage) == nil)
    }

    @Test func `the boundary's position follows the mouse and stops at the pictures' edges`() throws {
        let boundary = try #require(TileLayout.wipe.wipeBoundary(for: [classic, classic], in: stage))
        #expect(boundary.area == CGRect(x: 240, y: 0, width: 1440, height: 1080))
        #expect(boundary.x == 960)
        #expect(boundary.position(at: CGPoint(x: 600, y: -50)) == 0.25)
        #expect(boundary.position(at: CGPoint(x: 0, y: 0)) == 0)
        #expect(boundary.position(at: CGPoint(x: 1e30, y: 0)) == 1)
        #expect(boundary.position(at: CGPoint(x: Double.nan, y: 0)) == 0.5)
    }

    @Test func `the handle is centred on the boundary and cut at the pictures' edges`() throws {
        let middle = try #require(TileLayout.wipe.wipeBoundary(for: [classic, classic], in: stage))
        #expect(middle.handle() == CGRect(x: 938, y: 0, width: 44, height: 1080))
        #expect(middle.handle(thickness: .nan).width == 0)
        #expect(middle.handle(thickness: .infinity) == middle.area)
        let left = try #require(TileLayout.wipe(at: 0).wipeBoundary(for: [classic, classic], in: stage))
        #expect(left.handle(thickness: 20) == CGRect(x: 240, y: 0, width: 10, height: 1080))
    }
}
