import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit

/// What is seen of a member when its player is taken away, or black.
@Suite(.serialized) @MainActor
struct PictureStories {
    let world = World(seed: 5)

    /// A member's surface in a view, as a screen would have it.
    private func surface(of id: MemberID) -> (surface: PlayerSurface, container: UIView) {
        let surface = SurfacePool.shared.surface(for: world.group.player(of: id))
        let container = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 180))
        container.addSubview(surface)
        surface.frame = container.bounds
        return (surface, container)
    }

    private func still(on surface: PlayerSurface) -> Bool {
        surface.layer.sublayers?.first?.contents != nil
    }

    @Test func `one that is dropped keeps its last picture and no decoder`() async {
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        let (surface, container) = surface(of: ids[0])
        world.group.stallPolicy = .drop
        await world.play()
        await world.advance(by: .seconds(1))
        #expect(surface.isShowingPicture && !still(on: surface))
        let player = world.group.player(of: ids[0])!
        world.contract.stall(player)
        await world.advance(by: .seconds(1))
        #expect(world.events.contains(.dropped(ids[0])))
        #expect(player.currentItem == nil)
        #expect(still(on: surface))
        #expect(world.contract.violations.isEmpty)
        SurfacePool.shared.giveBack(surface)
        _ = container
    }

    @Test func `while an item is changed for another what was seen stays`() async {
        let id = world.group.add(url: world.clip(seconds: 8))
        let (surface, container) = surface(of: id)
        await world.play()
        await world.advance(by: .seconds(1))
        // Sound is another clock, and so another item.
        world.group.audibleMember = id
        await world.settle()
        #expect(still(on: surface))
        await world.advance(by: .seconds(2))
        #expect(surface.isShowingPicture)
        expectOnLine(world, id)
        SurfacePool.shared.giveBack(surface)
        _ = container
    }

    @Test func `a stream is no background`() async {
        let id = world.group.add(url: world.clip())
        world.group.background = LoopingBackground(url: world.stream { _ in })
        await world.play()
        await world.advance(by: .seconds(2))
        expectOnLine(world, id)
        let error = world.group.failures[world.group.backgroundMember!]
        #expect(error?.reason.contains("cannot loop in step") == true, "\(String(describing: error))")
    }
}
