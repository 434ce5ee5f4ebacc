#if canImport(CGStreamer)
    import Foundation
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    @Suite struct WindowFitTests {
        private let stage = CGSize(width: 1280, height: 720)

        @Test func `a window of the stage's size shows it pixel for pixel`() {
            let fit = WindowFit(stage: stage, window: stage)
            #expect(fit.picture == CGRect(x: 0, y: 0, width: 1280, height: 720))
            #expect(fit.stagePoint(x: 0, y: 0) == CGPoint(x: 0.5, y: 0.5))
            #expect(fit.stagePoint(x: 1279, y: 719) == CGPoint(x: 1279.5, y: 719.5))
        }

        @Test func `a window of another shape leaves bars on two sides`() {
            let wide = WindowFit(stage: stage, window: CGSize(width: 1500, height: 500))
            #expect(wide.picture == CGRect(x: 306, y: 0, width: 888, height: 500))
            let high = WindowFit(stage: stage, window: CGSize(width: 640, height: 1000))
            #expect(high.picture == CGRect(x: 0, y: 320, width: 640, height: 360))
            #expect(high.stagePoint(x: 320, y: 500) == CGPoint(x: 641, y: 361))
        }

        @Test func `the bars lie outside the stage`() {
            let fit = WindowFit(stage: stage, window: CGSize(width: 640, height: 1000))
            #expect(fit.stagePoint(x: 0, y: 0).y < 0)
            #expect(fit.stagePoint(x: 0, y: 999).y > 720)
        }

        @Test(arguments: 0..<200 as Range<UInt64>)
        func `the picture fills the window and keeps its shape`(seed: UInt64) {
            var state = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            func next(_ limit: UInt64) -> Double {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Double((state >> 33) % limit)
            }
            let window = CGSize(width: 16 + next(4000), height: 16 + next(3000))
            let picture = WindowFit(stage: stage, window: window).picture
            // Sides are even, so each may be one pixel more or less.
            #expect(picture.width <= window.width + 1 && picture.height <= window.height + 1)
            #expect(abs(picture.width - window.width) <= 1 || abs(picture.height - window.height) <= 1)
            #expect(abs(picture.width - picture.height * 16 / 9) <= 3)
        }
    }
#endif
