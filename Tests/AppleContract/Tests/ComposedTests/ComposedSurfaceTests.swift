import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// The difference of two members on the double: which two frames are on the screen at each tick.
@Suite(.serialized) @MainActor
struct ComposedSurfaceTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `every tick of twenty seconds shows the two frames that the time maps ask for`(seed: UInt64) async {
        let world = ComposedWorld(seed: seed)
        world.add(rate: 30, offset: .milliseconds(seed == 2 ? 333 : 0))
        world.add(rate: 25, offset: .milliseconds(480))
        await world.play()
        world.isStrict = true
        let late = world.surface!.lateTicks
        let (ticks, draws, changes) = (world.ticks, world.recorder.draws, world.changes)
        await world.advance(by: .seconds(20))
        expectNoMistakes(world)
        #expect(world.ticks - ticks >= 1199)
        #expect(world.surface!.lateTicks == late)
        // Nothing is drawn twice.
        #expect(world.recorder.draws - draws == world.changes - changes)
        #expect(world.changes - changes > 600)
        #expect(world.contract.live.outputs == 2)
    }

    @Test func `an audible member that drifts is shown at the group's time too`() async {
        let world = ComposedWorld()
        world.contract.setAudioClock(partsPerMillion: 80)
        let loud = world.add(seconds: 120) { $0.hasAudio = true }
        world.add(rate: 25, seconds: 120, offset: .milliseconds(480))
        world.group!.audibleMember = loud
        await world.play()
        world.isStrict = true
        let late = world.surface!.lateTicks
        await world.advance(by: .seconds(60))
        expectNoMistakes(world)
        #expect(world.surface!.lateTicks == late)
    }

    @Test func `outputs are attached to items before the items become current`() async {
        let world = ComposedWorld()
        let id = world.add()
        world.add()
        await world.advance(by: .seconds(2))
        #expect(world.group!.player(of: id)?.currentItem?.outputs.count == 1)
        #expect(world.contract.live.outputs == 2)
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `nothing mixed is composed while one member stalls`() async {
        let world = ComposedWorld()
        let first = world.add()
        world.add(rate: 25)
        await world.play()
        await world.advance(by: .seconds(2))
        let before = world.surface!.lateTicks
        world.contract.stall(world.group!.player(of: first)!)
        await world.advance(by: .milliseconds(200))
        #expect(world.surface!.lateTicks > before)
        let draws = world.recorder.draws
        await world.advance(by: .seconds(8))
        #expect(world.recorder.draws > draws)
        world.isStrict = true
        await world.advance(by: .seconds(2))
        expectNoMistakes(world)
    }

    @Test func `a pause, a seek and a step end on the two frames of that time`() async {
        let world = ComposedWorld()
        world.add()
        world.add(rate: 25, offset: .milliseconds(480))
        await world.play()
        await world.advance(by: .seconds(2))
        let group = world.group!
        group.pause()
        await world.advance(by: .seconds(2))
        await strictly(world)
        let sought = Task { try? await group.seek(to: .seconds(20)) }
        await world.advance(by: .seconds(3))
        sought.cancel()
        await strictly(world)
        group.step(by: 1)
        await world.advance(by: .seconds(2))
        await strictly(world)
        await world.play()
        await world.advance(by: .seconds(1))
        await strictly(world)
        group.rate = 2
        await world.advance(by: .seconds(2))
        await strictly(world)
    }

    @Test func `a wedged output is replaced after a second`() async {
        let world = ComposedWorld()
        let first = world.add()
        world.add(rate: 25)
        await world.play()
        await world.advance(by: .seconds(2))
        world.contract.wedgeOutputs(of: world.group!.player(of: first)!)
        let late = world.surface!.lateTicks
        await world.advance(by: .seconds(2))
        #expect(world.surface!.picture.stage.replacements == 1)
        #expect((50...70).contains(world.surface!.lateTicks - late), "\(world.surface!.lateTicks - late)")
        #expect(world.contract.live.outputs == 2)
        await strictly(world)
    }

    @Test func `an output of a video with one frame a second is given the time of two frames`() async {
        let world = ComposedWorld()
        let first = world.add(rate: 1)
        world.add(rate: 25)
        await world.play()
        await world.advance(by: .seconds(2))
        world.contract.wedgeOutputs(of: world.group!.player(of: first)!)
        await world.advance(by: .milliseconds(1_800))
        #expect(world.surface!.picture.stage.replacements == 0)
        await world.advance(by: .milliseconds(500))
        #expect(world.surface!.picture.stage.replacements == 1)
        expectNoMistakes(world)
    }

    @Test func `a surface without an area draws nothing, and draws again once it has one`() async {
        let world = ComposedWorld()
        world.add()
        world.add(rate: 25)
        await world.play()
        for size in [CGSize(width: 160, height: 0), CGSize(width: 0, height: 90)] {
            world.surface!.frame = CGRect(origin: .zero, size: size)
            world.surface!.layoutIfNeeded()
            let draws = world.recorder.draws
            await world.advance(by: .seconds(1))
            #expect(world.recorder.draws == draws)
            world.surface!.frame = CGRect(x: 0, y: 0, width: 160, height: 90)
            world.surface!.layoutIfNeeded()
            await world.advance(by: .milliseconds(200))
            #expect(world.recorder.draws > draws)
        }
        expectNoMistakes(world)
    }

    @Test func `a surface that is released shows nothing any more`() async {
        let world = ComposedWorld()
        world.add()
        world.add()
        await world.play()
        #expect(!world.surface!.picture.layer.isHidden)
        // Without another tick of the display, which does not come any more.
        world.surface!.release()
        #expect(world.surface!.picture.layer.isHidden)
    }

    @Test func `a member that has ended shows its last frame and keeps its output`() async {
        let world = ComposedWorld()
        world.add(rate: 25, seconds: 12)
        world.add(seconds: 3)
        await world.play()
        await world.advance(by: .seconds(5))
        await strictly(world)
        #expect(world.surface!.picture.stage.replacements == 0)
    }

    @Test func `looping switched on while playing brings new items and goes on`() async {
        let world = ComposedWorld()
        world.add(seconds: 5)
        world.add(rate: 25, seconds: 5)
        await world.play()
        await world.advance(by: .seconds(1))
        world.group!.loops = true
        await world.advance(by: .seconds(3))
        let late = world.surface!.lateTicks
        world.isStrict = true
        await world.advance(by: .seconds(12))
        expectNoMistakes(world)
        #expect(world.surface!.lateTicks == late)
        #expect(world.contract.live.outputs == 2)
    }

    @Test func `outputs are released with the surface, the group or a removed member`() async {
        for way in 0..<4 {
            let world = ComposedWorld()
            let first = world.add()
            world.add()
            world.add()
            await world.play()
            #expect(world.contract.live.outputs == 2)
            switch way {
            case 0: world.surface!.release()
            case 1:
                world.surface!.removeFromSuperview()
                world.surface = nil
            case 2: world.group = nil
            default: world.group!.remove(first)
            }
            await world.advance(by: .milliseconds(100))
            #expect(world.contract.live.outputs == (way == 3 ? 2 : 0), "\(way)")
            if way == 2 { #expect(world.contract.live.items == 0) }
            #expect(world.contract.violations.isEmpty)
        }
    }

    private func strictly(_ world: ComposedWorld, location: SourceLocation = #_sourceLocation) async {
        world.isStrict = true
        await world.advance(by: .seconds(1))
        expectNoMistakes(world, location: location)
        world.isStrict = false
    }
}

@MainActor
func expectNoMistakes(_ world: ComposedWorld, location: SourceLocation = #_sourceLocation) {
    #expect(
        world.mistakes.isEmpty, "\(world.mistakes.count): \(world.mistakes.prefix(3))", sourceLocation: location)
    #expect(world.contract.violations.isEmpty, sourceLocation: location)
}
