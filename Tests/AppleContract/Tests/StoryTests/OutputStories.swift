import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Observation
import Synchronization
import Testing

@testable import MultiPlayerKit

/// What members do outside their pictures: whether they keep the display awake, and how loud they are.
@Suite(.serialized) @MainActor
struct OutputStories {
    let world = World(seed: 13)

    private func player(_ id: MemberID) -> AVPlayer { world.group.player(of: id)! }

    private func staysAwake(_ id: MemberID) -> Bool { player(id).preventsDisplaySleepDuringVideoPlayback }

    // MARK: The display

    @Test func `members keep the display awake unless the group is told not to, and a background never does`() async {
        var ids = (0..<2).map { _ in world.group.add(url: world.clip()) }
        world.group.background = LoopingBackground(url: world.clip(seconds: 4))
        let background = world.group.backgroundMember!
        await world.play()
        await world.advance(by: .seconds(1))
        #expect(ids.allSatisfy { staysAwake($0) } && !staysAwake(background))
        world.group.preventsDisplaySleep = false
        ids.append(world.group.add(url: world.clip()))
        #expect(!ids.contains { staysAwake($0) } && !staysAwake(background))
        world.group.preventsDisplaySleep = true
        #expect(ids.allSatisfy { staysAwake($0) } && !staysAwake(background))
        #expect(world.contract.violations.isEmpty)
    }

    /// On iOS a player prevents the display's sleep by itself; on a Mac it does not.
    @Test(arguments: [true, false])
    func `a lent player keeps the display awake in the group only, and gets its setting back`(own: Bool) async throws {
        let lent = AVPlayer(url: world.clip())
        lent.preventsDisplaySleepDuringVideoPlayback = own
        let id = try world.group.add(player: lent)
        #expect(lent.preventsDisplaySleepDuringVideoPlayback)
        await world.play()
        world.group.preventsDisplaySleep = false
        #expect(!lent.preventsDisplaySleepDuringVideoPlayback)
        world.group.remove(id)
        #expect(lent.preventsDisplaySleepDuringVideoPlayback == own)
        // It is the app's again.
        world.group.preventsDisplaySleep = true
        world.group.preventsDisplaySleep = false
        #expect(lent.preventsDisplaySleepDuringVideoPlayback == own)
    }

    @Test func `a member's next player does as the one before`() async {
        // 500 turns of two seconds, after which another player takes over.
        world.group.background = LoopingBackground(url: world.clip(seconds: 2))
        let background = world.group.backgroundMember!
        let id = world.group.add(url: world.clip(seconds: 100_000))
        world.group.setVolume(0.25, of: id)
        let first = player(background)
        let surface = world.surface(of: first)
        await world.play()
        await world.advance(by: .seconds(1_010))
        #expect(player(background) !== first && !staysAwake(background))

        let old = player(id)
        world.contract.resetMediaServices()
        await world.advance(by: .seconds(5))
        #expect(player(id) !== old && staysAwake(id) && !staysAwake(background))
        #expect(world.group.volume(of: id) == 0.25 && player(id).volume == 0.25)
        SurfacePool.shared.giveBack(surface)
    }

    // MARK: Volume

    @Test func `each member has its own volume, whoever is heard`() async {
        let ids = (0..<2).map { _ in world.group.add(url: world.clip()) }
        world.group.audibleMember = ids[0]
        await world.play()
        await world.advance(by: .seconds(1))
        #expect(ids.map { world.group.volume(of: $0) } == [1, 1])
        let calls = world.contract.calls
        world.group.setVolume(0.5, of: ids[0])
        world.group.setVolume(7, of: ids[1])
        #expect(ids.map { player($0).volume } == [0.5, 1])
        world.group.setVolume(-1, of: ids[1])
        #expect(ids.map { world.group.volume(of: $0) } == [0.5, 0] && world.contract.calls == calls)
        // Another item brings no other volume.
        world.group.audibleMember = ids[1]
        await world.advance(by: .seconds(2))
        #expect(ids.map { world.group.volume(of: $0) } == [0.5, 0])
        world.group.remove(ids[0])
        #expect(world.group.volume(of: ids[0]) == nil)
        #expect(world.contract.violations.isEmpty)
    }

    // MARK: Muting

    @Test func `a muted member stays muted whoever is heard and whatever its player, and is heard again`() async {
        let ids = (0..<2).map { _ in world.group.add(url: world.clip(seconds: 1_000)) }
        let surfaces = ids.map { world.surface(of: player($0)) }
        world.group.audibleMember = ids[0]
        await world.play()
        await world.advance(by: .seconds(1))
        #expect(ids.map { world.group.isMuted($0) } == [false, false])
        #expect(ids.map { player($0).isMuted } == [false, true])
        let calls = world.contract.calls
        world.group.setMuted(true, of: ids[0])
        #expect(world.group.isMuted(ids[0]) == true && player(ids[0]).isMuted)
        #expect(world.contract.calls == calls)
        // Another member is heard, and then this one again, on other players.
        let first = player(ids[0])
        world.group.audibleMember = ids[1]
        await world.advance(by: .seconds(5))
        #expect(!player(ids[1]).isMuted)
        world.group.audibleMember = ids[0]
        await world.advance(by: .seconds(5))
        #expect(player(ids[0]) !== first)
        #expect(ids.map { world.group.isMuted($0) } == [true, false])
        #expect(ids.allSatisfy { player($0).isMuted })
        world.contract.resetMediaServices()
        await world.advance(by: .seconds(5))
        #expect(ids.allSatisfy { player($0).isMuted })
        // One that is silent anyway is not heard when its button is pressed.
        world.group.setMuted(true, of: ids[1])
        world.group.setMuted(false, of: ids[1])
        #expect(player(ids[1]).isMuted)
        world.group.setMuted(false, of: ids[0])
        #expect(ids.map { player($0).isMuted } == [false, true])
        // Nor is one that has just lost the sound.
        world.group.audibleMember = nil
        world.group.setMuted(false, of: ids[0])
        #expect(player(ids[0]).isMuted)
        #expect(world.contract.violations.isEmpty)
        for surface in surfaces { SurfacePool.shared.giveBack(surface) }
        world.group.remove(ids[0])
        #expect(world.group.isMuted(ids[0]) == nil)
    }

    @Test func `a lent player is muted as the app says`() async throws {
        let lent = AVPlayer(url: world.clip())
        lent.isMuted = true
        let id = try world.group.add(player: lent)
        #expect(world.group.isMuted(id) == true)
        world.group.audibleMember = id
        await world.play()
        await world.advance(by: .seconds(1))
        #expect(lent.isMuted)
        world.group.setMuted(false, of: id)
        #expect(!lent.isMuted && world.group.isMuted(id) == false)
        world.group.remove(id)
        #expect(!lent.isMuted)
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `who observes a volume is told of its change`() {
        let id = world.group.add(url: world.clip())
        let isTold = Told()
        withObservationTracking {
            _ = world.group.volume(of: id)
        } onChange: {
            isTold.state.withLock { $0 = true }
        }
        world.group.setVolume(0.5, of: id)
        #expect(isTold.state.withLock { $0 })
    }

    private final class Told: Sendable {
        let state = Mutex(false)
    }
}
