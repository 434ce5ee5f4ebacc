#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Testing

    @testable import ComparisonScreens

    @Suite struct BudgetOverlayTests {
        private static let sizes = [
            CGSize(width: 1280, height: 720), CGSize(width: 640, height: 360), CGSize(width: 1920, height: 1080),
            CGSize(width: 320, height: 180), CGSize(width: 16, height: 16), CGSize(width: 360, height: 7680),
        ]

        private static let sums = BudgetSums(
            tiers: [(.full, 6), (.reducedFrameRate, 4), (.keyframes, 20), (.still, 18)], background: .keyframes,
            isEnabled: true, capacity: BudgetLimit(sessions: 30, macroblocksPerSecond: 1_350_000),
            used: DecodeCost(sessions: 30, macroblocks: 1_080_000, bits: 0, memory: 0), processorUse: 1.84, cores: 2)

        @Test(arguments: sizes)
        func `all marks lie on the stage, the signs in their tiles`(size: CGSize) {
            let stage = CGRect(origin: .zero, size: size)
            let tiles = TileLayout(.grid, spacing: 4, margin: 4)
                .placements(for: Array(repeating: CGSize(width: 1280, height: 720), count: 48), in: size)
            for (index, tile) in tiles.enumerated() {
                var overlay = BudgetOverlay(stage: size)
                overlay.addSign(of: DecodeTier.allCases[index % 6], number: index + 1, in: tile.visible)
                #expect(overlay.marks.allSatisfy { tile.visible.contains($0.rect) })
            }
            var overlay = BudgetOverlay(stage: size)
            overlay.add(Self.sums)
            #expect(overlay.marks.count > 2)
            #expect(overlay.marks.dropFirst().allSatisfy { stage.contains($0.rect) })
        }

        @Test(arguments: DecodeTier.allCases)
        func `a better tier has one more lit bar`(tier: DecodeTier) {
            var overlay = BudgetOverlay(stage: Self.sizes[0])
            overlay.addSign(of: tier, number: 1, in: CGRect(x: 0, y: 100, width: 160, height: 90))
            let lit = overlay.marks.suffix(5).count { $0.opacity == 1 }
            #expect(lit == DecodeTier.allCases.sorted().firstIndex(of: tier))
        }

        @Test func `a tile that is behind says so where there is room`() {
            let (large, small) = (
                CGRect(x: 0, y: 100, width: 640, height: 360), CGRect(x: 0, y: 100, width: 64, height: 36)
            )
            for (tile, hasRoom) in [(large, true), (small, false)] {
                var (plain, behind) = (BudgetOverlay(stage: Self.sizes[0]), BudgetOverlay(stage: Self.sizes[0]))
                plain.addSign(of: .full, number: 2, in: tile)
                behind.addSign(of: .full, number: 2, word: "behind", in: tile)
                #expect(behind.marks.allSatisfy { tile.contains($0.rect) })
                #expect((behind.marks.count > plain.marks.count) == hasRoom)
                #expect(!plain.marks.isEmpty)
            }
        }

        @Test func `the bar is as long as the scarcer share`() {
            var overlay = BudgetOverlay(stage: Self.sizes[0])
            overlay.add(Self.sums)
            #expect(overlay.marks.last?.rect.width == 1280, "30 of 30 decoders")
            #expect(Self.sums.text == "30/30 decoders   1.08/1.35M macroblocks/s   1.8/2 cores")
            var free = Self.sums
            free.capacity = .none
            #expect(free.use == nil)
            #expect(free.text == "30 decoders   1.08M macroblocks/s   1.8/2 cores")
            free.isEnabled = false
            #expect(free.text == "budget off")
        }

        @Test func `every letter and digit can be written`() {
            let signs = "abcdefghijklmnopqrstuvwxyz0123456789/.-"
            for sign in signs {
                let dots = PixelFont.dots(of: String(sign))
                #expect(!dots.isEmpty, "\(sign)")
                #expect(dots.allSatisfy { CGRect(x: 0, y: 0, width: 3, height: 5).contains($0) }, "\(sign)")
            }
            #expect(Set(signs.map { PixelFont.dots(of: String($0)) }).count == signs.count, "no two look alike")
            #expect(PixelFont.dots(of: "é ☃").isEmpty && PixelFont.length(of: "") == 0)
            #expect(PixelFont.dots(of: "8").count <= 7)
        }
    }
#endif
