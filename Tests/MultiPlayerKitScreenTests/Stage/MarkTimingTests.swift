#if canImport(CGStreamer)
    import Foundation
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    @Suite struct MarkTimingTests {
        private func mark(_ x: Int) -> [Canvas.Mark] {
            [Canvas.Mark(rect: CGRect(x: x, y: 0, width: 2, height: 2), colour: .white, opacity: 1)]
        }

        /// The ticks at which marks that change at every tick are drawn anew.
        private func drawn(framesEvery step: Int?, until last: Int = 24, ticks: Range<Int> = 0..<60) -> [Int] {
            var timing = MarkTiming()
            var shown: [Canvas.Mark] = []
            return ticks.filter { tick in
                let hasFrame = step.map { tick <= last && tick % $0 == 0 } ?? false
                let marks = timing.marks(
                    mark(tick), hasFrame: hasFrame, tick: Int64(tick), period: FrameRate(60).frameDuration)
                defer { shown = marks }
                return marks != shown
            }
        }

        @Test(arguments: [1, 2, 3])
        func `marks change with the frames while there are any`(step: Int) {
            #expect(drawn(framesEvery: step, until: 60) == (0..<60).filter { $0 % step == 0 })
        }

        @Test func `marks over a picture that stands still change at once`() {
            #expect(drawn(framesEvery: nil) == Array(0..<60))
        }

        @Test func `marks wait 50 ms for a frame that does not come`() {
            #expect(drawn(framesEvery: 2).filter { $0 > 24 }.first == 27)
        }

        @Test func `marks of slow videos do not wait for each frame`() {
            #expect(drawn(framesEvery: 10, until: 60).count > 40)
        }
    }
#endif
