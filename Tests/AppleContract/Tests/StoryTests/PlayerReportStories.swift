@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// What a member's player makes of what its AVPlayer says.
@Suite(.serialized) @MainActor
struct PlayerReportStories {
    /// NSURLErrorNetworkConnectionLost
    private let lost = NSError(domain: NSURLErrorDomain, code: -1005)

    // MARK: Stops

    @Test func `a player that stops a while after it announced that it runs dry is stalled`() async {
        let scene = RelayScene()
        await scene.play(nil)
        scene.world.contract.stall(scene.front.player, after: .milliseconds(80), lasting: .milliseconds(100))
        await scene.advance(by: .milliseconds(200))
        #expect(scene.heard.stalls == 1 && scene.heard.moves == 0 && !scene.front.isRunning)
        await scene.advance(by: .seconds(2))
        scene.expectOnLine()
        scene.expectNoFault()
    }

    @Test func `a player that runs dry as soon as it is started is stalled, and was not paused by the app`() async {
        let scene = RelayScene()
        await scene.open(nil)
        scene.relay.follow(scene.line, from: scene.line.line.anchor.hostTime)
        await scene.world.advance(by: .milliseconds(10))
        scene.world.contract.stall(scene.front.player, lasting: .seconds(1))
        await scene.advance(by: .milliseconds(200))
        #expect(scene.heard.stalls == 1 && scene.heard.moves == 0)
    }

    @Test func `a player that the app pauses or starts has been moved`() async {
        let scene = RelayScene()
        await scene.play(nil)
        scene.front.player.pause()
        await scene.advance(by: .milliseconds(30))
        #expect(scene.heard.moves == 0)
        // By then nobody has given another reason.
        await scene.advance(by: .milliseconds(10))
        #expect(scene.heard.moves == 1 && scene.heard.stalls == 0)
        await scene.stand(at: .seconds(5))
        scene.front.player.rate = 1
        await scene.advance(by: .milliseconds(50))
        #expect(scene.heard.moves == 2 && scene.front.player.rate == 0)
        scene.expectNoFault()
    }

    enum LateStop { case end, pause, stall }

    /// Milliseconds before the end of what is loaded.
    @Test(arguments: [(10, LateStop.pause, LateStop.end), (25, .pause, .pause), (10, .stall, .stall)])
    func `a player that stops within half a frame of its end, with nothing missing, has come to it`(
        early: Int, stop: LateStop, heard: LateStop
    ) async {
        let scene = RelayScene(seconds: 4)
        await scene.play(nil)
        await scene.advance(to: scene.line.line.anchor.hostTime.advanced(by: .milliseconds(4_000 - early)))
        if stop == .pause {
            scene.front.player.pause()
        } else {
            scene.world.contract.stall(scene.front.player, lasting: .seconds(1))
        }
        await scene.advance(by: .milliseconds(100))
        #expect(scene.front.hasEnded == (heard == .end))
        #expect(scene.heard.moves == (heard == .pause ? 1 : 0) && scene.heard.stalls == (heard == .stall ? 1 : 0))
        scene.expectNoFault()
    }

    @Test func `an end that is announced long before the rate falls is an end, wherever it comes`() async {
        let scene = RelayScene(seconds: 10)
        var faults = ContractWorld.Faults()
        (faults.shortBy, faults.end) = (.seconds(3), .before(.milliseconds(200)))
        scene.world.contract.setFaults(faults, for: scene.urls[0])
        await scene.play(nil)
        await scene.advance(to: scene.line.line.anchor.hostTime.advanced(by: .seconds(7.05)))
        #expect(scene.front.hasEnded && scene.front.player.rate == 0)
        await scene.advance(by: .seconds(1))
        #expect(scene.heard.moves == 0 && scene.heard.stalls == 0)
        scene.expectNoFault()
    }

    /// Whether a player says that it is paused until it moves.
    @Test(arguments: [true, false])
    func `an end that is heard of when the next start is set does not stop that`(isPaused: Bool) async {
        var faults = ContractWorld.Faults()
        faults.isPausedUntilStart = isPaused
        let scene = RelayScene(faults)
        await scene.play(nil)
        let start = scene.world.now.advanced(by: .seconds(1))
        scene.line.line.anchor = LineAnchor(hostTime: start, time: .seconds(30), rate: 1)
        scene.relay.prepare(scene.line, at: start, allowsPreview: false, generation: 3)
        await scene.advance(by: .milliseconds(850))
        scene.relay.follow(scene.line, from: start)
        let anchors = scene.world.contract.calls.anchors
        scene.front.saw(.ended)
        await scene.advance(by: .milliseconds(250))
        #expect(!scene.front.hasEnded && scene.front.player.rate == 1)
        #expect(scene.world.contract.calls.anchors == anchors)
        scene.expectOnLine()
        scene.expectNoFault()
    }

