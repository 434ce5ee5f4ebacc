import AVFoundation
import Foundation
import MultiPlayerKitCompare
import Testing

@testable import MultiPlayerKit

/// A frame of a video beside others that move.
@Suite(.serialized) @MainActor
struct StillStories {
    private let world = World()

    @Test(arguments: [0, 2.0, 3.9])
    func `a still shows its frame while the others play, seek and loop`(second: Double) async {
        let still = world.group.add(still: world.clip(seconds: 4), at: .seconds(second))
        let moving = world.group.add(url: world.clip(seconds: 6))
        world.group.loops = true
        await world.play()
        var seen: [Duration] = []
        for turn in 0..<30 {
            if turn == 15 { await world.seek(to: .seconds(1)) }
            await world.advance(by: .milliseconds(500))
            if let player = world.group.player(of: still), let time = world.itemTime(of: player) {
                seen.append(time)
            }
        }
        let frame = Duration.seconds(second)..<(.seconds(second) + FrameRate(30).frameDuration)
        #expect(seen.count == 30 && seen.allSatisfy(frame.contains), "\(seen)")
        #expect(world.group.failures.isEmpty && world.group.player(of: moving)?.rate == 1)
        #expect(world.group.length == .seconds(6))
        #expect(world.violations.isEmpty, "\(world.violations)")
    }
}
