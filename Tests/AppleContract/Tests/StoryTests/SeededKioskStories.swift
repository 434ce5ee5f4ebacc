import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// Whatever happens to a kiosk: half a minute later every tile is where it belongs.
@Suite(.serialized) @MainActor
struct SeededKioskStories {
    /// Fewer than of groups: each story has some minutes.
    nonisolated static let count = UInt64(SeededStories.asked.map { max($0 / 100, 1) } ?? 3)

    init() { UIApplication.shared.isIdleTimerDisabled = false }

    @Test(arguments: 1...SeededKioskStories.count)
    func `half a minute after any disturbance every tile is where it belongs, and none is ever black`(
        seed: UInt64
    ) async throws {
        let story = KioskStory(seed: seed)
        try await story.run()
    }
}

/// One story: three tiles, and what happens to them.
@MainActor
private final class KioskStory {
    private static let lengths: [[Double]] = [[7, 11], [13], [3, 4, 5]]
    private let world: KioskWorld
    private var tiles: [[KioskConfiguration.Clip]] = []
    private let isAudible: Bool
    private let hasPosters: Bool
    private var random: SplitMix
    private var people: People
    private var networks: Networks
    private var told: [String] = []

    init(seed: UInt64) {
        world = KioskWorld(seed: seed)
        random = SplitMix(seed: seed)
        isAudible = seed.isMultiple(of: 2)
        hasPosters = seed.isMultiple(of: 3)
        people = People(around: world.contract)
        networks = Networks(of: world.contract, isShared: Bool.random(using: &random))
        // Half of the kiosks play files, as most do.
        let isFar = Bool.random(using: &random)
        tiles = Self.lengths.map { lengths in
            lengths.map { isFar ? far(seconds: $0) : world.clip(seconds: $0, hasAudio: $0 == 11) }
        }
    }

    private func far(seconds: Double) -> KioskConfiguration.Clip {
        let url = URL(string: "https://videos.example/\(Int(seconds)).mp4")!
        let media = ContractWorld.Media(duration: seconds, frameRate: 30, hasAudio: seconds == 11)
        world.contract.register(url, media)
        networks.urls.append(url)
        return KioskConfiguration.Clip(source: MediaSource(url: url))
    }

    func run() async throws {
        let poster = hasPosters ? world.still() : nil
        try await world.start(tiles) { [isAudible] in
            if isAudible { $0.audio = "tile 0" }
            for index in $0.screens[0].tiles.indices { $0.screens[0].tiles[index].poster = poster }
        }
        for _ in 0..<3 {
            told = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                await pass(.milliseconds(Int.random(in: 0...4_000, using: &random)))
                disturb()
            }
            networks.end()
            people.end()
            world.contract.limitDecoders(to: nil)
            // What fails a third time is opened again after a second, then after two, and so on.
            await pass(.seconds(30))
            for index in tiles.indices { await expectInPlace(index) }
            #expect(world.contract.live.items <= 8, "\(world.contract.live)")
            // A step too small to count as a jump is taken up slowly.
            let off = world.display.sharedTime(at: world.now) - world.system.now
            #expect(off < .milliseconds(101) && off > .milliseconds(-101), "\(told)")
        }
        #expect(world.clock.pendingWakes < 500)
        world.expectSound()
    }

    private func pass(_ time: Duration) async {
        var left = time
        while left > .zero {
            let step = min(left, .milliseconds(250))
            left -= step
            await world.advance(by: step)
            for (index, clips) in tiles.enumerated() {
                guard let url = world.url(of: world.player(index)) else { continue }
                #expect(clips.contains { $0.source.url == url }, "tile \(index) shows \(url), after \(told)")
            }
        }
    }

    private func expectInPlace(_ index: Int) async {
        let (clips, lengths) = (tiles[index], Self.lengths[index])
        let cycle = lengths.reduce(0, +)
        // Not at a boundary, where either clip may be right.
        var phase = world.linePhase(of: .seconds(cycle))
        if lengths.reduce(into: [0.0], { $0.append($0.last! + $1) }).contains(where: { abs($0 - phase.seconds) < 0.2 })
        {
            await world.advance(by: .milliseconds(500))
            phase = world.linePhase(of: .seconds(cycle))
        }
        var (start, clip) = (0.0, 0)
        while phase.seconds >= start + lengths[clip] {
            start += lengths[clip]
            clip += 1
        }
        let isHeard = world.display.runner.audible == index
        let place = "tile \(index) after \(told): \(world.display.status.screens[0].tiles[index])"
        world.expect(
            clips[clip], at: phase - .seconds(start), in: index, turns: clips.count == 1 ? .seconds(cycle) : nil,
            within: isHeard ? .milliseconds(45) : .milliseconds(6), saying: place)
    }

    private func disturb() {
        let player = world.player(Int.random(in: 0...2, using: &random))
        switch Int.random(in: 0...13, using: &random) {
        case 0:
            told.append("stall")
            if let player { world.contract.stall(player) }
        case 1:
            told.append("failed item")
            if let player { world.contract.failItem(of: player) }
        case 2:
            told.append("clock set")
            world.system.set(by: .milliseconds(Int.random(in: -9_000...9_000, using: &random)))
        case 3:
            told.append("sleep")
            world.post(UIApplication.didEnterBackgroundNotification)
            world.contract.enterBackground()
            world.system.set(by: .seconds(Int.random(in: 0...3_600, using: &random)))
            world.contract.sleep(for: .seconds(1))
            world.post(UIApplication.willEnterForegroundNotification)
        case 4:
            told.append("paused")
            player?.pause()
        case 5:
            told.append("shifted")
            if let player { world.contract.shift(player, by: .milliseconds(300)) }
        case 6:
            told.append("clock rate")
            world.system.set(rate: 1 + Double.random(in: -1e-4...1e-4, using: &random))
        case 7:
            let count = Int.random(in: 1...3, using: &random)
            told.append("\(count) decoders")
            world.contract.limitDecoders(
                to: count, ContractWorld.DecoderRefusal.allCases.randomElement(using: &random) ?? .loud)
        case 8, 9, 10: if let deed = networks.act(&random) { told.append(deed) }
        default: told.append(people.act(&random))
        }
    }
}
