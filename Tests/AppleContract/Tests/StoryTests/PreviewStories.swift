import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
@_spi(Double) import SwiftUI
import Testing
@_spi(Double) import UIKit

@testable import ComparisonScreens
@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// The demo's screens, made as Xcode and the app make them. Their groups keep the system's time, so these stories run in
/// real time.
@Suite(.serialized) @MainActor
struct PreviewStories {
    private let contract: ContractWorld
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 640, height: 480))

    init() {
        contract = ContractWorld(seed: 41, hostTime: HostTime.now.nanoseconds)
        ContractWorld.current = contract
        for url in OwnClips.pair + [OwnClips.background] {
            let media = ContractWorld.Media(
                duration: CMTime(seconds: 12, preferredTimescale: 600), frameRate: (30, 1),
                size: CGSize(width: 640, height: 360))
            contract.register(url, media)
        }
    }

    private func show(_ screen: some View) throws -> HostingDouble {
        let host = try #require(UIHostingController(rootView: screen).view as? HostingDouble)
        host.frame = window.bounds
        window.addSubview(host)
        window.layoutIfNeeded()
        return host
    }

    /// Lets time pass on the double as it does outside, until something holds.
    private func wait(atMost limit: Duration = .seconds(10), until holds: () -> Bool) async throws -> Bool {
        let end = HostTime.now.advanced(by: limit)
        while !holds() {
            guard HostTime.now < end else { return false }
            contract.advance(to: HostTime.now.nanoseconds)
            try await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    private func surfaces(in view: UIView) -> [PlayerSurface] {
        (view as? SurfaceContainer)?.slot.surface.map { [$0] } ?? view.subviews.flatMap(surfaces)
    }

    private func playing(in view: UIView) -> Set<URL> {
        let players = surfaces(in: view).compactMap(\.player).filter { $0.rate > 0 }
        return Set(players.compactMap { ($0.currentItem?.asset as? AVURLAsset)?.url })
    }

    @Test func `all previews can be made; the demo's clips play, and what has no video says so`() async throws {
        let host = try show(ComparisonPreviews.previews)
        #expect(try await wait { playing(in: host).isSuperset(of: OwnClips.pair) }, "\(host.texts)")
        #expect(surfaces(in: host).filter { $0.isShowingPicture }.count >= OwnClips.pair.count)
        // One bar that can be used and two that cannot, each with its own time.
        #expect(host.controls.filter { $0.label == "Pause" }.map(\.isEnabled) == [true])
        #expect(host.controls.filter { $0.label == "Play" }.map(\.isEnabled) == [false, false])
        #expect(host.texts.filter { $0 == "0:00.00" }.count >= 2 && host.texts.filter { $0 == "–" }.count == 2)
        #expect(host.texts.contains { $0.hasPrefix("0:12") || $0.hasPrefix("0:11") }, "\(host.texts)")
        // The layouts of the demo.
        let layouts = ScreenOptions.Layout.allCases.map(\.rawValue)
        #expect(host.controls.filter { $0.press != nil && layouts.contains($0.label) }.map(\.label) == layouts)
        let wipe = try #require(host.controls.first { $0.label == "wipe" }?.press)
        wipe()
        #expect(try await wait { host.elements.filter { $0.label == "Boundary" }.count == 1 })
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        host.removeFromSuperview()
    }

    @Test func `the kiosk's screen plays all its tiles`() async throws {
        let host = try show(KioskScreen())
        #expect(try await wait { surfaces(in: host).filter { ($0.player?.rate ?? 0) > 0 }.count >= 4 })
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        host.removeFromSuperview()
    }
}
