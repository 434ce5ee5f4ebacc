import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit

/// Which player and which container have which surface.
@Suite(.serialized) @MainActor
struct SurfacePoolTests {
    private let pool = SurfacePool()

    init() {
        ContractWorld.current = ContractWorld(seed: 1)
    }

    @Test func `a player keeps its surface while views come and go`() async throws {
        let player = AVPlayer()
        let container = UIView(frame: .zero)
        let surface = pool.surface(for: player)
        container.addSubview(surface)
        pool.giveBack(surface)
        #expect(surface.player === player)
        #expect(pool.surface(for: player) === surface)
        container.addSubview(surface)
        try await Task.sleep(for: SurfacePool.grace * 2)
        #expect(surface.player === player)
    }

    @Test func `a surface that no view holds releases its player and serves another`() async throws {
        let player = AVPlayer()
        let surface = pool.surface(for: player)
        pool.giveBack(surface)
        try await Task.sleep(for: SurfacePool.grace * 2)
        #expect(surface.player == nil)
        let other = AVPlayer()
        #expect(pool.surface(for: other) === surface)
    }

    @Test func `the later of two containers has the player, and the first has it again once it is free`() {
        let player = AVPlayer()
        let (first, second) = (SurfaceContainer(frame: .zero), SurfaceContainer(frame: .zero))
        let request = SurfaceRequest(player: player, fitting: .fit)
        first.slot.fill(first, with: request)
        second.slot.fill(second, with: request)
        first.slot.fill(first, with: request)
        #expect(first.subviews.isEmpty)
        #expect(second.subviews.count == 1)
        second.slot.empty(second)
        first.slot.fill(first, with: request)
        #expect(first.subviews.count == 1)
        #expect(first.slot.surface?.player === player)
        first.slot.empty(first)
    }

    @Test func `when the last container goes, the one before it shows the player again by itself`() {
        let player = AVPlayer()
        let containers = (0..<3).map { _ in SurfaceContainer(frame: CGRect(x: 0, y: 0, width: 160, height: 90)) }
        for container in containers {
            container.slot.fill(container, with: SurfaceRequest(player: player, fitting: .fill))
        }
        let surface = containers[2].slot.surface
        // One that shows nothing may go without a trace.
        containers[1].slot.empty(containers[1])
        #expect(surface?.superview === containers[2])
        containers[2].slot.empty(containers[2])
        #expect(surface?.superview === containers[0])
        #expect(surface?.player === player && surface?.fitting == .fill)
        #expect(surface?.frame == containers[0].bounds)
        containers[0].slot.empty(containers[0])
        #expect(surface?.superview == nil)
    }

    @Test func `a player comes back to a container when the one that had it goes without giving it back`() {
        let player = AVPlayer()
        let first = SurfaceContainer(frame: .zero)
        let request = SurfaceRequest(player: player, fitting: .fit)
        first.slot.fill(first, with: request)
        do {
            let gone = SurfaceContainer(frame: .zero)
            gone.slot.fill(gone, with: request)
            #expect(first.subviews.isEmpty)
        }
        first.slot.fill(first, with: request)
        #expect(first.subviews.count == 1)
        #expect(first.slot.surface?.player === player)
        first.slot.empty(first)
    }

    @Test func `a player goes to no container that is gone or shows another player`() {
        let player = AVPlayer()
        let (first, second) = (SurfaceContainer(frame: .zero), SurfaceContainer(frame: .zero))
        let request = SurfaceRequest(player: player, fitting: .fit)
        first.slot.fill(first, with: request)
        do {
            let gone = SurfaceContainer(frame: .zero)
            gone.slot.fill(gone, with: request)
        }
        second.slot.fill(second, with: request)
        first.slot.fill(first, with: SurfaceRequest(player: AVPlayer(), fitting: .fit))
        let surface = second.slot.surface
        second.slot.empty(second)
        #expect(surface?.superview == nil)
        #expect(first.slot.surface !== surface)
        first.slot.empty(first)
    }

    @Test func `a container without a player shows a poster of its own`() throws {
        let (first, second) = (SurfaceContainer(frame: .zero), SurfaceContainer(frame: .zero))
        let request = SurfaceRequest(player: nil, fitting: .fit, poster: Poster.image())
        first.slot.fill(first, with: request)
        second.slot.fill(second, with: request)
        #expect(first.subviews.count == 1)
        #expect(second.subviews.count == 1)
        first.slot.empty(first)
        second.slot.empty(second)
    }
}
