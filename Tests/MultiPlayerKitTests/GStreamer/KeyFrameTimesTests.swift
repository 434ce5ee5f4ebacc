#if canImport(CGStreamer)
    import Testing

    @testable import MultiPlayerKit

    /// Whether a decoder goes on to a target or seeks.
    struct KeyFrameTimesTests {
        private func isSooner(_ target: Double, from last: Double, since key: Double, _ known: [Double] = []) -> Bool {
            var times = KeyFrameTimes()
            for time in known { times.note(.seconds(time)) }
            return times.isSooner(.seconds(target), from: .seconds(last), since: .seconds(key))
        }

        @Test func `a target within the group of pictures is reached by decoding on`() {
            #expect(isSooner(4.8, from: 4.3, since: 0))
            #expect(isSooner(8.6, from: 4.3, since: 0))
        }

        @Test func `a target farther ahead than decoding has come is sought`() {
            #expect(!isSooner(8.7, from: 4.3, since: 0))
            #expect(!isSooner(12, from: 10.2, since: 10))
        }

        @Test func `a key frame known to lie on the way is sought`() {
            #expect(!isSooner(8.5, from: 4.3, since: 0, [0, 8.333]))
            #expect(isSooner(8.2, from: 4.3, since: 0, [0, 8.333]))
            // One beyond the target does not matter.
            #expect(isSooner(6, from: 4.3, since: 0, [8.333, 0]))
            // A key frame that is itself the target is where a seek arrives at once.
            #expect(!isSooner(5, from: 4.3, since: 0, [5, 0]))
        }

        @Test func `a key frame is presumed at the longest distance met so far`() {
            // From 8.333 on, nothing is known.
            #expect(isSooner(16, from: 13, since: 8.333, [0, 8.333]))
            #expect(!isSooner(16.72, from: 13, since: 8.333, [0, 8.333]))
            #expect(!isSooner(7.6, from: 4.3, since: 0, [0, 4.2, 4.2, 4.25, 1]))
            #expect(isSooner(6, from: 4.3, since: 0, [4.2, 0, 4.2]))
        }
    }
#endif
