import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit

/// What a surface shows of a player of the double, and when.
@Suite(.serialized) @MainActor
struct PlayerSurfaceTests {
    private let screen = Screen()

    @Test func `the poster stays in the lower layer before and after the first picture`() async throws {
        let poster = try #require(screen.image())
        screen.surface.poster = poster
        screen.surface.show(screen.player)
        screen.play()
        #expect(!screen.surface.isShowingPicture)
        #expect(screen.video.isHidden)
        #expect(screen.stillContents === poster)
        await screen.world.run(for: .seconds(2))
        #expect(screen.surface.isShowingPicture)
        #expect(!screen.video.isHidden)
        #expect(screen.stillContents === poster)
        #expect(screen.world.violations.isEmpty)
    }

    @Test func `the first picture of each item is reported once`() async {
        var told = 0
        screen.surface.onFirstPicture = { told += 1 }
        screen.surface.show(screen.player)
        screen.play()
        await screen.world.run(for: .seconds(2))
        #expect(told == 1)
        screen.play()
        await screen.world.run(for: .seconds(2))
        #expect(told == 2)
    }

    @Test func `a held picture is there before and after the item is removed`() async {
        screen.surface.show(screen.player)
        screen.play()
        await screen.world.run(for: .seconds(2))
        #expect(screen.surface.holdStill())
        let held = screen.stillContents
        #expect(held != nil)
        screen.player.replaceCurrentItem(with: nil)
        await screen.world.run(for: .seconds(1))
        #expect(!screen.surface.isShowingPicture)
        #expect(screen.stillContents === held)
        #expect(screen.world.violations.isEmpty)
    }

    @Test func `no picture of a moving player is held, and the poster stays`() async throws {
        let poster = try #require(screen.image())
        screen.surface.poster = poster
        screen.surface.show(screen.player)
        screen.play()
        await screen.world.run(for: .seconds(2))
        screen.player.rate = 1
        #expect(!screen.surface.holdStill())
        #expect(screen.stillContents === poster)
        #expect(screen.world.violations.isEmpty)
    }

    @Test func `a released surface holds no player, poster or callback`() async {
        screen.surface.onFirstPicture = {}
        screen.surface.poster = screen.image()
        screen.surface.show(screen.player)
        screen.play()
        await screen.world.run(for: .seconds(2))
        screen.surface.release()
        #expect(screen.surface.player == nil)
        #expect(screen.surface.onFirstPicture == nil)
        #expect(screen.surface.poster == nil)
        #expect(!screen.surface.isShowingPicture)
        #expect(screen.video.player == nil)
        #expect(screen.stillContents == nil)
    }

    @Test func `both layers fill the view at the display's scale and use its fitting`() {
        screen.surface.fitting = .fill
        screen.surface.layoutIfNeeded()
        for layer in screen.surface.layer.sublayers ?? [] {
            #expect(layer.frame == screen.surface.bounds)
            #expect(layer.contentsScale == screen.surface.traitCollection.displayScale)
        }
        #expect(screen.video.videoGravity == .resizeAspectFill)
        #expect(screen.surface.layer.sublayers?.first?.contentsGravity == .resizeAspectFill)
        #expect(screen.surface.layer.sublayers?.last === screen.video)
    }

    @Test func `a surface and its layers are freed when nothing holds them`() async {
        weak var layer: AVPlayerLayer?
        do {
            let surface = PlayerSurface(frame: .zero)
            surface.show(screen.player)
            layer = surface.layer.sublayers?.last as? AVPlayerLayer
            #expect(layer != nil)
        }
        await screen.world.settle()
        #expect(layer == nil)
    }
}

/// A player with one clip and a surface, in a world of their own.
@MainActor
struct Screen {
    let world: ContractWorld
    let player: AVPlayer
    let surface: PlayerSurface
    private let url: URL

    init() {
        world = ContractWorld(seed: 1)
        ContractWorld.current = world
        url = FileManager.default.temporaryDirectory.appending(path: "view-clip.mp4")
        world.register(
            url,
            ContractWorld.Media(
                duration: CMTime(seconds: 60, preferredTimescale: 600), frameRate: (30, 1),
                size: CGSize(width: 1280, height: 720), hasAudio: false))
        player = AVPlayer()
        surface = PlayerSurface(frame: CGRect(x: 0, y: 0, width: 160, height: 90))
    }

    var video: AVPlayerLayer {
        guard let layer = surface.layer.sublayers?.last as? AVPlayerLayer else { fatalError("no player layer on top") }
        return layer
    }

    /// What the layer below the player layer shows.
    var stillContents: CGImage? { surface.layer.sublayers?.first?.contents as? CGImage }

    /// Gives the player a new item of the clip.
    func play() {
        player.replaceCurrentItem(with: AVPlayerItem(url: url))
    }

    func image() -> CGImage? {
        Poster.image()
    }
}