    // MARK: Failures

    @Test func `a player that fails without an item says so, and its video gets another one`() async {
        let scene = RelayScene()
        await scene.play()
        scene.relay.decode(DecodeGrant(.still))
        await scene.advance(by: .milliseconds(100))
        let player = scene.front.player
        scene.world.contract.fail(player, AVError(.unknown))
        await scene.advance(by: .milliseconds(100))
        #expect(scene.heard.failures.count == 1)
        scene.relay.load(scene.source, generation: 3)
        #expect(scene.front.player !== player && !scene.front.player.automaticallyWaitsToMinimizeStalling)
        #expect(scene.world.violations.isEmpty)
    }

    @Test func `another video comes in the same player, and nothing of the last one with it`() async {
        let scene = RelayScene()
        await scene.play(nil)
        let player = scene.front.player
        scene.relay.load(MediaSource(url: scene.world.clip(seconds: 8)), generation: 3)
        #expect(scene.front.player === player && scene.front.openAsset == nil)
        scene.expectNoFault()
    }

    /// A new item cannot help a player that has failed, nor be made for one that is lent.
    @Test func `the network is waited for only where another item can be made`() async throws {
        let scene = RelayScene()
        await scene.play(nil)
        let lent = AVFoundationPlayer(
            try Adoption(AVPlayer(url: scene.world.clip())), clock: scene.world.clock)
        let heard = Heard()
        lent.attach { heard.add($0) }
        lent.load(MediaSource(asset: try #require(lent.player.currentItem?.asset)), generation: 1)
        for _ in 0..<20 where !heard.hasLoaded { await scene.world.settle() }
        lent.prepare(scene.line, at: scene.world.now, allowsPreview: false, generation: 2)
        await scene.advance(by: .milliseconds(500))
        #expect(heard.isPrepared(2))
        scene.world.contract.failItem(of: lent.player, lost)
        scene.world.contract.fail(scene.front.player, lost)
        await scene.advance(by: .milliseconds(100))
        #expect(!heard.failures.isEmpty && !scene.heard.failures.isEmpty)
        lent.release()
    }

    @Test func `the failure of an item that the app has set is not the video's`() async {
        let scene = RelayScene()
        await scene.play(nil)
        let player = scene.front.player
        player.replaceCurrentItem(with: AVPlayerItem(url: URL(filePath: "/no/such/file.mp4")))
        await scene.advance(by: .milliseconds(100))
        #expect(player.currentItem?.status == .failed)
        scene.front.saw(.statusChanged)
        await scene.advance(by: .milliseconds(100))
        #expect(scene.heard.failures.isEmpty)
    }

    // MARK: Release

    @Test func `a player that is released keeps its last picture, and nothing else`() async {
        let scene = RelayScene()
        let without = scene.world.contract.live.observations
        await scene.play(nil)
        weak let item = scene.front.player.currentItem
        scene.relay.release()
        #expect(scene.surface.layers.hasStill && scene.front.openAsset == nil)
        await scene.advance(by: .seconds(1))
        #expect(item == nil && scene.front.player.rate == 0)
        #expect(scene.world.contract.live.observations == without)
        scene.expectNoFault()
    }

    @Test func `an item that is given up before it is ready is let go`() async {
        let scene = RelayScene()
        var faults = ContractWorld.Faults()
        faults.openDelay = .seconds(1) ... .seconds(1)
        scene.world.contract.setFaults(faults, for: scene.urls[0])
        let without = scene.world.contract.live.observations
        await scene.load(DecodeGrant(.full))
        weak let item = scene.front.player.currentItem
        #expect(item != nil)
        scene.relay.decode(DecodeGrant(.still))
        await scene.advance(by: .seconds(2))
        #expect(item == nil)
        // Of the player itself.
        #expect(scene.world.contract.live.observations == without + 2)
        scene.expectNoFault()
    }
}
