import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

@Suite struct FeedRecentValuesTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the values that were set last are kept, as in a plain list`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var values = RecentValues<FeedCellID, Int>(capacity: 7)
        var list: [(id: FeedCellID, value: Int)] = []
        for step in 0..<2_000 {
            let id = FeedCellID(Int.random(in: 0..<20, using: &numbers))
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0:
                values[id] = nil
                list.removeAll { $0.id == id }
            case 1:
                values.capacity = Int.random(in: -1...12, using: &numbers)
            default:
                values[id] = step
                list.removeAll { $0.id == id }
                list.append((id, step))
            }
            list.removeFirst(max(list.count - max(values.capacity, 0), 0))
            #expect(values.count == list.count)
            for number in 0..<20 {
                #expect(values[FeedCellID(number)] == list.first { $0.id == FeedCellID(number) }?.value)
            }
        }
    }
}
