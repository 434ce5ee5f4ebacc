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
        // The tile that had it in between does not take it away.
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
