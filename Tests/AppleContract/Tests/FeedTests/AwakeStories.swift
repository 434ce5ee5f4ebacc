import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Whether a feed keeps the display awake.
@Suite(.serialized) @MainActor
struct AwakeStories {
    @Test func `a cell that is heard keeps the display awake, and one that plays muted does not`() async {
        let world = FeedWorld(seed: 31)
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0])
        #expect(world.player(of: 0)?.preventsDisplaySleepDuringVideoPlayback == false)
        world.feed.send(.user(.setMuted(false, on: 0)))
        await world.advance(by: .milliseconds(500))
        #expect(world.playing == [0])
        #expect(world.player(of: 0)?.preventsDisplaySleepDuringVideoPlayback == true)
        world.feed.send(.user(.setMuted(true)))
        await world.advance(by: .milliseconds(500))
        #expect(world.playing == [0])
        #expect(world.player(of: 0)?.preventsDisplaySleepDuringVideoPlayback == false)
        world.expectSound()
    }
}
