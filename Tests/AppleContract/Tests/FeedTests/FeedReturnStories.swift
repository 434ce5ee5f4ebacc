@_spi(Double) import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Cells that the viewer leaves and comes back to before their player is needed elsewhere.
@Suite(.serialized) @MainActor
struct FeedReturnStories {
    /// What a player has said.
    @MainActor
    private final class Ear {
        var prepared: [Int] = []
    }

    @Test func `a player that is to be ready where it stands answers at once, and elsewhere when it is there`()
        async throws
    {
        let world = FeedWorld(seed: 62)
        await world.advance(by: .seconds(2))
        let seat = try #require(world.feed.seats.seat(of: 1))
        let ear = Ear()
        seat.player.attach { event in
            guard case .prepared(let generation) = event else { return }
            MainActor.assumeIsolated { ear.prepared.append(generation) }
        }
        func prepare(at seconds: Double, _ generation: Int) throws {
            let now = world.clock.now
            let timeline = try #require(seat.line(from: .seconds(seconds), at: now, moves: false))
            seat.player.prepare(timeline, at: now, allowsPreview: false, generation: generation)
        }
        var seeks = world.contract.calls.seeks
        try prepare(at: 0, 101)
        #expect(ear.prepared == [101] && world.contract.calls.seeks == seeks)
        try prepare(at: 3, 102)
        #expect(ear.prepared == [101])
        await world.advance(by: .milliseconds(500))
        #expect(ear.prepared == [101, 102] && world.contract.calls.seeks == seeks + 1)
        #expect(seat.player.player.currentTime().seconds == 3)
        seeks = world.contract.calls.seeks
        try prepare(at: 3, 103)
        #expect(ear.prepared == [101, 102, 103] && world.contract.calls.seeks == seeks)
        world.expectSound()
    }

    /// Without a budget nobody says when a decoder is free again, and a player that rests does not ask by itself.
    @Test func `a player that rested while it waited for a decoder tries at once when it is needed again`() async throws
    {
        let world = FeedWorld(seed: 63, isGoverned: false)
        await world.advance(by: .seconds(2))
        let seat = try #require(world.feed.seats.seat(of: 0))
        world.contract.failItem(of: seat.player.player)
        await world.advance(by: .milliseconds(100))
        #expect(world.playing.isEmpty && seat.player.player.currentItem == nil)
        seat.player.rest()
        let timeline = try #require(seat.line(from: .zero, at: world.clock.now, moves: false))
        seat.player.prepare(timeline, at: world.clock.now, allowsPreview: false, generation: 104)
        await world.advance(by: .seconds(1))
        #expect(seat.player.stage == .ready && seat.player.player.currentItem != nil)
        world.expectSound()
    }

    @Test func `a cell that is left and come back to within a fling keeps its item`() async throws {
        let world = FeedWorld(seed: 65)
        await world.advance(by: .seconds(2))
        let item = try #require(world.player(of: 0)?.currentItem)
        world.feed.send(.phase(.decelerating, velocity: 4_000))
        for place in [600.0, 1_200, 600, 0] {
            world.scroll(to: place, velocity: place == 0 ? 4_000 : -4_000)
            await world.advance(by: .milliseconds(16))
        }
        world.feed.send(.phase(.idle))
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.player(of: 0)?.currentItem === item)
        world.expectSound()
    }

    @Test func `a player that has its decoder again makes no other item when it would have tried again`() async throws {
        let world = FeedWorld(seed: 64)
        await world.advance(by: .seconds(2))
        let player = try #require(world.player(of: 0))
        let refused = player.currentItem
        world.contract.failItem(of: player)
        await world.advance(by: .seconds(1))
        let item = player.currentItem
        #expect(world.playing == [0] && item !== refused)
        await world.advance(by: SilenceWatch.lonelyPatience + .seconds(2))
        #expect(world.playing == [0] && player.currentItem === item)
        world.expectSound()
    }
}
