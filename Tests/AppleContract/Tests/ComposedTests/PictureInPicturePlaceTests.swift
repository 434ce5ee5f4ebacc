import AVFoundation
@_spi(Double) import SwiftUI
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// Which screen has the view that Picture in Picture needs.
@Suite(.serialized) @MainActor
struct PictureInPicturePlaceTests {
    private let host = PictureInPictureHost()
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))

    init() { ContractWorld.current = ContractWorld(seed: 1) }

    /// A screen that shows the view.
    private func place(in window: UIWindow? = nil) -> PictureInPicturePlace {
        let place = PictureInPicturePlace(frame: self.window.bounds)
        (window ?? self.window).addSubview(place)
        place.host = host
        return place
    }

    @Test func `a screen that is updated below another one does not take the view from it`() {
        let (below, above) = (place(), place())
        below.host = host
        #expect(host.superview === above)
    }

    @Test func `a screen that goes does not take the view from where the app has put it`() {
        let place = place()
        let own = UIView(frame: window.bounds)
        window.addSubview(own)
        own.addSubview(host)
        place.removeFromSuperview()
        #expect(host.superview === own)
    }

    @Test func `of a screen that has gone without a word, the one below it is the next`() {
        let below = place()
        var gone: UIWindow? = UIWindow(frame: window.bounds)
        _ = place(in: gone)
        let above = place()
        gone = nil
        #expect(host.superview === above)
        above.removeFromSuperview()
        #expect(host.superview === below && gone == nil)
    }

    @Test func `the layer keeps the size that the window has given it for as long as it is there`() {
        let place = place()
        place.layoutIfNeeded()
        host.layoutIfNeeded()
        #expect(host.display.frame == window.bounds && !host.isUserInteractionEnabled)
        let floating = CALayer()
        floating.addSublayer(host.display)
        host.display.frame = CGRect(x: 0, y: 0, width: 30, height: 20)
        host.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
        host.layoutIfNeeded()
        #expect(host.display.frame == CGRect(x: 0, y: 0, width: 30, height: 20))
        host.layer.addSublayer(host.display)
        host.setNeedsLayout()
        host.layoutIfNeeded()
        #expect(host.display.frame == CGRect(x: 0, y: 0, width: 50, height: 50))
    }

    private struct Screen: View {
        let floating: PictureInPicture?
        var body: some View { Color.clear.pictureInPicture(floating) }
    }

    @Test func `a view of SwiftUI that is done with the window does not get the view again`() throws {
        let world = FloatingWorld()
        let floating = PictureInPicture(world.group, member: nil, turning: world.turning)
        let window = UIWindow(frame: window.bounds)
        let screen = UIHostingController(rootView: Screen(floating: floating))
        screen.view.frame = window.bounds
        window.addSubview(screen.view)
        window.layoutIfNeeded()
        let place = try #require(floating.view.superview as? PictureInPicturePlace)
        screen.rootView = Screen(floating: nil)
        window.layoutIfNeeded()
        #expect(floating.view.superview == nil)
        // As in an animation with which it goes.
        window.addSubview(place)
        #expect(floating.view.superview == nil)
    }
}
