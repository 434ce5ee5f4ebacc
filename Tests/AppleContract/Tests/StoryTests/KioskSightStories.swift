import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// What a kiosk takes for a missing picture.
@Suite(.serialized) @MainActor
struct KioskSightStories {
    private func rebuilds(_ world: KioskWorld) -> [Int] { world.display.status.screens[0].tiles.map(\.rebuilds) }

    @Test func `a kiosk that no view shows plays all the same, and rebuilds nothing`() async throws {
        let world = KioskWorld(seed: 11)
        world.hasViews = false
        let clip = world.clip(seconds: 60)
        try await world.start([[clip]])
        await world.advance(by: .seconds(12))
        #expect(rebuilds(world) == [0])
        // A view comes late.
        world.hasViews = true
        await world.advance(by: .seconds(3))
        world.expect(clip, at: world.phase(of: .seconds(60)), turns: .seconds(60))
        #expect(rebuilds(world) == [0])
        world.expectSound()
    }

    @Test func `a tile that stays black although its player moves is rebuilt, and the others are not`() async throws {
        let world = KioskWorld(seed: 12)
        let (dark, clip) = (world.clip(seconds: 60), world.clip(seconds: 50))
        var faults = ContractWorld.Faults()
        faults.isSilent = true
        world.contract.setFaults(faults, for: dark.source.url)
        try await world.start([[dark], [clip]])
        await world.advance(by: .seconds(8))
        #expect(rebuilds(world)[0] > 0 && rebuilds(world)[1] == 0)
        world.contract.setFaults(nil, for: dark.source.url)
        await world.advance(by: .seconds(8))
        let before = rebuilds(world)
        await world.advance(by: .seconds(8))
        #expect(rebuilds(world) == before)
        world.expect(dark, at: world.phase(of: .seconds(60)), turns: .seconds(60))
        world.expect(clip, at: world.phase(of: .seconds(50)), in: 1, turns: .seconds(50))
        world.expectSound()
    }

    @Test func `a call does not touch a kiosk that nobody hears`() async throws {
        let world = KioskWorld(seed: 13)
        let clip = world.clip(seconds: 60, hasAudio: true)
        try await world.start([[clip]])
        await world.advance(by: .seconds(3))
        let player = try #require(world.player())
        let calls = world.contract.calls
        world.contract.beginInterruption()
        await world.advance(by: .seconds(1))
        world.contract.endInterruption(shouldResume: true)
        await world.advance(by: .seconds(4))
        #expect(world.player() === player && world.contract.calls == calls)
        world.expect(clip, at: world.phase(of: .seconds(60)), turns: .seconds(60))
        world.expectSound()
    }

    /// Under a call or the notification centre, pictures may be missing for good reasons.
    @Test func `a kiosk that is not active is not taken for one that shows nothing`() async throws {
        let world = KioskWorld(seed: 14)
        let clip = world.clip(seconds: 60)
        var faults = ContractWorld.Faults()
        faults.isSilent = true
        world.contract.setFaults(faults, for: clip.source.url)
        world.post(UIApplication.willResignActiveNotification)
        defer { world.post(UIApplication.didBecomeActiveNotification) }
        try await world.start([[clip]])
        await world.advance(by: .seconds(8))
        #expect(rebuilds(world) == [0])
        world.post(UIApplication.didBecomeActiveNotification)
        await world.advance(by: .seconds(4))
        #expect(rebuilds(world)[0] > 0)
    }

    /// On the return every player is made anew.
    @Test func `a kiosk in the background leaves its players alone`() async throws {
        let world = KioskWorld(seed: 15)
        let clip = world.clip(seconds: 60)
        try await world.start([[clip]])
        await world.advance(by: .seconds(5))
        world.post(UIApplication.didEnterBackgroundNotification)
        defer { world.post(UIApplication.willEnterForegroundNotification) }
        let calls = world.contract.calls
        world.system.set(rate: 1.0002)
        await world.advance(by: .seconds(30))
        #expect(world.contract.calls == calls && rebuilds(world) == [0])
        world.post(UIApplication.willEnterForegroundNotification)
        await world.advance(by: .seconds(3))
        world.expect(clip, at: world.linePhase(of: .seconds(60)), turns: .seconds(60))
        world.expectSound()
    }
}
