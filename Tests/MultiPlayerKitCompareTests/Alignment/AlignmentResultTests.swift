import MultiPlayerKit
import Testing

@testable import MultiPlayerKitCompare

struct AlignmentResultTests {
    private let found = AlignmentResult(offset: .seconds(12), speed: 1.0005, confidence: 1, evidence: .sound)

    /// What a member shows at a group time, counted from its first frame.
    private func itemTime(_ map: TimeMap, at time: Double) -> Double {
        (map.start + .nearest(seconds: time * map.speed)).seconds
    }

    @Test(arguments: [
        TimeMap(), TimeMap(offset: .seconds(-3), speed: 0.5),
        TimeMap(offset: .seconds(2), range: .seconds(5)..<(.seconds(20))),
    ])
    func `a map from an alignment is in step at all times, whatever the reference's`(reference: TimeMap) {
        let own = TimeMap(range: .seconds(7)..<(.seconds(60)), end: .blank)
        let map = found.map(inStepWith: reference, keeping: own)
        #expect(map.range == own.range && map.end == .blank)
        for time in [0, 1.5, 40] {
            let wanted = 12 + 1.0005 * itemTime(reference, at: time)
            #expect(abs(itemTime(map, at: time) - wanted) < 1e-8)
        }
    }

    @Test func `by hand the two marks are shown together`() {
        let reference = TimeMap(offset: .seconds(1), speed: 2, range: .seconds(3)..<(.seconds(90)))
        let own = TimeMap(offset: .seconds(50), speed: 0.5, range: .seconds(10)..<(.seconds(40)), end: .loop)
        let map = own.aligned(at: .seconds(22), with: reference, at: .seconds(14))
        // The reference shows 14 s at 5 s of the group.
        #expect(itemTime(reference, at: 5) == 14)
        #expect(itemTime(map, at: 5) == 22)
        #expect(map.speed == 0.5 && map.range == own.range && map.end == .loop)
    }
}
