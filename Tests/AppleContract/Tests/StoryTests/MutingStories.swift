import AVFoundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Members that the app mutes while they are not heard, or not yet.
@Suite(.serialized) @MainActor
struct MutingStories {
    @Test func `a lent player that is not heard is muted all the same, and stays so`() async throws {
        let world = World(seed: 54)
        let lent = AVPlayer(url: world.clip())
        let id = try world.group.add(player: lent)
        await world.advance(by: .seconds(1))
        #expect(world.group.isMuted(id) == false)
        world.group.setMuted(true, of: id)
        #expect(world.group.isMuted(id) == true && lent.isMuted)
        world.group.audibleMember = id
        await world.play()
        #expect(world.group.isMuted(id) == true && lent.isMuted)
    }

    @Test func `a member that is muted while the sound comes is not heard when it is there`() async throws {
        let world = World(seed: 55)
        let id = world.group.add(url: world.clip())
        await world.play()
        let silent = try #require(world.group.player(of: id))
        world.group.audibleMember = id
        // It is silent yet, whatever its button says.
        world.group.setMuted(false, of: id)
        #expect(silent.isMuted)
        func loud() -> AVFoundationPlayer? { world.group.steeredPlayers(of: id).first { $0.hasSound } }
        #expect(await world.advance(atMost: .seconds(2)) { loud()?.player.isMuted == false })
        #expect(world.group.player(of: id) === silent)
        world.group.setMuted(true, of: id)
        #expect(loud()?.player.isMuted == true)
        await world.advance(by: .seconds(3))
        #expect(world.group.player(of: id) !== silent && world.group.player(of: id)?.isMuted == true)
        #expect(world.contract.violations.isEmpty)
    }
}
