import CoreGraphics
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// Comparison layouts in the points of a view.
struct ComparisonGeometryTests {
    private let wide = [CGSize(width: 1920, height: 1080), CGSize(width: 1920, height: 1080)]

    @Test(arguments: [1.0, 2, 3]) func `edges lie on whole pixels and spacing counts in points`(scale: Double) {
        let layout = TileLayout(.sideBySide, spacing: 10)
        let geometry = ComparisonGeometry(layout, pictures: wide, size: CGSize(width: 401, height: 150), scale: scale)
        for placement in geometry.placements {
            for edge in [placement.tile.minX, placement.tile.maxX, placement.visible.minY, placement.visible.maxY] {
                #expect(abs(Double(edge) * scale - (Double(edge) * scale).rounded()) < 1e-9)
            }
        }
        let gap = geometry.placements[1].tile.minX - geometry.placements[0].tile.maxX
        #expect(abs(Double(gap) - 10) < 1e-9)
    }

    @Test func `a wipe's tiles meet at the boundary`() throws {
        let geometry = ComparisonGeometry(
            .wipe(at: 0.25), pictures: wide, size: CGSize(width: 320, height: 180), scale: 2)
        let wipe = try #require(geometry.wipe)
        #expect(wipe.x == 80)
        #expect(wipe.position == 0.25)
        #expect(geometry.placements[0].visible.maxX == 80)
        #expect(geometry.placements[1].visible.minX == 80)
    }

    @Test(arguments: [0, 0.01, 0.5, 0.99, 1]) func `the handle is 44 points wide and inside at every position`(
        position: Double
    ) throws {
        let geometry = ComparisonGeometry(
            .wipe(at: position), pictures: wide, size: CGSize(width: 320, height: 180), scale: 2)
        let wipe = try #require(geometry.wipe)
        #expect(wipe.handle.width == 44)
        #expect(wipe.handle.minX >= wipe.area.minX && wipe.handle.maxX <= wipe.area.maxX)
        #expect(Double(wipe.handle.minX) <= wipe.x && wipe.x <= Double(wipe.handle.maxX))
    }

    @Test func `a drag moves the boundary by its own distance and stops at the edges`() throws {
        let geometry = ComparisonGeometry(.wipe, pictures: wide, size: CGSize(width: 320, height: 180), scale: 2)
        let wipe = try #require(geometry.wipe)
        #expect(wipe.position(movedBy: 32) == 0.6)
        #expect(wipe.position(movedBy: 1000) == 1)
        #expect(wipe.position(movedBy: -1000) == 0)
    }

    /// What is dragged over is divided by its width.
    @Test func `a boundary has room to move, however small the view and thin the pictures`() throws {
        let thin = [CGSize(width: 1, height: 100_000), CGSize(width: 1, height: 100_000)]
        for pictures in [wide, thin] {
            for width in [0.5, 160] {
                let geometry = ComparisonGeometry(
                    .wipe, pictures: pictures, size: CGSize(width: width, height: 90), scale: 2)
                let wipe = try #require(geometry.wipe)
                #expect(wipe.area.width > 0)
                #expect(wipe.position(movedBy: 0) == 0.5)
            }
        }
    }

    @Test func `without a size, a scale or pictures nothing is visible`() {
        #expect(ComparisonGeometry(.wipe, pictures: wide, size: .zero, scale: 2).wipe == nil)
        #expect(ComparisonGeometry(.wipe, pictures: [], size: CGSize(width: 9, height: 9), scale: 0).placements.isEmpty)
        let nowhere = ComparisonGeometry(.grid, pictures: wide, size: .zero, scale: 2)
        #expect(nowhere.placements.map(\.isHidden) == [true, true])
    }
}
