import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit

/// Surfaces that go from use to use, and what the pool says of those that are in use.
@Suite(.serialized) @MainActor
struct SurfaceUseTests {
    private let pool = SurfacePool()
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 160, height: 90))

    init() { ContractWorld.current = ContractWorld(seed: 1) }

    private func container() -> SurfaceContainer { SurfaceContainer(frame: window.bounds) }

    // MARK: From use to use

    @Test func `an empty surface serves again at once, and a screenful of them is kept`() {
        let surfaces = (0..<6).map { _ in PlayerSurface(frame: .zero) }
        for surface in surfaces { pool.giveBack(surface) }
        let reused = surfaces.map { _ in pool.surface(for: nil) }
        #expect(reused.count { surface in surfaces.contains { $0 === surface } } == SurfacePool.spares)
    }

    @Test func `who gave a surface back hears nothing of its pictures, though it keeps its player for a while`() {
        let surface = pool.surface(for: AVPlayer())
        surface.onFirstPicture = {}
        pool.giveBack(surface)
        #expect(surface.onFirstPicture == nil && surface.player != nil)
    }

    @Test func `a surface that is given back twice serves one view`() {
        let surface = pool.surface(for: nil)
        for _ in 1...2 { pool.giveBack(surface) }
        #expect(pool.surface(for: nil) !== pool.surface(for: nil))
    }

    @Test func `a container that shows another player has only that one's surface`() {
        let container = container()
        for _ in 1...2 {
            let player = AVPlayer()
            container.slot.fill(container, with: SurfaceRequest(player: player, fitting: .fit))
            #expect(container.subviews.count == 1 && container.slot.surface?.player === player)
        }
        container.slot.empty(container)
        #expect(container.subviews.isEmpty && container.slot.surface == nil)
    }

    @Test func `a container that has lost its player to another one does not say how it is shown`() {
        let (first, second) = (container(), container())
        let player = AVPlayer()
        first.slot.fill(first, with: SurfaceRequest(player: player, fitting: .fit))
        second.slot.fill(second, with: SurfaceRequest(player: player, fitting: .fill))
        first.slot.fill(first, with: SurfaceRequest(player: player, fitting: .stretch))
        let surface = second.slot.surface
        #expect(surface?.fitting == .fill)
        first.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
        first.layoutIfNeeded()
        #expect(surface?.frame == second.bounds)
        second.frame = CGRect(x: 0, y: 0, width: 80, height: 60)
        second.layoutIfNeeded()
        #expect(surface?.frame == second.bounds)
        second.slot.empty(second)
        first.slot.empty(first)
    }

    @Test func `a container that goes after it has lost its player takes nothing from the one that has it`() async {
        let second = container()
        let player = AVPlayer()
        do {
            let first = container()
            first.slot.fill(first, with: SurfaceRequest(player: player, fitting: .fit))
            second.slot.fill(second, with: SurfaceRequest(player: player, fitting: .fit))
        }
        await ContractWorld.current.settle()
        #expect(second.subviews.count == 1 && second.slot.surface?.player === player)
        second.slot.empty(second)
    }

    // MARK: In use

    @Test func `a player is on the screen if its surface is in a window, has an area and is not hidden`() {
        let player = AVPlayer()
        let surface = pool.surface(for: player)
        surface.frame = window.bounds
        #expect(!pool.isOnScreen(player))
        window.addSubview(surface)
        #expect(pool.isOnScreen(player))
        surface.isHidden = true
        #expect(!pool.isOnScreen(player))
        surface.isHidden = false
        for size in [CGSize(width: 0, height: 90), CGSize(width: 160, height: 0)] {
            surface.frame.size = size
            #expect(!pool.isOnScreen(player))
        }
        surface.frame = window.bounds
        #expect(pool.isOnScreen(player))
    }

    @Test func `nobody waits for a picture that no view is to show`() {
        let (player, next) = (AVPlayer(), AVPlayer())
        let surface = pool.surface(for: player)
        pool.rehearse(next, after: player)
        #expect(!pool.isBlank(player) && !pool.isBlank(next))
        window.addSubview(surface)
        #expect(pool.isBlank(player) && pool.isBlank(next) && !pool.isBlank(AVPlayer()))
        pool.cancelRehearsal(after: player)
        #expect(!pool.isBlank(next))
    }
}
