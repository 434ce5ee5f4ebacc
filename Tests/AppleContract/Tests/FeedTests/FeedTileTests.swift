@_spi(Double) import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Tiles, and what of a player is seen in them.
@Suite(.serialized) @MainActor
struct FeedTileTests {
    /// A poster fills its tile, and what it has beyond that would lie over the neighbours.
    @Test func `a tile shows nothing beyond its edges and takes no touches`() {
        let tile = FeedTile(frame: CGRect(origin: .zero, size: FeedWorld.cell))
        #expect(tile.content.still.contentsGravity == .resizeAspectFill)
        #expect(tile.clipsToBounds && !tile.isUserInteractionEnabled)
    }

    @Test func `a surface that goes from tile to tile and back is in the one that shows it`() {
        let (first, second) = (FeedTile(frame: .zero), FeedTile(frame: .zero))
        let surface = PlayerSurface(frame: .zero)
        for tile in [first, second, first] {
            tile.frame = CGRect(origin: .zero, size: FeedWorld.cell)
            tile.content.adopt(surface, in: tile)
            #expect(surface.superview === tile && surface.frame == tile.bounds)
        }
        // The tile that had it in between does not take it away, nor lay it out.
        second.content.layOut(in: CGRect(x: 0, y: 0, width: 10, height: 10), scale: 2)
        #expect(surface.frame == first.bounds)
        let turned = CGRect(origin: .zero, size: CGSize(width: 300, height: 400))
        first.content.layOut(in: turned, scale: 2)
        #expect(surface.frame == turned && first.content.still.frame == turned)
        first.content.layOut(in: first.bounds, scale: 2)
        second.content.begin(nil)
        #expect(surface.superview === first)
        // It is not taken out and put back, which would cost a layout and could be seen.
        let overlay = UIView(frame: .zero)
        first.addSubview(overlay)
        first.content.adopt(surface, in: first)
        #expect(first.subviews == [surface, overlay])
        overlay.removeFromSuperview()
        surface.removeFromSuperview()
        first.content.adopt(surface, in: first)
        #expect(surface.superview === first)
        first.content.adopt(PlayerSurface(frame: .zero), in: first)
        #expect(surface.superview == nil && first.subviews.count == 1)
    }

    /// The next cell is prepared only when the one that plays is seen.
    @Test func `a cell counts as seen from its first picture on, not from the moment that it plays`() async {
        let world = FeedWorld(seed: 42)
        var faults = ContractWorld.Faults()
        faults.displayDelay = .milliseconds(700) ... .milliseconds(700)
        world.contract.setFaults(faults, for: world.urls[0])
        var played = false
        for _ in 0..<200 {
            await world.advance(by: .milliseconds(10))
            let isSeen = world.feed.state.readiness(of: 0) == .picture
            #expect(isSeen == world.isShowing(0))
            if !isSeen, world.playing == [0] { played = true }
        }
        #expect(played && world.isShowing(0))
        world.expectSound()
    }

