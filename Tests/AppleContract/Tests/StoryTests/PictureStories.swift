import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit

/// What a member shows when its player is taken away or black.
@Suite(.serialized) @MainActor
struct PictureStories {
    let world = World(seed: 5)

    /// A member's surface in a view, as on a screen.
    private func surface(of id: MemberID) -> (surface: PlayerSurface, container: UIView) {
        let surface = world.surface(of: world.group.player(of: id))
        let container = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 180))
        container.addSubview(surface)
        surface.frame = container.bounds
        return (surface, container)
    }

    private func still(on surface: PlayerSurface) -> Bool {
        surface.layer.sublayers?.first?.contents != nil
    }

    /// Telephones record pictures that lie on their side, and note in the track how to turn them.
    @Test func `a still of a portrait video stands upright`() async throws {
        let portrait = world.clip {
            $0.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 720, ty: 0)
        }
        let id = world.group.add(url: portrait)
        let (surface, container) = surface(of: id)
        await world.play()
        await world.advance(by: .seconds(1))
        world.group.pause()
        await world.advance(by: .seconds(1))
        let copy = try #require(surface.layers.copyPicture())
        #expect((copy.width, copy.height) == (720, 1_280))
        #expect(surface.holdStill())
        let held = try #require(surface.layer.sublayers?.first?.contents as? CGImage)
        #expect((held.width, held.height) == (720, 1_280))
        #expect(world.contract.violations.isEmpty)
        withExtendedLifetime(container) {}
    }

    @Test func `a still of the next video is not turned as the one before`() async {
        let portrait = world.clip {
            $0.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 720, ty: 0)
        }
        let player = AVPlayer()
        let surface = world.surface(of: player)
        player.replaceCurrentItem(with: AVPlayerItem(url: portrait))
        for _ in 0..<10 { await world.advance(by: .milliseconds(100)) }
        #expect(surface.layers.copyPicture()?.width == 720)
        surface.layers.dropStill()
        player.replaceCurrentItem(with: AVPlayerItem(url: world.clip()))
        surface.layers.awaitPicture()
        var width = 0
        // At this moment it has not been read yet how the video is turned.
        surface.onFirstPicture = { width = surface.layers.copyPicture()?.width ?? 0 }
        for _ in 0..<10 { await world.advance(by: .milliseconds(100)) }
        #expect(width == 1_280)
        #expect(world.contract.violations.isEmpty)
        SurfacePool.shared.giveBack(surface)
    }

    /// Corners counted from the upper left, as tracks do; drawn by a context, which counts from the lower left.
    @Test func `a still is drawn as its track turns it`() {
        let size = CGSize(width: 1_280, height: 720)
        let turns: [(CGAffineTransform, size: CGSize, upperLeft: CGPoint, upperRight: CGPoint)] = [
            (.identity, size, CGPoint(x: 0, y: 0), CGPoint(x: 1_280, y: 0)),
            // A quarter clockwise, as a telephone writes it and without its shift; half a turn; mirrored.
            (
                CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 720, ty: 0), CGSize(width: 720, height: 1_280),
                CGPoint(x: 720, y: 0), CGPoint(x: 720, y: 1_280)
            ),
            (
                CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0), CGSize(width: 720, height: 1_280),
                CGPoint(x: 720, y: 0), CGPoint(x: 720, y: 1_280)
            ),
            (
                CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1_280, ty: 720), size, CGPoint(x: 1_280, y: 720),
                CGPoint(x: 0, y: 720)
            ),
            (
                CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1_280, ty: 0), size, CGPoint(x: 1_280, y: 0),
                CGPoint(x: 0, y: 0)
            ),
        ]
        for (turn, turned, upperLeft, upperRight) in turns {
            let (found, matrix) = StillPicture.placement(of: size, turned: turn)
            #expect(found == turned)
            for (corner, place) in [(CGPoint(x: 0, y: 0), upperLeft), (CGPoint(x: 1_280, y: 0), upperRight)] {
                let drawn = CGPoint(x: corner.x, y: size.height - corner.y).applying(matrix)
                #expect(CGPoint(x: drawn.x, y: turned.height - drawn.y) == place)
            }
        }
    }

    @Test func `a dropped member keeps its last picture and no decoder`() async {
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        let (surface, container) = surface(of: ids[0])
        world.group.stallPolicy = .drop
        await world.play()
        await world.advance(by: .seconds(1))
        #expect(surface.isShowingPicture && !still(on: surface))
        let player = world.group.player(of: ids[0])!
        world.contract.stall(player)
        await world.advance(by: .seconds(1))
        #expect(world.events.contains(.dropped(ids[0])))
        #expect(player.currentItem == nil)
        #expect(still(on: surface))
        #expect(world.contract.violations.isEmpty)
        SurfacePool.shared.giveBack(surface)
        _ = container
    }

    @Test func `a surface that the app has made keeps the last picture of a dropped member too`() async {
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        let surface = PlayerSurface(frame: CGRect(x: 0, y: 0, width: 320, height: 180))
        surface.show(world.group.player(of: ids[0]))
        world.group.stallPolicy = .drop
        await world.play()
        await world.advance(by: .seconds(1))
        #expect(surface.isShowingPicture && !still(on: surface))
        world.contract.stall(world.group.player(of: ids[0])!)
        await world.advance(by: .seconds(1))
        #expect(world.events.contains(.dropped(ids[0])))
        #expect(still(on: surface))
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `the last picture stays while the item is replaced`() async {
        let id = world.group.add(url: world.clip(seconds: 8))
        let (surface, container) = surface(of: id)
        await world.play()
        await world.advance(by: .seconds(1))
        // Sound runs on another clock, and so needs another item, which a paused player gets when it plays on.
        world.group.pause()
        world.group.audibleMember = id
        let playing = Task { try? await world.group.play() }
        await world.settle()
        #expect(still(on: surface))
        await world.advance(by: .seconds(2))
        playing.cancel()
        #expect(surface.isShowingPicture)
        expectOnLine(world, id)
        SurfacePool.shared.giveBack(surface)
        _ = container
    }

    @Test func `a start waits until all members show a picture, but at most a second for one that never does`() async {
        for isSilent in [false, true] {
            let world = World(seed: 6)
            let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
            let surface = world.surface(of: world.group.player(of: ids[0]))
            let container = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 180))
            container.addSubview(surface)
            var faults = ContractWorld.Faults()
            faults.displayDelay = .milliseconds(700) ... .milliseconds(700)
            faults.isSilent = isSilent
            world.contract.setFaults(faults, for: world.url(of: ids[0]))
            let group = world.group
            let playing = Task { try? await group.play() }
            _ = await world.advance { group.state == .playing }
            #expect(surface.isShowingPicture == !isSilent)
            #expect(world.contract.now - 1_000_000_000_000 < 2_000_000_000)
            await world.advance(by: .seconds(1))
            expectOnLine(world, ids[1])
            playing.cancel()
            surface.removeFromSuperview()
            SurfacePool.shared.giveBack(surface)
        }
    }

    @Test func `a layer that stayed black is attached anew on return from the background`() async {
        let id = world.group.add(url: world.clip())
        let (surface, container) = surface(of: id)
        var faults = ContractWorld.Faults()
        faults.isSilent = true
        world.contract.setFaults(faults, for: world.url(of: id))
        await world.play()
        await world.advance(by: .seconds(1))
        #expect(!surface.isShowingPicture)
        NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
        world.contract.setFaults(nil, for: world.url(of: id))
        NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
        await world.advance(by: .seconds(3))
        #expect(surface.isShowingPicture)
        SurfacePool.shared.giveBack(surface)
        _ = container
    }

    @Test func `a stream is refused as a background`() async {
        let id = world.group.add(url: world.clip())
        world.group.background = LoopingBackground(url: world.stream { _ in })
        await world.play()
        await world.advance(by: .seconds(2))
        expectOnLine(world, id)
        let error = world.group.failures[world.group.backgroundMember!]
        #expect(error?.reason.contains("cannot loop in step") == true, "\(String(describing: error))")
    }
}

