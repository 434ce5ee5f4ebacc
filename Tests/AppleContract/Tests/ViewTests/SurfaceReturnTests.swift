import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit

/// Who gets a surface whose container has gone without giving it back.
@Suite(.serialized) @MainActor
struct SurfaceReturnTests {
    private let pool = SurfacePool.shared

    init() { ContractWorld.current = ContractWorld(seed: 1) }

    private func container() -> SurfaceContainer { SurfaceContainer(frame: CGRect(x: 0, y: 0, width: 160, height: 90)) }

    /// The surface of a container that shows a request and is gone afterwards.
    private func leave(_ request: SurfaceRequest, taking place: UIView? = nil) throws -> PlayerSurface {
        let gone = container()
        gone.slot.fill(gone, with: request)
        let surface = try #require(gone.slot.surface)
        place?.addSubview(surface)
        return surface
    }

    @Test func `the container before shows the player again by itself`() throws {
        let first = container()
        let request = SurfaceRequest(player: AVPlayer(), fitting: .fit)
        first.slot.fill(first, with: request)
        let surface = try leave(request)
        #expect(first.subviews.first === surface && surface.player === request.player)
        first.slot.empty(first)
    }

    @Test func `a surface that no one wants is emptied`() throws {
        let surface = try leave(SurfaceRequest(player: nil, fitting: .fit, poster: Poster.image()))
        #expect(surface.poster == nil && surface.superview == nil)
    }

    @Test func `a surface stays where the app has put it`() throws {
        let place = UIView(frame: .zero)
        let surface = try leave(SurfaceRequest(player: AVPlayer(), fitting: .fit), taking: place)
        #expect(surface.superview === place)
        surface.removeFromSuperview()
        pool.giveBack(surface)
    }

    @Test func `a container that shows a poster keeps its surface when it is updated`() throws {
        let (container, request) = (container(), SurfaceRequest(player: nil, fitting: .fit, poster: Poster.image()))
        container.slot.fill(container, with: request)
        let surface = try #require(container.slot.surface)
        // With as many in store as it keeps, one that is given back would not come again.
        for _ in 0..<SurfacePool.spares { pool.giveBack(PlayerSurface(frame: .zero)) }
        container.slot.fill(container, with: request)
        #expect(container.slot.surface === surface && container.subviews.count == 1)
        container.slot.empty(container)
    }

    @Test func `the picture of a player is kept on each surface that shows it`() async {
        let (screen, pool) = (Screen(), SurfacePool())
        pool.follow(with: screen.surface)
        let surfaces = [screen.surface, pool.surface(for: screen.player)]
        screen.surface.show(screen.player)
        screen.play()
        await screen.world.run(for: .seconds(2))
        #expect(surfaces.allSatisfy { $0.isShowingPicture && !$0.layers.hasStill })
        pool.holdStill(of: screen.player)
        #expect(surfaces.allSatisfy { $0.layers.hasStill })
    }
}
