import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// The group's life on players without faults.
@Suite(.serialized) @MainActor
struct FaultFreeStories {
    @Test(arguments: 1...8) func `all start together and stay together`(seed: UInt64) async {
        let world = World(seed: seed)
        let ids = [
            world.group.add(url: world.clip()), world.group.add(url: world.clip(rate: 25), offset: .milliseconds(480)),
            world.group.add(url: world.clip(hasAudio: false), speed: 0.5),
        ]
        await world.play()
        for _ in 0..<20 {
            await world.advance(by: .milliseconds(500))
            for id in ids { expectOnLine(world, id) }
        }
        #expect(world.contract.violations.isEmpty)
        // One start, and nobody corrected afterwards.
        #expect(world.events.filter { if case .corrected = $0 { true } else { false } }.isEmpty)
    }

    @Test func `a member that starts later begins on its first frame at its time`() async {
        let world = World()
        let early = world.group.add(url: world.clip())
        let late = world.group.add(url: world.clip(), offset: .seconds(-3))
        await world.play()
        await world.advance(by: .seconds(1))
        #expect((world.itemTime(of: world.group.player(of: late)!) ?? .zero) < .milliseconds(1))
        await world.advance(by: .seconds(4))
        expectOnLine(world, early)
        expectOnLine(world, late)
        #expect((world.itemTime(of: world.group.player(of: late)!) ?? .zero) > .seconds(1))
    }

    @Test func `a pause holds all on one frame, and goes on from there`() async {
        let world = World()
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        await world.play()
        await world.advance(by: .seconds(2))
        world.group.pause()
        await world.advance(by: .seconds(5))
        let held = world.group.time()
        for id in ids {
            let shown = world.itemTime(of: world.group.player(of: id)!) ?? .zero
            #expect(abs((shown - held).seconds) < 0.0001, "\(shown), not \(held)")
        }
        await world.play()
        await world.advance(by: .seconds(1))
        for id in ids { expectOnLine(world, id) }
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `seek, step, rate and nudge reach everyone and keep offsets`() async {
        let world = World()
        let first = world.group.add(url: world.clip())
        let second = world.group.add(url: world.clip(), offset: .seconds(1))
        await world.play()
        await world.seek(to: .seconds(20))
        for id in [first, second] { expectOnLine(world, id) }
        world.group.rate = 2
        await world.advance(by: .seconds(2))
        for id in [first, second] { expectOnLine(world, id) }
        world.group.nudge(second, by: 3)
        await world.advance(by: .seconds(2))
        for id in [first, second] { expectOnLine(world, id) }
        #expect(world.group.timeMap(of: second)?.offset == .seconds(1) + .milliseconds(100))
        world.group.step(by: -1)
        await world.advance(by: .seconds(2))
        #expect(world.group.state == .paused)
        let shown = world.itemTime(of: world.group.player(of: first)!) ?? .zero
        #expect(abs((shown - world.group.time()).seconds) < 0.001)
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `scrubbing thirty times a second ends on the last frame asked for`() async {
        let world = World()
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        await world.play()
        for index in 0..<90 {
            world.group.scrub(to: .milliseconds(10_000 + index * 33))
            await world.advance(by: .milliseconds(33))
        }
        await world.advance(by: .seconds(2))
        for id in ids { expectOnLine(world, id) }
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a background loops for an hour without a seek`() async {
        let world = World()
        let id = world.group.add(url: world.clip(seconds: 7200))
        world.group.background = LoopingBackground(url: world.clip(seconds: 10, hasAudio: true))
        let background = world.group.backgroundMember!
        await world.play()
        for _ in 0..<120 {
            // Just behind a seam: one that went back to the beginning would still be on its way.
            await world.advance(to: .seconds(30), behindMultipleOf: .seconds(10))
            expectOnLine(world, id)
            expectOnLine(world, background)
            #expect(world.group.player(of: background)!.rate == 1)
        }
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a group that loops starts again in every member without a seek`() async {
        let world = World()
        let ids = [world.group.add(url: world.clip(seconds: 5)), world.group.add(url: world.clip(seconds: 5, rate: 25))]
        world.group.loops = true
        await world.play()
        for _ in 0..<20 {
            await world.advance(to: .seconds(2), behindMultipleOf: .seconds(5))
            for id in ids { expectOnLine(world, id) }
        }
    }

    @Test func `one that is added while the group plays joins the line`() async {
        let world = World()
        let first = world.group.add(url: world.clip())
        await world.play()
        await world.advance(by: .seconds(3))
        let second = world.group.add(url: world.clip(), offset: .seconds(2))
        await world.advance(by: .seconds(4))
        expectOnLine(world, first)
        expectOnLine(world, second)
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `the end of a member is not a stall`() async {
        let world = World()
        let short = world.group.add(url: world.clip(seconds: 3))
        let long = world.group.add(url: world.clip(seconds: 9))
        await world.play()
        await world.advance(by: .seconds(6))
        expectOnLine(world, long)
        #expect(!world.events.contains(.stalled(short)) && !world.events.contains(.movedByApp(short)))
        await world.advance(by: .seconds(6))
        #expect(world.group.state == .ended)
        #expect(!world.events.contains(.stalled(long)))
    }

    @Test func `silent members have no sound track on, and run on the host clock`() async {
        let world = World()
        let loud = world.group.add(url: world.clip())
        let silent = world.group.add(url: world.clip())
        world.group.audibleMember = loud
        await world.play()
        for (id, sounds) in [(loud, true), (silent, false)] {
            let player = world.group.player(of: id)!
            #expect(player.currentItem!.tracks.filter { $0.assetTrack?.mediaType == .audio }.allSatisfy { $0.isEnabled == sounds })
            #expect((player.sourceClock == nil) == sounds)
        }
        world.group.audibleMember = silent
        await world.advance(by: .seconds(3))
        #expect(world.group.player(of: loud)!.sourceClock != nil && world.group.player(of: silent)!.sourceClock == nil)
        expectOnLine(world, loud)
        expectOnLine(world, silent)
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `removed members and a dropped group hold nothing`() async {
        var world: World? = World()
        let contract = world!.contract
        let first = world!.group.add(url: world!.clip())
        world!.group.add(url: world!.clip())
        world!.group.background = LoopingBackground(url: world!.clip(seconds: 4))
        await world!.play()
        let player = world!.group.player(of: first)!
        world!.group.remove(first)
        // In the same turn.
        #expect(player.currentItem == nil)
        await world!.advance(by: .seconds(1))
        world = nil
        for _ in 0..<10 { await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } } }
        #expect(contract.live.items == 0)
        #expect(contract.live.observations == 0)
        #expect(contract.live.timeObservers == 0)
    }
}

/// On the line: within 2 ms of where the group's line wants it.
@MainActor
func expectOnLine(_ world: World, _ id: MemberID, location: SourceLocation = #_sourceLocation) {
    let error = world.error(of: id)
    let isClose = error.map { $0 < .milliseconds(2.05) && $0 > .milliseconds(-2.05) } ?? false
    #expect(isClose, "\(id) is off by \(String(describing: error)) at \(world.group.time()), \(world.told)",
        sourceLocation: location)
}
