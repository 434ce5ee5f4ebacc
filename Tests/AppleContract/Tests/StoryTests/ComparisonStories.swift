import AVFoundation
@_spi(Double) import CoreGraphics
import Foundation
import MultiPlayerKitTestSupport
@_spi(Double) import SwiftUI
import Testing
@_spi(Double) import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// A comparison in an app without SwiftUI of its own.
@Suite(.serialized) @MainActor
struct ComparisonStories {
    let world = World(seed: 9)
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 640, height: 360))

    init() {
        World.forgetSpareSurfaces()
    }

    // MARK: Looking

    /// A surface that fills a view.
    private func surface(
        _ layout: TileLayout = .sideBySide, posters: [MemberID: CGImage] = [:], in view: UIView? = nil
    ) -> ComparisonSurface {
        let surface = ComparisonSurface(group: world.group, layout: layout, posters: posters)
        surface.frame = window.bounds
        (view ?? window).addSubview(surface)
        window.layoutIfNeeded()
        return surface
    }

    private func host(in surface: UIView) throws -> HostingDouble {
        try #require(surface.subviews.first as? HostingDouble)
    }

    private struct Tile: Equatable {
        /// Both in points of the host.
        var tile: CGRect
        var visible: CGRect

        init(_ tile: CGRect, visible: CGRect? = nil) {
            self.tile = tile
            self.visible = visible ?? tile
        }
    }

    private func containers(in view: UIView) -> [SurfaceContainer] {
        (view as? SurfaceContainer).map { [$0] } ?? view.subviews.flatMap { containers(in: $0) }
    }

    /// The container of a member's pictures.
    private func container(of id: MemberID, in view: UIView) -> SurfaceContainer? {
        containers(in: view).first { $0.slot.surface?.player.map { $0 === world.group.player(of: id) } ?? false }
    }

    private func tile(of id: MemberID, in view: UIView) -> Tile? {
        guard let container = container(of: id, in: view), let clip = container.superview else { return nil }
        return Tile(container.frame.offsetBy(dx: clip.frame.minX, dy: clip.frame.minY), visible: clip.frame)
    }

    private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGRect {
        CGRect(x: x, y: y, width: width, height: height)
    }

    /// Until the pool takes back what no view holds, in real time.
    private func outlastGrace() async throws {
        try await Task.sleep(for: SurfacePool.grace * 2)
        await world.settle()
    }

    // MARK: Layouts

    @Test func `a change of layout reaches the tiles, and no player loses its layer by it`() async throws {
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        let surface = surface()
        await world.play()
        // Seen is what the picture covers, 16 by 9.
        #expect(tile(of: ids[0], in: surface) == Tile(rect(0, 0, 320, 360), visible: rect(0, 90, 320, 180)))
        #expect(tile(of: ids[1], in: surface) == Tile(rect(320, 0, 320, 360), visible: rect(320, 90, 320, 180)))
        let layers = ids.map { container(of: $0, in: surface)?.slot.surface }

        surface.layout = .stacked
        window.layoutIfNeeded()
        #expect(tile(of: ids[0], in: surface) == Tile(rect(0, 0, 640, 180), visible: rect(160, 0, 320, 180)))
        #expect(tile(of: ids[1], in: surface) == Tile(rect(0, 180, 640, 180), visible: rect(160, 180, 320, 180)))

        surface.layout = TileLayout(.focus(on: 1), fitting: .fill)
        // Without being asked for: SwiftUI updates by itself.
        await world.settle()
        #expect(try #require(tile(of: ids[1], in: surface)).tile.width > 320)
        #expect(try #require(tile(of: ids[0], in: surface)).tile.width < 320)
        for (id, layer) in zip(ids, layers) {
            let shown = try #require(container(of: id, in: surface)?.slot.surface)
            #expect(shown === layer)
            #expect(shown.fitting == .fill)
            #expect(shown.isShowingPicture)
        }
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a flip shows another player in the same place, and both keep their layers at full size`() async throws {
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        let surface = surface(.single(0))
        await world.play()
        let layers = ids.map { container(of: $0, in: surface)?.slot.surface }
        #expect(tile(of: ids[0], in: surface) == Tile(window.bounds))
        for seen in [1, 0, 1] {
            surface.layout = .single(seen)
            window.layoutIfNeeded()
            #expect(tile(of: ids[seen], in: surface) == Tile(window.bounds))
            // It is clipped to nothing, and as large as before.
            let hidden = try #require(tile(of: ids[1 - seen], in: surface))
            #expect(hidden.tile.size == window.bounds.size && hidden.visible.size == .zero)
            for (id, layer) in zip(ids, layers) {
                let shown = try #require(container(of: id, in: surface)?.slot.surface)
                #expect(shown === layer && shown.isShowingPicture)
            }
        }
        await world.settle()
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `tiles follow the size of the view and the members of the group`() async throws {
        let first = world.group.add(url: world.clip())
        let surface = surface()
        await world.settle()
        #expect(tile(of: first, in: surface) == Tile(window.bounds))
        surface.frame = rect(0, 0, 320, 180)
        window.layoutIfNeeded()
        #expect(tile(of: first, in: surface) == Tile(rect(0, 0, 320, 180)))
        let second = world.group.add(url: world.clip())
        await world.settle()
        #expect(tile(of: first, in: surface) == Tile(rect(0, 0, 160, 180), visible: rect(0, 45, 160, 90)))
        #expect(tile(of: second, in: surface) == Tile(rect(160, 0, 160, 180), visible: rect(160, 45, 160, 90)))
    }

    /// As in a preview of a screen in Xcode.
    @Test(arguments: [TileLayout.sideBySide, .wipe, .difference])
    func `a comparison without a video is empty, and shows the first one that comes`(layout: TileLayout) async throws {
        let surface = surface(layout)
        await world.settle()
        let host = try host(in: surface)
        #expect(containers(in: host).allSatisfy { $0.slot.surface?.player == nil })
        let id = world.group.add(url: world.clip())
        await world.advance(by: .seconds(1))
        window.layoutIfNeeded()
        #expect((tile(of: id, in: host) != nil) == (layout != .difference))
        #expect(world.violations.isEmpty)
    }

    @Test func `posters and another group reach the view`() async throws {
        let id = world.group.add(url: world.clip())
        let poster = CGImage(width: 16, height: 9, content: "poster")
        let surface = surface(posters: [id: poster])
        await world.settle()
        #expect(container(of: id, in: surface)?.slot.surface?.poster != nil)
        surface.posters = [:]
        window.layoutIfNeeded()
        let tile = try #require(container(of: id, in: surface))
        #expect(tile.slot.surface?.poster == nil)

        let other = PlaybackGroup(clock: world.clock, budget: nil)
        surface.group = other
        window.layoutIfNeeded()
        #expect(container(of: id, in: surface) == nil)
        #expect(tile.subviews.isEmpty)
    }

    // MARK: The wipe

    @Test func `dragging the boundary moves both sides, and says where to`() async throws {
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        let surface = surface(.wipe)
        var told: [TileLayout] = []
        surface.onLayoutChange = { told.append($0) }
        await world.play()
        let whole = window.bounds
        #expect(tile(of: ids[0], in: surface) == Tile(whole, visible: rect(0, 0, 320, 360)))
        #expect(tile(of: ids[1], in: surface) == Tile(whole, visible: rect(320, 0, 320, 360)))

        // Beside the middle of the handle: the boundary does not jump to the finger.
        let host = try host(in: surface)
        #expect(!host.touch(at: CGPoint(x: 100, y: 180)))
        #expect(host.touch(at: CGPoint(x: 310, y: 180)))
        host.drag(to: CGPoint(x: 342, y: 180))
        host.drag(to: CGPoint(x: 374, y: 100))
        #expect(surface.layout.arrangement == .wipe(at: 0.6))
        #expect(tile(of: ids[0], in: surface) == Tile(whole, visible: rect(0, 0, 384, 360)))
        #expect(tile(of: ids[1], in: surface) == Tile(whole, visible: rect(384, 0, 256, 360)))
        host.drag(to: CGPoint(x: 2_000, y: 180))
        #expect(surface.layout.arrangement == .wipe(at: 1))
        host.lift(at: CGPoint(x: 2_000, y: 180))
        #expect(told.last == surface.layout)

        // The next drag begins where this one ended.
        #expect(host.touch(at: CGPoint(x: 630, y: 180)))
        host.drag(to: CGPoint(x: 310, y: 180))
        #expect(surface.layout.arrangement == .wipe(at: 0.5))
        host.lift(at: CGPoint(x: 310, y: 180))

        let count = told.count
        surface.layout = TileLayout(.wipe(at: 0.25))
        window.layoutIfNeeded()
        #expect(tile(of: ids[0], in: surface)?.visible == rect(0, 0, 160, 360))
        #expect(told.count == count, "the app knows what it sets")
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `VoiceOver finds a tile for each member and a boundary that it can move`() async throws {
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        let surface = surface(.wipe)
        await world.settle()
        let host = try host(in: surface)
        for id in ids {
            let element = try #require(host.elements.first { $0.label == world.group.name(of: id) })
            #expect(element.value?.hasPrefix("Paused") == true)
            element.actions["Solo"]?()
            #expect(world.group.audibleMember == id)
        }
        var boundary: HostingDouble.Element? { host.elements.first { $0.label == "Boundary" } }
        #expect(boundary?.value == "50 percent")
        boundary?.adjust?(.increment)
        window.layoutIfNeeded()
        #expect(surface.layout.arrangement == .wipe(at: 0.55))
        #expect(boundary?.value == "55 percent")
        #expect(boundary?.frame.midX == 352)
    }

    // MARK: The zoom

    @Test func `a pinch on one tile zooms all into the same part, and a drag moves them together`() async throws {
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        let surface = surface()
        var told: [TileLayout] = []
        surface.onLayoutChange = { told.append($0) }
        await world.play()
        let whole = ids.map { tile(of: $0, in: surface) }
        let layers = ids.map { container(of: $0, in: surface)?.slot.surface }
        let host = try host(in: surface)
        let spot = CGPoint(x: 80, y: 180)
        #expect(!host.touch(at: spot), "a whole picture has nowhere to go")

        // A quarter of the way into the first picture, which is 320 points wide: that point stays where it is.
        #expect(host.pinch(at: spot, by: 1.2, 1.7, 2))
        #expect(surface.layout.zoom == TileLayout.Zoom(2, x: 0.375, y: 0.5))
        #expect(told.last == surface.layout)
        #expect(tile(of: ids[0], in: surface) == Tile(rect(-80, -180, 640, 720), visible: rect(0, 0, 320, 360)))
        #expect(tile(of: ids[1], in: surface) == Tile(rect(240, -180, 640, 720), visible: rect(320, 0, 320, 360)))

        #expect(host.touch(at: spot))
        host.drag(to: CGPoint(x: 96, y: 300))
        host.drag(to: CGPoint(x: 112, y: 300))
        host.lift(at: CGPoint(x: 112, y: 300))
        #expect(tile(of: ids[0], in: surface)?.tile == rect(-48, -180, 640, 720))
        #expect(tile(of: ids[1], in: surface)?.tile == rect(272, -180, 640, 720))
        for (id, layer) in zip(ids, layers) {
            #expect(container(of: id, in: surface)?.slot.surface === layer)
            #expect(layer?.isShowingPicture == true)
        }

        // A second finger makes a drag a pinch; what the first finger does after it counts for nothing.
        #expect(host.touch(at: spot))
        #expect(host.pinch(at: spot, by: 1.5, 2))
        let pinched = surface.layout.zoom
        #expect(pinched.scale == 4)
        host.drag(to: CGPoint(x: 300, y: 300))
        #expect(surface.layout.zoom == pinched)
        host.lift(at: CGPoint(x: 300, y: 300))

        // The next pinch counts from here, and ends at the whole picture.
        #expect(host.pinch(at: CGPoint(x: 600, y: 300), by: 0.5, 0.05))
        #expect(surface.layout.zoom == TileLayout.Zoom())
        #expect(ids.map { tile(of: $0, in: surface) } == whole)
        #expect(!host.touch(at: spot))
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `under a wipe a drag on the boundary moves the boundary, and one beside it the pictures`() async throws {
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        let surface = surface(TileLayout(.wipe(at: 0.5), zoom: TileLayout.Zoom(2)))
        await world.play()
        #expect(tile(of: ids[0], in: surface) == Tile(rect(-320, -180, 1_280, 720), visible: rect(0, 0, 320, 360)))
        let host = try host(in: surface)
        #expect(host.touch(at: CGPoint(x: 320, y: 180)))
        host.drag(to: CGPoint(x: 384, y: 180))
        host.lift(at: CGPoint(x: 384, y: 180))
        #expect(surface.layout.arrangement == .wipe(at: 0.6))
        #expect(surface.layout.zoom == TileLayout.Zoom(2))
        #expect(host.touch(at: CGPoint(x: 100, y: 100)))
        host.drag(to: CGPoint(x: 2_000, y: 2_000))
        host.lift(at: CGPoint(x: 2_000, y: 2_000))
        #expect(surface.layout.zoom == TileLayout.Zoom(2, x: 0.25, y: 0.25), "no further than to the edge")
        #expect(tile(of: ids[1], in: surface) == Tile(rect(0, 0, 1_280, 720), visible: rect(384, 0, 256, 360)))
    }

    @Test func `a filled tile stays filled wherever it is moved, and is in the middle at the end`() async throws {
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        let surface = surface(TileLayout(.sideBySide, fitting: .fill))
        await world.play()
        let whole = ids.map { tile(of: $0, in: surface) }
        let host = try host(in: surface)
        #expect(host.pinch(at: CGPoint(x: 160, y: 180), by: 2))
        #expect(tile(of: ids[0], in: surface) == Tile(rect(-480, -180, 1_280, 720), visible: rect(0, 0, 320, 360)))
        #expect(host.touch(at: CGPoint(x: 160, y: 180)))
        host.drag(to: CGPoint(x: 2_000, y: 180))
        host.lift(at: CGPoint(x: 2_000, y: 180))
        #expect(tile(of: ids[0], in: surface)?.tile == rect(0, -180, 1_280, 720))
        #expect(host.pinch(at: CGPoint(x: 10, y: 180), by: 0.1))
        #expect(ids.map { tile(of: $0, in: surface) } == whole)
    }

    @Test func `VoiceOver zooms in and out about the middle of a tile`() async throws {
        let id = world.group.add(url: world.clip())
        let surface = surface()
        await world.settle()
        let host = try host(in: surface)
        func zoom(_ direction: AccessibilityZoomGestureAction.Direction, times: Int) {
            for _ in 0..<times {
                host.elements.first { $0.label == world.group.name(of: id) }?
                    .zoom?(AccessibilityZoomGestureAction(direction))
                window.layoutIfNeeded()
            }
        }
        zoom(.zoomIn, times: 1)
        #expect(surface.layout.zoom == TileLayout.Zoom(2))
        zoom(.zoomIn, times: 6)
        #expect(surface.layout.zoom == TileLayout.Zoom(16), "single pixels are seen")
        zoom(.zoomOut, times: 6)
        #expect(surface.layout.zoom == TileLayout.Zoom())
    }

    @Test func `without a binding the view keeps both itself, until the app sets another layout`() async throws {
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        let controller = UIHostingController(rootView: ComparisonView(group: world.group, layout: .wipe))
        let host = try #require(controller.view as? HostingDouble)
        host.frame = window.bounds
        window.addSubview(host)
        window.layoutIfNeeded()
        await world.play()
        #expect(host.pinch(at: CGPoint(x: 320, y: 180), by: 2))
        #expect(tile(of: ids[0], in: host)?.tile == rect(-320, -180, 1_280, 720))
        #expect(host.touch(at: CGPoint(x: 320, y: 180)))
        host.drag(to: CGPoint(x: 384, y: 180))
        host.lift(at: CGPoint(x: 384, y: 180))
        #expect(tile(of: ids[0], in: host) == Tile(rect(-320, -180, 1_280, 720), visible: rect(0, 0, 384, 360)))
        controller.rootView = ComparisonView(group: world.group, layout: .wipe(at: 0.25))
        window.layoutIfNeeded()
        await world.settle()
        #expect(tile(of: ids[0], in: host) == Tile(window.bounds, visible: rect(0, 0, 160, 360)))
    }

    @Test func `captions tell of the frame that is due, and move no picture`() async throws {
        let id = world.group.add(url: world.clip(), offset: .milliseconds(500))
        let surface = surface()
        await world.play()
        let host = try host(in: surface)
        let before = tile(of: id, in: host)
        var captions = TileCaptions([.name, .time, .frame])
        captions.texts[id] = "Without ESC"
        surface.captions = captions
        window.layoutIfNeeded()
        await world.settle()
        let facts = world.group.captionFacts(of: id)
        let rate = try #require(facts.info?.frameRate)
        let due = world.group.time() + .milliseconds(500)
        #expect(facts.time == due && due > .milliseconds(500))
        let shown = "\u{2068}Without ESC\u{2069}   \(TimeText(due).shown)   #\(rate.frame(at: due))"
        #expect(captions.text(of: facts) == shown)
        #expect(tile(of: id, in: host) == before)
        world.group.remove(id)
        #expect(world.group.captionFacts(of: id).time == nil)
    }

    // MARK: Windows

    @Test func `outside a window nothing is shown, held or done, and back in one all is as before`() async throws {
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        let surface = surface(.wipe)
        await world.play()
        let players = ids.compactMap { world.group.player(of: $0) }
        #expect(players.allSatisfy { SurfacePool.shared.isOnScreen($0) })
        surface.layout = TileLayout(.wipe(at: 0.25))
        weak let host = try host(in: surface)

        surface.removeFromSuperview()
        await world.settle()
        #expect(surface.subviews.isEmpty)
        #expect(host == nil)
        #expect(players.allSatisfy { !SurfacePool.shared.isOnScreen($0) })
        surface.layout.fitting = .fill
        try await outlastGrace()
        #expect(players.allSatisfy { SurfacePool.shared.keepsPicture(of: $0) == nil })
        #expect(world.contract.live.layers == 0)
        #expect(world.group.state == .playing)

        // Surfaces of earlier stories have come back in the meantime.
        World.forgetSpareSurfaces()
        window.addSubview(surface)
        window.layoutIfNeeded()
        await world.advance(by: .seconds(1))
        #expect(tile(of: ids[0], in: surface)?.visible == rect(0, 0, 160, 360))
        for id in ids {
            let shown = try #require(container(of: id, in: surface)?.slot.surface)
            #expect(shown.isShowingPicture)
            #expect(shown.fitting == .fill)
        }
        #expect(world.contract.violations.isEmpty)
        surface.removeFromSuperview()
    }

    /// A view that is moved by its app leaves the window for a moment.
    @Test func `a surface that moves to another view keeps its players' layers`() async throws {
        let id = world.group.add(url: world.clip())
        let surface = surface()
        await world.play()
        let layer = container(of: id, in: surface)?.slot.surface
        let other = UIView(frame: window.bounds)
        window.addSubview(other)
        other.addSubview(surface)
        window.layoutIfNeeded()
        #expect(layer != nil && container(of: id, in: surface)?.slot.surface === layer)
        #expect(layer?.isShowingPicture == true)
        other.removeFromSuperview()
    }

    @Test(arguments: [true, false])
    func `the host is a child of the controller that it is under, and of none after that`(leaves: Bool) async throws {
        UIView.leavesWindowToMove = leaves
        defer { UIView.leavesWindowToMove = true }
        _ = world.group.add(url: world.clip())
        let (first, second) = (UIViewController(), UIViewController())
        for controller in [first, second] { window.addSubview(controller.view) }
        let below = UIView(frame: window.bounds)
        first.view.addSubview(below)
        let surface = surface(in: below)
        let host = try host(in: surface)
        let child = try #require(first.children.first as? UIHostingController<ComparisonView>)
        #expect(child.view === host)
        // A host has a background and insets of its own, which a part of another view does not want.
        #expect(child.view.backgroundColor === UIColor.clear)
        #expect(child.safeAreaRegions.isEmpty)
        #expect(host.frame == surface.bounds)
        // UIKit raises an exception where a child's view is not below its parent's.
        second.view.addSubview(below)
        #expect(first.children.isEmpty)
        #expect(second.children.count == 1)
        below.removeFromSuperview()
        #expect(second.children.isEmpty)
    }

    @Test(arguments: [false, true]) func `of a surface that is gone nothing is left`(isCareless: Bool) async throws {
        HostingDouble.isCareless = isCareless
        defer { HostingDouble.isCareless = false }
        weak var surface: ComparisonSurface?
        weak var host: HostingDouble?
        weak var group: PlaybackGroup?
        weak var player: AVPlayer?
        let controller = UIViewController()
        window.addSubview(controller.view)
        do {
            let owned = PlaybackGroup(clock: world.clock, budget: nil)
            let id = owned.add(url: world.clip())
            let shown = ComparisonSurface(group: owned, layout: .wipe)
            shown.onLayoutChange = { [weak shown] _ in shown?.layout = .wipe }
            shown.frame = window.bounds
            controller.view.addSubview(shown)
            window.layoutIfNeeded()
            for _ in 0..<20 { await world.settle() }
            (surface, group, player) = (shown, owned, owned.player(of: id))
            host = try self.host(in: shown)
            #expect(player != nil)
            shown.removeFromSuperview()
            owned.remove(id)
        }
        try await outlastGrace()
        #expect(controller.children.isEmpty)
        #expect(surface == nil)
        #expect(host == nil)
        #expect(group == nil)
        #expect(player == nil)
    }
}
