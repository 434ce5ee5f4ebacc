@_spi(Double) import AVFoundation
@_spi(Double) import CoreGraphics
import Foundation
@_spi(Double) import MediaPlayer
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitNowPlaying

/// What the system shows of a group, and what its buttons do.
@Suite(.serialized) @MainActor
struct NowPlayingStories {
    private let double = NowPlayingDouble.shared

    init() {
        double.forget()
        MPNowPlayingInfoCenter.default().forget()
    }

    /// The session of the group, the only one there is.
    private var session: MPNowPlayingSession? { double.living.count == 1 ? double.living.first : nil }

    private var commands: MPRemoteCommandCenter { get throws { try #require(session).remoteCommandCenter } }

    private var reports: [NowPlayingReport] { session?.nowPlayingInfoCenter.reports ?? [] }

    private func last<Value>(_ key: String) -> Value? { reports.last?.value(key) }

    /// What the system has counted up to.
    private func counted(in world: World) -> Double? {
        guard let report = reports.last,
            let elapsed: Double = report.value(MPNowPlayingInfoPropertyElapsedPlaybackTime),
            let rate: Double = report.value(MPNowPlayingInfoPropertyPlaybackRate)
        else { return nil }
        return elapsed + Double(world.contract.now - report.host) / 1e9 * rate
    }

    private func expectCounted(_ world: World, _ location: SourceLocation = #_sourceLocation) {
        let shown = world.group.destination ?? world.group.time()
        let error = counted(in: world).map { abs($0 - shown.seconds) }
        #expect(
            error.map { $0 <= 0.0501 } == true, "off by \(String(describing: error)) at \(shown), \(world.told)",
            sourceLocation: location)
    }

    /// Presses a button on another thread.
    private func pressElsewhere(_ command: MPRemoteCommand) async -> MPRemoteCommandHandlerStatus? {
        nonisolated(unsafe) let command = command
        return await withCheckedContinuation { answer in
            DispatchQueue.global().async { answer.resume(returning: command.press()) }
        }
    }

    /// Presses a button twice on another thread while the main thread waits: both answers are given before either press
    /// can be carried out.
    private func pressTwiceElsewhere(_ command: MPRemoteCommand) -> [MPRemoteCommandHandlerStatus?] {
        nonisolated(unsafe) let command = command
        nonisolated(unsafe) var answers: [MPRemoteCommandHandlerStatus?] = []
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            answers = [command.press(), command.press()]
            done.signal()
        }
        ContractWorld.waiting { done.wait() }
        return answers
    }

    private func picture(_ name: String) -> CGImage { CGImage(width: 640, height: 360, content: name) }

