import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache

struct ByteRangeSetTests {
    @Test func `ranges that overlap or touch become one`() {
        var set = ByteRangeSet(10..<20)
        set.insert(30..<40)
        set.insert(20..<30)
        #expect(set.ranges == [10..<40])
        set.remove(15..<16)
        #expect(set.ranges == [10..<15, 16..<40])
        #expect(set.missing(in: 0..<50) == [0..<10, 15..<16, 40..<50])
        #expect(set.end(from: 12) == 15 && set.end(from: 15) == 15)
        #expect(set.count == 29)
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `a set agrees with an array of bits`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var set = ByteRangeSet()
        var bits = [Bool](repeating: false, count: 64)
        for _ in 0..<60 {
            let first = Int64.random(in: 0..<64, using: &numbers)
            let range = first..<Int64.random(in: first...64, using: &numbers)
            switch Int.random(in: 0..<3, using: &numbers) {
            case 0:
                set.remove(range)
                for place in range { bits[Int(place)] = false }
            default:
                set.insert(range)
                for place in range { bits[Int(place)] = true }
            }
            let asked = Int64.random(in: 0..<32, using: &numbers)..<Int64.random(in: 32...64, using: &numbers)
            let missing = set.missing(in: asked)
            let present = set.present(in: asked)
            for place in asked {
                #expect(missing.contains { $0.contains(place) } == !bits[Int(place)])
                #expect(present.contains { $0.contains(place) } == bits[Int(place)])
            }
            #expect(set.overlaps(asked) == !present.isEmpty)
            #expect(set.contains(asked) == missing.isEmpty)
            #expect(set.count == Int64(bits.count { $0 }))
            #expect(zip(set.ranges, set.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        }
    }
}
