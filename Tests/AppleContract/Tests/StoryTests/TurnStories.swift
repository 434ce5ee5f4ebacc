import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Turns laid end to end of files whose tracks do not begin or end where the turns do.
@Suite(.serialized) @MainActor
struct TurnStories {
    private func expectThreeTurns(_ world: World, of length: Duration, _ text: String) async {
        await world.play()
        await world.advance(by: length * 3 + .seconds(1))
        #expect(world.group.failures.isEmpty, "\(text): \(world.group.failures)")
        for id in world.group.members { expectOnLine(world, id) }
        #expect(world.contract.violations.isEmpty, "\(text): \(world.contract.violations)")
    }

    /// Nearly every file's sound is a few milliseconds longer or shorter than its pictures.
    @Test(arguments: [1, 3.97, 4, 4.02, 9])
    func `a member that is heard loops whatever the length of its sound`(sound: Double) async {
        let world = World(seed: 92)
        let change = { (media: inout ContractWorld.Media) in
            media.audioDuration = CMTime(seconds: sound, preferredTimescale: 48_000)
        }
        let id = world.group.add(url: world.clip(seconds: 4, change), end: .loop)
        world.group.add(url: world.clip(seconds: 12))
        world.group.audibleMember = id
        await expectThreeTurns(world, of: .seconds(4), "\(sound) s of sound")
        #expect(world.group.player(of: id)?.isMuted == false)
    }

    /// Nanoseconds and a track's own scale have no common one: the length of a turn is rounded.
    @Test func `a turn that ends with its file never reaches beyond it`() async {
        for step in 1...40 {
            let world = World(seed: 93)
            let offset = Duration.milliseconds(50 * step)
            world.group.add(url: world.clip(seconds: 100), offset: offset)
            world.group.add(url: world.clip(seconds: 100 - offset.seconds))
            world.group.loops = true
            await world.play()
            await world.advance(by: .seconds(1))
            #expect(world.group.failures.isEmpty, "\(offset): \(world.group.failures)")
            for id in world.group.members { expectOnLine(world, id) }
        }
    }
}
