@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// What a long feed holds: as much after five minutes as after one.
@Suite(.serialized) @MainActor
struct FeedMemoryStories {
    private typealias Live = ContractWorld.Live

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func `500 cells that are flung for five minutes take a few players, and none at the end`(seed: UInt64) async {
        let settings = FeedSettings()
        let world = FeedWorld(seed: seed, cells: 500, settings: settings)
        var random = SplitMix(seed: seed)
        var (seen, atRest, wakes) = (Set<Int>(), [Live](), [Int]())
        // There and back, with rests in which a cell begins to play and rests in which none does.
        let whole = Double(world.count) * FeedWorld.cell.height
        for minute in 1...5 {
            let end = world.contract.now + 50_000_000_000
            while world.contract.now < end {
                let isUpwards = minute.isMultiple(of: 2) ? world.top > whole * 0.1 : world.top > whole * 0.9
                let isSmall = Double.random(in: 0..<1, using: &random) < 0.3
                let points = Double.random(in: isSmall ? -900...900 : 1_000...16_000, using: &random)
                await world.fling(by: isUpwards ? -points : points)
                await world.advance(by: .milliseconds(Int.random(in: 0...1_600, using: &random)))
                seen.formUnion(world.views.keys)
                expectFew(world.contract.live, settings)
            }
            // Away from the ends of the list, where there is no next cell to prepare.
            world.scroll(to: Double(world.count / 2 + 3 * minute) * FeedWorld.cell.height)
            await world.advance(by: .seconds(10))
            #expect(world.playing.count == 1 && world.blank.isEmpty, "\(world.playing), \(world.blank)")
            atRest.append(world.contract.live)
            wakes.append(world.clock.pendingWakes)
        }
        #expect(seen.count > 200)
        // One cell plays and the next one is prepared.
        #expect(atRest.allSatisfy { $0.items == 1 + settings.prerolledAhead }, "\(atRest)")
        #expect(atRest.dropFirst().allSatisfy { $0 == atRest[0] }, "\(atRest)")
        #expect(wakes.allSatisfy { $0 < 40 }, "\(wakes)")
        world.feed.end()
        await world.advance(by: .seconds(5))
        #expect(world.contract.live == Live(), "\(world.contract.live)")
        #expect(world.contract.decodersHeld == 0 && world.budget.snapshot.leases.isEmpty)
        world.expectSound()
    }

    /// A player stays with its surface, and has at most one item at a time.
    private func expectFew(_ live: Live, _ settings: FeedSettings) {
        let most = settings.playerCeiling
        #expect(live.players <= most && live.items <= live.players, "\(live)")
        #expect(live.layers <= live.players && live.outputs == 0, "\(live)")
        // Two of a player, two of its item, one of its layer.
        #expect(live.observations <= 5 * most && live.timeObservers == 0, "\(live)")
    }
}
