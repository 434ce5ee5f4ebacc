import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// The order of calls that AVFoundation asks for, and no call too many.
@Suite(.serialized) @MainActor
struct OrderStories {
    let world = World(seed: 2)

    @Test func `a start is one item, one exact seek, one preroll and one anchor for each`() async {
        let ids = (0..<3).map { _ in world.group.add(url: world.clip()) }
        // Before anything plays: a player that waits could not be given a host time, and would start by itself.
        #expect(ids.allSatisfy { world.group.player(of: $0)!.automaticallyWaitsToMinimizeStalling == false })
        await world.play()
        let calls = world.contract.calls
        #expect(calls.replacements == 3 && calls.seeks == 3 && calls.prerolls == 3 && calls.anchors == 3, "\(calls)")
        await world.advance(by: .seconds(30))
        #expect(world.contract.calls == calls)
    }

    @Test func `a frame is asked for inside it, not at its edge`() async {
        let id = world.group.add(url: world.clip())
        await world.play()
        world.group.pause()
        for frame in [1, 2, 7, 100, 299] {
            // Rounded down to nanoseconds this is a time in the frame before.
            await world.seek(to: FrameRate(30).time(ofFrame: Int64(frame)))
            let shown = world.contract.displayedFrame(of: world.group.player(of: id)!, at: world.contract.now)
            #expect(shown?.index == frame)
        }
    }

    @Test func `a member that is only sought is not prerolled`() async {
        world.group.add(url: world.clip())
        await world.play()
        world.group.pause()
        await world.advance(by: .seconds(1))
        let calls = world.contract.calls
        await world.seek(to: .seconds(9))
        #expect(world.contract.calls.prerolls == calls.prerolls)
    }

    @Test func `a watch that has ended keeps nothing and nobody`() {
        final class Listener: Sendable {}
        var listener: Listener? = Listener()
        weak let kept = listener
        let item = AVPlayerItem(url: world.clip())
        let player = AVPlayer(playerItem: item)
        let before = world.contract.live.observations
        let watch = PlayerWatch(player, item) { [listener] _ in withExtendedLifetime(listener) {} }
        #expect(world.contract.live.observations > before)
        watch.end()
        listener = nil
        #expect(kept == nil)
        #expect(world.contract.live.observations == before)
    }
}
