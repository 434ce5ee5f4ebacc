import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// A kiosk's day on the double: playlists, failures, the background, the end.
@Suite(.serialized) @MainActor
struct KioskStories {
    init() { UIApplication.shared.isIdleTimerDisabled = false }

    // MARK: On the line

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `the kiosk starts at the position of the shared time`(seed: UInt64) async throws {
        let world = KioskWorld(seed: seed)
        let (first, second) = (world.clip(seconds: 10), world.clip(seconds: 6))
        // Each seed starts at another place of the playlist.
        world.system.set(by: .milliseconds(1_970 * Int64(seed)))
        try await world.start([[first, second]])
        await world.advance(by: .seconds(1.5))
        let phase = world.phase(of: .seconds(16))
        if phase < .seconds(10) {
            world.expect(first, at: phase)
        } else {
            world.expect(second, at: phase - .seconds(10))
        }
        #expect(world.events.contains(.started))
        #expect(world.display.status.screens[0].tiles[0].state == .playing)
        world.expectSound()
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `at the boundary the next clip takes over, on its own item and at its host time`(seed: UInt64) async throws {
        let world = KioskWorld(seed: seed)
        let (first, second) = (world.clip(seconds: 10), world.clip(seconds: 6))
        try await world.start([[first, second]])
        await world.advance(to: .milliseconds(6_600), before: .seconds(16))
        let boundary = world.now.advanced(by: .milliseconds(600))
        // The next player is opened and prerolled, and not seen yet.
        let next = try #require(world.nextPlayer())
        #expect(world.url(of: next) == second.source.url)
        #expect(world.contract.isShowing(next))
        #expect(next.rate == 0)
        #expect(world.url(of: world.player()) == first.source.url)
        await world.advance(by: .milliseconds(598))
        #expect(world.player() !== next)
        await world.advance(by: .milliseconds(3))
        #expect(world.player() === next)
        let time = try #require(world.itemTime(of: next, at: boundary))
        #expect(time > .milliseconds(-0.1) && time < .milliseconds(0.1), "\(time)")
        await world.advance(by: .seconds(3))
        world.expect(second, at: world.phase(of: .seconds(16)) - .seconds(10))
        // The player of the clip that has ended is gone.
        #expect(world.contract.players(showing: first.source.url).isEmpty)
        await world.advance(by: .seconds(60))
        #expect(world.display.status.screens[0].tiles[0].rebuilds == 0)
        world.expectSound()
    }

    @Test func `a single clip loops for a quarter of an hour on one player without a seek`() async throws {
        let world = KioskWorld()
        let clip = world.clip(seconds: 8)
        try await world.start([[clip]])
        await world.advance(by: .seconds(3))
        let player = try #require(world.player())
        let calls = world.contract.calls
        for _ in 0..<90 {
            await world.advance(by: .seconds(10))
            world.expect(clip, at: world.phase(of: .seconds(8)), turns: .seconds(8))
        }
        #expect(world.player() === player)
        #expect(world.contract.calls.seeks == calls.seeks)
        #expect(world.contract.players.count == 1)
        world.expectSound()
    }

    @Test func `a clip that loops past the end of its item is handed over without a gap`() async throws {
        let world = KioskWorld(seed: 3)
        let clip = world.clip(seconds: 2)
        try await world.start([[clip]])
        // One item holds five hundred turns.
        for _ in 0..<12 {
            await world.advance(by: .seconds(100))
            world.expect(clip, at: world.phase(of: .seconds(2)), turns: .seconds(2))
        }
        #expect(world.display.status.screens[0].tiles[0].rebuilds == 0)
        world.expectSound()
    }

    @Test func `a host clock that runs at a wrong rate is compensated`() async throws {
        let world = KioskWorld()
        let clip = world.clip(seconds: 600)
        world.system.set(rate: 1.0002)
        try await world.start([[clip]])
        await world.advance(by: .seconds(120))
        for _ in 0..<20 {
            await world.advance(by: .seconds(11))
            // 200 ppm make 2 ms in ten seconds; with the rate that is learned it is less.
            world.expect(clip, at: world.phase(of: .seconds(600)), within: .milliseconds(4))
        }
        world.expectSound()
    }

    @Test func `setting the clock moves all tiles at one host time`() async throws {
        let world = KioskWorld(seed: 2)
        let (left, right) = (world.clip(seconds: 60), world.clip(seconds: 60))
        try await world.start([[left], [right]])
        await world.advance(by: .seconds(5))
        world.system.set(by: .seconds(17))
        await world.advance(by: .seconds(12))
        for (index, clip) in [left, right].enumerated() {
            world.expect(clip, at: world.phase(of: .seconds(60)), in: index, turns: .seconds(60))
        }
        #expect(world.events.contains { if case .clockJump(let step) = $0 { step > .seconds(16) } else { false } })
        world.expectSound()
    }

    @Test func `a clip fades in over the other for as long as it is told to`() async throws {
        let world = KioskWorld(seed: 4)
        var (first, second) = (world.clip(seconds: 10), world.clip(seconds: 10))
        (first.fade, second.fade) = (.seconds(1), .seconds(1))
        // Away from the instants at which the kiosk looks at its clock anyway.
        world.system.set(by: .milliseconds(130))
        try await world.start([[first, second]])
        // Each clip takes nine seconds, from first picture to first picture.
        await world.advance(to: .milliseconds(9_100), before: .seconds(18))
        #expect(!world.display.tiles[0].isFading)
        await world.advance(by: .milliseconds(600))
        let layers = world.display.tiles[0].layers
        #expect(layers.map(\.role) == [.shown, .incoming])
        #expect(abs(world.display.presence(ofTrack: 0) - 0.5) < 0.01)
        #expect(layers.allSatisfy { $0.player?.rate == 1 })
        await world.advance(by: .milliseconds(498))
        #expect(world.display.tiles[0].isFading)
        await world.advance(by: .milliseconds(4))
        #expect(!world.display.tiles[0].isFading)
        #expect(world.url(of: world.player()) == second.source.url)
        world.expectSound()
    }

    @Test func `one tile is heard, and runs on the clock of its sound`() async throws {
        let world = KioskWorld(seed: 5)
        let (loud, mute) = (world.clip(seconds: 600, hasAudio: true), world.clip(seconds: 600, hasAudio: true))
        world.contract.setAudioClock(partsPerMillion: 100)
        try await world.start([[loud], [mute]]) { $0.audio = "tile 0" }
        await world.advance(by: .seconds(300))
        #expect(world.player(0)?.isMuted == false && world.player(0)?.sourceClock == nil)
        #expect(world.player(1)?.isMuted == true && world.player(1)?.sourceClock != nil)
        world.expect(loud, at: world.phase(of: .seconds(600)), turns: .seconds(600), within: .milliseconds(23))
        world.expect(mute, at: world.phase(of: .seconds(600)), in: 1, turns: .seconds(600))
        world.expectSound()
    }

    // MARK: Failures

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a player that fails is rebuilt, and the others are not`(seed: UInt64) async throws {
        let world = KioskWorld(seed: seed)
        let (left, right) = (world.clip(seconds: 60), world.clip(seconds: 50))
        // An item that has failed shows nothing, so its first picture is seen until there is another item.
        try await world.start([[left], [right]])
        await world.advance(by: .seconds(3))
        let (failing, other) = (try #require(world.player(0)), try #require(world.player(1)))
        world.contract.failItem(of: failing)
        await world.advance(by: .seconds(2))
        #expect(world.player(0) !== failing)
        #expect(world.player(1) === other)
        world.expect(left, at: world.phase(of: .seconds(60)), turns: .seconds(60))
        world.expect(right, at: world.phase(of: .seconds(50)), in: 1, turns: .seconds(50))
        #expect(world.events.filter { if case .rebuilt = $0 { true } else { false } }.count == 1)
        #expect(world.display.status.screens[0].tiles.map(\.rebuilds) == [1, 0])
        world.expectSound()
    }

    @Test func `a player whose pictures stop without an error is rebuilt`() async throws {
        let world = KioskWorld(seed: 6)
        let clip = world.clip(seconds: 60)
        try await world.start([[clip]])
        await world.advance(by: .seconds(3))
        var faults = ContractWorld.Faults()
        // The present player gets the first of these refusals, and a new one gets some too.
        faults.refusedPrerolls = 12
        world.contract.setFaults(faults, for: clip.source.url)
        world.contract.stall(try #require(world.player()))
        await world.advance(by: .seconds(12))
        world.expect(clip, at: world.phase(of: .seconds(60)), turns: .seconds(60))
        #expect(world.events.contains(.rebuilt(tile: "tile 0", reason: "no picture for two seconds")))
        world.expectSound()
    }

    @Test func `a missing file is reported, and plays when it comes`() async throws {
        let world = KioskWorld()
        let (clip, late) = (world.clip(seconds: 60), world.clip(seconds: 60))
        try FileManager.default.removeItem(at: late.source.url)
        try await world.start([[clip], [late]])
        await world.advance(by: .seconds(3))
        world.expect(clip, at: world.phase(of: .seconds(60)), turns: .seconds(60))
        #expect(world.player(1) == nil)
        #expect(world.display.status.screens[0].tiles[1].failure != nil)
        try Data([0]).write(to: late.source.url)
        await world.advance(by: .seconds(10))
        world.expect(late, at: world.phase(of: .seconds(60)), in: 1, turns: .seconds(60))
        world.expectSound()
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `on return from the background every tile has a new player on the line`(seed: UInt64) async throws {
        let world = KioskWorld(seed: seed)
        let (left, right) = (world.clip(seconds: 60), world.clip(seconds: 50))
        try await world.start([[left], [right]])
        await world.advance(by: .seconds(3))
        let old = [world.player(0), world.player(1)]
        world.post(UIApplication.didEnterBackgroundNotification)
        world.contract.enterBackground()
        await world.advance(by: .seconds(20))
        // The device slept: its host clock stood still, and the system's clock went on.
        world.system.set(by: .seconds(3_607))
        world.contract.sleep(for: .seconds(3_607))
        world.post(UIApplication.willEnterForegroundNotification)
        await world.advance(by: .seconds(4))
        #expect(world.player(0) !== old[0] && world.player(1) !== old[1])
        world.expect(left, at: world.phase(of: .seconds(60)), turns: .seconds(60))
        world.expect(right, at: world.phase(of: .seconds(50)), in: 1, turns: .seconds(50))
        #expect(world.contract.live.items == 2)
        world.expectSound()
    }

    @Test func `after a reset of media services every player is replaced`() async throws {
        let world = KioskWorld(seed: 7)
        let clip = world.clip(seconds: 60)
        try await world.start([[clip]])
        await world.advance(by: .seconds(3))
        let old = world.player()
        world.contract.resetMediaServices()
        await world.advance(by: .seconds(5))
        #expect(world.player() !== old)
        world.expect(clip, at: world.phase(of: .seconds(60)), turns: .seconds(60))
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a call takes the sound, and gives it back`() async throws {
        let world = KioskWorld(seed: 3)
        let (loud, mute) = (world.clip(seconds: 60, hasAudio: true), world.clip(seconds: 50, hasAudio: true))
        try await world.start([[loud], [mute]]) { $0.audio = "tile 0" }
        await world.advance(by: .seconds(3))
        world.contract.beginInterruption()
        await world.advance(by: .seconds(1))
        world.expect(mute, at: world.phase(of: .seconds(50)), in: 1, turns: .seconds(50))
        world.contract.endInterruption(shouldResume: true)
        await world.advance(by: .seconds(4))
        world.expect(loud, at: world.phase(of: .seconds(60)), turns: .seconds(60), within: .milliseconds(23))
        world.expect(mute, at: world.phase(of: .seconds(50)), in: 1, turns: .seconds(50))
        #expect(!world.events.contains { if case .rebuilt = $0 { true } else { false } })
        world.expectSound()
    }

    @Test func `a replaced file is taken up where the clip begins again`() async throws {
        let world = KioskWorld(seed: 4)
        let clip = world.clip(seconds: 10)
        try await world.start([[clip]])
        await world.advance(to: .seconds(7), before: .seconds(10))
        let old = try #require(world.player())
        world.contract.register(clip.source.url, ContractWorld.Media(duration: 8, frameRate: 30))
        try Data([0, 1]).write(to: clip.source.url)
        await world.advance(by: .seconds(6.9))
        #expect(world.player() === old)
        #expect(world.events.contains(.replaced(tile: "tile 0", clip: clip.source.name)))
        await world.advance(by: .seconds(0.2))
        #expect(world.player() !== old)
        await world.advance(by: .seconds(20))
        world.expect(clip, at: world.phase(of: .seconds(8)), turns: .seconds(8))
        try Data([0]).write(to: clip.source.url)
        world.expectSound()
    }

    @Test(arguments: [ContractWorld.DecoderRefusal.loud, .silent], 1...4 as ClosedRange<UInt64>)
    func `the kiosk goes on with one decoder fewer than it wants`(
        refusal: ContractWorld.DecoderRefusal, seed: UInt64
    ) async throws {
        let world = KioskWorld(seed: seed)
        // Two tiles need two decoders, and a third at a boundary: one more than there are.
        let tiles = [[world.clip(seconds: 10), world.clip(seconds: 6)], [world.clip(seconds: 16)]]
        world.contract.limitDecoders(to: 2, refusal)
        let budget = DecoderBudget(clock: world.clock, meter: SilentMeter(), defaultSessions: 4)
        try await world.start(tiles, budget: budget)
        await world.advance(by: .seconds(120))
        await world.advance(to: .seconds(9), before: .seconds(16))
        world.expect(tiles[0][0], at: world.phase(of: .seconds(16)))
        world.expect(tiles[1][0], at: world.phase(of: .seconds(16)), in: 1, turns: .seconds(16))
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `tiles lie where the layout puts them, and a part of a wall shows its part`() async throws {
        let world = KioskWorld()
        let clip = world.clip(seconds: 10)
        try await world.start([[clip], [clip]]) {
            $0.screens[0].background = KioskConfiguration.Tile(name: "background", clips: [clip])
            $0.screens[0].layout.spacing = 40
            $0.screens[0].part = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
        }
        // The view is half as large as the layout was made for.
        let geometry = KioskGeometry(world.display, screen: 0, size: CGSize(width: 960, height: 540), scale: 2)
        #expect(geometry.whole == CGSize(width: 1920, height: 540) && geometry.origin == CGPoint(x: 960, y: 0))
        #expect(geometry.tracks == [0, 1, 2])
        #expect(geometry.fitting(of: 0) == .fill && geometry.fitting(of: 1) == .fit)
        #expect(geometry.placement(of: 0).tile == CGRect(x: 0, y: 0, width: 1920, height: 540))
        #expect(geometry.placement(of: 1).tile == CGRect(x: 0, y: 0, width: 950, height: 540))
        #expect(geometry.placement(of: 2).tile == CGRect(x: 970, y: 0, width: 950, height: 540))
    }

    @Test func `a part of a wall without an area counts as the whole`() async throws {
        for size in [CGSize(width: 0, height: 1), CGSize(width: 1, height: 0)] {
            let world = KioskWorld()
            let clip = world.clip(seconds: 10)
            try await world.start([[clip]]) {
                $0.screens[0].part = CGRect(origin: CGPoint(x: 0.5, y: 0.5), size: size)
            }
            let geometry = KioskGeometry(world.display, screen: 0, size: CGSize(width: 960, height: 540), scale: 2)
            #expect(geometry.whole == CGSize(width: 960, height: 540))
            #expect(geometry.origin == .zero)
            await world.stop()
        }
    }

    // MARK: Surroundings

    @Test func `files are looked at on threads that may wait for a disk`() async {
        let world = KioskWorld()
        let files = AssetFiles(clock: world.clock)
        let still = MediaSource(url: world.still())
        let missing = MediaSource(url: ContractWorld.files.appending(path: "missing.mp4"))
        // A task has one of Swift's threads, which must not wait.
        func isInTask(_ look: (@escaping @Sendable () -> Void) -> Void) async -> Bool {
            await withCheckedContinuation { done in
                look { done.resume(returning: withUnsafeCurrentTask { $0 != nil }) }
            }
        }
        #expect(await !isInTask { done in files.stamp([still, missing]) { _ in done() } })
        #expect(await !isInTask { done in files.look(at: still, known: []) { _ in done() } })
        #expect(await !isInTask { done in files.look(at: missing, known: []) { _ in done() } })
        #expect(await !isInTask { done in files.still(still, .remote) { _ in done() } })
    }

    @Test func `a still is shown for its duration, and a poster if there is nothing else`() async throws {
        let world = KioskWorld(seed: 8)
        let video = world.clip(seconds: 6)
        let still = KioskConfiguration.Clip(source: MediaSource(url: world.still()), duration: .seconds(4))
        let missing = KioskConfiguration.Clip(source: MediaSource(url: URL(filePath: "/nowhere/a.mp4")))
        try await world.start([[video, still], [missing]]) { $0.screens[0].tiles[1].poster = still.source.url }
        await world.advance(to: .seconds(2), before: .seconds(10))
        let layer = try #require(world.display.tiles[0].layers.first { $0.role == .shown })
        #expect(layer.player == nil && layer.still != nil)
        #expect(world.display.tiles[1].poster != nil)
        #expect(world.display.status.screens[0].tiles.map(\.state) == [.playing, .poster])
        await world.advance(by: .seconds(4))
        world.expect(video, at: world.phase(of: .seconds(10)))
        world.expectSound()
    }

    @Test func `outside its hours nothing plays`() async throws {
        let world = KioskWorld(seed: 9)
        let clip = world.clip(seconds: 60)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let noon = calendar.startOfDay(for: Date(timeIntervalSince1970: 1_790_000_000)).timeIntervalSince1970 + 43_200
        world.system.set(by: .seconds(noon - 10) - world.system.now)
        try await world.start([[clip]]) { $0.schedule = [KioskHours(on: 0, off: 12 * 60)] }
        await world.advance(by: .seconds(5))
        world.expect(clip, at: world.phase(of: .seconds(60)), turns: .seconds(60))
        await world.advance(by: .seconds(8))
        #expect(!world.display.status.isOn)
        #expect(world.display.tiles[0].layers.isEmpty && !world.display.tiles[0].isOn)
        #expect(world.contract.live.items == 0)
        world.expectSound()
    }

    @Test(arguments: [false, true])
    func `the display stays on while the kiosk runs, and its setting is restored after`(before: Bool) async throws {
        UIApplication.shared.isIdleTimerDisabled = before
        let world = KioskWorld()
        try await world.start([[world.clip(seconds: 10)]])
        #expect(UIApplication.shared.isIdleTimerDisabled)
        await world.stop()
        #expect(UIApplication.shared.isIdleTimerDisabled == before)
        world.display.start()
        #expect(UIApplication.shared.isIdleTimerDisabled)
        await world.advance(by: .seconds(2))
        #expect(world.contract.live.items == 1)
        // The kiosk is dropped without being stopped.
        world.drop()
        await world.settle()
        #expect(world.contract.live.items == 0)
        #expect(UIApplication.shared.isIdleTimerDisabled == before)
    }

    @Test func `a stopped kiosk leaves nothing, and starts again`() async throws {
        let world = KioskWorld(seed: 2)
        let (first, second) = (world.clip(seconds: 5), world.clip(seconds: 60, hasAudio: true))
        try await world.start([[first, second], [second]])
        await world.advance(to: .seconds(61), before: .seconds(65))
        #expect(world.contract.live.items == 3)
        await world.stop()
        // A surface that a view gave back is kept for a moment.
        await world.advance(by: .seconds(1))
        try await Task.sleep(for: SurfacePool.grace * 2)
        for _ in 0..<20 { await world.settle() }
        // Empty surfaces are kept for reuse, and each observes its own layer.
        var left = world.contract.live
        #expect(left.observations <= SurfacePool.spares)
        left.observations = 0
        #expect(left == ContractWorld.Live())
        #expect(world.contract.players.isEmpty)
        world.display.start()
        await world.advance(by: .seconds(3))
        #expect(world.player(1)?.rate == 1)
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a picture that comes after the kiosk was stopped shows nothing, and wakes nobody`() async throws {
        let world = KioskWorld(seed: 5)
        try await world.start([[world.clip(seconds: 10), world.clip(seconds: 6)]])
        await world.advance(by: .seconds(3))
        await world.stop()
        // What was asked for before comes to an end.
        await world.advance(by: .seconds(60))
        let wakes = world.clock.pendingWakes
        // As its view does with a first picture.
        world.display.refresh()
        #expect(world.clock.pendingWakes == wakes)
        #expect(world.display.tiles.allSatisfy { $0.layers.isEmpty })
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `options that only Linux has are refused with a reason`() {
        func code(_ change: (inout KioskConfiguration) -> Void) -> PlaybackError.Code? {
            var configuration = KioskConfiguration(screens: [KioskConfiguration.Screen(tiles: [])])
            change(&configuration)
            do throws(PlaybackError) {
                _ = try KioskDisplay(configuration)
                return nil
            } catch {
                #expect(error.reason.contains("Linux"))
                return error.code
            }
        }
        #expect(code { _ in } == nil)
        #expect(code { $0.clock.source = .network(host: "wall-1", port: 8554) } == .clockUnavailable)
        #expect(code { $0.clock.source = .precision(domain: 0) } == .clockUnavailable)
        #expect(code { $0.clock.serves = 8554 } == .clockUnavailable)
        #expect(code { $0.watch.port = 9100 } == .outputFailed)
    }
}