    // MARK: What is shown

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `the system counts what the group plays, and is told of changes only`(seed: UInt64) async throws {
        let world = World(seed: seed)
        let group = world.group
        let ids = [group.add(url: world.clip(seconds: 60)), group.add(url: world.clip(seconds: 50))]
        let nowPlaying = GroupNowPlaying(group, title: "ESC on / ESC off", artwork: picture("car"))
        group.audibleMember = seed % 2 == 0 ? ids[0] : nil
        await world.advance(by: .seconds(1))
        #expect(last(MPMediaItemPropertyTitle) == "ESC on / ESC off")
        #expect(last(MPMediaItemPropertyPlaybackDuration) == 60.0)
        #expect(last(MPNowPlayingInfoPropertyMediaType) == MPNowPlayingInfoMediaType.video.rawValue)
        #expect(last(MPNowPlayingInfoPropertyIsLiveStream) == false)
        #expect(last(MPNowPlayingInfoPropertyPlaybackRate) == 0.0)
        #expect(session?.nowPlayingInfoCenter.playbackState == .paused && double.active == nil)

        await world.play()
        expectCounted(world)
        // At the host time of the start, and not when it was decided.
        let start = world.events.compactMap { event -> (HostTime, Duration)? in
            if case .started(let host, let time) = event { (host, time) } else { nil }
        }.last
        #expect(start?.0.nanoseconds == reports.last?.host)
        #expect(last(MPNowPlayingInfoPropertyElapsedPlaybackTime) == start?.1.seconds)
        #expect(last(MPNowPlayingInfoPropertyPlaybackRate) == 1.0 && double.active === session)
        #expect(session?.nowPlayingInfoCenter.playbackState == .playing)

        var before = reports.count
        await world.advance(by: .seconds(20))
        #expect(reports.count == before)
        expectCounted(world)

        group.rate = 2
        await world.advance(by: .seconds(1))
        #expect(last(MPNowPlayingInfoPropertyPlaybackRate) == 2.0)
        #expect(last(MPNowPlayingInfoPropertyDefaultPlaybackRate) == 2.0)
        expectCounted(world)
        group.rate = 1
        await world.seek(to: .seconds(40))
        expectCounted(world)

        group.pause()
        await world.advance(by: .seconds(1))
        #expect(last(MPNowPlayingInfoPropertyPlaybackRate) == 0.0)
        #expect(last(MPNowPlayingInfoPropertyElapsedPlaybackTime) == group.time().seconds)
        #expect(session?.nowPlayingInfoCenter.playbackState == .paused)

        nowPlaying.title = "ESC off"
        #expect(last(MPMediaItemPropertyTitle) == "ESC off")
        before = reports.count
        nowPlaying.title = "ESC off"
        #expect(reports.count == before)
        // The longest member goes: the length is another.
        group.remove(ids[0])
        await world.advance(by: .seconds(1))
        #expect(last(MPMediaItemPropertyPlaybackDuration) == 50.0)
        #expect(world.violations.isEmpty && double.violations.isEmpty)
        nowPlaying.stop()
    }

    @Test func `each turn of a loop and the end are told when they come`() async {
        let world = World()
        world.group.add(url: world.clip(seconds: 10))
        world.group.loops = true
        let nowPlaying = GroupNowPlaying(world.group, title: "Loop")
        await world.play()
        let before = reports.count
        for _ in 0..<20 {
            await world.advance(to: .zero, behindMultipleOf: .seconds(10))
            expectCounted(world)
        }
        #expect(reports.count == before + 20)
        world.group.loops = false
        await world.advance(by: .seconds(11))
        #expect(world.group.state == .ended && last(MPNowPlayingInfoPropertyPlaybackRate) == 0.0)
        #expect(session?.nowPlayingInfoCenter.playbackState == .paused)
        nowPlaying.stop()
    }

    @Test func `what changes without an event is seen as well`() async {
        let world = World()
        world.group.add(url: world.clip())
        let nowPlaying = GroupNowPlaying(world.group, title: "Quiet")
        await world.play()
        await world.advance(by: .seconds(20))
        // A finger takes hold and does not move.
        world.group.beginScrubbing()
        await world.advance(by: .seconds(5))
        expectCounted(world)
        world.group.endScrubbing()
        await world.advance(by: .seconds(1))
        expectCounted(world)
        // Another part, from whose end the group begins again.
        world.group.setRange(.seconds(2)..<Duration.seconds(8), repeats: true)
        await world.advance(by: .seconds(1))
        expectCounted(world)
        await world.advance(by: .seconds(30))
        expectCounted(world)
        // The app goes to the background, where the group is held.
        NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
        await world.advance(by: .seconds(5))
        #expect(last(MPNowPlayingInfoPropertyPlaybackRate) == 0.0)
        expectCounted(world)
        NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
        await world.advance(by: .seconds(5))
        #expect(last(MPNowPlayingInfoPropertyPlaybackRate) == 1.0)
        expectCounted(world)
        nowPlaying.stop()
    }

