@_spi(Double) import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// A feed of cells on the double, in virtual time.
@Suite(.serialized) @MainActor
struct FeedStories {
    @Test func `the most visible cell plays, and the next is prepared`() async {
        let world = FeedWorld(seed: 1)
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0])
        #expect(world.isShowing(0))
        #expect(world.contract.players.filter { $0.currentItem != nil }.count == 2)
        #expect(world.contract.players.allSatisfy { $0.isMuted })
        world.scroll(to: 300)
        await world.advance(by: .seconds(1))
        #expect(world.playing.count == 1 && world.playing != [0])
        world.expectSound()
    }

    @Test func `a cell that was prepared before it was seen keeps its picture under another screen`() async throws {
        var settings = FeedSettings(policy: .allVisible(atLeast: 0.5, atOnce: 3))
        settings.playerCeiling = 4
        let world = FeedWorld(seed: 2, settings: settings)
        await world.advance(by: .seconds(3))
        let player = try #require(world.player(of: 3))
        #expect(world.views[3] == nil && world.contract.isShowing(player))
        world.scroll(to: 300)
        world.feed.send(.phase(.idle))
        await world.advance(by: .seconds(2))
        #expect(world.playing == [1, 2, 3])
        world.feed.send(.absence(.covered))
        // The poster is the first frame.
        let picture = try #require(world.views[3]?.content.picture)
        #expect(ContractWorld.frame(of: picture).map { $0.index > 0 } == true)
        world.expectSound()
    }

    @Test func `a player that serves no cell any more stands still`() async {
        let world = FeedWorld(seed: 3)
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0])
        world.feed.seats.seat(of: 0)?.player.rest()
        #expect(world.playing.isEmpty)
        // Nor is that taken for a stop that nobody asked for.
        await world.advance(by: .seconds(1))
        #expect(world.playing.isEmpty)
        world.expectSound()
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `reused views show nothing of another cell while items and posters arrive late`(seed: UInt64) async {
        let world = FeedWorld(seed: seed, cells: 60)
        var random = seed
        for _ in 0..<12 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let points = Double(Int64(random >> 40) % 4_000) - 1_200
            await world.fling(by: points)
            await world.advance(by: .milliseconds(Int64(random >> 20) % 900))
        }
        await world.advance(by: .seconds(3))
        #expect(world.playing.count == 1)
        #expect(world.mostPlaying <= 1)
        #expect(world.blank.isEmpty, "\(world.blank)")
        world.expectSound()
    }

    @Test func `a fling starts nothing and changes no item`() async {
        let world = FeedWorld(seed: 4)
        await world.advance(by: .seconds(2))
        let before = (world.contract.calls.replacements, world.feed.changes.made)
        world.feed.send(.phase(.decelerating, velocity: 4_000))
        var place = 0.0
        for _ in 0..<60 {
            place += 66
            world.scroll(to: place, velocity: 4_000)
            await world.advance(by: .milliseconds(16))
        }
        #expect(world.contract.calls.replacements == before.0)
        #expect(world.feed.changes.made == before.1)
        #expect(world.playing.isEmpty)
        world.feed.send(.phase(.idle))
        await world.advance(by: .seconds(2))
        #expect(world.playing.count == 1)
        world.expectSound()
    }

    @Test func `as many cells play at once as the policy allows, and no more`() async {
        var settings = FeedSettings(policy: .allVisible(atLeast: 0.85, atOnce: 2))
        settings.playerCeiling = 3
        let world = FeedWorld(seed: 5, settings: settings)
        await world.advance(by: .seconds(2))
        #expect(world.playing.count == 2)
        for _ in 0..<5 {
            await world.fling(by: 900)
            await world.advance(by: .seconds(2))
            #expect(world.playing.count == 2)
        }
        #expect(world.mostPlaying == 2)
        #expect(world.contract.players.count <= 3)
        world.expectSound()
    }

    @Test func `in the background everything is released, and on return the feed plays again`() async {
        let world = FeedWorld(seed: 6)
        await world.advance(by: .seconds(2))
        #expect(world.budget.snapshot.leases.count == 2)
        world.feed.send(.absence(.background))
        #expect(world.contract.players.allSatisfy { $0.currentItem == nil })
        #expect(world.contract.decodersHeld == 0)
        await world.advance(by: .seconds(5))
        #expect(world.budget.snapshot.leases.isEmpty)
        #expect(world.playing.isEmpty)
        world.feed.send(.absence([]))
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0])
        world.expectSound()
    }

    @Test(arguments: [1, 2])
    func `the feed takes no more decoders than there are, and keeps no lease at its end`(decoders: Int) async {
        let world = FeedWorld(seed: 7, sessions: decoders)
        for _ in 0..<6 {
            await world.fling(by: 700)
            await world.advance(by: .seconds(3))
            let items = world.contract.players.filter { $0.currentItem != nil }.count
            #expect(items <= decoders)
            #expect(world.budget.snapshot.used.sessions <= decoders)
            #expect(world.playing.count == 1)
        }
        world.feed.end()
        await world.advance(by: .seconds(1))
        #expect(world.budget.snapshot.leases.isEmpty)
        world.expectSound()
    }

    @Test func `a clip replays as often as it may, then offers a replay`() async {
        var settings = FeedSettings()
        settings.replays = 1
        let world = FeedWorld(seed: 8, settings: settings)
        var offers: [FeedOffer] = []
        world.feed.onAssignment = { if $0.binding.cell == 0 { offers.append($0.offer) } }
        await world.advance(by: .seconds(12))
        #expect(world.playing == [0])
        await world.advance(by: .seconds(10))
        #expect(world.playing.isEmpty)
        #expect(offers.last == .playAgain)
        world.feed.send(.user(.replay(0)))
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0])
        world.expectSound()
    }

    @Test func `one player is heard, and the app claims and gives back the audio session`() async {
        let world = FeedWorld(seed: 9)
        world.watchSession()
        await world.advance(by: .seconds(1))
        #expect(world.sessionCalls.isEmpty)
        world.feed.send(.user(.setMuted(false, on: 0)))
        #expect(world.sessionCalls == ["claim"])
        #expect(world.contract.players.filter { !$0.isMuted }.count == 1)
        world.feed.send(.absence(.covered))
        #expect(world.sessionCalls == ["claim", "give back"])
        world.expectSound()
    }

    /// Whether the file says itself that nothing here can play it.
    @Test(arguments: [false, true])
    func `a clip that fails offers a retry, and the others go on`(isUnplayable: Bool) async {
        let world = FeedWorld(
            seed: 10,
            change: { media, index in
                guard index == 0 else { return }
                if isUnplayable {
                    media.isPlayable = false
                } else {
                    media.itemFailure = AVError(.fileFormatNotRecognized)
                }
            })
        await world.advance(by: .seconds(2))
        #expect(world.feed.state.assignment(of: 0)?.offer == .retry)
        #expect(world.playing == [1])
        world.expectSound()
    }
}
