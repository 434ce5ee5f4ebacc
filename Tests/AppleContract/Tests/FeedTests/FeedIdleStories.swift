@_spi(Double) import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Players that serve no cell, and a feed that nobody watches.
@Suite(.serialized) @MainActor
struct FeedIdleStories {
    @Test func `players that no cell needs any more give their decoders back at the next ticks`() async {
        let world = FeedWorld(seed: 81)
        await world.advance(by: .seconds(1))
        #expect(world.contract.decodersHeld == 2 && world.budget.snapshot.leases.count == 2)
        var conditions = FeedConditions()
        conditions.isLowPower = true
        world.feed.setConditions(conditions)
        world.scroll(to: 6_000)
        world.feed.send(.phase(.idle))
        #expect(world.contract.decodersHeld == 2)
        await world.advance(by: .milliseconds(100))
        #expect(world.contract.decodersHeld == 0 && world.budget.snapshot.leases.isEmpty)
        world.expectSound()
    }

    @Test func `a feed that is covered in a fling does not wait for its end, tick by tick`() async {
        let world = FeedWorld(seed: 82)
        await world.advance(by: .seconds(2))
        world.feed.send(.phase(.decelerating, velocity: 4_000))
        world.scroll(to: 66, velocity: 4_000)
        world.feed.setAbsence(.covered)
        await world.advance(by: .milliseconds(60))
        world.scroll(to: 132, velocity: 4_000)
        let made = world.feed.changes.made
        await world.advance(by: .milliseconds(60))
        #expect(world.feed.changes.made == made)
        #expect(world.clock.nextWake.map { $0 > world.clock.now.advanced(by: FeedChanges.tick) } ?? true)
        world.expectSound()
    }
}
