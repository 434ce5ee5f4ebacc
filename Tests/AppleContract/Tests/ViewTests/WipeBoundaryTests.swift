import CoreGraphics
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// Boundaries of wipes that an app has set anywhere.
struct WipeBoundaryTests {
    private func wipe(at position: Double, width: Double = 320) -> ComparisonGeometry.Wipe? {
        let pictures = [CGSize(width: 1920, height: 1080), CGSize(width: 1920, height: 1080)]
        return ComparisonGeometry(
            .wipe(at: position), pictures: pictures, size: CGSize(width: width, height: 180), scale: 2
        ).wipe
    }

    @Test(arguments: [(-1.0, 0.0), (0.2, 0.2), (7, 1), (-.infinity, 0), (.infinity, 1)])
    func `a drag begins at an edge of the pictures if the boundary was set beyond it`(set: Double, from: Double) {
        #expect(wipe(at: set)?.position == from)
        #expect(wipe(at: set)?.position(movedBy: 0) == from)
    }

    @Test func `a boundary that is no number is in the middle`() {
        #expect(wipe(at: .nan)?.position == 0.5)
    }

    @Test func `a handle is no wider than the pictures`() throws {
        let narrow = try #require(wipe(at: 0.5, width: 20))
        #expect(narrow.handle == narrow.area && narrow.area.width == 20)
    }
}
