#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import Testing

    @testable import ComparisonScreens

    @Suite struct ScreenOverlayTests {
        private let stage = CGSize(width: 1280, height: 720)

        @Test(arguments: [0, 0.25, 0.5, 1])
        func `the time line covers the lower edge without a gap`(progress: Double) {
            var overlay = ScreenOverlay(stage: stage)
            overlay.addTimeLine(progress: progress, isHeld: false)
            #expect(overlay.marks.map(\.rect.width).reduce(0, +) == stage.width)
            #expect(overlay.marks.allSatisfy { $0.rect.maxY == stage.height && $0.rect.height <= 8 })
            #expect(Double(overlay.marks[1].rect.width) == Double(stage.width) * progress)
        }

        @Test func `a marker stays on the stage at both ends`() {
            var overlay = ScreenOverlay(stage: stage)
            for fraction in [0, 0.5, 1] { overlay.addMarker(at: fraction) }
            #expect(overlay.marks.map(\.rect.minX) == [0, 638, 1276])
            #expect(overlay.marks.allSatisfy { $0.rect.maxY == stage.height })
        }

        @Test func `a press near the lower edge takes hold of the time line`() {
            let overlay = ScreenOverlay(stage: stage)
            #expect(overlay.isOnTimeLine(CGPoint(x: 1, y: 719)))
            #expect(!overlay.isOnTimeLine(CGPoint(x: 640, y: 600)))
            #expect([-5, 0, 640, 1280, 9_000].map { overlay.fraction(at: CGPoint(x: $0, y: 0)) } == [0, 0, 0.5, 1, 1])
        }

        @Test func `the frame lies inside its tile`() {
            let tile = CGRect(x: 16, y: 100, width: 300, height: 200)
            var overlay = ScreenOverlay(stage: stage)
            overlay.addFrame(around: tile)
            overlay.addFrame(around: .zero)
            #expect(overlay.marks.count == 4)
            #expect(overlay.marks.allSatisfy { tile.contains($0.rect) })
        }

        @Test func `tiles that lie on one another use the whole stage`() {
            let sizes = [stage, stage]
            for layout in ScreenOptions.Layout.allCases {
                let places = layout.tiles(besideBackground: true).placements(for: sizes, in: stage)
                let isOverlaid = [.wipe, .difference, .single].contains(layout)
                #expect((places[0].picture.minX == 0) == isOverlaid, "\(layout)")
                let alone = layout.tiles(besideBackground: false).placements(for: sizes, in: stage)
                #expect(alone[0].tile.minX == 0, "\(layout)")
            }
        }
    }
#endif
