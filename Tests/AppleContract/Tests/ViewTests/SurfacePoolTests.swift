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
