@_spi(Double) import CoreGraphics
import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// What a kiosk's tile shows, and from when on.
@Suite(.serialized) @MainActor
struct KioskTileStories {
    private nonisolated static func still(_ name: String) -> KioskStill {
        KioskStill(image: CGImage(width: 64, height: 36, content: name))
    }

    private nonisolated static let tile = KioskTile(
        layers: [
            KioskTile.Layer(id: KioskSeatID(number: 1), player: AVPlayer(), still: still("first"), role: .shown)
        ],
        poster: still("poster"), size: CGSize(width: 64, height: 36))

    /// A view is drawn anew only for a tile that is another.
    @Test(
        arguments: [
            { $0.layers[0].id = KioskSeatID(number: 2) },
            { $0.layers[0].player = AVPlayer() },
            { $0.layers[0].still = still("second") },
            { $0.layers[0].role = .incoming },
            { $0.layers = [] },
            { $0.poster = nil },
            { $0.size.width = 128 },
            { $0.isOn = false },
        ] as [@Sendable (inout KioskTile) -> Void])
    func `a tile is another one if anything of it is`(change: @Sendable (inout KioskTile) -> Void) {
        var tile = Self.tile
        #expect(tile == Self.tile)
        change(&tile)
        #expect(tile != Self.tile)
    }

    @Test func `without a background every tile is fitted as the layout says`() async throws {
        let world = KioskWorld()
        try await world.start([[world.clip(seconds: 10)], [world.clip(seconds: 10)]])
        let geometry = KioskGeometry(world.display, screen: 0, size: CGSize(width: 960, height: 540), scale: 2)
        #expect(geometry.fitting(of: 0) == .fit && geometry.fitting(of: 1) == .fit)
    }

    @Test func `a tile has the pictures of its own clips, each once`() async throws {
        let world = KioskWorld(seed: 31)
        let tiles = [[world.clip(seconds: 5), world.clip(seconds: 4)], [world.clip(seconds: 60)]]
        try await world.start(tiles)
        var most = 0
        for _ in 0..<20 {
            await world.advance(by: .milliseconds(500))
            for (index, tile) in world.display.tiles.enumerated() {
                #expect(Set(tile.layers.map(\.id)).count == tile.layers.count)
                let own = tiles[index].map(\.source.url)
                #expect(tile.layers.allSatisfy { layer in world.url(of: layer.player).map(own.contains) ?? true })
                if index == 0 { most = max(most, tile.layers.count) }
            }
        }
        #expect(most == 2)
        world.expectSound()
    }

