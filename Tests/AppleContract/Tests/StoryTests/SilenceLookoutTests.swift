import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// How often a player is looked at, and what its item says of its data.
@Suite(.serialized) @MainActor
struct SilenceLookoutTests {
    private let world = World(seed: 3)

    @Test func `however often a player starts, it is looked at four times a second`() async {
        var looks = 0
        let lookout = SilenceLookout(
            clock: world.clock,
            sample: {
                looks += 1
                return SilenceWatch.Sample(
                    isRunning: true, hasData: true, isActive: true, isOnScreen: true, hasPicture: true)
            }, silent: {})
        for _ in 0..<3 { lookout.begin(from: world.now) }
        await world.advance(by: .seconds(2))
        #expect(looks == 8)
        withExtendedLifetime(lookout) {}
    }

    /// An item says in several ways what it has, and not always in all of them at once.
    @Test(arguments: [(true, false), (false, true)])
    func `an item that says that it can play on has data`(isLikelyToKeepUp: Bool, isFull: Bool) async throws {
        let url = world.clip()
        let player = AVPlayer(url: url)
        let item = try #require(player.currentItem)
        await world.advance(by: .seconds(1))
        var line = ContractWorld.Line()
        line.gaps = [world.contract.now..<world.contract.now + 10_000_000_000]
        world.contract.setLine(line, for: url)
        await world.advance(by: .seconds(1))
        #expect(!item.hasData(at: .zero))
        world.contract.setBuffer(of: player, isLikelyToKeepUp: isLikelyToKeepUp, isFull: isFull)
        #expect(item.hasData(at: .zero))
    }

    @Test func `what is loaded further on is no data for where an item is`() async throws {
        let url = world.clip(seconds: 600)
        world.contract.share(ContractWorld.SharedLine(rate: 20e6), among: [url])
        let player = AVPlayer(url: url)
        let item = try #require(player.currentItem)
        await world.advance(by: .seconds(2))
        #expect(item.hasData(ahead: SilenceWatch.leastData))
        // What is loaded begins where a seek leads, while the item is not there yet.
        player.seek(to: CMTime(value: 300, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        #expect(!item.hasData(ahead: SilenceWatch.leastData))
    }
}
