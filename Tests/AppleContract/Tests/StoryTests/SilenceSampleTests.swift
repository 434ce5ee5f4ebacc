@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// What is looked at of a player to see whether it got a decoder, and when.
@Suite(.serialized) @MainActor
struct SilenceSampleTests {
    private let world = World(seed: 3)

    /// Looks at it as if it should move by now.
    private func sample(_ player: AVPlayer, nominalRate: Double? = 30) -> SilenceWatch.Sample? {
        SilenceWatch.Sample(
            of: player, hasBegun: true, isOnScreen: true, hasPicture: true, nominalRate: nominalRate)
    }

    @Test func `a video of less than five frames a second may count none for a while`() async {
        let player = AVPlayer(url: world.clip())
        await world.advance(by: .seconds(1))
        #expect(sample(player, nominalRate: 4.9)?.frameRate == nil)
        #expect(sample(player, nominalRate: 5)?.frameRate == 0)
        #expect(sample(player, nominalRate: nil)?.frameRate == nil)
    }

    /// A player may be ready a little later than its item.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `a player does not run before it and its item are ready, whatever its rate`(seed: UInt64) async {
        let world = World(seed: seed)
        var faults = ContractWorld.Faults()
        faults.openDelay = .milliseconds(20) ... .milliseconds(20)
        world.contract.defaultFaults = faults
        let player = AVPlayer(url: world.clip())
        player.automaticallyWaitsToMinimizeStalling = true
        player.rate = 1
        for _ in 0..<40 {
            await world.advance(by: .milliseconds(1))
            let isReady = player.status == .readyToPlay && player.currentItem?.status == .readyToPlay
            #expect(sample(player)?.isRunning == isReady)
        }
        // Another item in a player that is ready.
        player.replaceCurrentItem(with: AVPlayerItem(url: world.clip()))
        await world.advance(by: .milliseconds(10))
        #expect(player.rate == 1 && sample(player)?.isRunning == false)
    }

    @Test func `an item has enough if all is loaded up to its end`() async throws {
        let player = AVPlayer(url: world.clip(seconds: 4))
        await world.advance(by: .seconds(1))
        let item = try #require(player.currentItem)
        world.contract.setBuffer(of: player, isLikelyToKeepUp: false, isFull: false)
        #expect(item.hasData(at: .seconds(3.9)))
    }

    /// Seconds from now at which a player starts, and after which it is looked at.
    @Test(arguments: [(1, 1_250), (-1, 250)])
    func `a player is looked at from its start on, and again after a pause`(start: Int, first: Int) async {
        let seen = Seen()
        let lookout = SilenceLookout(clock: world.clock, sample: { seen.look() }, silent: {})
        for pause in 0..<2 {
            (seen.looks, seen.plays) = (0, true)
            lookout.begin(from: world.now.advanced(by: .seconds(start)))
            await world.advance(by: .milliseconds(first - 1))
            #expect(seen.looks == 0, "pause \(pause)")
            await world.advance(by: .milliseconds(1))
            #expect(seen.looks == 1, "pause \(pause)")
            seen.plays = false
            await world.advance(by: .seconds(1))
            #expect(seen.looks == 2, "pause \(pause)")
        }
        withExtendedLifetime(lookout) {}
    }

    @Test func `sound that is switched off twice comes back as it was`() async throws {
        let player = AVPlayer(url: world.clip { $0.soundTracks = [false, true] })
        await world.advance(by: .seconds(1))
        let item = try #require(player.currentItem)
        var tracks = SoundTracks()
        func isOn() -> [Bool] { item.tracks.filter { $0.assetTrack?.mediaType == .audio }.map(\.isEnabled) }
        #expect(isOn() == [false, true])
        for _ in 0..<2 {
            tracks.set(false, in: item)
            #expect(isOn() == [false, false])
        }
        tracks.set(true, in: item)
        #expect(isOn() == [false, true])
    }
}

/// A player that is looked at while it plays.
@MainActor
private final class Seen {
    var looks = 0
    var plays = true

    func look() -> SilenceWatch.Sample? {
        looks += 1
        guard plays else { return nil }
        return SilenceWatch.Sample(isRunning: true, hasData: true, isActive: true, isOnScreen: true, hasPicture: true)
    }
}
