import AVFoundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Sizes that change while a group gets ready.
@Suite(.serialized) @MainActor
struct SizeBeforeStartStories {
    @Test func `a member that gets another size while it waits for a slow one plays from the start`() async {
        let scene = DecoderScene(seed: 71, decoders: 3, .loud)
        let sizes = [(1920, 1080), (960, 540)].map { width, height in
            scene.world.clip(seconds: 3600, hasAudio: true) { $0.size = CGSize(width: width, height: height) }
        }
        let id = scene.group.add(source: MediaSource(renditions: sizes))
        scene.show(id)
        let other = scene.add()
        scene.group.setPriority(.focused, of: other)
        var faults = ContractWorld.Faults()
        faults.prerollDelay = .milliseconds(2_000) ... .milliseconds(2_000)
        scene.world.contract.setFaults(faults, for: scene.world.url(of: other))
        let group = scene.group
        let starting = Task { try await group.play() }
        await scene.world.advance(by: .seconds(1))
        #expect(group.state == .preparing && scene.tier(of: id) == .full, "\(scene.told)")
        // Room for the small size and the other member, and no more.
        scene.world.budget?.limit.macroblocksPerSecond = 400_000
        await scene.world.advance(by: .seconds(9))
        starting.cancel()
        #expect(scene.tier(of: id) == .reducedResolution, "\(scene.told)")
        #expect(scene.group.player(of: id)?.rate == 1)
        for id in [id, other] { expectOnLine(scene.world, id) }
        #expect(scene.world.violations.isEmpty)
    }
}
