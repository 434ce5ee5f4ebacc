import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

@Suite struct FeedSettlingTests {
    private func atRestOnly(_ policy: FeedPolicy = .mostVisible()) -> FeedSettings {
        var settings = FeedSettings(policy: policy)
        settings.velocityGate = nil
        return settings
    }

    @Test func `after 0.3 s without movement the next cell plays, at the requested wake-up`() {
        let bench = FeedBench.list(height: 700, settings: atRestOnly())
        bench.scroll(by: 600, speed: 3_000)
        #expect(bench.playing == [0])
        bench.advance(.milliseconds(290))
        #expect(bench.playing == [0])
        bench.advance(.milliseconds(15))
        #expect(bench.playing == [1])
        #expect(bench.broken == [])
    }

    @Test func `when the phase becomes idle the next cell plays at once`() {
        let bench = FeedBench.list(height: 700, settings: atRestOnly())
        bench.scroll(by: 600, speed: 3_000, phase: .decelerating)
        #expect(bench.playing == [0])
        bench.send(.phase(.idle))
        #expect(bench.playing == [1])
    }

    @Test func `a late wake-up settles the feed as well`() {
        let bench = FeedBench.list(height: 700, settings: atRestOnly())
        bench.lateness = { .milliseconds(150) }
        bench.scroll(by: 600, speed: 3_000)
        bench.advance(.milliseconds(700))
        #expect(bench.playing == [1])
        #expect(bench.broken == [])
    }

    @Test(arguments: [true, false])
    func `below the velocity gate cells start while the feed moves, and in a fling none does`(tellsVelocity: Bool) {
        let slow = FeedBench.list(height: 700)
        slow.scroll(by: 600, speed: 150, tellsVelocity: tellsVelocity)
        #expect(slow.playing == [1])
        let fast = FeedBench.list(height: 700)
        var assigned: [FeedCellID] = []
        for _ in 0..<20 {
            fast.scroll(by: 700, speed: 4_000, phase: .decelerating, tellsVelocity: tellsVelocity)
            assigned += fast.playing
        }
        #expect(Set(assigned).subtracting([0]).isEmpty)
        fast.scroll(by: 100, speed: 100, phase: .decelerating, tellsVelocity: tellsVelocity)
        #expect(!fast.playing.isEmpty)
        #expect(slow.broken == [] && fast.broken == [])
    }

    @Test func `the first step of a fling after a long rest is not taken for slow`() {
        let bench = FeedBench.list(height: 400)
        bench.advance(.seconds(60))
        bench.send(.phase(.decelerating))
        bench.scroll(to: 390)
        #expect(bench.playing == [0])
    }

    @Test func `a scroll by the app plays nothing on its way, however slow`() {
        let bench = FeedBench.list(height: 700)
        bench.scroll(by: 600, speed: 100, phase: .programmatic)
        #expect(bench.playing == [0])
        bench.rest()
        #expect(bench.playing == [1])
        #expect(bench.broken == [])
    }

    @Test func `a trembling finger between two cells changes nothing`() {
        let bench = FeedBench.list(height: 800)
        bench.settle(at: 390)
        #expect(bench.playing == [0])
        bench.enter(.dragging)
        let before = bench.assigned
        for step in 0..<200 {
            bench.advance(.milliseconds(16))
            bench.scroll(to: step % 2 == 0 ? 402 : 398)
        }
        #expect(bench.playing == [0])
        #expect(bench.assigned == before)
        #expect(bench.broken == [])
    }

    @Test func `a cell that leaves in a fling stops at once`() {
        let bench = FeedBench.list(height: 700)
        bench.scroll(by: 900, speed: 6_000, phase: .decelerating)
        #expect(bench.playing == [])
        #expect(bench.cells[0] == nil)
        #expect(bench.broken == [])
    }

    @Test func `a decision depends on where the feed is, not on how it got there`() {
        let slowly = FeedBench.list(height: 310)
        let fast = FeedBench.list(height: 310)
        slowly.scroll(by: 4_444, speed: 120)
        slowly.rest()
        fast.settle(at: 9_000)
        fast.settle(at: 4_444)
        #expect(slowly.playing == fast.playing)
    }
}