    @Test func `a cell that plays without a view counts as seen once a view shows its picture`() async {
        let world = FeedWorld(seed: 44, scrolls: false)
        world.feed.send(.layout(.grid(count: 40, cell: FeedWorld.cell)))
        world.feed.send(.viewport(FeedViewport(visible: CGRect(origin: .zero, size: FeedWorld.screen))))
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.feed.state.readiness(of: 0) == .prerolled)
        let tile = FeedTile(frame: CGRect(origin: .zero, size: FeedWorld.cell))
        world.window.addSubview(tile)
        world.feed.show(0, in: tile)
        #expect(world.feed.state.readiness(of: 0) == .picture)
        world.expectSound()
    }

    /// While a feed decides, what its players report waits, and a player may be another cell's by then.
    @Test func `a report that comes too late for the cell of its player changes nothing`() async throws {
        let world = FeedWorld(seed: 47)
        await world.advance(by: .seconds(2))
        let slot = try #require(world.feed.state.assignment(of: 0)?.role.slot)
        world.feed.handle(.quiet(slot))
        #expect(world.playing == [0] && world.isShowing(0))
        world.feed.replace([0])
        let next = try #require(world.feed.state.assignment(of: 0)?.role.slot)
        world.feed.handle(.pictured(next))
        #expect(world.feed.state.readiness(of: 0) != .picture)
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.feed.state.readiness(of: 0) == .picture)
        world.expectSound()
    }

    /// Each feed has identifiers of its own.
    @Test func `a tile that comes from another feed hears nothing more of that, and costs no cell its tile`() async {
        let world = FeedWorld(seed: 48)
        await world.advance(by: .seconds(1))
        let other = FeedController(
            settings: FeedSettings(), cache: nil, budget: nil, isMuted: true, clock: world.clock, clip: { _ in nil })
        let (taken, given) = (FeedTile(frame: .zero), FeedTile(frame: .zero))
        var told: [FeedCellID] = []
        taken.onStatus = { told.append($0.cell) }
        world.feed.show(30, in: taken)
        other.show(1, in: taken)
        world.feed.send(.user(.setMuted(false)))
        #expect(told == [30, 1])
        other.show(0, in: given)
        world.feed.show(31, in: given)
        #expect(given.cell == 31 && world.feed.tiles[0] === world.views[0])
        world.feed.hide(given)
        other.show(2, in: given)
        world.feed.hide(given)
        #expect(given.cell == nil && world.feed.tiles[2] === world.views[2])
        world.expectSound()
    }

    @Test func `a tile that comes back from another feed shows its cell again, and one that stays there is left alone`()
        async
    {
        let world = FeedWorld(seed: 50)
        await world.advance(by: .seconds(1))
        let other = FeedController(
            settings: FeedSettings(), cache: nil, budget: nil, isMuted: true, clock: world.clock, clip: { _ in nil })
        let (tile, second) = (FeedTile(frame: .zero), FeedTile(frame: .zero))
        world.feed.show(30, in: tile)
        other.show(1, in: tile)
        world.feed.show(30, in: tile)
        #expect(tile.cell == 30)
        other.show(2, in: tile)
        world.feed.show(30, in: second)
        #expect(second.cell == 30 && tile.cell == 2)
        world.expectSound()
    }

    @Test func `a tile that is made ready for the same cell again is told its status again`() async {
        let world = FeedWorld(seed: 49)
        let tile = FeedTile(frame: .zero)
        var told: [FeedCellID] = []
        tile.onStatus = { told.append($0.cell) }
        for _ in 1...2 {
            world.feed.show(30, in: tile)
            world.feed.hide(tile)
        }
        #expect(told == [30, 30])
        world.expectSound()
    }

    @Test func `a file is opened with the size and the frame rate that it states`() async throws {
        let url = URL(filePath: "/clips/small.mp4")
        let world = ContractWorld(seed: 45)
        ContractWorld.current = world
        world.register(
            url, ContractWorld.Media(duration: 8, frameRate: 50, size: CGSize(width: 640, height: 360)))
        let open = try await OpenClip.open(MediaSource(url: url))
        #expect(open.info.displaySize == CGSize(width: 640, height: 360))
        #expect(open.info.frameRate == FrameRate(50) && open.nominalRate == 50)
    }

    /// What the app laid over the picture stays there.
    @Test func `a cell keeps its surface when its player goes on, and loses that of one that failed`() async throws {
        let world = FeedWorld(seed: 46)
        await world.advance(by: .seconds(2))
        let tile = try #require(world.views[0])
        let overlay = UIView(frame: .zero)
        tile.addSubview(overlay)
        let before = tile.subviews
        world.feed.send(.user(.pause(0)))
        world.feed.send(.user(.play(0)))
        world.feed.show(0, in: tile)
        #expect(tile.subviews == before && before.count == 2)
        world.contract.failItem(of: try #require(world.player(of: 0)), AVError(.fileFormatNotRecognized))
        await world.advance(by: .seconds(1))
        world.feed.send(.user(.play(0)))
        #expect(tile.subviews == [overlay])
        await world.advance(by: .seconds(2))
        #expect(world.isShowing(0))
        world.expectSound()
    }

    @Test func `a live stream has no end that anybody could see, and its times can be added`() async throws {
        let url = URL(string: "https://example.org/live.m3u8")!
        let world = ContractWorld(seed: 43)
        ContractWorld.current = world
        var media = ContractWorld.Media(duration: .zero, hasAudio: true, kind: .hls)
        media.duration = .indefinite
        world.register(url, media)
        let open = try await OpenClip.open(MediaSource(url: url))
        let end = open.info.bounds.end
        #expect(end > .seconds(100 * 365 * 86_400))
        #expect((end + end).nanoseconds == 2 * end.nanoseconds)
        #expect(open.nominalRate == nil)
    }
}
