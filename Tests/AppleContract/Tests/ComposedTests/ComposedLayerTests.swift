import AVFoundation
import Foundation
@_spi(Double) import QuartzCore
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// When the layer of a difference ticks, and when it is seen.
@Suite(.serialized) @MainActor
struct ComposedLayerTests {
    private let world = ComposedWorld()

    private var picture: ComposedPicture { world.surface!.picture }

    private func play() async {
        world.add()
        world.add(rate: 25)
        await world.play()
    }

    @Test func `a surface takes no touches, covers only itself, and is transparent without a picture`() {
        let surface = ComposedSurface(frame: .zero, drawing: world.recorder)
        #expect(!surface.isUserInteractionEnabled && surface.clipsToBounds)
        #expect(surface.picture.layer.isHidden && !surface.picture.layer.isOpaque)
    }

    @Test func `another group hides what was seen of the one before, without another tick`() async {
        await play()
        #expect(!picture.layer.isHidden)
        world.surface!.show(PlaybackGroup(clock: world.clock))
        #expect(picture.layer.isHidden)
    }

    @Test func `what was hidden is drawn again at the size that it had, although the group stands`() async {
        await play()
        let (group, surface) = (world.group!, world.surface!)
        group.pause()
        await world.advance(by: .seconds(1))
        let frame = surface.frame
        surface.show(nil)
        surface.frame = .zero
        surface.layoutIfNeeded()
        surface.show(group)
        await world.advance(by: .milliseconds(200))
        #expect(picture.layer.isHidden)
        surface.frame = frame
        surface.layoutIfNeeded()
        await world.advance(by: .milliseconds(200))
        #expect(!picture.layer.isHidden)
        expectNoMistakes(world)
    }

    @Test func `the two that are compared have their outputs as soon as they are chosen`() async throws {
        let ids = [world.add(), world.add(), world.add()]
        await world.advance(by: .seconds(1))
        func outputs() -> [Int] { ids.map { world.group!.player(of: $0)?.currentItem?.outputs.count ?? -1 } }
        #expect(outputs() == [1, 1, 0])
        world.surface!.layout = .difference(TileLayout.Difference(of: 2, and: 1))
        #expect(outputs() == [0, 1, 1])
    }

    @Test func `it ticks once, and only on the screen and with a group`() async {
        let surface = world.surface!
        func links() -> Int { ScheduledLinks.count(for: picture) }
        #expect(links() == 1)
        surface.show(world.group)
        #expect(links() == 1)
        surface.removeFromSuperview()
        #expect(links() == 0)
        let window = UIWindow(frame: surface.frame)
        window.addSubview(surface)
        #expect(links() == 1)
        surface.show(nil)
        #expect(links() == 0)
        surface.show(world.group)
        #expect(links() == 1)
        surface.release()
        #expect(links() == 0)
    }
}