    @Test func `the first picture is seen as soon as it is there, and moves from its time on`() async throws {
        let world = KioskWorld(seed: 32)
        let clip = world.clip(seconds: 60)
        try await world.start([[clip]])
        let start = world.now
        while world.player() == nil, start.duration(to: world.now) < .seconds(1) {
            await world.advance(by: .milliseconds(5))
        }
        let aim = try #require(world.display.board.due(0, at: world.now).last?.seat).aim
        #expect(world.now.duration(to: aim) > .milliseconds(50), "\(world.now.duration(to: aim))")
        await world.advance(by: world.now.duration(to: aim) + .milliseconds(10))
        world.expect(clip, at: world.phase(of: .seconds(60)), turns: .seconds(60))
        world.expectSound()
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `a new player is not seen before it is in its place`(seed: UInt64) async throws {
        let world = KioskWorld(seed: seed)
        let clip = world.clip(seconds: 60)
        try await world.start([[clip]])
        await world.advance(by: .seconds(3))
        let old = try #require(world.player())
        world.contract.failItem(of: old)
        for _ in 0..<60 where world.player() === old { await world.advance(by: .milliseconds(20)) }
        let aim = try #require(world.display.board.due(0, at: world.now).last?.seat).aim
        #expect(world.player() !== old && aim <= world.now, "\(world.now.duration(to: aim)) early")
        world.expect(clip, at: world.phase(of: .seconds(60)), turns: .seconds(60))
        world.expectSound()
    }

    @Test func `a tile whose video is slow to open is empty until there is a picture, and is not given up`()
        async throws
    {
        let world = KioskWorld(seed: 33)
        let clip = world.clip(seconds: 60)
        var faults = ContractWorld.Faults()
        faults.openDelay = .seconds(4) ... .seconds(4)
        world.contract.setFaults(faults, for: clip.source.url)
        try await world.start([[clip]])
        await world.advance(by: .seconds(3.9))
        #expect(world.player() == nil && world.display.status.screens[0].tiles[0].state == .empty)
        await world.advance(by: .seconds(1))
        world.expect(clip, at: world.phase(of: .seconds(60)), turns: .seconds(60))
        #expect(world.display.status.screens[0].tiles[0].rebuilds == 0)
        world.expectSound()
    }

    @Test func `a clip that is late for its fade appears when it is there`() async throws {
        let world = KioskWorld(seed: 34)
        var (first, second) = (world.clip(seconds: 10), world.clip(seconds: 10))
        (first.fade, second.fade) = (.seconds(1), .seconds(1))
        var faults = ContractWorld.Faults()
        faults.openDelay = .seconds(4) ... .seconds(4)
        world.contract.setFaults(faults, for: second.source.url)
        try await world.start([[first, second]])
        await world.advance(to: .milliseconds(8_500), before: .seconds(18))
        #expect(world.display.tiles[0].layers.first { $0.role != .next }?.id == world.display.seen[0].last?.id)
        #expect(world.url(of: world.player()) == first.source.url)
        await world.advance(by: .seconds(3))
        #expect(world.url(of: world.player()) == second.source.url)
        world.expectSound()
    }

    @Test func `a view that comes during a fade sees both pictures from then on`() async throws {
        let world = KioskWorld(seed: 37)
        var (first, second) = (world.clip(seconds: 10), world.clip(seconds: 10))
        (first.fade, second.fade) = (.seconds(1), .seconds(1))
        var faults = ContractWorld.Faults()
        faults.displayDelay = .milliseconds(40) ... .milliseconds(40)
        world.contract.setFaults(faults, for: second.source.url)
        world.hasViews = false
        try await world.start([[first, second]])
        await world.advance(to: .milliseconds(8_500), before: .seconds(18))
        world.hasViews = true
        // The lower picture is there before the upper one.
        for _ in 0..<12 {
            await world.advance(by: .milliseconds(5))
            #expect(world.display.tiles[0].layers.map(\.role) == [.shown, .incoming])
        }
        world.expectSound()
    }

    /// Whether it has been there when its playlist ended, or comes later.
    @Test(arguments: [0, 8]) func `a playlist that waits for the others is not taken for one that stands still`(
        phase: Int
    ) async throws {
        let world = KioskWorld(seed: 35)
        var short = world.clip(seconds: 60)
        short.range = .zero..<Duration.seconds(5)
        world.system.set(by: .seconds(phase))
        try await world.start([[short], [world.clip(seconds: 20)]]) { $0.loop = .together }
        await world.advance(by: .seconds(19 - phase))
        #expect(world.url(of: world.player()) == short.source.url && world.player()?.rate == 0)
        #expect(world.display.status.screens[0].tiles.map(\.rebuilds) == [0, 0])
        await world.advance(by: .seconds(3))
        world.expect(short, at: world.phase(of: .seconds(20)))
        world.expectSound()
    }

    @Test func `a video that is granted no decoder is not taken for one that stands still`() async throws {
        let world = KioskWorld(seed: 36)
        let budget = DecoderBudget(clock: world.clock, meter: SilentMeter())
        budget.limit.sessions = 1
        try await world.start([[world.clip(seconds: 60)], [world.clip(seconds: 60)]], budget: budget)
        await world.advance(by: .seconds(8))
        #expect(world.display.status.screens[0].tiles.map(\.rebuilds) == [0, 0])
        #expect(world.contract.violations.isEmpty)
    }
}
