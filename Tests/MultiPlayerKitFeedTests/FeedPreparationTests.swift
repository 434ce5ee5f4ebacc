import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

@Suite struct FeedPreparationTests {
    @Test func `one cell is prerolled ahead, two after it and one behind are fetched`() {
        let bench = FeedBench.list(height: 700)
        #expect(bench.playing == [0] && bench.prepared == [1] && bench.fetched == [2, 3])
        bench.settle(at: 6_950)
        #expect(bench.playing == [10] && bench.prepared == [11] && bench.fetched == [9, 12, 13])
        let ranks = bench.cells.mapValues { cell in
            if case .fetch(let opening) = cell.role { opening.rank } else { 0 }
        }
        #expect(ranks[12] == 2 && ranks[13] == 3 && ranks[9] == 4)
        #expect(bench.broken == [])
    }

    @Test func `when the direction turns, cells the other way are no longer prepared`() {
        let bench = FeedBench.list(height: 700)
        bench.settle(at: 7_000)
        #expect(bench.prepared == [11] && bench.fetched == [9, 12, 13])
        bench.scroll(by: -60, speed: 60)
        #expect(bench.playing == [10] && bench.prepared == [9] && bench.fetched == [7, 8, 11])
        #expect(bench.broken == [])
    }

    @Test func `a trembling finger does not turn the direction`() {
        let bench = FeedBench.list(height: 700)
        bench.settle(at: 7_000)
        let before = bench.assigned
        bench.scroll(by: -15, speed: 60)
        bench.rest()
        #expect(bench.assigned == before)
    }

    @Test func `in a fling no preparation starts, and that of cells left behind is cancelled`() {
        let bench = FeedBench.list(height: 700)
        bench.settle(at: 7_000)
        bench.scroll(by: 6_000, speed: 9_000, phase: .decelerating, tellsVelocity: true)
        #expect(bench.prepared == [] && bench.fetched == [])
        bench.rest()
        #expect(!bench.prepared.isEmpty && bench.fetched.count == 3)
        #expect(bench.broken == [])
    }

    @Test func `bytes ahead stay below their ceiling, nearest first`() {
        var settings = FeedSettings()
        settings.byteCeiling = 2_500_000
        let bench = FeedBench.list(height: 700, settings: settings)
        #expect(bench.prepared == [1] && bench.fetched == [2])
        bench.send(.opening(2, [0..<100_000, 900_000..<1_000_000]))
        #expect(bench.fetched == [2, 3])
        settings.byteCeiling = 0
        bench.send(.settings(settings))
        #expect(bench.prepared == [] && bench.fetched == [] && bench.playing == [0])
        #expect(bench.broken == [])
    }

    @Test func `the next cell is prepared once the playing one has its picture or has waited too long for it`() {
        let bench = FeedBench.list(height: 700)
        bench.showsAtOnce = false
        bench.settle(at: 7_000)
        #expect(bench.playing == [10] && bench.prepared == [] && bench.fetched == [9, 11, 12, 13])
        bench.arrive(.firstPicture, 10)
        #expect(bench.prepared == [11])
        bench.settle(at: 7_700)
        #expect(bench.playing == [11] && bench.prepared == [])
        bench.advance(.seconds(2))
        #expect(bench.prepared == [12])
        #expect(bench.broken == [])
    }

    @Test func `when players are few they go to the playing cell`() {
        var settings = FeedSettings()
        settings.playerCeiling = 1
        let bench = FeedBench.list(height: 500, settings: settings)
        #expect(bench.playing == [0] && bench.prepared == [] && bench.fetched == [1, 2, 3])
        bench.settle(at: 300)
        #expect(bench.playing == [1])
        #expect(bench.cells[0]?.role == .still(nil))
        #expect(bench.broken == [])
    }

    @Test func `a cell that keeps its picture and fetches nothing takes no bytes from the others`() {
        var settings = FeedSettings()
        settings.playerCeiling = 1
        // One opening of the assumed size.
        settings.byteCeiling = settings.assumedOpening
        let bench = FeedBench.list(height: 500, settings: settings)
        bench.settle(at: 300)
        #expect(bench.playing == [1] && bench.cells[0]?.role == .still(nil) && bench.fetched == [2])
        // Backwards the cell above comes next; there is no player to prepare it with, and it shows its last picture.
        bench.scroll(by: -60, speed: 60)
        #expect(bench.playing == [1] && bench.cells[0]?.role == .still(nil))
        #expect(bench.fetched == [2])
        #expect(bench.broken == [])
    }

    @Test func `a cell that is still on the screen keeps its player while there are enough`() {
        let bench = FeedBench.list(height: 500)
        bench.settle(at: 300)
        #expect(bench.playing == [1] && bench.prepared == [2])
        #expect(bench.cells[0]?.role.slot != nil)
        #expect(bench.stills == [0])
        // The cell plays in the slot that was prepared.
        let slot = bench.cells[2]?.role.slot
        bench.settle(at: 800)
        #expect(bench.playing == [2] && bench.cells[2]?.role.slot == slot)
        #expect(bench.broken == [])
    }

    @Test func `with a swipe every two seconds all fetched cells play except the last three`() {
        let bench = FeedBench.list(height: 800)
        var fetched: Set<FeedCellID> = []
        var played: Set<FeedCellID> = []
        for cell in 0..<50 {
            bench.scroll(by: CGFloat(cell * 800) - bench.place, speed: 2_000, phase: .decelerating)
            bench.rest()
            bench.advance(.seconds(2))
            fetched.formUnion(bench.fetched + bench.prepared)
            played.formUnion(bench.playing)
        }
        #expect(played.count == 50)
        #expect(fetched.subtracting(played).count == 3)
        #expect(bench.broken == [])
    }

    @Test func `low memory ends preparation, and nothing else`() {
        let bench = FeedBench.list(height: 700)
        var conditions = FeedConditions()
        conditions.isShortOfMemory = true
        bench.send(.conditions(conditions))
        #expect(bench.playing == [0] && bench.prepared == [] && bench.fetched == [])
        bench.send(.conditions(FeedConditions()))
        #expect(bench.prepared == [1] && bench.fetched == [2, 3])
    }
}
