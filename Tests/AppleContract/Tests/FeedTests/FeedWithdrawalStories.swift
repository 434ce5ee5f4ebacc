@_spi(Double) import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Two cells that take turns on a feed's only player, which still shows the one when it is given to the other.
@Suite(.serialized) @MainActor
struct FeedWithdrawalStories {
    /// The first cell has played and keeps its picture; the second one plays.
    private func world(seed: UInt64) async -> FeedWorld {
        var settings = FeedSettings()
        settings.playerCeiling = 1
        let world = FeedWorld(seed: seed, settings: settings)
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.isShowing(0))
        world.feed.send(.user(.play(1)))
        await world.advance(by: .seconds(2))
        #expect(world.playing == [1] && world.isShowing(1) && !world.isShowing(0))
        #expect(world.views[0]?.content.still.contents != nil)
        return world
    }

    private func held(_ cell: Int, in world: FeedWorld) -> ContractWorld.Frame? {
        world.views[cell]?.content.picture.flatMap { ContractWorld.frame(of: $0) }
    }

    @Test func `a cell that gives its player back before it was loaded keeps its own picture`() async {
        let world = await world(seed: 66)
        let before = held(0, in: world)
        world.feed.send(.user(.play(0)))
        world.feed.send(.user(.play(1)))
        #expect(held(0, in: world) == before && before?.url == world.urls[0])
        await world.advance(by: .seconds(2))
        #expect(world.playing == [1] && world.isShowing(1))
        world.expectSound()
    }

    @Test func `a cell whose content is withdrawn gets no picture of the player that it was given`() async {
        let world = await world(seed: 67)
        world.absent = [0]
        world.feed.send(.user(.play(0)))
        #expect(held(0, in: world)?.url != world.urls[1])
        await world.advance(by: .seconds(2))
        #expect(held(0, in: world)?.url != world.urls[1])
        world.expectSound()
    }
}
