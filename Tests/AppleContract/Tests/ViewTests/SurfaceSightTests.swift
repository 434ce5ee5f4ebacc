import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit

/// What a surface keeps of its player's picture, and what it makes of what it knows already.
@Suite(.serialized) @MainActor
struct SurfaceSightTests {
    private let screen = Screen()

    /// Shows the player until its first picture is there.
    private func show() async {
        screen.surface.show(screen.player)
        screen.play()
        await screen.world.run(for: .seconds(2))
        #expect(screen.surface.isShowingPicture)
    }

    @Test func `a surface shows nothing beyond its edges and takes no touches`() {
        #expect(screen.surface.clipsToBounds && !screen.surface.isUserInteractionEnabled)
    }

    @Test func `a player that is shown already keeps its picture, and what is held of it`() async {
        await show()
        #expect(screen.surface.holdStill())
        let held = screen.stillContents
        screen.surface.show(screen.player)
        #expect(screen.surface.isShowingPicture && !screen.video.isHidden)
        #expect(held != nil && screen.stillContents === held)
    }

    @Test func `what is held of a player goes with it`() async throws {
        let poster = try #require(screen.image())
        await show()
        #expect(screen.surface.holdStill() && screen.surface.layers.hasStill)
        screen.surface.show(AVPlayer())
        #expect(screen.stillContents == nil && !screen.surface.layers.hasStill)
        screen.surface.poster = poster
        #expect(screen.stillContents === poster)
    }

    @Test func `a copy is made of a picture that stands and is seen, and else of the one that is held`() async {
        await show()
        screen.player.rate = 1
        #expect(screen.surface.layers.copyPicture() == nil)
        screen.player.rate = 0
        #expect(screen.surface.layers.copyPicture() != nil)
        #expect(screen.surface.holdStill())
        screen.surface.layers.awaitPicture()
        #expect(screen.surface.layers.copyPicture() === screen.stillContents)
        #expect(screen.world.violations.isEmpty)
    }

    @Test func `a picture that is seen stays when the app comes back from the background`() async {
        await show()
        screen.surface.layers.attachAnewIfBlank()
        #expect(screen.video.isReadyForDisplay && screen.video.player === screen.player)
    }

    @Test func `a player that takes over lies under the pictures until then, and has the surface to itself afterwards`()
        async throws
    {
        await show()
        let layers = screen.surface.layers
        let count = { screen.surface.layer.sublayers?.count }
        let (first, next) = (AVPlayer(), AVPlayer())
        layers.rehearse(first)
        layers.rehearse(next)
        #expect(count() == 3 && layers.isRehearsingUnseen(next))
        #expect(!layers.isRehearsingUnseen(first) && !layers.isRehearsingUnseen(screen.player))
        let asset = try #require(screen.player.currentItem?.asset)
        next.replaceCurrentItem(with: AVPlayerItem(asset: asset))
        await screen.world.run(for: .seconds(2))
        #expect(!layers.isRehearsingUnseen(next))
        layers.takeOver(next)
        #expect(count() == 2 && screen.surface.player === next && screen.surface.isShowingPicture)
        // The layer that it has replaced says nothing any more.
        await screen.world.run(for: .seconds(1))
        #expect(screen.surface.isShowingPicture)
        layers.cancelRehearsal()
        #expect(count() == 2 && screen.surface.player === next)
        layers.rehearse(first)
        screen.surface.show(screen.player)
        #expect(count() == 2 && !layers.isRehearsingUnseen(first))
        #expect(screen.world.violations.isEmpty)
    }

    @Test func `a player that was not rehearsed takes over all the same`() async throws {
        await show()
        let rehearsed = AVPlayer()
        let other = AVPlayer(playerItem: AVPlayerItem(asset: try #require(screen.player.currentItem?.asset)))
        screen.surface.layers.rehearse(rehearsed)
        screen.surface.layers.takeOver(other)
        #expect(screen.surface.player === other && !screen.surface.isShowingPicture)
        #expect(!screen.surface.layers.isRehearsingUnseen(rehearsed))
        await screen.world.run(for: .seconds(2))
        #expect(screen.surface.isShowingPicture)
    }
}
