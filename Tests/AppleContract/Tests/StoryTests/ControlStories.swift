import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// What the controls do to a group.
@Suite(.serialized) @MainActor
struct ControlStories {
    @Test func `the play button plays what stands, and pauses what plays or is about to`() async {
        let world = World(seed: 82)
        let id = world.group.add(url: world.clip())
        await world.advance(by: .seconds(1))
        world.group.togglePlay()
        let group = world.group
        #expect(await world.advance(atMost: .seconds(1)) { group.state == .preparing })
        group.togglePlay()
        await world.advance(by: .seconds(2))
        #expect(group.state == .paused && group.player(of: id)?.rate == 0)
        group.togglePlay()
        await world.advance(by: .seconds(2))
        #expect(group.state == .playing)
        group.togglePlay()
        await world.advance(by: .seconds(1))
        #expect(group.state == .paused && group.player(of: id)?.rate == 0)
        #expect(world.violations.isEmpty)
    }

    @Test func `a step of the remote is a fiftieth of the whole, and never less than a frame`() {
        #expect(PositionStep.seconds(in: 100) == 2)
        #expect(PositionStep.seconds(in: 0.5) == 1.0 / 24)
    }
}
