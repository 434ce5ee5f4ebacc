@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// When a second player takes over from the first one, and when it does not.
@Suite(.serialized) @MainActor
struct SecondPlayerStories {
    private func handovers(_ world: World, of id: MemberID) -> Int {
        world.events.filter { $0 == .handedOver(id) }.count
    }

    // MARK: While nothing moves

    /// The first picture of the smaller size comes at once, after most of a second, or only after more than that.
    @Test(arguments: [(20, true), (900, true), (978, false), (1_500, false)])
    func `a paused group changes sizes behind its picture, and in place if nothing is seen for a second`(
        milliseconds: Int, isHandedOver: Bool
    ) async {
        let scene = DecoderScene(seed: 71, decoders: 3, .loud)
        let sizes = [(1920, 1080), (960, 540)].map { width, height in
            scene.world.clip(seconds: 3600, hasAudio: true) { $0.size = CGSize(width: width, height: height) }
        }
        var faults = ContractWorld.Faults()
        faults.displayDelay = .milliseconds(milliseconds) ... .milliseconds(milliseconds)
        faults.seekDelay = .milliseconds(10) ... .milliseconds(10)
        scene.world.contract.setFaults(faults, for: sizes[1])
        let id = scene.group.add(source: MediaSource(renditions: sizes))
        scene.show(id)
        let other = scene.add()
        scene.group.setPriority(.focused, of: other)
        await scene.world.play()
        await scene.world.advance(by: .seconds(2))
        scene.group.pause()
        await scene.world.advance(by: .seconds(1))
        func frame() -> ContractWorld.Frame? { scene.world.contract.displayedFrame(of: scene.group.player(of: id)!) }
        #expect(frame()?.url == sizes[0], "\(scene.told)")
        // Room for the small size and the other member, and no more.
        scene.world.budget?.limit.macroblocksPerSecond = 400_000
        for _ in 0..<80 {
            await scene.world.advance(by: .milliseconds(50))
            scene.expectNothingTransparent()
        }
        #expect(frame()?.url == sizes[1] && scene.isLive(id), "\(scene.told)")
        #expect(scene.tier(of: id) == .reducedResolution, "\(scene.told)")
        #expect((handovers(scene.world, of: id) == 1) == isHandedOver)
        scene.world.expectStill(id, at: scene.group.time())
        #expect(scene.world.contract.live.items == 2)
        await scene.world.play()
        await scene.world.advance(by: .seconds(1))
        for id in [id, other] { expectOnLine(scene.world, id) }
        #expect(scene.world.contract.violations.isEmpty)
    }

    // MARK: A line that changes

    /// Before the second player is open, while it gets ready, and while it waits for its time.
    @Test(arguments: [20, 300, 800, 1_300])
    func `a nudge in the midst of a change of sound counts for the player that takes over`(milliseconds: Int) async {
        let world = World(seed: 74)
        let ids = (0..<2).map { _ in world.group.add(url: world.clip()) }
        await world.play()
        await world.advance(by: .seconds(1))
        world.group.audibleMember = ids[1]
        await world.advance(by: .milliseconds(milliseconds))
        world.group.nudge(ids[1], by: 3)
        await world.advance(by: .milliseconds(400))
        for _ in 0..<100 {
            await world.advance(by: .milliseconds(50))
            for id in ids { expectOnLine(world, id) }
        }
        #expect(world.group.player(of: ids[1])?.sourceClock == nil && handovers(world, of: ids[1]) == 1)
        #expect(world.contract.live.items == 2 && world.violations.isEmpty)
    }

    // MARK: Too late

    /// How long a seek and a preroll of the second player take.
    @Test(arguments: [(50, 2_000, true), (2_900, 2_000, true), (2_900, 2_900, false)])
    func `a second player that is late gets more time, and after the third time the first one changes in place`(
        seek: Int, preroll: Int, isHandedOver: Bool
    ) async {
        let world = World(seed: 73)
        let urls = (0..<2).map { _ in world.clip(seconds: 600) }
        let ids = urls.map { world.group.add(url: $0) }
        await world.play()
        await world.advance(by: .seconds(1))
        var faults = ContractWorld.Faults()
        faults.seekDelay = .milliseconds(seek) ... .milliseconds(seek)
        faults.prerollDelay = .milliseconds(preroll) ... .milliseconds(preroll)
        world.contract.setFaults(faults, for: urls[1])
        world.group.audibleMember = ids[1]
        await world.advance(by: .seconds(60))
        #expect(handovers(world, of: ids[1]) == (isHandedOver ? 1 : 0), "\(world.told)")
        let player = world.group.player(of: ids[1])
        #expect(player?.sourceClock == nil && player?.isMuted == false)
        for id in ids { expectOnLine(world, id) }
        #expect(world.contract.live.items == 2 && world.violations.isEmpty)
    }

    @Test func `a second player that is too late to relieve the first is let go`() async {
        let world = World(seed: 75)
        let url = world.clip(seconds: 2)
        let id = world.group.add(url: url)
        world.group.loops = true
        await world.play()
        await world.advance(by: .seconds(993))
        var faults = ContractWorld.Faults()
        faults.seekDelay = .milliseconds(2_700) ... .milliseconds(2_700)
        faults.prerollDelay = faults.seekDelay
        world.contract.setFaults(faults, for: url)
        // Shortly before the end.
        await world.advance(by: .milliseconds(6_500))
        #expect(handovers(world, of: id) == 0 && world.contract.live.items == 1, "\(world.told)")
        world.contract.setFaults(nil, for: url)
        await world.advance(by: .seconds(12))
        expectOnLine(world, id)
        #expect(world.contract.live.items == 1 && world.violations.isEmpty)
    }

    /// A device that has no third decoder, and does not say so.
    @Test func `a second player of which nothing is seen does not take over`() async {
        let scene = DecoderScene(seed: 76, decoders: 2, .silent)
        let ids = (0..<2).map { _ in scene.add() }
        await scene.world.play()
        await scene.world.advance(by: .seconds(2))
        scene.group.audibleMember = ids[1]
        for _ in 0..<80 {
            await scene.world.advance(by: .milliseconds(100))
            scene.expectNothingTransparent()
            expectOnLine(scene.world, ids[0])
        }
        #expect(handovers(scene.world, of: ids[1]) == 0)
        let player = scene.group.player(of: ids[1])
        #expect(player?.sourceClock == nil && player?.isMuted == false && scene.isLive(ids[1]), "\(scene.told)")
        for id in ids { expectOnLine(scene.world, id) }
        #expect(scene.world.contract.live.items == 2 && scene.world.violations.isEmpty)
    }
}
