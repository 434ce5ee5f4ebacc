import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import TestTools

struct ReadAheadTests {
    @Test func `a reader that continues gets a growing window in few requests`() {
        var ahead = ReadAhead()
        var wanted: [Int64] = []
        for step in 0..<2_000 as Range<Int64> {
            let (place, range) = ahead.read(step * 4_096..<(step + 1) * 4_096)
            #expect(place == 0)
            #expect(range.lowerBound == step * 4_096)
            let read = (step + 1) * 4_096
            #expect(
                range.upperBound - read <= max(read / ReadAhead.share, ReadAhead.first), "leaving wastes over a fifth")
            if wanted.last != range.upperBound { wanted.append(range.upperBound) }
        }
        #expect(wanted.first == ReadAhead.first)
        #expect(wanted.count < 30)
        #expect((wanted.last ?? 0) > 2_000 * 4_096 + ReadAhead.last / 3)
    }

    @Test func `readers whose first reads differ by a few bytes want the same`() {
        let windows = [0, 4, 16, 4_096].map { (length: Int64) in
            var ahead = ReadAhead()
            return ahead.read(0..<length).wanted
        }
        #expect(Set(windows) == [0..<ReadAhead.first])
    }

    @Test func `positions that are read in turns keep their windows`() {
        var ahead = ReadAhead()
        let far: Int64 = 100 << 20
        for step in 0..<100 as Range<Int64> {
            #expect(ahead.read(step * 10_000..<step * 10_000 + 10_000).place == 0)
            #expect(ahead.read(far + step * 10_000..<far + step * 10_000 + 10_000).place == 1)
        }
        #expect(ahead.read(500 << 20..<501 << 20).place == 2)
        // The least recently used position makes room.
        #expect(ahead.read(900 << 20..<901 << 20).place == 0)
        _ = ahead.read(Int64.max - 10..<Int64.max)
    }
}

struct EvictionPlanTests {
    typealias Entry = EvictionPlan.Entry

    static let entries = [
        Entry(name: "old", bytes: 30, usedAt: 1, isInUse: false),
        Entry(name: "playing", bytes: 30, usedAt: 0, isInUse: true),
        Entry(name: "new", bytes: 30, usedAt: 3, isInUse: false),
        Entry(name: "mid", bytes: 30, usedAt: 2, isInUse: false),
    ]

    @Test func `the least recently used resource is evicted first, and never one that is in use`() {
        #expect(EvictionPlan.victims(of: Self.entries, limit: 120, needed: 0) == [])
        #expect(EvictionPlan.victims(of: Self.entries, limit: 120, needed: 1) == ["old"])
        #expect(EvictionPlan.victims(of: Self.entries, limit: 120, needed: 31) == ["old", "mid"])
        #expect(EvictionPlan.victims(of: Self.entries, limit: 120, needed: 90) == ["old", "mid", "new"])
        #expect(EvictionPlan.victims(of: Self.entries, limit: 120, needed: 91) == nil)
    }
}
