@_spi(Double) import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// The last picture of a cell, which stays as long as nothing newer of the cell can be seen.
@Suite(.serialized) @MainActor
struct FeedLastPictureStories {
    /// The first cell has played, and its decoder was taken away.
    private func waitingWorld(seed: UInt64) async -> FeedWorld {
        let world = FeedWorld(seed: seed, isGoverned: false)
        await world.advance(by: .seconds(3))
        world.feed.seats.seat(of: 0)?.player.decode(DecodeGrant(.poster))
        #expect(world.player(of: 0) == nil && surface(of: 0, in: world)?.layers.hasStill == true)
        return world
    }

    private func surface(of cell: Int, in world: FeedWorld) -> PlayerSurface? { world.views[cell]?.content.surface }

    private func held(_ cell: Int, in world: FeedWorld) -> ContractWorld.Frame? {
        world.views[cell]?.content.picture.flatMap { ContractWorld.frame(of: $0) }
    }

    @Test func `a cell that waits for a decoder keeps its last picture under another screen`() async {
        let world = await waitingWorld(seed: 91)
        world.feed.setAbsence(.covered)
        // The poster is the first frame.
        #expect(held(0, in: world).map { $0.url == world.urls[0] && $0.index > 60 } == true)
        world.feed.setAbsence([])
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.isShowing(0))
        world.expectSound()
    }

    @Test func `a cell that waits for a decoder keeps its last picture if it is paused and played on`() async {
        let world = await waitingWorld(seed: 92)
        world.feed.act(.pause(0))
        world.feed.act(.play(0))
        #expect(surface(of: 0, in: world)?.superview === world.views[0])
        world.feed.seats.seat(of: 0)?.player.decode(DecodeGrant(.full))
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.isShowing(0))
        world.expectSound()
    }

    @Test func `a cell that waits for a decoder shows its last picture in another view as well`() async {
        let world = await waitingWorld(seed: 93)
        let other = FeedTile(frame: .zero)
        world.feed.show(0, in: other)
        #expect(other.content.surface?.layers.hasStill == true && other.content.surface?.superview === other)
        world.feed.hide(other)
        world.expectSound()
    }

    @Test func `a cell whose player is taken away before its next picture keeps the picture it had`() async {
        let world = FeedWorld(seed: 94)
        await world.advance(by: .seconds(3))
        world.feed.setAbsence(.covered)
        let before = held(0, in: world)
        #expect(before.map { $0.index > 60 } == true)
        var faults = ContractWorld.Faults()
        faults.displayDelay = .seconds(1) ... .seconds(1)
        world.contract.setFaults(faults, for: world.urls[0])
        world.feed.setAbsence([])
        await world.advance(by: .milliseconds(700))
        #expect(world.player(of: 0) != nil && !world.isShowing(0))
        world.feed.setAbsence(.covered)
        #expect(held(0, in: world) == before)
        world.expectSound()
    }
}
