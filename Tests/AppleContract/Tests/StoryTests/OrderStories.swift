import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Synchronization
import Testing

@testable import MultiPlayerKit

/// The order of calls that AVFoundation asks for, with no call too many.
@Suite(.serialized) @MainActor
struct OrderStories {
    let world = World(seed: 2)

    @Test func `a start takes one item, one exact seek, one preroll and one anchor for each member`() async {
        let ids = (0..<3).map { _ in world.group.add(url: world.clip()) }
        // This holds before anything plays: a player that waits takes no host time, and would start by itself.
        #expect(ids.allSatisfy { world.group.player(of: $0)!.automaticallyWaitsToMinimizeStalling == false })
        // Nor is one of several videos to fill another screen.
        #expect(ids.allSatisfy { world.group.player(of: $0)!.allowsExternalPlayback == false })
        await world.play()
        let calls = world.contract.calls
        #expect(calls.replacements == 3 && calls.seeks == 3 && calls.prerolls == 3 && calls.anchors == 3, "\(calls)")
        await world.advance(by: .seconds(30))
        #expect(world.contract.calls == calls)
    }

    @Test func `a seek to a frame aims inside it, not at its edge`() async {
        let id = world.group.add(url: world.clip())
        await world.play()
        world.group.pause()
        for frame in [1, 2, 7, 100, 299] {
            // Rounded down to nanoseconds, this time lies in the frame before.
            await world.seek(to: FrameRate(30).time(ofFrame: Int64(frame)))
            let shown = world.contract.displayedFrame(of: world.group.player(of: id)!, at: world.contract.now)
            #expect(shown?.index == frame)
        }
    }

    @Test func `a member of a paused group is not prerolled after a seek`() async {
        world.group.add(url: world.clip())
        await world.play()
        world.group.pause()
        await world.advance(by: .seconds(1))
        let calls = world.contract.calls
        await world.seek(to: .seconds(9))
        #expect(world.contract.calls.prerolls == calls.prerolls)
    }

    @Test func `only the end of the current item is one`() async {
        let ends = Mutex(0)
        let items = (0..<2).map { _ in AVPlayerItem(url: world.clip()) }
        let player = AVPlayer(playerItem: items[0])
        let watch = PlayerWatch(player, items[0]) { sample in
            if case .ended = sample { ends.withLock { $0 += 1 } }
        }
        func announce() {
            NotificationCenter.default.post(name: AVPlayerItem.didPlayToEndTimeNotification, object: items[0])
        }
        announce()
        #expect(ends.withLock { $0 } == 1)
        player.replaceCurrentItem(with: items[1])
        announce()
        #expect(ends.withLock { $0 } == 1)
        withExtendedLifetime(watch) {}
    }

    @Test func `a watch that is released keeps no observation and no listener`() {
        final class Listener: Sendable {}
        var listener: Listener? = Listener()
        weak let kept = listener
        let item = AVPlayerItem(url: world.clip())
        let player = AVPlayer(playerItem: item)
        let before = world.contract.live.observations
        var watch: PlayerWatch? = PlayerWatch(player, item) { [listener] _ in withExtendedLifetime(listener) {} }
        #expect(watch != nil && world.contract.live.observations > before)
        watch = nil
        listener = nil
        #expect(kept == nil)
        #expect(world.contract.live.observations == before)
    }
}
