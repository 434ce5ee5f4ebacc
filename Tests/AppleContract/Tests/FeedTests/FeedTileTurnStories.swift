@_spi(Double) import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Tiles that go on to another cell, and cells that go on without their tile.
@Suite(.serialized) @MainActor
struct FeedTileTurnStories {
    /// Whether the app says that the tile's turn for the former cell is over, or gives it the next one right away.
    @Test(arguments: [true, false])
    func `a cell that has lost its tile does not come back to it`(isHidden: Bool) async throws {
        let world = FeedWorld(seed: 83)
        await world.advance(by: .seconds(2))
        #expect(world.isShowing(0))
        let tile = try #require(world.views[0])
        if isHidden { world.feed.hide(tile) }
        world.feed.show(30, in: tile)
        #expect(world.feed.tiles[0] == nil && world.feed.tiles[30] === tile)
        #expect(tile.cell == 30 && tile.subviews.isEmpty)
        world.feed.act(.pause(0))
        world.feed.act(.play(0))
        await world.advance(by: .milliseconds(500))
        #expect(world.playing == [0] && tile.subviews.isEmpty)
        world.feed.hide(tile)
    }

    @Test func `a tile whose cell stays as it is hears of that once`() async {
        let world = FeedWorld(seed: 84)
        let tile = FeedTile(frame: .zero)
        var told: [FeedCellStatus] = []
        tile.onStatus = { told.append($0) }
        world.feed.show(30, in: tile)
        await world.advance(by: .seconds(2))
        world.feed.act(.pause(0))
        #expect(told.count == 1)
        world.feed.act(.setMuted(false))
        #expect(told.map(\.isMuted) == [true, false])
        world.expectSound()
    }

    /// Lists keep views of cells that have left the screen for a while.
    @Test func `a cell that left the screen in a view that stays goes back to its poster`() async throws {
        let world = FeedWorld(seed: 85)
        await world.advance(by: .seconds(3))
        let tile = try #require(world.views[0])
        for _ in 0..<100 where tile.content.picture == nil { await world.settle() }
        world.feed.setAbsence(.covered)
        world.feed.setAbsence([])
        world.feed.send(
            .viewport(FeedViewport(visible: CGRect(origin: CGPoint(x: 0, y: 6_000), size: FeedWorld.screen))))
        #expect(tile.cell == 0 && world.feed.state.assignment(of: 0)?.role == .poster)
        #expect(tile.content.picture.flatMap { ContractWorld.frame(of: $0) }?.index == 0)
        world.expectSound()
    }

    @Test func `an end that is heard of late takes no cell back to its beginning`() async throws {
        let world = FeedWorld(seed: 86)
        await world.advance(by: .seconds(3))
        let slot = try #require(world.feed.state.assignment(of: 0)?.role.slot)
        let seeks = world.contract.calls.seeks
        // The viewer has gone back meanwhile, and it plays again.
        world.feed.handle(.ended(slot))
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0] && world.contract.calls.seeks == seeks)
        #expect((world.player(of: 0)?.currentTime().seconds ?? 0) > 3)
        world.expectSound()
    }
}
