@_spi(Double) import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// A player of a feed by itself: requests that overtake each other, and answers that come late or never.
@Suite(.serialized) @MainActor
struct FeedPlayerStories {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a clip that is to begin at its beginning is prerolled there, and not sought`(seed: UInt64) async {
        let scene = FeedPlayerScene(seed: seed)
        await scene.makeReady()
        #expect(scene.prepared == [2] && scene.early.isEmpty)
        #expect(scene.calls.seeks == 0 && scene.calls.prerolls == 1)
        scene.world.expectSound()
    }

    /// What an item says of its buffer and of itself comes in any order.
    @Test func `a player is mute before it has a video`() {
        #expect(FeedPlayerScene(seed: 1).avPlayer.isMuted)
    }

    @Test func `an item that has enough before it is ready is not taken to be ready`() async {
        let scene = FeedPlayerScene(seed: 101)
        await scene.makeReady()
        scene.setFaults(of: 1) { $0.openDelay = .milliseconds(500) ... .milliseconds(500) }
        await scene.open(1, 3)
        await scene.advance(.milliseconds(100))
        #expect(scene.item == 1)
        scene.contract.setBuffer(of: scene.avPlayer, isLikelyToKeepUp: true, isFull: true)
        await scene.advance(.milliseconds(300))
        #expect(scene.prepared == [2])
        await scene.advance(.milliseconds(500))
        #expect(scene.prepared == [2, 4] && scene.early.isEmpty)
        scene.world.expectSound()
    }

    @Test func `what was under way for another video does not touch the one that is loaded`() async {
        let scene = FeedPlayerScene(seed: 102)
        scene.setFaults(of: 0) { $0.seekDelay = .milliseconds(500) ... .milliseconds(500) }
        scene.setFaults(of: 1) { $0.openDelay = .milliseconds(700) ... .milliseconds(700) }
        await scene.open(at: 3)
        for _ in 0..<100 where scene.player.stage != .seeking { await scene.advance(.milliseconds(10)) }
        await scene.open(1, 3)
        await scene.advance(.seconds(2))
        #expect(scene.prepared == [4] && scene.early.isEmpty && scene.item == 1)
        scene.world.expectSound()
    }

    @Test func `a video that cannot be opened does not fail the one that is loaded after it`() async {
        let scene = FeedPlayerScene(seed: 103) { media, index in
            guard index == 0 else { return }
            (media.failure, media.loadDelay) = (AVError(.fileFormatNotRecognized), .milliseconds(300))
        }
        scene.load(0, 1)
        await scene.advance(.milliseconds(100))
        await scene.makeReady(1, 2)
        await scene.advance(.seconds(1))
        #expect(scene.failures == 0 && scene.prepared == [3] && scene.item == 1)
        scene.world.expectSound()
    }

    @Test func `a request that comes before the video is open is to be made again, and is then answered`() async {
        let scene = FeedPlayerScene(seed: 104)
        scene.load(0, 1)
        scene.prepare(at: 2, 2)
        await scene.advance(.milliseconds(500))
        #expect(scene.prepared.isEmpty)
        scene.prepare(at: 2, 3)
        await scene.advance(.milliseconds(500))
        #expect(scene.prepared == [3] && scene.early.isEmpty)
        // The former video is open, but it is not the one that is meant.
        scene.load(1, 4)
        scene.prepare(at: 2, 5)
        await scene.advance(.milliseconds(500))
        scene.prepare(at: 2, 6)
        await scene.advance(.milliseconds(500))
        #expect(scene.prepared == [3, 6] && scene.early.isEmpty)
        scene.world.expectSound()
    }

    /// A seek of an item that is not ready, and a preroll of a player that is not, end the app.
    @Test func `what has failed is neither sought nor prerolled, even if nobody has noticed yet`() async {
        let scene = FeedPlayerScene(seed: 105)
        await scene.makeReady()
        scene.contract.failItem(of: scene.avPlayer, AVError(.fileFormatNotRecognized))
        scene.prepare(at: 4, 3)
        await scene.advance(.milliseconds(500))
        #expect(scene.failures > 0)
        scene.setFaults(of: 1) { $0.seekDelay = .milliseconds(500) ... .milliseconds(500) }
        await scene.open(1, at: 3, 4)
        for _ in 0..<100 where scene.player.stage != .seeking { await scene.advance(.milliseconds(10)) }
        scene.contract.fail(scene.avPlayer, AVError(.mediaServicesWereReset))
        await scene.advance(.seconds(2))
        #expect(scene.isLost)
        scene.world.expectSound()
    }

    @Test func `a player whose item was lost in a reset is not given up if it has loaded another since`() async {
        let scene = FeedPlayerScene(seed: 106)
        await scene.makeReady()
        scene.contract.failItem(of: scene.avPlayer, AVError(.mediaServicesWereReset))
        await scene.advance(.milliseconds(500))
        await scene.makeReady(1, 3)
        await scene.advance(.seconds(3))
        #expect(!scene.isLost && scene.prepared == [2, 4] && scene.early.isEmpty)
        scene.world.expectSound()
    }

    @Test func `a completion handler that is never called is waited for three seconds`() async {
        let scene = FeedPlayerScene(seed: 107)
        await scene.makeReady()
        scene.setFaults(of: 0) { $0.completions = .never }
        scene.prepare(at: 3, 3)
        // A seek and a preroll.
        await scene.advance(.seconds(5.9))
        #expect(scene.prepared == [2])
        await scene.advance(.milliseconds(200))
        #expect(scene.prepared == [2, 3] && scene.early.isEmpty)
        scene.world.expectSound()
    }

    @Test func `a player that is told once more to play is not touched`() async {
        let scene = FeedPlayerScene(seed: 108)
        await scene.play(for: .seconds(1))
        let plays = scene.calls.plays
        scene.follow(moves: true)
        #expect(scene.isPlaying && scene.calls.plays == plays)
        scene.world.expectSound()
    }

    @Test func `a player that is to stand still while it is prerolled is prerolled to the end`() async {
        let scene = FeedPlayerScene(seed: 109)
        scene.setFaults(of: 0) { $0.prerollDelay = .milliseconds(500) ... .milliseconds(500) }
        await scene.open()
        for _ in 0..<100 where scene.player.stage != .prerolling { await scene.advance(.milliseconds(10)) }
        scene.follow(moves: false)
        await scene.advance(.milliseconds(400))
        #expect(scene.prepared.isEmpty)
        await scene.advance(.milliseconds(200))
        #expect(scene.prepared == [2])
        scene.world.expectSound()
    }

    @Test func `a player that is moved stands still, and plays only from where it is to be`() async {
        let scene = FeedPlayerScene(seed: 110)
        await scene.play(for: .seconds(1))
        scene.setFaults(of: 0) { $0.seekDelay = .milliseconds(300) ... .milliseconds(300) }
        scene.prepare(at: 5, 3)
        #expect(!scene.isPlaying)
        scene.follow(moves: true)
        await scene.advance(.milliseconds(200))
        #expect(!scene.isPlaying && scene.prepared == [2])
        await scene.advance(.milliseconds(500))
        #expect(scene.prepared == [2, 3] && scene.early.isEmpty)
        scene.world.expectSound()
    }

    @Test func `a player that loads another video stands still at once, and shows nothing of the former`() async {
        let scene = FeedPlayerScene(seed: 111)
        await scene.play()
        scene.player.decode(DecodeGrant(.poster))
        #expect(scene.player.surface.layers.hasStill)
        scene.player.decode(DecodeGrant(.full))
        await scene.advance(.seconds(1))
        #expect(scene.isPlaying && scene.player.surface.layers.hasStill)
        scene.load(1, 3)
        #expect(!scene.isPlaying && !scene.player.surface.layers.hasStill)
        scene.world.expectSound()
    }

    @Test func `a player that is released keeps no picture, and is as good as new`() async {
        let scene = FeedPlayerScene(seed: 112)
        await scene.play()
        scene.player.decode(DecodeGrant(.poster))
        #expect(scene.player.surface.layers.hasStill)
        scene.player.release()
        #expect(!scene.player.surface.layers.hasStill && scene.item == nil)
        // Two observations of the player and one of its layer are left.
        #expect(scene.contract.live.observations == 3)
        // A new video does not want for a decoder that was taken from the former.
        await scene.makeReady(1, 5)
        #expect(scene.prepared.last == 6 && scene.early.isEmpty)
        scene.world.expectSound()
    }

    // MARK: Ends

    /// Of eight seconds; the clip stops after five.
    @Test func `a clip that is prepared where it has ended ends again`() async {
        let scene = FeedPlayerScene(seed: 113)
        scene.setFaults(of: 0) { $0.shortBy = .seconds(3) }
        await scene.play(for: .seconds(6))
        #expect(scene.ends == 1 && !scene.isPlaying)
        scene.prepare(at: scene.place, 3)
        await scene.advance(.milliseconds(500))
        #expect(scene.prepared == [2, 3])
        scene.follow(moves: true)
        await scene.advance(.seconds(1))
        #expect(scene.ends == 2)
        scene.world.expectSound()
    }

    @Test func `the end of a clip that is announced while it goes back is not the end of its next turn`() async {
        let scene = FeedPlayerScene(seed: 114)
        scene.setFaults(of: 0) {
            // Later than a player is believed to have stopped at its end.
            $0.end = .after(.milliseconds(350))
            $0.seekDelay = .milliseconds(300) ... .milliseconds(300)
        }
        await scene.play(for: .seconds(7))
        for _ in 0..<300 where scene.ends == 0 { await scene.advance(.milliseconds(10)) }
        scene.prepare(at: 0, 3)
        for _ in 0..<100 where scene.prepared.last != 3 { await scene.advance(.milliseconds(10)) }
        scene.follow(moves: true)
        await scene.advance(.seconds(7))
        #expect(scene.ends == 1 && scene.isPlaying)
        scene.world.expectSound()
    }

    @Test func `a clip whose end is announced before it stops is stopped at once`() async {
        let scene = FeedPlayerScene(seed: 115)
        scene.setFaults(of: 0) { $0.end = .before(.seconds(2)) }
        await scene.play(for: .seconds(7))
        for _ in 0..<200 where scene.ends == 0 { await scene.advance(.milliseconds(10)) }
        #expect(scene.ends == 1 && !scene.isPlaying)
        scene.world.expectSound()
    }

    // MARK: Stops

    /// A timer may be a millisecond early.
    @Test func `a short stall is over after a quarter of a second`() async {
        let scene = FeedPlayerScene(seed: 116)
        await scene.play()
        scene.contract.stall(scene.avPlayer, lasting: .milliseconds(100))
        await scene.advance(.milliseconds(249))
        #expect(!scene.isPlaying)
        await scene.advance(.milliseconds(2))
        #expect(scene.isPlaying)
        scene.world.expectSound()
    }

    @Test(arguments: [true, false])
    func `a stalled player goes on when its buffer is said to suffice, and when it is said to be full`(
        isFull: Bool
    ) async {
        let scene = FeedPlayerScene(seed: 117)
        await scene.play()
        scene.contract.stall(scene.avPlayer, lasting: .seconds(60))
        await scene.advance(.milliseconds(100))
        scene.contract.setBuffer(of: scene.avPlayer, isLikelyToKeepUp: !isFull, isFull: isFull)
        let plays = scene.calls.plays
        await scene.advance(.milliseconds(200))
        #expect(scene.calls.plays == plays + 1)
        scene.world.expectSound()
    }

    @Test func `a stop that ended by itself has no part in the next one`() async {
        let scene = FeedPlayerScene(seed: 118) { media, _ in
            media = ContractWorld.Media(duration: 60, frameRate: 30, hasAudio: true)
        }
        await scene.play()
        scene.contract.enterBackground()
        await scene.advance(.milliseconds(20))
        // As somebody else may, who has the player.
        scene.avPlayer.play()
        await scene.advance(.seconds(10))
        scene.contract.stall(scene.avPlayer, lasting: .seconds(60))
        let plays = scene.calls.plays
        await scene.advance(.seconds(4.9))
        #expect(scene.calls.plays == plays)
        scene.world.expectSound()
    }

    // MARK: Silence

    @Test func `nothing ticks for a player that is paused or at its end`() async {
        let scene = FeedPlayerScene(seed: 119)
        await scene.play(for: .seconds(1))
        scene.follow(moves: false)
        await scene.advance(.seconds(10))
        #expect(scene.world.clock.nextWake == nil)
        scene.follow(moves: true)
        await scene.advance(.seconds(20))
        #expect(scene.ends == 1 && scene.world.clock.nextWake == nil)
        scene.world.expectSound()
    }

    @Test func `a player that falls silent in mid-play gets another item, and goes on where it was`() async {
        let scene = FeedPlayerScene(seed: 120) { media, _ in
            media = ContractWorld.Media(duration: 60, frameRate: 30, hasAudio: true)
        }
        await scene.play(for: .seconds(4))
        // It keeps another silence as well, if that does not come soon.
        for _ in 1...2 {
            let (former, place, prerolls) = (scene.avPlayer.currentItem, scene.place, scene.calls.prerolls)
            scene.setFaults(of: 0) { $0.isSilent = true }
            for _ in 0..<500 where scene.avPlayer.currentItem === former { await scene.advance(.milliseconds(10)) }
            #expect(scene.avPlayer.currentItem != nil && scene.avPlayer.currentItem !== former)
            scene.contract.setFaults(nil, for: scene.world.urls[0])
            for _ in 0..<100 where !scene.isPlaying { await scene.advance(.milliseconds(10)) }
            #expect(scene.place >= place && scene.calls.prerolls == prerolls + 1)
            await scene.advance(.seconds(12))
            #expect(scene.isPlaying && scene.player.surface.isShowingPicture && scene.starvings == 0)
        }
        scene.world.expectSound()
    }

    enum Hiding: CaseIterable { case noWindow, hidden, noWidth, noHeight }

    @Test(arguments: Hiding.allCases)
    func `a player that nobody can see is not taken to be silent`(hiding: Hiding) async {
        let scene = FeedPlayerScene(seed: 121) { media, _ in
            media = ContractWorld.Media(duration: 60, frameRate: 30, hasAudio: true)
        }
        await scene.play()
        let (item, surface) = (scene.avPlayer.currentItem, scene.player.surface)
        switch hiding {
        case .noWindow: surface.removeFromSuperview()
        case .hidden: surface.isHidden = true
        case .noWidth: surface.frame.size.width = 0
        case .noHeight: surface.frame.size.height = 0
        }
        scene.setFaults(of: 0) { $0.isSilent = true }
        await scene.advance(.seconds(8))
        #expect(scene.avPlayer.currentItem === item)
        scene.world.expectSound()
    }
}