    @Test func `members that loop have no end`() async throws {
        let world = World()
        world.group.add(url: world.clip(seconds: 4), end: .loop)
        let nowPlaying = GroupNowPlaying(world.group, title: "Endless")
        await world.play()
        #expect(last(MPNowPlayingInfoPropertyIsLiveStream) == true)
        #expect(reports.last?.info?[MPMediaItemPropertyPlaybackDuration] == nil)
        #expect(try !commands.changePlaybackPositionCommand.isEnabled)
        #expect(try commands.skipForwardCommand.press(MPSkipIntervalCommandEvent(interval: 15)) == .success)
        await world.advance(by: .seconds(1))
        #expect(world.group.time() > .seconds(15))
        nowPlaying.stop()
    }

    @Test func `the picture is given on whatever queue asks for it`() async throws {
        let world = World()
        world.group.add(url: world.clip())
        let nowPlaying = GroupNowPlaying(world.group, title: "Picture", artwork: picture("car"))
        await world.advance(by: .seconds(1))
        nonisolated(unsafe) let artwork: MPMediaItemArtwork = try #require(last(MPMediaItemPropertyArtwork))
        let image = await withCheckedContinuation { answer in
            DispatchQueue.global().async { answer.resume(returning: artwork.image(at: CGSize(width: 60, height: 60))) }
        }
        #expect(image?.cgImage?.content as? String == "car")
        // The same picture is not wrapped twice, another one is.
        nowPlaying.title = "Other"
        #expect(last(MPMediaItemPropertyArtwork) as MPMediaItemArtwork? === artwork)
        nowPlaying.artwork = picture("road")
        #expect(last(MPMediaItemPropertyArtwork) as MPMediaItemArtwork? !== artwork)
        nowPlaying.artwork = nil
        #expect(last(MPMediaItemPropertyArtwork) as MPMediaItemArtwork? == nil)
        nowPlaying.stop()
    }

    // MARK: What buttons do

