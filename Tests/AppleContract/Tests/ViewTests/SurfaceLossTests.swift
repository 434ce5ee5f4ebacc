import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit

/// Surfaces that were taken from their containers, by others or by nobody.
@Suite(.serialized) @MainActor
struct SurfaceLossTests {
    init() { ContractWorld.current = ContractWorld(seed: 1) }

    private func container() -> SurfaceContainer { SurfaceContainer(frame: CGRect(x: 0, y: 0, width: 160, height: 90)) }

    @Test func `a container whose surface lies nowhere shows it again`() throws {
        let container = container()
        let request = SurfaceRequest(player: AVPlayer(), fitting: .fit)
        container.slot.fill(container, with: request)
        try #require(container.slot.surface).removeFromSuperview()
        container.slot.fill(container, with: request)
        #expect(container.subviews.count == 1 && container.slot.surface?.player === request.player)
        container.slot.empty(container)
    }

    @Test func `a container whose empty surface went to another one gets an empty one of its own`() throws {
        let (first, second) = (container(), container())
        let request = SurfaceRequest(player: nil, fitting: .fit)
        first.slot.fill(first, with: request)
        second.addSubview(try #require(first.slot.surface))
        first.slot.fill(first, with: request)
        #expect(first.subviews.count == 1 && second.subviews.count == 1)
        #expect(first.slot.surface?.superview === first)
        first.slot.empty(first)
    }
}
