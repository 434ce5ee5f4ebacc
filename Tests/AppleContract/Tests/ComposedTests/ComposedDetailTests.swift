import AVFoundation
import CoreGraphics
import Foundation
@_spi(Double) import Metal
import QuartzCore
@_spi(Double) import SwiftUI
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// What a difference needs around its pictures: outputs on the items that play, and nothing left over.
@Suite(.serialized) @MainActor
struct ComposedDetailTests {
    /// A damaged file may say so of its pictures.
    @Test(arguments: [
        CGAffineTransform(a: 0, b: 0, c: 0, d: 1, tx: 0, ty: 0),
        CGAffineTransform(a: 1, b: 0, c: 0, d: 0, tx: 0, ty: 0),
    ])
    func `a picture that its file flattens to a line is placed without a division by zero`(turn: CGAffineTransform) {
        let map = PlacedPicture.transform(
            of: CGSize(width: 200, height: 100), turnedBy: turn, into: CGRect(x: 10, y: 20, width: 100, height: 50),
            on: CGSize(width: 300, height: 200))
        #expect([map.a, map.b, map.c, map.d, map.tx, map.ty].allSatisfy { $0.isFinite }, "\(map)")
    }

    /// Core Image writes to the texture that the layer hands out, and may not by default.
    @Test func `a layer that is prepared may be drawn to by Core Image`() throws {
        #expect(CoreImageDrawing() == nil)
        DeviceDouble.isThere = true
        defer { DeviceDouble.isThere = false }
        let layer = CAMetalLayer()
        try #require(CoreImageDrawing()).prepare(layer)
        #expect(!layer.framebufferOnly)
    }

    /// SwiftUI shows the group anew with each update of the view.
    @Test func `late ticks are counted until another group is shown`() async {
        let world = ComposedWorld()
        let first = world.add()
        world.add(rate: 25)
        await world.play()
        world.contract.stall(world.group!.player(of: first)!, lasting: .seconds(1))
        await world.advance(by: .milliseconds(300))
        let late = world.surface!.lateTicks
        #expect(late > 0)
        world.surface!.show(world.group)
        #expect(world.surface!.lateTicks == late)
        #expect(!world.surface!.picture.layer.isHidden && world.contract.live.outputs == 2)
        world.surface!.show(PlaybackGroup(clock: world.clock))
        #expect(world.surface!.lateTicks == 0 && world.contract.live.outputs == 0)
        expectNoMistakes(world)
    }

    /// In place while the group stands, and through a second player while it plays.
    @Test(arguments: [false, true])
    func `an item that makes room for another one is left without an output`(isPlaying: Bool) async throws {
        let world = ComposedWorld()
        let ids = [world.add(seconds: 5), world.add(rate: 25, seconds: 5)]
        await world.play()
        await world.advance(by: .seconds(1))
        let group = world.group!
        if !isPlaying { group.pause() }
        await world.advance(by: .seconds(1))
        let players = ids.compactMap { group.player(of: $0) }
        let items = players.compactMap(\.currentItem)
        group.loops = true
        await world.play()
        await world.advance(by: .seconds(1))
        await world.advance(by: .seconds(3))
        #expect((ids.compactMap { group.player(of: $0) } == players) == !isPlaying && items.count == 2)
        for (id, item) in zip(ids, items) {
            let next = group.player(of: id)?.currentItem
            #expect(next !== item && item.outputs.isEmpty && next?.outputs.count == 1)
        }
        world.isStrict = true
        await world.advance(by: .seconds(2))
        expectNoMistakes(world)
    }

    @Test func `an output that stays wedged is replaced once a second, and a new item gets its second too`()
        async throws
    {
        let world = ComposedWorld()
        let first = world.add(seconds: 20)
        world.add(rate: 25, seconds: 20)
        await world.play()
        let group = world.group!
        let surface = try #require(world.surface)
        world.contract.wedgeOutputs(of: group.player(of: first)!)
        await world.advance(by: .milliseconds(500))
        // Nobody looks while the items are changed.
        world.surface = nil
        group.pause()
        var faults = ContractWorld.Faults()
        faults.wedgesOutputs = true
        world.contract.defaultFaults = faults
        group.loops = true
        await world.play()
        await world.advance(by: .seconds(1))
        world.surface = surface
        await world.advance(by: .milliseconds(500))
        #expect(surface.picture.stage.replacements == 0)
        await world.advance(by: .seconds(3))
        // Of both members.
        #expect(surface.picture.stage.replacements == 6)
        world.contract.defaultFaults = ContractWorld.Faults()
        await world.advance(by: .seconds(2))
        #expect(!surface.picture.layer.isHidden && world.contract.live.outputs == 2)
        expectNoMistakes(world)
    }

    @Test func `while a group stands, a picture that does not come is no reason for another output`() async {
        let world = ComposedWorld()
        let first = world.add()
        world.add(rate: 25)
        await world.play()
        let group = world.group!
        group.pause()
        await world.advance(by: .seconds(1))
        world.contract.wedgeOutputs(of: group.player(of: first)!)
        group.step(by: 1)
        await world.advance(by: .seconds(4))
        #expect(world.surface!.picture.stage.replacements == 0)
        await world.play()
        await world.advance(by: .seconds(2))
        #expect(world.surface!.picture.stage.replacements == 1)
        world.isStrict = true
        await world.advance(by: .seconds(1))
        expectNoMistakes(world)
    }

    @Test func `a picture that is older than its frame by a quarter is the frame before`() {
        var frames = ComposedFrames<String>()
        frames.queues.0.frameLength = .milliseconds(40)
        frames.queues.1.frameLength = .milliseconds(40)
        frames.queues.0.add("a", time: .zero, for: .milliseconds(50))
        frames.queues.1.add("b", time: .zero, for: .milliseconds(50))
        for (due, isThere) in [(49, true), (50, false)] {
            #expect((frames.queues.0.entry(dueAt: .milliseconds(due)) != nil) == isThere)
        }
    }

    @Test func `a difference that becomes impossible lets its group and its outputs go`() async throws {
        let world = ComposedWorld()
        world.surface = nil
        let group = world.group!
        let ids = [world.add(), world.add(), world.add()]
        await world.advance(by: .seconds(1))
        let host = UIHostingController(rootView: DifferenceView(group: group, layout: .difference) { _ in })
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 160, height: 90))
        host.view.frame = window.bounds
        window.addSubview(host.view)
        window.layoutIfNeeded()
        let surface = try #require(Self.surface(in: host.view))
        #expect(surface.group === group && world.contract.live.outputs == 2)
        // Two are left, and then one.
        group.remove(ids[2])
        await update(window, in: world)
        #expect(Self.surface(in: host.view) === surface)
        group.remove(ids[1])
        await update(window, in: world)
        #expect(Self.surface(in: host.view) == nil)
        #expect(surface.group == nil && world.contract.live.outputs == 0)
        #expect(world.contract.violations.isEmpty)
    }

    private func update(_ window: UIWindow, in world: ComposedWorld) async {
        for _ in 0..<5 {
            await world.settle()
            window.layoutIfNeeded()
        }
    }

    private static func surface(in view: UIView) -> ComposedSurface? {
        view as? ComposedSurface ?? view.subviews.lazy.compactMap { surface(in: $0) }.first
    }
}
