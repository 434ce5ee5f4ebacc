@_spi(Double) import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Players that the system takes away without saying so to the app.
@Suite(.serialized) @MainActor
struct FeedResetStories {
    /// Whether only the item fails, or the player as well.
    @Test(arguments: [true, false])
    func `a player that was lost in a reset is replaced a second later, and goes on`(isItem: Bool) async throws {
        let world = FeedWorld(seed: 71)
        await world.advance(by: .seconds(2))
        let player = try #require(world.player(of: 0))
        if isItem {
            world.contract.failItem(of: player, AVError(.mediaServicesWereReset))
        } else {
            world.contract.fail(player, AVError(.unknown))
        }
        // New players may fail as well right after a reset.
        await world.advance(by: .milliseconds(900))
        #expect(world.feed.seats.seat(of: 0)?.player.player === player)
        await world.advance(by: .milliseconds(600))
        #expect(world.feed.seats.seat(of: 0)?.player.player !== player)
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0] && world.isShowing(0))
        world.expectSound()
    }
}
