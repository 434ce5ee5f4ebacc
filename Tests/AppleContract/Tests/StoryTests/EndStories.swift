import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// The end before the rate falls, with it, and after it.
private let announcements: [ContractWorld.Faults.End] = [
    .together, .before(.milliseconds(20)), .after(.milliseconds(20)),
]

/// Ends of items: wherever they come, and however they are announced.
@Suite(.serialized) @MainActor
struct EndStories {
    private let world = World(seed: 13)

    /// A stream that states ten seconds.
    private func stream(shortBy short: Duration, _ end: ContractWorld.Faults.End) -> URL {
        let url = world.stream { $0.duration = CMTime(seconds: 10, preferredTimescale: 600) }
        setEnd(of: url, shortBy: short, end)
        return url
    }

    private func setEnd(of url: URL, shortBy short: Duration = .zero, _ end: ContractWorld.Faults.End) {
        var faults = ContractWorld.Faults()
        (faults.shortBy, faults.end) = (short, end)
        world.contract.setFaults(faults, for: url)
    }

    /// What the group says of members that do not just play.
    private var alarms: [GroupEvent] {
        world.events.filter { event in
            switch event {
            case .stalled, .movedByApp, .corrected, .dropped, .failed: true
            default: false
            }
        }
    }

    @Test(arguments: announcements)
    func `a stream that stops short of its length holds its last frame without a stall`(
        end: ContractWorld.Faults.End
    ) async throws {
        let id = world.group.add(url: stream(shortBy: .seconds(3), end))
        let file = world.group.add(url: world.clip(seconds: 20))
        // A stall would hold the file as well.
        world.group.stallPolicy = .wait
        await world.play()
        await world.advance(by: .seconds(8))
        let player = try #require(world.group.player(of: id))
        let shown = try #require(world.itemTime(of: player))
        #expect(player.rate == 0 && shown > .seconds(6.9) && shown < .seconds(7.1), "\(shown)")
        expectOnLine(world, file)
        // In the rest of its time, and after it.
        for _ in 0..<2 {
            #expect(world.group.snapshot.members.allSatisfy { !$0.isLeftBehind }, "\(world.told)")
            await world.advance(by: .seconds(3))
            #expect(world.itemTime(of: player) == shown)
        }
        await world.advance(by: .seconds(10))
        #expect(world.group.state == .ended && alarms.isEmpty, "\(world.told)")
        #expect(world.violations.isEmpty)
    }

    @Test(arguments: announcements, [Duration.zero, .seconds(3)])
    func `streams turn with their group, even if they stop short of their length`(
        end: ContractWorld.Faults.End, short: Duration
    ) async {
        let ids = (0..<2).map { _ in world.group.add(url: stream(shortBy: short, end)) }
        world.group.loops = true
        world.group.stallPolicy = .wait
        await world.play()
        await world.advance(by: .seconds(4))
        for _ in 0..<6 {
            for id in ids { expectOnLine(world, id) }
            await world.advance(by: .seconds(10))
        }
        #expect(alarms.isEmpty, "\(world.told)")
        #expect(world.violations.isEmpty)
    }

    @Test(arguments: announcements + [.unannounced])
    func `a short member holds its last frame, however its end is announced`(
        end: ContractWorld.Faults.End
    ) async throws {
        let url = world.clip(seconds: 4)
        setEnd(of: url, end)
        let id = world.group.add(url: url)
        let other = world.group.add(url: world.clip(seconds: 12))
        world.group.stallPolicy = .wait
        await world.play()
        await world.advance(by: .seconds(6))
        let player = try #require(world.group.player(of: id))
        #expect(player.rate == 0)
        #expect(world.contract.displayedFrame(of: player)?.index == 119)
        #expect(world.group.snapshot.members.allSatisfy { !$0.isLeftBehind })
        expectOnLine(world, other)
        // From there it goes wherever the group goes.
        await world.seek(to: .seconds(1))
        for id in [id, other] { expectOnLine(world, id) }
        #expect(alarms.isEmpty, "\(world.told)")
        #expect(world.violations.isEmpty)
    }

    @Test func `a stall just before the end of a member is a stall, and is over with its time`() async throws {
        let id = world.group.add(url: world.clip(seconds: 4))
        let other = world.group.add(url: world.clip(seconds: 12))
        await world.play()
        let player = try #require(world.group.player(of: id))
        await world.advance(by: .seconds(3.99) - (world.itemTime(of: player) ?? .zero))
        world.contract.stall(player, lasting: .seconds(1))
        await world.advance(by: .seconds(2))
        #expect(world.events.contains(.stalled(id)) && world.events.contains(.resumed(id)), "\(world.told)")
        #expect(player.rate == 0 && world.contract.displayedFrame(of: player)?.index == 119)
        expectOnLine(world, other)
        #expect(world.violations.isEmpty)
    }

    /// Whether a player says that it is paused until it moves.
    @Test(arguments: [false, true])
    func `an end that is announced after the next start was set does not stop that`(isPaused: Bool) async throws {
        let url = world.clip(seconds: 60)
        var faults = ContractWorld.Faults()
        faults.isPausedUntilStart = isPaused
        world.contract.setFaults(faults, for: url)
        let id = world.group.add(url: url)
        await world.play()
        let relay = try #require(world.group.runner.lineup.entries.first { $0.id == id }?.player as? LoopRelay)
        let front = relay.front
        let group = world.group
        let seeking = Task { try? await group.seek(to: .seconds(20)) }
        let isSet = await world.advance(atMost: .seconds(3)) {
            let host = front.state.withLock { $0.steering.run?.host }
            return front.line()?.line.time(at: world.now) ?? .zero > .seconds(19) && host.map { $0 > world.now } == true
        }
        #expect(isSet && front.player.rate == 1)
        front.saw(.ended)
        await world.advance(by: .seconds(2))
        seeking.cancel()
        expectOnLine(world, id)
        #expect(front.player.rate == 1 && alarms.isEmpty, "\(world.told)")
    }
}

/// The same in a kiosk, which makes players anew that stand still for two seconds.
@Suite(.serialized) @MainActor
struct KioskEndStories {
    @Test(arguments: announcements)
    func `a clip that ends before its time keeps its last frame and its player`(
        end: ContractWorld.Faults.End
    ) async throws {
        let world = KioskWorld(seed: 5)
        let (short, next) = (world.clip(seconds: 10), world.clip(seconds: 6))
        var faults = ContractWorld.Faults()
        (faults.shortBy, faults.end) = (.seconds(4), end)
        world.contract.setFaults(faults, for: short.source.url)
        try await world.start([[short, next]])
        await world.advance(to: .seconds(9), before: .seconds(16))
        let player = try #require(world.player())
        #expect(player.rate == 0 && world.url(of: player) == short.source.url)
        await world.advance(by: .milliseconds(2_800))
        #expect(world.player() === player)
        await world.advance(by: .seconds(2))
        world.expect(next, at: world.phase(of: .seconds(16)) - .seconds(10))
        #expect(world.display.status.screens[0].tiles[0].rebuilds == 0)
        world.expectSound()
    }
}
