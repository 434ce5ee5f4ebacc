import AVFoundation
import Foundation
import Testing
@_spi(Double) import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// Where a comparison of UIKit hosts its view of SwiftUI.
@Suite(.serialized) @MainActor
struct ComparisonHostTests {
    @Test(arguments: [false, true])
    func `it hosts one view, made for each stay in a window, and none outside`(hasController: Bool) async throws {
        ContractWorld.current = ContractWorld(seed: 1)
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 180))
        let controller = UIViewController()
        let root = hasController ? controller.view! : UIView(frame: window.bounds)
        window.addSubview(root)
        let surface = ComparisonSurface(group: PlaybackGroup())
        surface.frame = window.bounds
        root.addSubview(surface)
        let host = try #require(surface.subviews.first)
        #expect(surface.subviews.count == 1 && controller.children.count == (hasController ? 1 : 0))
        // Elsewhere in the same window, which may be told as a move.
        UIView.leavesWindowToMove = false
        defer { UIView.leavesWindowToMove = true }
        let place = UIView(frame: window.bounds)
        root.addSubview(place)
        place.addSubview(surface)
        surface.didMoveToWindow()
        #expect(surface.subviews.count == 1 && surface.subviews.first === host)
        surface.removeFromSuperview()
        #expect(surface.subviews.isEmpty && controller.children.isEmpty)
        root.addSubview(surface)
        #expect(surface.subviews.count == 1 && surface.subviews.first !== host)
        surface.removeFromSuperview()
        await ContractWorld.current.settle()
    }
}
