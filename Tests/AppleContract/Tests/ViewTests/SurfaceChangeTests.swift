import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit

/// Surfaces that change from one video or player to another: what is seen is always of the one that is meant.
@Suite(.serialized) @MainActor
struct SurfaceChangeTests {
    private let screen = Screen()

    private func item(turned isTurned: Bool) -> AVPlayerItem {
        var media = ContractWorld.Media(
            duration: CMTime(seconds: 60, preferredTimescale: 600), frameRate: (30, 1),
            size: CGSize(width: 1280, height: 720), hasAudio: false)
        if isTurned { media.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 720, ty: 0) }
        let url = FileManager.default.temporaryDirectory.appending(path: isTurned ? "turned.mp4" : "upright.mp4")
        screen.world.register(url, media)
        return AVPlayerItem(url: url)
    }

    /// Time goes by, and the main thread is busy.
    private func pass(_ seconds: Int64) { screen.world.advance(to: screen.world.now + seconds * 1_000_000_000) }

    /// The first video may be gone before it is known how it lies.
    @Test(arguments: [false, true], [false, true])
    func `a picture is kept as its own video lies, whatever the one before did`(isOtherPlayer: Bool, isAtOnce: Bool)
        async
    {
        let (surface, next) = (screen.surface, AVPlayer())
        let (turned, upright) = (item(turned: true), item(turned: false))
        var width: Int?
        let change = { @MainActor in
            surface.onFirstPicture = { width = surface.holdStill() ? screen.stillContents?.width : nil }
            if isOtherPlayer { surface.show(next) } else { surface.layers.dropStill() }
            surface.player?.replaceCurrentItem(with: upright)
        }
        if isAtOnce { surface.onFirstPicture = { change() } }
        surface.show(screen.player)
        screen.player.replaceCurrentItem(with: turned)
        await screen.world.run(for: .seconds(2))
        if !isAtOnce {
            #expect(surface.holdStill() && screen.stillContents?.width == 720)
            change()
        }
        await screen.world.run(for: .seconds(2))
        #expect(width == 1280)
    }

    @Test func `a picture that has just come of the player before is none of the next one`() async {
        var told = 0
        let (surface, next) = (screen.surface, AVPlayer(playerItem: item(turned: false)))
        surface.onFirstPicture = { told += 1 }
        surface.show(screen.player)
        screen.play()
        // After the surface has heard of it, and before it looks.
        let observation = screen.video.observe(\.isReadyForDisplay, options: [.new]) { _, _ in
            MainActor.assumeIsolated { surface.show(next) }
        }
        while surface.player !== next { await screen.world.run(for: .milliseconds(5)) }
        observation.invalidate()
        #expect(!surface.isShowingPicture && screen.video.isHidden && told == 0)
        await screen.world.run(for: .seconds(2))
        #expect(surface.isShowingPicture && told == 1)
    }

    @Test func `no picture is reported twice, although its layer says twice that it is there`() async {
        var told = 0
        screen.surface.onFirstPicture = { told += 1 }
        screen.surface.show(screen.player)
        screen.play()
        await screen.world.run(for: .seconds(2))
        #expect(told == 1)
        // It goes and comes before the main thread looks, and then says so for each change.
        screen.play()
        pass(2)
        await screen.world.run(for: .seconds(1))
        #expect(told <= 2 && screen.surface.isShowingPicture)
    }

    @Test func `a surface that awaits a picture shows what is below it until then`() async {
        screen.surface.show(screen.player)
        screen.play()
        await screen.world.run(for: .seconds(2))
        screen.surface.layers.awaitPicture()
        #expect(!screen.surface.isShowingPicture && screen.video.isHidden)
        screen.play()
        await screen.world.run(for: .seconds(2))
        #expect(screen.surface.isShowingPicture && !screen.video.isHidden)
    }

    @Test func `a layer that is not needed any more holds no player, and nothing holds it`() async throws {
        let layers = screen.surface.layers
        screen.surface.show(screen.player)
        layers.rehearse(AVPlayer())
        weak var gone: AVPlayerLayer?
        do {
            let rehearsed = try #require(screen.surface.layer.sublayers?[1] as? AVPlayerLayer)
            #expect(rehearsed !== screen.video && rehearsed.player != nil)
            layers.cancelRehearsal()
            #expect(rehearsed.player == nil)
            gone = rehearsed
        }
        #expect(gone == nil)
        let (old, next) = (screen.video, AVPlayer())
        layers.rehearse(next)
        layers.takeOver(next)
        #expect(screen.surface.player === next && old.player == nil)
    }
}