/// Loops that outlast their item.
@Suite(.serialized) @MainActor
struct HandoverStories {
    let world = World(seed: 9)

    @Test func `a background loops for a day across every end of its item, in step and without a gap`() async {
        let id = world.group.add(url: world.clip(seconds: 100_000))
        // 500 turns of two seconds: an item lasts a thousand seconds.
        world.group.background = LoopingBackground(url: world.clip(seconds: 2))
        let background = world.group.backgroundMember!
        let surface = world.surface(of: world.group.player(of: background))
        await world.play()
        var players = [world.group.player(of: background)!]
        for _ in 0..<86 {
            // Looks a few times around the end of each item.
            for step in [Duration.seconds(994), .seconds(2), .seconds(2), .seconds(2)] {
                await world.advance(by: step)
                expectOnLine(world, id)
                expectOnLine(world, background)
                #expect(surface.isShowingPicture)
            }
            let player = world.group.player(of: background)!
            if player !== players.last { players.append(player) }
            #expect(surface.player === player)
        }
        #expect(players.count > 80)
        #expect(world.events.filter { $0 == .handedOver(background) }.count == players.count - 1)
        // Only the last player still has an item, and so a decoder.
        #expect(players.dropLast().allSatisfy { $0.currentItem == nil })
        #expect(world.contract.live.items == 2)
        #expect(!world.events.contains { if case .corrected = $0 { true } else { false } })
        #expect(world.contract.violations.isEmpty)
        SurfacePool.shared.giveBack(surface)
    }

