@_spi(Double) import AVFoundation
@_spi(Double) import CoreGraphics
import Foundation
@_spi(Double) import MediaPlayer
import MultiPlayerKitTestSupport
import Synchronization
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitNowPlaying

/// What comes in turn: members that go and come, several groups, presses, and an end at any time.
@Suite(.serialized) @MainActor
struct NowPlayingTurnStories {
    private let double = NowPlayingDouble.shared

    init() {
        double.forget()
        MPNowPlayingInfoCenter.default().forget()
    }

    private func session(of player: AVPlayer?) throws -> MPNowPlayingSession {
        try #require(double.living.first { session in session.players.contains { $0 === player } })
    }

    @Test func `one that was stopped takes no place when there is something to play`() async {
        let world = World()
        let nowPlaying = GroupNowPlaying(world.group, title: "Early")
        nowPlaying.stop()
        world.group.add(url: world.clip())
        nowPlaying.title = "Late"
        await world.play()
        #expect(double.living.isEmpty && double.violations.isEmpty)
    }

    @Test func `a press is not carried out once it was stopped`() async throws {
        let world = World()
        world.group.add(url: world.clip())
        let nowPlaying = GroupNowPlaying(world.group, title: "Press")
        await world.play()
        nonisolated(unsafe) let pause = try #require(double.living.first).remoteCommandCenter.pauseCommand
        nonisolated(unsafe) var answer: MPRemoteCommandHandlerStatus?
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            answer = pause.press()
            done.signal()
        }
        done.wait()
        nowPlaying.stop()
        await world.advance(by: .seconds(1))
        #expect(answer == .success && world.group.state == .playing)
    }

    @Test func `the same picture is told once`() async throws {
        let world = World()
        world.group.add(url: world.clip())
        let picture = CGImage(width: 640, height: 360, content: "car")
        let nowPlaying = GroupNowPlaying(world.group, title: "Picture", artwork: picture)
        await world.advance(by: .seconds(1))
        let center = try #require(double.living.first).nowPlayingInfoCenter
        let count = center.reports.count
        nowPlaying.artwork = picture
        #expect(center.reports.count == count)
        nowPlaying.stop()
    }

    @Test func `of two groups the one that was started last is meant, whatever is told of the other`() async throws {
        let world = World()
        let other = PlaybackGroup(clock: world.clock)
        let ids = [world.group.add(url: world.clip()), other.add(url: world.clip())]
        let shown = [GroupNowPlaying(world.group, title: "First"), GroupNowPlaying(other, title: "Second")]
        await world.play()
        #expect(double.active === (try session(of: world.group.player(of: ids[0]))))
        let started = Task { try await other.play() }
        await world.advance(by: .seconds(2))
        started.cancel()
        let second = try session(of: other.player(of: ids[1]))
        #expect(double.active === second)
        shown[0].title = "Still first"
        #expect(double.active === second)
        for nowPlaying in shown { nowPlaying.stop() }
        other.pause()
    }

    @Test func `a session never loses its last player while it lives`() async throws {
        let world = World()
        let nowPlaying = GroupNowPlaying(world.group, title: "Members")
        for round in 0..<3 {
            let id = world.group.add(url: world.clip())
            await world.advance(by: .seconds(1))
            #expect(double.living.count == 1)
            if round == 0 { world.group.remove(id) } else { world.contract.failItem(of: world.group.player(of: id)!) }
            await world.advance(by: .seconds(1))
        }
        #expect(double.violations.isEmpty, "\(double.violations)")
        nowPlaying.stop()
    }

    @Test func `a group that plays on with another member is meant again`() async throws {
        let world = World()
        let first = world.group.add(url: world.clip())
        let nowPlaying = GroupNowPlaying(world.group, title: "Again")
        await world.play()
        world.group.remove(first)
        await world.advance(by: .seconds(1))
        #expect(double.living.isEmpty)
        let second = world.group.add(url: world.clip())
        await world.advance(by: .seconds(3))
        #expect(double.active === (try session(of: world.group.player(of: second))))
        nowPlaying.stop()
    }

    @Test func `a change is looked at once, however often it was told something new`() async {
        let world = World()
        let manual = world.clock
        let clock = CountingClock(manual)
        let group = PlaybackGroup(clock: clock) { SimulatedPlayer(clock: manual) }
        group.add(url: world.clip())
        let nowPlaying = GroupNowPlaying(group, title: "Count")
        func readings(_ change: () -> Void) async -> Int {
            await world.advance(by: .seconds(1))
            let before = clock.readings
            change()
            await world.advance(by: .zero)
            return clock.readings - before
        }
        let first = await readings { group.rate = 2 }
        for index in 0..<50 { nowPlaying.title = "Count \(index)" }
        #expect(await readings { group.rate = 3 } < first + 10)
        nowPlaying.stop()
    }
}

/// Counts how often it is read.
private final class CountingClock: GroupClock {
    private let clock: ManualClock
    private let count = Mutex(0)

    init(_ clock: ManualClock) { self.clock = clock }

    var readings: Int { count.withLock(\.self) }

    var present: HostTime {
        count.withLock { $0 += 1 }
        return clock.present
    }

    func decide(_ body: (HostTime) -> Void) { clock.decide(body) }

    func wake(at host: HostTime, _ call: @escaping @Sendable () -> Void) { clock.wake(at: host, call) }
}
