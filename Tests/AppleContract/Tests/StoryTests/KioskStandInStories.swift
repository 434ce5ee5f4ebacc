import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// The pictures that stand in for players that show nothing, and what a stop leaves of them and of a run.
@Suite(.serialized) @MainActor
struct KioskStandInStories {
    @Test func `pictures of clips that are over are forgotten, and all of them with a stop`() async throws {
        let world = KioskWorld(seed: 41)
        try await world.start([[world.clip(seconds: 5), world.clip(seconds: 4)]])
        await world.advance(by: .seconds(30))
        #expect(!world.display.standIns.isEmpty && world.display.standIns.count <= 2)
        await world.stop()
        #expect(world.display.standIns.isEmpty)
    }

    @Test func `a stop calls off a picture that is being made, and it does not come later`() async throws {
        let world = KioskWorld(seed: 42)
        let url = world.clip(seconds: 60).source.url
        var media = ContractWorld.Media(duration: 60, frameRate: 30)
        media.pictureDelay = .seconds(2)
        world.contract.register(url, media)
        let clip = KioskConfiguration.Clip(source: MediaSource(url: url))
        let tile = KioskConfiguration.Tile(name: "tile", clips: [clip])
        let system = world.system
        let display = try KioskDisplay(
            KioskConfiguration(screens: [KioskConfiguration.Screen(tiles: [tile])]), clock: world.clock, budget: nil
        ) { system.now }
        // Files are looked at on threads, which take real time that no clock here shows.
        func turns(while holds: () -> Bool) async throws {
            for _ in 0..<20_000 where holds() {
                try await Task.sleep(for: .microseconds(100))
                await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            }
        }
        display.start()
        try await turns { display.standInsToCome == 0 }
        #expect(display.standInsToCome == 1)
        for _ in 0..<20 {
            await Task.detached {}.value
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        }
        display.stop()
        try await turns { display.standInsToCome > 0 }
        #expect(display.standInsToCome == 0 && display.standIns.isEmpty)
    }

    /// A decoder may be to spare a minute later. Nothing else happens meanwhile.
    @Test func `a picture that could not be made is tried again after a minute, and shown at once`() async throws {
        let world = KioskWorld(seed: 43)
        let budget = DecoderBudget(clock: world.clock, meter: SilentMeter())
        budget.limit.sessions = 1
        try await world.start([[world.clip(seconds: 600)]], budget: budget)
        await world.advance(by: .seconds(1))
        budget.limit.sessions = nil
        await world.advance(by: .seconds(58))
        #expect(world.display.tiles[0].layers.map { $0.still == nil } == [true])
        while world.display.standIn(of: world.display.tiles[0].layers[0].id) == nil {
            try #require(world.now < HostTime(nanoseconds: 1_070_000_000_000))
            await world.advance(by: .milliseconds(100))
        }
        #expect(world.display.tiles[0].layers.map { $0.still != nil } == [true])
        world.expectSound()
    }

    @Test func `no picture is asked of a live stream, which has none`() async throws {
        let world = KioskWorld(seed: 44)
        let url = URL(string: "https://example.org/kiosk.m3u8")!
        world.contract.register(url, ContractWorld.Media(duration: 600, frameRate: 30, kind: .hls))
        try await world.start([[KioskConfiguration.Clip(source: MediaSource(url: url))]])
        await world.advance(by: .seconds(3))
        #expect(world.player() != nil && world.display.standIns.isEmpty)
        world.expectSound()
    }

    @Test func `a kiosk that was stopped in the background looks for pictures again when it starts`() async throws {
        let world = KioskWorld(seed: 45)
        let clip = world.clip(seconds: 60)
        try await world.start([[clip]])
        await world.advance(by: .seconds(2))
        world.post(UIApplication.didEnterBackgroundNotification)
        await world.stop()
        world.post(UIApplication.willEnterForegroundNotification)
        var faults = ContractWorld.Faults()
        faults.isSilent = true
        world.contract.setFaults(faults, for: clip.source.url)
        world.display.start()
        await world.advance(by: .seconds(6))
        #expect(world.display.status.screens[0].tiles[0].rebuilds > 0)
        await world.stop()
    }

    @Test func `files on a server have no stamp in a directory`() async {
        let files = AssetFiles(clock: KioskWorld().clock)
        let source = MediaSource(url: URL(string: "https://example.org/clip.mp4")!)
        let stamps = await withCheckedContinuation { done in files.stamp([source]) { done.resume(returning: $0) } }
        #expect(stamps == [source: .remote])
    }

    @Test func `of two kiosks the last one lets the display go dark again`() {
        UIApplication.shared.isIdleTimerDisabled = false
        var holds = [DisplayHold(), DisplayHold()]
        holds.removeLast()
        #expect(UIApplication.shared.isIdleTimerDisabled)
        holds = []
        #expect(!UIApplication.shared.isIdleTimerDisabled)
    }
}
