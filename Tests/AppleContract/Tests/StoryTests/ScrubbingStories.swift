import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit

/// What a finger on the scrubber does to the players.
@Suite(.serialized) @MainActor
struct ScrubbingStories {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `under the finger all players stand still and silent, and then go on from its last position`(
        seed: UInt64
    ) async throws {
        let world = World(seed: seed)
        let group = world.group
        let ids = [
            group.add(url: world.clip()), group.add(url: world.clip(hasAudio: false), offset: .milliseconds(480)),
        ]
        let players = try ids.map { try #require(group.player(of: $0)) }
        group.audibleMember = ids[0]
        await world.play()
        await world.advance(by: .seconds(1))
        group.beginScrubbing()
        let held = group.time()
        await world.advance(by: .seconds(1))
        #expect(group.time() == held)
        #expect(players.map(\.rate) == [0, 0])
        for index in 0..<60 {
            group.scrub(to: .milliseconds(5_000 + index * 33))
            await world.advance(by: .milliseconds(33))
            #expect(players.map(\.rate) == [0, 0])
        }
        group.scrub(to: .seconds(20))
        group.endScrubbing()
        await world.advance(by: .seconds(3))
        let starts = world.events.compactMap { if case .started(_, let time) = $0 { time } else { nil } }
        #expect(starts.count == 2 && starts.last == .seconds(20), "\(world.told)")
        #expect(group.state == .playing)
        for id in ids { expectOnLine(world, id) }
        #expect(world.violations.isEmpty)
    }

    @Test func `a paused group stands exactly where the finger was lifted`() async {
        let world = World()
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        await world.seek(to: .seconds(1))
        world.group.beginScrubbing()
        for second in 2...9 {
            world.group.scrub(to: .seconds(second))
            await world.advance(by: .milliseconds(16))
        }
        world.group.endScrubbing()
        await world.advance(by: .seconds(2))
        #expect(world.group.state == .paused && world.group.time() == .seconds(9))
        for id in ids { world.expectStill(id, at: .seconds(9)) }
        #expect(world.violations.isEmpty)
    }
}
