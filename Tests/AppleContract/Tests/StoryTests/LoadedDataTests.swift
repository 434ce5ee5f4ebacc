@_spi(Double) import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit

/// Whether an item has enough to go on, by what it says is loaded.
@Suite(.serialized) @MainActor
struct LoadedDataTests {
    @Test func `half a second from a place on is enough, and a range may begin with the next frame`() async throws {
        let world = ContractWorld(seed: 95)
        ContractWorld.current = world
        let url = URL(string: "https://videos.example/loaded.mp4")!
        world.register(url, ContractWorld.Media(duration: 3600, frameRate: 30))
        world.share(ContractWorld.SharedLine(rate: 8e6), among: [url])
        let player = AVPlayer()
        player.automaticallyWaitsToMinimizeStalling = false
        let item = AVPlayerItem(url: url)
        player.replaceCurrentItem(with: item)
        await world.run(for: .seconds(2))
        player.seek(
            to: CMTime(value: 100, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero,
            completionHandler: { _ in })
        await world.run(for: .seconds(3))
        world.share(ContractWorld.SharedLine(rate: 0), among: [url])
        await world.run(for: .seconds(1))
        world.setBuffer(of: player, isLikelyToKeepUp: false, isFull: false)
        let range = try #require(item.loadedTimeRanges.first?.timeRangeValue)
        let (first, last) = (try #require(Duration(range.start)), try #require(Duration(range.end)))
        try #require(first > .seconds(1) && last > first + .seconds(1), "\(first) to \(last)")
        let (reach, least, bit) = (ItemSteering.reach, Duration.milliseconds(500), Duration.milliseconds(1))
        for (time, isThere) in [
            (first, true), (first - reach, true), (first - reach - bit, false), (last - least, true),
            (last - least + bit, false), (last, false),
        ] {
            #expect(item.hasData(at: time) == isThere, "\(time) of \(first) to \(last)")
        }
        world.setBuffer(of: player, isLikelyToKeepUp: true, isFull: false)
        #expect(item.hasData(at: .zero))
        world.setBuffer(of: player, isLikelyToKeepUp: false, isFull: true)
        #expect(item.hasData(at: .zero))
    }
}
