@_spi(Double) import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Cells of a feed whose decoders the budget takes, and gives back.
@Suite(.serialized) @MainActor
struct FeedDecoderStories {
    /// The grants that a player has said it acts by.
    @MainActor
    private final class Settled {
        var grants: [DecodeGrant] = []
    }

    @Test func `a cell that loses its decoder keeps its picture until it has one again`() async {
        let world = FeedWorld(seed: 31)
        await world.advance(by: .seconds(2))
        #expect(world.isShowing(1))
        world.budget.limit.sessions = 1
        // Another may wait for it.
        #expect(world.player(of: 1) == nil && world.budget.snapshot.used.sessions == 1)
        await world.advance(by: .milliseconds(500))
        #expect(world.playing == [0] && world.player(of: 1) == nil)
        #expect(world.views[1]?.content.surface?.layers.hasStill == true)
        world.budget.isEnabled = false
        await world.advance(by: .seconds(1))
        #expect(world.isShowing(1))
        world.expectSound()
    }

    @Test func `a player that kept a picture shows nothing of it in another cell`() async throws {
        let world = FeedWorld(seed: 32)
        // Away from the beginning, so that the prepared cell is the farther one from there.
        world.scroll(to: 6_000)
        world.feed.send(.phase(.idle))
        await world.advance(by: .seconds(2))
        let next = try #require(world.playing.first) + 1
        let player = try #require(world.player(of: next))
        world.budget.limit.sessions = 1
        await world.advance(by: .milliseconds(500))
        #expect(world.player(of: next) == nil)
        world.budget.isEnabled = false
        world.scroll(to: 0)
        world.feed.send(.phase(.idle))
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.player(of: 0) === player)
        world.expectSound()
    }

    @Test func `a decoder that is taken and given back during a fling costs no item`() async throws {
        let world = FeedWorld(seed: 33)
        await world.advance(by: .seconds(2))
        let player = try #require(world.feed.seats.seat(of: 1)?.player)
        let item = try #require(player.player.currentItem)
        let settled = Settled()
        player.attach { event in
            guard case .settled(let grant) = event else { return }
            MainActor.assumeIsolated { settled.grants.append(grant) }
        }
        let replacements = world.contract.calls.replacements
        world.feed.send(.phase(.decelerating, velocity: 4_000))
        world.scroll(to: 2, velocity: 4_000)
        world.budget.limit.sessions = 1
        world.budget.isEnabled = false
        // The budget hears that the decoder is in use again.
        #expect(settled.grants == [DecodeGrant(.full)])
        world.scroll(to: 0)
        world.feed.send(.phase(.idle))
        await world.advance(by: .seconds(1))
        #expect(player.player.currentItem === item && world.contract.calls.replacements == replacements)
        #expect(world.playing == [0])
        world.expectSound()
    }
}