    @Test func `the buttons play, pause, skip and move the group`() async throws {
        let world = World()
        let group = world.group
        group.add(url: world.clip())
        let nowPlaying = GroupNowPlaying(group, title: "Remote", skipInterval: .seconds(10), rates: [0.5, 1, 2])
        await world.advance(by: .seconds(1))
        let commands = try commands
        #expect(commands.skipForwardCommand.preferredIntervals == [10])
        #expect(commands.changePlaybackRateCommand.supportedPlaybackRates == [0.5, 1, 2])
        #expect(commands.commands.allSatisfy { $0.targetCount == 1 && $0.isEnabled })

        #expect(commands.playCommand.press() == .success && group.state == .preparing)
        await world.advance(by: .seconds(2))
        #expect(group.state == .playing)
        #expect(commands.togglePlayPauseCommand.press() == .success && group.state == .paused)
        #expect(commands.togglePlayPauseCommand.press() == .success)
        #expect(commands.pauseCommand.press() == .success && group.state == .paused)
        await world.advance(by: .seconds(2))
        #expect(group.state == .paused)

        #expect(commands.changePlaybackPositionCommand.press(.position(30)) == .success)
        // The slider stays where it was let go.
        await world.advance(by: .zero)
        #expect(counted(in: world) == 30)
        await world.advance(by: .seconds(2))
        #expect(group.time() == .seconds(30))
        // Two presses in a row add up.
        for _ in 0..<2 {
            #expect(commands.skipForwardCommand.press(MPSkipIntervalCommandEvent(interval: 10)) == .success)
        }
        await world.advance(by: .seconds(2))
        #expect(group.time() == .seconds(50))
        #expect(commands.skipBackwardCommand.press(MPSkipIntervalCommandEvent(interval: 10)) == .success)
        await world.advance(by: .seconds(2))
        #expect(group.time() == .seconds(40))
        #expect(commands.changePlaybackRateCommand.press(MPChangePlaybackRateCommandEvent(playbackRate: 2)) == .success)
        #expect(group.rate == 2)

        #expect(commands.changePlaybackPositionCommand.press(.position(-1)) == .commandFailed)
        #expect(commands.changePlaybackPositionCommand.press() == .commandFailed)
        #expect(
            commands.changePlaybackRateCommand.press(MPChangePlaybackRateCommandEvent(playbackRate: 0))
                == .commandFailed)
        #expect(group.rate == 2 && group.time() == .seconds(40) && world.violations.isEmpty)
        nowPlaying.stop()
    }

    @Test func `what is not asked for is not offered`() async throws {
        let world = World()
        world.group.add(url: world.clip())
        let nowPlaying = GroupNowPlaying(world.group, title: "Few", skipInterval: nil)
        await world.advance(by: .seconds(1))
        let commands = try commands
        #expect(commands.skipForwardCommand.targetCount == 0 && commands.skipBackwardCommand.targetCount == 0)
        #expect(commands.changePlaybackRateCommand.targetCount == 0)
        #expect(commands.playCommand.targetCount == 1)
        nowPlaying.stop()
    }

    @Test func `buttons pressed on other threads act in their order`() async throws {
        let world = World()
        let group = world.group
        group.add(url: world.clip())
        let nowPlaying = GroupNowPlaying(group, title: "Threads")
        await world.play()
        let commands = try commands
        #expect(await pressElsewhere(commands.togglePlayPauseCommand) == .success)
        await world.advance(by: .zero)
        #expect(group.state == .paused)
        #expect(pressTwiceElsewhere(commands.togglePlayPauseCommand) == [.success, .success])
        await world.advance(by: .seconds(2))
        #expect(group.state == .paused && world.violations.isEmpty)
        nowPlaying.stop()
    }

    // MARK: Who is there

    @Test func `without anything to play nothing is shown, and the next member is`() async throws {
        let world = World()
        let nowPlaying = GroupNowPlaying(world.group, title: "Members")
        await world.advance(by: .seconds(1))
        #expect(double.living.isEmpty && MPNowPlayingInfoCenter.default().reports.isEmpty)
        // A background alone only decorates.
        world.group.background = LoopingBackground(url: world.clip(seconds: 4))
        await world.advance(by: .seconds(1))
        #expect(double.living.isEmpty)

        let first = world.group.add(url: world.clip())
        await world.advance(by: .seconds(1))
        #expect(session?.players.map { $0 } == world.group.player(of: first).map { [$0] })
        let play = try commands.playCommand
        world.group.remove(first)
        await world.advance(by: .seconds(1))
        #expect(double.living.isEmpty && play.targetCount == 0)

        let second = world.group.add(url: world.clip())
        await world.advance(by: .seconds(1))
        #expect(session?.players == [try #require(world.group.player(of: second))])
        #expect(last(MPMediaItemPropertyTitle) == "Members")
        #expect(try commands.playCommand.press() == .success)
        await world.advance(by: .seconds(1))
        #expect(world.group.state == .playing && double.violations.isEmpty)
        nowPlaying.stop()
    }

    @Test func `a group of broken videos is not shown`() async {
        let world = World()
        let url = ContractWorld.files.appending(path: "missing.mp4")
        let broken = world.group.add(url: url)
        let nowPlaying = GroupNowPlaying(world.group, title: "Broken")
        // The failure is heard of first, then seen in what the group could play.
        #expect(await world.advance(atMost: .seconds(5)) { world.group.failures[broken] != nil })
        #expect(await world.advance(atMost: .seconds(1)) { double.living.isEmpty })
        nowPlaying.stop()
    }

    @Test func `the session has the players that drive the members now`() async throws {
        let world = World()
        // 500 turns of two seconds, after which another player takes over.
        let short = world.group.add(url: world.clip(seconds: 2), end: .loop)
        let long = world.group.add(url: world.clip(seconds: 100_000))
        let nowPlaying = GroupNowPlaying(world.group, title: "Players")
        await world.play()
        let first = try #require(world.group.player(of: short))
        await world.advance(by: .seconds(1_010))
        func current() throws -> Set<ObjectIdentifier> {
            Set(try world.group.members.map { ObjectIdentifier(try #require(world.group.player(of: $0))) })
        }
        #expect(world.group.player(of: short) !== first)
        #expect(try Set(#require(session).players.map { ObjectIdentifier($0) }) == current())
        let old = try #require(session)

        world.contract.resetMediaServices()
        await world.advance(by: .seconds(5))
        #expect(try session === old && Set(#require(session).players.map { ObjectIdentifier($0) }) == current())
        world.group.remove(long)
        world.group.add(url: world.clip())
        await world.advance(by: .seconds(1))
        #expect(try session === old && Set(#require(session).players.map { ObjectIdentifier($0) }) == current())
        #expect(world.violations.isEmpty && double.violations.isEmpty)
        nowPlaying.stop()
    }

    @Test func `a lent player is in no session once it is handed back`() async throws {
        let world = World()
        let lent = AVPlayer(url: world.clip())
        let id = try world.group.add(player: lent)
        world.group.add(url: world.clip())
        let nowPlaying = GroupNowPlaying(world.group, title: "Lent")
        await world.advance(by: .seconds(1))
        #expect(session?.players.contains(lent) == true)
        world.group.remove(id)
        await world.advance(by: .zero)
        #expect(session?.players.contains(lent) == false && session?.players.count == 1)
        nowPlaying.stop()
    }

    @Test func `players of the app's own are shown in its one center`() async {
        let world = World()
        let clock = world.clock
        let group = PlaybackGroup(clock: clock) { SimulatedPlayer(clock: clock) }
        group.add(url: world.clip())
        let center = MPNowPlayingInfoCenter.default()
        let shared = MPRemoteCommandCenter.shared()
        shared.pauseCommand.isEnabled = false
        let nowPlaying = GroupNowPlaying(group, title: "Own")
        await world.advance(by: .seconds(1))
        #expect(double.living.isEmpty && center.reports.last?.value(MPMediaItemPropertyTitle) == "Own")
        #expect(shared.playCommand.press() == .success)
        await world.advance(by: .seconds(1))
        #expect(group.state == .playing && center.playbackState == .playing && shared.pauseCommand.isEnabled)
        nowPlaying.stop()
        #expect(center.reports.last?.info == nil && center.playbackState == .stopped)
        #expect(shared.commands.allSatisfy { $0.targetCount == 0 } && !shared.pauseCommand.isEnabled)
        shared.pauseCommand.isEnabled = true
        group.pause()
    }

    // MARK: The end

    @Test func `stopping gives everything back, and nothing is shown after it`() async throws {
        let world = World()
        world.group.add(url: world.clip())
        let nowPlaying = GroupNowPlaying(world.group, title: "Stop")
        await world.play()
        let (center, commands) = (try #require(session).nowPlayingInfoCenter, try commands)
        nowPlaying.stop()
        #expect(center.reports.last?.info == nil && center.playbackState == .stopped && double.living.isEmpty)
        #expect(commands.commands.allSatisfy { $0.targetCount == 0 })
        let count = center.reports.count
        await world.seek(to: .seconds(20))
        nowPlaying.title = "Later"
        nowPlaying.stop()
        await world.advance(by: .seconds(5))
        #expect(center.reports.count == count && world.group.state == .playing && double.living.isEmpty)
    }

    @Test func `who lets go of it has stopped it, and the group plays on`() async throws {
        let world = World()
        world.group.add(url: world.clip())
        var nowPlaying: GroupNowPlaying? = GroupNowPlaying(world.group, title: "Gone")
        await world.play()
        let (center, commands) = (try #require(session).nowPlayingInfoCenter, try commands)
        weak var held = nowPlaying
        nowPlaying = nil
        await world.advance(by: .seconds(1))
        #expect(held == nil && center.reports.last?.info == nil && double.living.isEmpty)
        #expect(commands.commands.allSatisfy { $0.targetCount == 0 } && world.group.state == .playing)
    }
}

extension MPRemoteCommandEvent {
    fileprivate static func position(_ seconds: Double) -> MPRemoteCommandEvent {
        MPChangePlaybackPositionCommandEvent(positionTime: seconds)
    }
}
