@_spi(Double) import AVFoundation
import Foundation
import Synchronization
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// A player of a feed by itself that gets its decoder late, loses it, and has it back; and what it asks for in vain.
@Suite(.serialized) @MainActor
struct FeedPlayerDecoderStories {
    private let none = DecodeGrant(.poster)
    private let full = DecodeGrant(.full)

    @Test func `a grant counts from the moment that there is an item, and its end counts at once`() async {
        let scene = FeedPlayerScene(seed: 131)
        scene.load(0, 1)
        scene.player.decode(full)
        #expect(scene.settled.isEmpty)
        await scene.makeReady(0, 2)
        #expect(scene.settled == [full])
        // Nothing changes in a fling, but without an item nothing has to.
        scene.isFlung = true
        await scene.open(1, 4)
        scene.player.release()
        await scene.open(1, 6)
        scene.player.decode(none)
        #expect(scene.settled == [full, none])
        scene.world.expectSound()
    }

    @Test func `a decoder that comes and goes while a video is opened is there when it is open`() async {
        let scene = FeedPlayerScene(seed: 132)
        await scene.play()
        scene.load(1, 3)
        scene.player.decode(none)
        #expect(scene.item == nil && !scene.player.surface.layers.hasStill)
        scene.player.decode(full)
        await scene.prepareOnceOpen(4)
        await scene.advance(.seconds(1))
        #expect(scene.prepared == [2, 4] && scene.early.isEmpty && scene.item == 1)
        scene.world.expectSound()
    }

    @Test(arguments: [false, true])
    func `a decoder that comes and goes while an item waits for its tick is there after the fling`(
        hasItem: Bool
    ) async {
        let scene = FeedPlayerScene(seed: 133)
        if hasItem { await scene.play() }
        scene.isFlung = true
        await scene.open(1, at: 2, 3)
        await scene.advance(.milliseconds(100))
        scene.player.decode(none)
        await scene.advance(.milliseconds(100))
        // The tick comes before the decoder is back.
        scene.isFlung = false
        await scene.advance(.milliseconds(100))
        #expect(scene.item == nil)
        scene.player.decode(full)
        await scene.advance(.seconds(1))
        #expect(scene.prepared.last == 4 && scene.early.isEmpty && scene.item == 1)
        scene.world.expectSound()
    }

    enum Moment: CaseIterable { case playing, loading, seeking, beyondPatience }

    @Test(arguments: Moment.allCases)
    func `a player that loses its decoder has its place back with it`(moment: Moment) async {
        let scene = FeedPlayerScene(seed: 134)
        var place = 5.0
        switch moment {
        case .playing:
            await scene.play()
            place = scene.place
        case .loading:
            await scene.open(at: 5)
            for _ in 0..<100 where scene.player.stage != .loading { await scene.advance(.milliseconds(1)) }
        case .seeking, .beyondPatience:
            await scene.makeReady(at: moment == .seeking ? 3 : 0)
            scene.setFaults(of: 0) { $0.seekDelay = .seconds(8) ... .seconds(8) }
            scene.prepare(at: 5, 3)
            await scene.advance(moment == .seeking ? .seconds(1) : .seconds(4))
        }
        scene.player.decode(none)
        #expect(scene.item == nil)
        scene.contract.setFaults(nil, for: scene.world.urls[0])
        await scene.advance(.seconds(1))
        scene.player.decode(full)
        for _ in 0..<100 where scene.player.stage != .ready { await scene.advance(.milliseconds(10)) }
        #expect(scene.place >= place && scene.place < place + 0.1)
        scene.world.expectSound()
    }

    @Test func `a player whose decoder is busy goes on where it was, and so does one that was moving on`() async {
        let scene = FeedPlayerScene(seed: 135)
        await scene.play()
        let place = scene.place
        scene.contract.failItem(of: scene.avPlayer)
        await scene.advance(.milliseconds(100))
        #expect(scene.starvings == 1 && scene.item == nil)
        await scene.advance(SilenceWatch.lonelyPatience + .seconds(1))
        #expect(scene.isPlaying && scene.place >= place && scene.place < place + 2)
        scene.setFaults(of: 0) { $0.seekDelay = .seconds(8) ... .seconds(8) }
        scene.prepare(at: 6, 3)
        await scene.advance(.milliseconds(100))
        scene.contract.failItem(of: scene.avPlayer)
        scene.contract.setFaults(nil, for: scene.world.urls[0])
        await scene.advance(SilenceWatch.lonelyPatience + .seconds(1))
        #expect(scene.prepared == [2, 3] && scene.place == 6)
        scene.world.expectSound()
    }

