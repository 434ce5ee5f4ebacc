#if canImport(CGStreamer)
    import Foundation
    import Testing

    @testable import MultiPlayerKitScreen

    /// Where a window opens.
    struct WindowPlanTests {
        private let stage = CGSize(width: 1280, height: 720)
        private let screen = CGRect(x: 0, y: 0, width: 1400, height: 800)

        private func plan(
            _ place: StageWindow.Place? = nil, on screens: [CGRect]? = nil, hasManager: Bool = false
        ) -> WindowPlan {
            WindowPlan(stage: stage, place: place, screens: screens ?? [screen], hasManager: hasManager)
        }

        @Test func `a new window is as large as the stage, if its screen is, and in the middle`() {
            #expect(plan().place.size == stage && plan().isCentred)
            #expect(plan(hasManager: true).place.size == CGSize(width: 1260, height: 708))
            #expect(
                plan(on: [CGRect(x: 0, y: 0, width: 640, height: 480)]).place.size == CGSize(width: 640, height: 360))
        }

        @Test func `a window comes back where it was and as large`() {
            let kept = plan(StageWindow.Place(x: 30, y: 40, width: 500, height: 300), hasManager: true)
            #expect(kept.place == CGRect(x: 30, y: 40, width: 500, height: 300) && !kept.isCentred)
            let beside = CGRect(x: 1400, y: 0, width: 800, height: 600)
            let second = plan(StageWindow.Place(x: 1500, y: 40, width: 500, height: 300), on: [screen, beside])
            #expect(second.place == CGRect(x: 1500, y: 40, width: 500, height: 300) && !second.isCentred)
        }

        @Test func `a window that would be out of reach opens in the middle, and not larger than its screen`() {
            let gone = plan(StageWindow.Place(x: 1500, y: 40, width: 500, height: 300))
            #expect(gone.place.size == CGSize(width: 500, height: 300) && gone.isCentred)
            #expect(plan(StageWindow.Place(x: 1390, y: 40, width: 500, height: 300)).isCentred)
            let large = plan(StageWindow.Place(x: 0, y: 0, width: 4_000, height: 3_000))
            #expect(large.place == screen && !large.isCentred)
        }

        @Test(arguments: 0..<200 as Range<UInt64>)
        func `whatever was kept, the window can be taken hold of`(seed: UInt64) {
            var state = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            func next() -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                // Half of them as in life, half of them anything.
                return state >> 60 & 1 == 0 ? Int(state >> 33 % 3_000) - 500 : Int(truncatingIfNeeded: state)
            }
            let kept = StageWindow.Place(x: next(), y: next(), width: next(), height: next())
            let plan = plan(kept)
            #expect(plan.place.width >= 16 && plan.place.height >= 16)
            #expect(plan.place.width <= 1_400 && plan.place.height <= 800)
            if !plan.isCentred {
                let seen = plan.place.intersection(screen)
                #expect(seen.width >= 64 && seen.height >= 64, "\(kept)")
            }
        }
    }
#endif