    @Test func `a surface that the app has made follows a handover without a gap`() async {
        world.group.add(url: world.clip(seconds: 100_000))
        world.group.background = LoopingBackground(url: world.clip(seconds: 2))
        let background = world.group.backgroundMember!
        let surface = PlayerSurface(frame: CGRect(x: 0, y: 0, width: 320, height: 180))
        surface.show(world.group.player(of: background))
        await world.play()
        let player = world.group.player(of: background)
        await world.advance(by: .seconds(990))
        for _ in 0..<15 {
            await world.advance(by: .seconds(1))
            #expect(surface.isShowingPicture)
        }
        #expect(world.group.player(of: background) !== player)
        #expect(surface.player === world.group.player(of: background))
        #expect(world.contract.violations.isEmpty)
    }

    /// The second player is made six seconds before the end and has to take over half a second before it: it is never
    /// ready, or just too late.
    @Test(arguments: [60_000, 5_700])
    func `if the second player is not ready in time, the first goes back by itself`(milliseconds: Int) async {
        let id = world.group.add(url: world.clip(seconds: 100_000))
        world.group.background = LoopingBackground(url: world.clip(seconds: 2))
        let background = world.group.backgroundMember!
        await world.play()
        let player = world.group.player(of: background)!
        await world.advance(by: .seconds(980))
        var faults = ContractWorld.Faults()
        faults.openDelay = .milliseconds(milliseconds) ... .milliseconds(milliseconds)
        world.contract.setFaults(faults, for: world.url(of: background))
        await world.advance(by: .seconds(25))
        #expect(world.group.player(of: background) === player)
        #expect(!world.events.contains(.handedOver(background)))
        expectOnLine(world, id)
        expectOnLine(world, background)
        #expect(world.contract.live.items == 2)
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a handover that is called off leaves neither a layer nor a decoder behind`() async throws {
        world.group.add(url: world.clip(seconds: 100_000))
        world.group.background = LoopingBackground(url: world.clip(seconds: 2))
        let background = world.group.backgroundMember!
        let surface = world.surface(of: world.group.player(of: background))
        await world.play()
        let live = world.contract.live
        await world.advance(by: .seconds(996))
        let second = try #require(world.contract.players.last)
        #expect(second !== world.group.player(of: background) && second.currentItem != nil)
        #expect(world.contract.live.layers == live.layers + 1)
        world.group.pause()
        await world.advance(by: .seconds(1))
        // Whoever still has the player, its decoder is free.
        #expect(second.currentItem == nil)
        #expect(world.contract.live.layers == live.layers && world.contract.live.items == live.items)
        #expect(world.contract.violations.isEmpty)
        SurfacePool.shared.giveBack(surface)
    }

    @Test func `a pause during a handover leaves one player`() async {
        for instant in stride(from: 992_000, through: 1_001_000, by: 900) {
            let world = World(seed: UInt64(instant))
            world.group.add(url: world.clip(seconds: 100_000))
            world.group.background = LoopingBackground(url: world.clip(seconds: 2))
            await world.play()
            await world.advance(by: .milliseconds(instant))
            world.group.pause()
            await world.advance(by: .seconds(20))
            #expect(world.contract.live.items == 2, "at \(instant) ms")
            await world.play()
            await world.advance(by: .seconds(2))
            expectOnLine(world, world.group.backgroundMember!)
            #expect(world.contract.violations.isEmpty)
        }
    }
}
