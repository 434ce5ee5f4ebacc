import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// The ticks in which items change.
@Suite(.serialized) @MainActor
struct FeedChangesTests {
    private let clock = ManualClock()
    private let changes: FeedChanges

    init() { changes = FeedChanges(clock: clock) }

    @MainActor
    private final class Hand { var flings = false }

    private func pass(_ milliseconds: Int) async {
        for _ in 0..<milliseconds {
            clock.advance(to: clock.now.advanced(by: .milliseconds(1)))
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        }
    }

    @Test func `changes come one a tick in their order, at once if none was made before`() async {
        var made: [Int] = []
        for slot in [1, 2, 3, 2] { changes.add(FeedSlot(number: slot)) { made.append(slot) } }
        await pass(1)
        #expect(made == [1])
        await pass(17)
        #expect(made == [1, 3])
        await pass(17)
        #expect(made == [1, 3, 2] && changes.made == 3 && clock.nextWake == nil)
        await pass(100)
        changes.add(FeedSlot(number: 4)) { made.append(4) }
        await pass(1)
        #expect(made == [1, 3, 2, 4])
    }

    @Test func `a fling that begins before the tick holds the change back until its end`() async {
        var made = 0
        let hand = Hand()
        changes.isHeldUp = { hand.flings }
        changes.add(FeedSlot(number: 1)) { made += 1 }
        hand.flings = true
        await pass(100)
        #expect(made == 0)
        hand.flings = false
        await pass(17)
        #expect(made == 1)
        hand.flings = true
        changes.add(FeedSlot(number: 1)) { made += 1 }
        changes.add(FeedSlot(number: 2)) { made += 1 }
        await pass(100)
        changes.forget(FeedSlot(number: 1))
        hand.flings = false
        await pass(40)
        #expect(made == 2)
        hand.flings = true
        changes.add(FeedSlot(number: 1)) { made += 1 }
        changes.forgetAll()
        hand.flings = false
        await pass(40)
        #expect(made == 2 && clock.nextWake == nil)
    }
}
