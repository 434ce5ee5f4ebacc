#if canImport(CGStreamer)
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    @Suite struct DrawingReserveTests {
        private let period = Duration.milliseconds(16)

        private func reserve(after drawings: [Int]) -> Duration {
            var reserve = DrawingReserve()
            for drawing in drawings { reserve.note(.milliseconds(drawing), ofPeriod: period) }
            return reserve.time(ofPeriod: period)
        }

        @Test func `quick drawing leaves seven eighths of a period for waiting`() {
            #expect(reserve(after: []) == .milliseconds(2))
            #expect(reserve(after: Array(repeating: 1, count: 60)) == .milliseconds(2))
        }

        @Test func `slow drawing is allowed for within a few ticks`() {
            #expect(reserve(after: Array(repeating: 6, count: 8)) > .milliseconds(5))
            #expect(reserve(after: Array(repeating: 6, count: 8)) <= .milliseconds(6))
        }

        @Test func `half a period is always left for waiting`() {
            #expect(reserve(after: Array(repeating: 40, count: 60)) == .milliseconds(8))
        }

        @Test func `one interrupted drawing costs at most a quarter of a period`() {
            let quick = Array(repeating: 1, count: 60)
            #expect(reserve(after: quick + [500]) < .milliseconds(5))
            #expect(reserve(after: quick + [500] + quick) == .milliseconds(2))
        }

        @Test func `the time for many tiles is given back when they are gone`() {
            let (many, few) = (Array(repeating: 8, count: 60), Array(repeating: 1, count: 100))
            #expect(reserve(after: many + few) == .milliseconds(2))
        }
    }
#endif
