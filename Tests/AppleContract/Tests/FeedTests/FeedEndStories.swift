@_spi(Double) import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Stops of a feed's players: the ends of their items, wherever they come, and stalls.
@Suite(.serialized) @MainActor
struct FeedEndStories {
    private func settings(replays: Int) -> FeedSettings {
        var settings = FeedSettings()
        settings.replays = replays
        return settings
    }

    private func setEnd(
        of cell: Int, in world: FeedWorld, shortBy short: Duration = .zero, _ end: ContractWorld.Faults.End
    ) {
        var faults = ContractWorld.Faults()
        (faults.shortBy, faults.end) = (short, end)
        world.contract.setFaults(faults, for: world.urls[cell])
    }

    // MARK: Ends

    /// The end before the rate falls, with it, and after it.
    @Test(arguments: [ContractWorld.Faults.End.together, .before(.milliseconds(20)), .after(.milliseconds(20))])
    func `a clip that stops short of its length replays as often as it may, then offers a replay`(
        end: ContractWorld.Faults.End
    ) async {
        let world = FeedWorld(seed: 21, settings: settings(replays: 1))
        // Of eight seconds.
        setEnd(of: 0, in: world, shortBy: .seconds(3), end)
        await world.advance(by: .seconds(8))
        #expect(world.playing == [0])
        await world.advance(by: .seconds(4.5))
        #expect(world.playing.isEmpty && world.feed.status(of: 0).offer == .playAgain)
        world.feed.send(.user(.replay(0)))
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0] && world.isShowing(0))
        world.expectSound()
    }

    @Test(arguments: [ContractWorld.Faults.End.before(.milliseconds(20)), .after(.milliseconds(20)), .unannounced])
    func `a clip is played to its end, however that is announced`(end: ContractWorld.Faults.End) async {
        let world = FeedWorld(seed: 22, settings: settings(replays: 0))
        setEnd(of: 0, in: world, end)
        await world.advance(by: .seconds(7))
        #expect(world.playing == [0])
        let seeks = world.contract.calls.seeks
        await world.advance(by: .seconds(3))
        #expect(world.playing.isEmpty && world.feed.status(of: 0).offer == .playAgain)
        // It stays at its end.
        #expect(world.contract.calls.seeks == seeks)
        world.expectSound()
    }

    @Test func `a stall just before the end of a clip is waited out, and then it ends`() async throws {
        let world = FeedWorld(seed: 23, settings: settings(replays: 0))
        await world.advance(by: .seconds(2))
        let player = try #require(world.player(of: 0))
        await world.advance(by: .seconds(7.98 - player.currentTime().seconds))
        world.contract.stall(player, lasting: .seconds(1))
        await world.advance(by: .milliseconds(900))
        #expect(player.rate == 0 && world.feed.status(of: 0).offer == .nothing)
        let plays = world.contract.calls.plays
        await world.advance(by: .seconds(1))
        #expect(world.contract.calls.plays == plays + 1)
        #expect(world.playing.isEmpty && world.feed.status(of: 0).offer == .playAgain)
        world.expectSound()
    }

    @Test func `a clip whose end is announced late is not played on before that`() async {
        let world = FeedWorld(seed: 27, settings: settings(replays: 0))
        setEnd(of: 0, in: world, shortBy: .seconds(3), .after(.milliseconds(200)))
        await world.advance(by: .seconds(2))
        let plays = world.contract.calls.plays
        await world.advance(by: .seconds(5))
        #expect(world.contract.calls.plays == plays)
        #expect(world.playing.isEmpty && world.feed.status(of: 0).offer == .playAgain)
        world.expectSound()
    }

    @Test func `a clip whose end is announced while it is paused has ended when it is played on`() async throws {
        let world = FeedWorld(seed: 28, settings: settings(replays: 0))
        setEnd(of: 0, in: world, shortBy: .seconds(3), .after(.milliseconds(100)))
        await world.advance(by: .seconds(2))
        let player = try #require(world.player(of: 0))
        for _ in 0..<1_000 where player.rate != 0 { await world.advance(by: .milliseconds(10)) }
        world.feed.send(.user(.pause(0)))
        await world.advance(by: .seconds(1))
        #expect(world.feed.status(of: 0).offer == .play)
        let plays = world.contract.calls.plays
        world.feed.send(.user(.play(0)))
        #expect(world.contract.calls.plays == plays)
        await world.advance(by: .milliseconds(500))
        #expect(world.playing.isEmpty && world.feed.status(of: 0).offer == .playAgain)
        world.expectSound()
    }

    @Test func `a clip that the system pauses shortly before its end is played to the end`() async throws {
        let world = FeedWorld(seed: 29, settings: settings(replays: 0))
        await world.advance(by: .seconds(2))
        let player = try #require(world.player(of: 0))
        // Of eight seconds. The app is not told that it is in the background.
        await world.advance(by: .seconds(7.25 - player.currentTime().seconds))
        world.contract.enterBackground()
        await world.advance(by: .milliseconds(600))
        #expect(world.playing == [0] && world.feed.status(of: 0).offer == .nothing)
        await world.advance(by: .seconds(1))
        #expect(world.playing.isEmpty && world.feed.status(of: 0).offer == .playAgain)
        world.expectSound()
    }

    // MARK: Stalls

    @Test func `a stalled cell is played once, when it is likely to keep up`() async throws {
        let world = FeedWorld(seed: 24)
        await world.advance(by: .seconds(2))
        let player = try #require(world.player(of: 0))
        let plays = world.contract.calls.plays
        world.contract.stall(player, lasting: .seconds(3))
        await world.advance(by: .seconds(2.9))
        #expect(player.rate == 0 && world.contract.calls.plays == plays)
        let place = player.currentTime().seconds
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0] && player.currentTime().seconds > place)
        // Nor is it played again later.
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.contract.calls.plays == plays + 1)
        world.expectSound()
    }

    @Test func `a stalled cell that the viewer pauses is not played when it could go on`() async throws {
        let world = FeedWorld(seed: 25)
        await world.advance(by: .seconds(2))
        let player = try #require(world.player(of: 0))
        world.contract.stall(player, lasting: .seconds(3))
        await world.advance(by: .seconds(1))
        world.feed.send(.user(.pause(0)))
        await world.advance(by: .seconds(8))
        #expect(!world.playing.contains(0))
        world.feed.send(.user(.play(0)))
        await world.advance(by: .seconds(1))
        #expect(world.playing.contains(0))
        world.expectSound()
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a stalled cell that is paused and played again has five seconds anew`(seed: UInt64) async throws {
        let world = FeedWorld(seed: seed)
        await world.advance(by: .seconds(2))
        let player = try #require(world.player(of: 0))
        world.contract.stall(player, lasting: .seconds(60))
        await world.advance(by: .seconds(3))
        world.feed.send(.user(.pause(0)))
        world.feed.send(.user(.play(0)))
        let plays = world.contract.calls.plays
        await world.advance(by: .seconds(4.9))
        #expect(world.contract.calls.plays == plays)
        await world.advance(by: .milliseconds(200))
        #expect(world.contract.calls.plays == plays + 1)
        world.expectSound()
    }

    @Test func `a stalled cell of which nobody says that it can go on is tried every five seconds`() async throws {
        let world = FeedWorld(seed: 26)
        await world.advance(by: .seconds(2))
        let player = try #require(world.player(of: 0))
        let plays = world.contract.calls.plays
        world.contract.stall(player, lasting: .seconds(60))
        await world.advance(by: .seconds(4.9))
        #expect(world.contract.calls.plays == plays)
        await world.advance(by: .seconds(12))
        #expect((2...3).contains(world.contract.calls.plays - plays))
        await world.advance(by: .seconds(45))
        #expect(world.playing == [0])
        world.expectSound()
    }
}
