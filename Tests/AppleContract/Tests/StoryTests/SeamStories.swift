import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Turns of a looping group whose members do not fill them.
@Suite(.serialized) @MainActor
struct SeamStories {
    /// The README's example, looped. An item may end a little after its time as well as with it.
    @Test(arguments: 1...4 as ClosedRange<UInt64>, [Duration.zero, .milliseconds(1)])
    func `a member with an offset is on the line at every turn`(seed: UInt64, delay: Duration) async {
        let world = World(seed: seed)
        let (without, with) = (world.clip(seconds: 12), world.clip(seconds: 12))
        var faults = ContractWorld.Faults()
        faults.startError = delay...delay
        world.contract.setFaults(faults, for: with)
        let ids = [world.group.add(url: without), world.group.add(url: with, offset: .milliseconds(480))]
        world.group.background = LoopingBackground(url: world.clip(seconds: 10))
        world.group.loops = true
        await world.play()
        // Three hours of one world, and twenty minutes of each of the others.
        for turn in 1...(seed == 1 ? 1_000 : 100) {
            await world.advance(to: .milliseconds(500), behindMultipleOf: .seconds(12))
            for id in ids { expectOnLine(world, id) }
            let late = world.group.snapshot.members.filter(\.isLeftBehind).map(\.id)
            #expect(late.isEmpty, "turn \(turn)")
            if !late.isEmpty { break }
        }
        #expect(!world.events.contains { if case .corrected = $0 { true } else { false } }, "\(world.told)")
        #expect(world.violations.isEmpty)
    }

    @Test func `a member that ends early keeps its last frame until shortly before the next turn`() async throws {
        let world = World(seed: 2)
        let long = world.group.add(url: world.clip(seconds: 12))
        let short = world.group.add(url: world.clip(seconds: 12), offset: .seconds(3))
        world.group.loops = true
        await world.play()
        let player = try #require(world.group.player(of: short))
        for _ in 0..<5 {
            await world.advance(to: .seconds(1), behindMultipleOf: .seconds(12))
            for id in [long, short] { expectOnLine(world, id) }
            await world.advance(by: .milliseconds(11_400))
            #expect(world.contract.displayedFrame(of: player)?.index == 359)
            #expect(world.group.snapshot.members.allSatisfy { !$0.isLeftBehind })
        }
        // It is ready for a turn that does not come.
        await world.advance(by: .milliseconds(300))
        world.group.loops = false
        await world.advance(by: .seconds(2))
        #expect(world.group.state == .ended && world.contract.displayedFrame(of: player)?.index == 359)
        #expect(world.violations.isEmpty)
    }

    @Test func `a member that starts later shows its first frame from the beginning of every turn`() async {
        let world = World(seed: 6)
        let early = world.group.add(url: world.clip(seconds: 12))
        let late = world.group.add(url: world.clip(seconds: 12), offset: .seconds(-3))
        world.group.loops = true
        await world.play()
        for _ in 0..<5 {
            await world.advance(to: .seconds(1), behindMultipleOf: .seconds(15))
            expectOnLine(world, early)
            await world.advance(by: .seconds(1))
            world.expectStill(late, at: .zero)
            await world.advance(by: .seconds(2))
            for id in [early, late] { expectOnLine(world, id) }
        }
        #expect(world.violations.isEmpty)
    }
}
