@_spi(Double) import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// A player of a feed by itself, between one video and the next: what of the former one it must not take along.
@Suite(.serialized) @MainActor
struct FeedPlayerTurnStories {
    @Test func `a player that is ready plays as soon as it is told to`() async {
        let scene = FeedPlayerScene(seed: 141)
        await scene.makeReady()
        scene.follow(moves: true)
        #expect(scene.isPlaying && scene.calls.plays == 1)
        scene.world.expectSound()
    }

    @Test func `a video that follows one that has ended is played from its beginning`() async {
        let scene = FeedPlayerScene(seed: 142)
        // Of eight seconds.
        await scene.play(for: .seconds(9))
        #expect(scene.ends == 1)
        await scene.makeReady(1, 3)
        scene.follow(moves: true)
        await scene.advance(.seconds(1))
        #expect(scene.ends == 1 && scene.isPlaying && scene.item == 1)
        scene.world.expectSound()
    }

    @Test func `a video that fails says so once, whatever is heard of it later`() async {
        let scene = FeedPlayerScene(seed: 143)
        await scene.play()
        scene.contract.failItem(of: scene.avPlayer, AVError(.fileFormatNotRecognized))
        await scene.advance(.milliseconds(100))
        #expect(scene.failures == 1)
        for isFull in [true, false] {
            scene.contract.setBuffer(of: scene.avPlayer, isLikelyToKeepUp: isFull, isFull: isFull)
            await scene.advance(.milliseconds(100))
        }
        #expect(scene.failures == 1)
        scene.world.expectSound()
    }

    /// The budget lends it to somebody else only when it is told that it is free.
    @Test func `a decoder that was called back in a fling is given back although another video is to come`() async {
        let scene = FeedPlayerScene(seed: 144)
        await scene.play()
        scene.isFlung = true
        scene.player.rest()
        scene.player.decode(DecodeGrant(.poster))
        #expect(scene.item == 0 && scene.settled.isEmpty)
        scene.load(1, 3)
        scene.isFlung = false
        await scene.advance(.milliseconds(500))
        #expect(scene.item == nil && scene.settled == [DecodeGrant(.poster)])
        scene.world.expectSound()
    }

    @Test func `a player that is let go takes its pictures out of the tile that shows them`() async {
        let world = FeedWorld(seed: 145, isGoverned: false, scrolls: false)
        let owner = FeedPlayer.Owner(
            clock: world.clock, changes: FeedChanges(clock: world.clock), installed: {}, pictured: {}, ended: {},
            idle: {})
        let tile = FeedTile(frame: CGRect(origin: .zero, size: FeedWorld.cell))
        var player: FeedPlayer? = FeedPlayer(FeedSlot(number: 0), owner)
        if let player { tile.content.adopt(player.surface, in: tile) }
        #expect(tile.subviews.count == 1)
        player = nil
        await world.settle()
        #expect(tile.subviews.isEmpty)
        world.expectSound()
    }
}
