import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

@Suite struct FeedBindingTests {
    // MARK: Late arrivals

    @Test func `a late arrival for a binding that is over does nothing and is counted`() {
        let bench = FeedBench.list(height: 700)
        let old = bench.feed.binding(of: 0)
        bench.settle(at: 7_000)
        bench.settle(at: 0)
        let new = bench.feed.binding(of: 0)
        #expect(new != old && bench.playing == [0])
        for arrival in [FeedArrival.failed("gone"), .firstPicture, .ended, .prerolled, .bytes] {
            if let old { bench.send(.arrived(arrival, old)) }
            #expect(bench.last.isEmpty)
        }
        #expect(bench.feed.lateDropped == 5)
        if let old { #expect(!bench.feed.isCurrent(old)) }
        #expect(bench.broken == [])
    }

    @Test func `readiness belongs to the current player, and only the bytes outlive it`() {
        let bench = FeedBench.list(height: 700)
        #expect(bench.feed.readiness(of: 1) == .nothing)
        bench.arrive(.bytes, 2)
        bench.arrive(.prerolled, 2)
        #expect(bench.feed.readiness(of: 2) == .bytes, "the cell has no player")
        bench.arrive(.prerolled, 1)
        bench.arrive(.bytes, 1)
        #expect(bench.feed.readiness(of: 1) == .prerolled)
        bench.arrive(.firstPicture, 1)
        #expect(bench.feed.readiness(of: 1) == .picture)
        bench.send(.absence(.covered))
        #expect(bench.feed.readiness(of: 1) == .bytes && bench.feed.readiness(of: 2) == .nothing)
        #expect(bench.broken == [])
    }

    @Test func `a cell that fails lets another play, and is tried again when it comes back`() {
        let bench = FeedBench.list(height: 390)
        #expect(bench.playing == [0])
        bench.arrive(.failed("no such file"), 0)
        #expect(bench.playing == [1])
        #expect(bench.cells[0]?.offer == .retry && bench.feed.explanation(of: 0).contains("no such file"))
        bench.settle(at: 7_000)
        bench.settle(at: 0)
        #expect(bench.playing == [0])
        bench.arrive(.failed("no such file"), 0)
        bench.send(.user(.play(0)))
        #expect(bench.playing == [0])
        #expect(bench.broken == [])
    }

    @Test func `a prepared cell that fails is left alone until it comes near again`() {
        let bench = FeedBench.list(height: 700)
        bench.arrive(.failed("404"), 1)
        #expect(
            bench.prepared == [] && bench.fetched == [2, 3]
                && bench.cells[1]?.role != .fetch(.init(ranges: [], rank: 1)))
        bench.advance(.seconds(30))
        #expect(bench.feed.intents.failed.count == 1)
        bench.settle(at: 9_000)
        #expect(bench.feed.intents.failed.isEmpty)
    }

    // MARK: Views, reloads, insertions

    @Test func `a cell whose view is made ready gets its binding before it is on the screen`() {
        let bench = FeedBench.list(height: 700)
        bench.send(.display(40))
        #expect(bench.cells[40]?.role == .poster)
        let binding = bench.feed.binding(of: 40)
        bench.settle(at: 28_000)
        #expect(bench.playing == [40] && bench.feed.binding(of: 40) == binding)
        bench.settle(at: 0)
        #expect(bench.cells[40]?.role == .poster)
        bench.send(.endDisplay(40))
        #expect(bench.cells[40] == nil)
        #expect(bench.broken == [])
    }

    @Test func `a cell inserted above leaves the playing cell alone, and the next plays when that is removed`() {
        let size = CGSize(width: 400, height: 700)
        var ids = (0..<50).map { FeedCellID("clip \($0)") }
        let bench = FeedBench(.grid(ids, cell: size))
        bench.settle(at: 7_000)
        #expect(bench.playing == ["clip 10"])
        let binding = bench.feed.binding(of: "clip 10")
        ids.insert("new", at: 3)
        bench.reload(.grid(ids, cell: size), by: 700)
        #expect(bench.assignments(of: "clip 10") == [])
        bench.rest()
        #expect(bench.playing == ["clip 10"] && bench.feed.binding(of: "clip 10") == binding)
        ids.removeAll { $0 == "clip 10" }
        bench.reload(.grid(ids, cell: size))
        #expect(bench.cells["clip 10"] == nil && bench.playing == ["clip 11"])
        bench.reload(.grid([], cell: size))
        #expect(bench.cells.isEmpty && bench.holders.isEmpty)
        #expect(bench.broken == [])
    }

    @Test func `new content under the same identifier starts from the beginning`() {
        let bench = FeedBench.list(height: 700)
        let old = bench.feed.binding(of: 0)
        bench.send(.user(.pause(0)))
        if let old { bench.send(.arrived(.stopped(at: .seconds(9)), old)) }
        bench.send(.replaced(0))
        #expect(bench.playing == [0] && bench.feed.binding(of: 0) != old)
        if case .play(_, let start, _)? = bench.cells[0]?.role { #expect(start == .zero) }
        #expect(bench.broken == [])
    }

    @Test func `cells that report their frames one by one are found like others`() {
        let bench = FeedBench(.reported())
        #expect(bench.cells.isEmpty)
        for cell in 0..<20 {
            bench.send(.place(FeedCellID(cell), CGRect(x: 0, y: CGFloat(cell) * 500, width: 400, height: 480)))
        }
        #expect(bench.playing == [0] && bench.prepared == [1])
        bench.settle(at: 2_450)
        #expect(bench.playing == [5])
        bench.send(.displace(5))
        #expect(bench.cells[5] == nil && !bench.playing.contains(5))
        bench.send(.place(5, CGRect(x: 0, y: 2_500, width: 400, height: 480)))
        #expect(bench.playing == [5])
        #expect(bench.broken == [])
    }

    // MARK: Pool

    @Test func `a slot serves one cell until that cell is released`() {
        var pool = FeedPool(capacity: 2)
        func take(_ id: FeedCellID) -> FeedSlot? { pool.take(for: id) }
        func release(_ id: FeedCellID) -> FeedSlot? { pool.release(id) }
        func retire() -> [FeedSlot] { pool.retire() }
        let first = take(1)
        #expect(first == FeedSlot(number: 0) && take(1) == first)
        #expect(take(2) == FeedSlot(number: 1))
        #expect(take(3) == nil && pool.inUse == 2)
        #expect(release(1) == first && release(1) == nil)
        #expect(take(3) == first)
    }

    @Test func `a cell gets the slot it had last, else the one that has been free for longest`() {
        var pool = FeedPool(capacity: 3)
        func take(_ id: FeedCellID) -> FeedSlot? { pool.take(for: id) }
        func release(_ id: FeedCellID) -> FeedSlot? { pool.release(id) }
        func retire() -> [FeedSlot] { pool.retire() }
        let slots = [1, 2, 3].map { pool.take(for: FeedCellID($0)) }
        for cell in [2, 1, 3] { pool.release(FeedCellID(cell)) }
        #expect(take(3) == slots[2])
        #expect(take(9) == slots[1])
        #expect(pool.count == 3)
        pool.capacity = 1
        #expect(retire() == [slots[0]] && pool.count == 2)
        #expect(take(4) == nil)
        pool.release(9)
        #expect(retire() == [slots[1]])
    }
}
