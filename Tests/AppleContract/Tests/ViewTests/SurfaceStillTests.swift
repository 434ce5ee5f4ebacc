import AVFoundation
@_spi(Double) import QuartzCore
import Testing
import UIKit

@testable import MultiPlayerKit

/// When a picture that is kept is on the screen, and when one is waited for.
@Suite(.serialized) @MainActor
struct SurfaceStillTests {
    private let screen = Screen()

    @Test func `a picture that is kept is sent to the screen before its item can be taken away`() async {
        screen.surface.show(screen.player)
        let before = Flushes.count
        #expect(!screen.surface.holdStill() && Flushes.count == before)
        screen.play()
        await screen.world.run(for: .seconds(2))
        #expect(screen.surface.holdStill() && Flushes.count == before + 1)
    }

    @Test func `nobody waits for a picture that is seen`() async {
        let (pool, window) = (SurfacePool(), UIWindow(frame: screen.surface.frame))
        pool.follow(with: screen.surface)
        window.addSubview(screen.surface)
        screen.surface.show(screen.player)
        #expect(pool.isBlank(screen.player))
        screen.play()
        await screen.world.run(for: .seconds(2))
        #expect(!pool.isBlank(screen.player))
    }
}