    @Test func `a player that has to give its decoder up after a fling is not moved before that`() async {
        let scene = FeedPlayerScene(seed: 136)
        await scene.makeReady()
        scene.isFlung = true
        scene.player.decode(none)
        #expect(scene.item == 0)
        let seeks = scene.calls.seeks
        scene.prepare(at: 4, 3)
        await scene.advance(.milliseconds(500))
        #expect(scene.calls.seeks == seeks && scene.prepared == [2])
        scene.isFlung = false
        await scene.advance(.milliseconds(100))
        #expect(scene.item == nil)
        scene.player.decode(full)
        await scene.advance(.seconds(1))
        #expect(scene.prepared == [2, 3] && scene.early.isEmpty)
        scene.world.expectSound()
    }

    enum Farewell: CaseIterable { case another, rest, release, end }

    @Test(arguments: Farewell.allCases)
    func `a video that is not needed any more is opened no further`(farewell: Farewell) async {
        let source = EndlessSource()
        let url = URL(string: "https://example.org/clip.mp4")!
        let world = FeedWorld(seed: 137, isGoverned: false, scrolls: false)
        let owner = FeedPlayer.Owner(
            clock: world.clock, changes: FeedChanges(clock: world.clock), installed: {}, pictured: {}, ended: {},
            idle: {})
        var player: FeedPlayer? = FeedPlayer(FeedSlot(number: 0), owner)
        player?.load(MediaSource(url: url, cache: source), generation: 1)
        for _ in 0..<200 where source.opened == 0 { await world.settle() }
        #expect(source.opened == 1 && source.cancelled == 0)
        switch farewell {
        case .another: player?.load(MediaSource(url: world.urls[1]), generation: 2)
        case .rest: player?.rest()
        case .release: player?.release()
        case .end: player = nil
        }
        for _ in 0..<200 where source.cancelled == 0 { await world.settle() }
        #expect(source.cancelled == 1)
        withExtendedLifetime(player) {}
    }

    @Test func `a player that somebody still holds stands still and has no item when its feed has let go of it`() async
    {
        let world = FeedWorld(seed: 138, isGoverned: false, scrolls: false)
        let owner = FeedPlayer.Owner(
            clock: world.clock, changes: FeedChanges(clock: world.clock), installed: {}, pictured: {}, ended: {},
            idle: {})
        var player: FeedPlayer? = FeedPlayer(FeedSlot(number: 0), owner)
        let held = player?.player
        world.isOpening = { [weak player] in player?.stage == .opening }
        player?.load(MediaSource(url: world.urls[0]), generation: 1)
        let start = MemberTimeline(
            line: GroupLine(anchor: LineAnchor(hostTime: world.clock.now, time: .zero, rate: 1)),
            map: TimeMap(end: .loop), bounds: ItemBounds(start: .zero, end: .seconds(8)))
        await world.advance(by: .milliseconds(300))
        player?.prepare(start, at: world.clock.now, allowsPreview: false, generation: 2)
        await world.advance(by: .milliseconds(500))
        player?.follow(start, from: world.clock.now)
        await world.advance(by: .seconds(1))
        let item = held?.currentItem
        #expect(held?.rate == 1 && item != nil)
        player = nil
        await world.settle()
        #expect(held?.rate == 0 && held?.currentItem == nil)
        // One of the layer.
        #expect(world.contract.live.observations <= 1)
        world.expectSound()
    }
}

/// Opens nothing, and counts who gave up waiting for that.
private final class EndlessSource: AssetSource {
    private let counts = Mutex((opened: 0, cancelled: 0))

    var opened: Int { counts.withLock(\.opened) }
    var cancelled: Int { counts.withLock(\.cancelled) }

    func asset(for url: URL, priority: FetchPriority) async throws(PlaybackError) -> AVURLAsset {
        counts.withLock { $0.opened += 1 }
        while !Task.isCancelled { await Task.yield() }
        counts.withLock { $0.cancelled += 1 }
        return AVURLAsset(url: url)
    }

    func reader(of url: URL, priority: FetchPriority) -> any ByteReader { fatalError("nobody reads") }

    func fetch(_ range: Range<Int64>, of url: URL, priority: FetchPriority) -> any ByteFetch {
        fatalError("nobody fetches")
    }
}
