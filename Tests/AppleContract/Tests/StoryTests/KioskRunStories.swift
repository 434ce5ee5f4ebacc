import AVFoundation
import Foundation
import Observation
import Synchronization
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// A kiosk that is started and stopped out of turn.
@Suite(.serialized) @MainActor
struct KioskRunStories {
    @Test func `a kiosk that runs is not started again, and one that was stopped is not stopped again`() async throws {
        let world = KioskWorld(seed: 21)
        try await world.start([[world.clip(seconds: 60)]])
        await world.advance(by: .seconds(3))
        let player = try #require(world.player())
        world.display.start()
        await world.advance(by: .seconds(3))
        #expect(world.player() === player && world.events.count { $0 == .started } == 1)
        await world.stop()
        // Who listens by now hears of the next start.
        var heard: [KioskEvent] = []
        let events = world.display.events
        let listening = Task { for await event in events { heard.append(event) } }
        world.display.stop()
        world.display.start()
        await world.advance(by: .seconds(1))
        #expect(heard.first == .started)
        await world.stop()
        listening.cancel()
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `nothing of an earlier run goes on in a later one`() async throws {
        let world = KioskWorld(seed: 22)
        let still = world.still()
        try await world.start([[world.clip(seconds: 60)]]) { $0.screens[0].tiles[0].poster = still }
        await world.advance(by: .seconds(3))
        let wakes = world.clock.pendingWakes
        for _ in 1...20 {
            world.display.stop()
            world.display.start()
        }
        await world.advance(by: .seconds(15))
        #expect(world.player()?.rate == 1 && world.display.tiles[0].poster != nil)
        #expect(world.clock.pendingWakes < wakes + 10)
        world.display.stop()
        world.display.start()
        // Its poster is being read.
        world.display.stop()
        await world.settle()
        #expect(world.display.tiles[0].poster == nil)
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a look at the tiles that changes nothing redraws no view`() async throws {
        let world = KioskWorld(seed: 23)
        try await world.start([[world.clip(seconds: 60)]])
        await world.advance(by: .seconds(3))
        let changes = Changes()
        withObservationTracking {
            _ = world.display.tiles
        } onChange: {
            changes.add()
        }
        // As a view does with a first picture.
        world.display.refresh()
        #expect(changes.count == 0)
        await world.stop()
        #expect(changes.count == 1)
    }
}

private final class Changes: Sendable {
    private let all = Mutex(0)

    var count: Int { all.withLock(\.self) }

    func add() { all.withLock { $0 += 1 } }
}
