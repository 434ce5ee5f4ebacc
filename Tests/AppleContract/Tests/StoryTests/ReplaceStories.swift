import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
@_spi(Double) import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// Another video in a member's place while the others play.
@Suite(.serialized) @MainActor
struct ReplaceStories {
    private func url(of player: AVPlayer?) -> URL? { (player?.currentItem?.asset as? AVURLAsset)?.url }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `the new video comes onto the line, and the other player is not touched`(seed: UInt64) async throws {
        let world = World(seed: seed)
        let group = world.group
        var id = group.add(url: world.clip(hasAudio: seed % 2 == 0), offset: .milliseconds(480))
        let other = group.add(url: world.clip())
        if seed % 3 == 0 { group.audibleMember = id }
        await world.play()
        await world.advance(by: .seconds(3))
        let steady = try #require(group.player(of: other))
        for round in 0..<3 {
            let rate = steady.rate
            let former = try #require(group.player(of: id))
            let next = world.clip(seconds: 50 + Double(round), rate: 25)
            let new = try #require(group.replace(id, with: MediaSource(url: next)))
            #expect(group.state == .playing && group.members == [id, other])
            // Over a second: opening, an exact seek and a preroll.
            for _ in 0..<40 {
                await world.advance(by: .milliseconds(50))
                #expect(seed % 3 == 0 || steady.rate == rate)
                if group.members.contains(id) { #expect(url(of: former) != nil) }
            }
            #expect(group.members == [new, other] && group.player(of: id) == nil)
            #expect(url(of: group.player(of: new)) == next && url(of: former) == nil && former.rate == 0)
            #expect(group.audibleMember == (seed % 3 == 0 ? new : nil))
            for id in [new, other] { expectOnLine(world, id) }
            #expect(group.mediaInfo[new]?.bounds.length == .seconds(50 + round) && group.mediaInfo[id] == nil)
            id = new
        }
        #expect(world.contract.live.players == 2 && world.contract.live.items == 2)
        #expect(group.failures.isEmpty && world.violations.isEmpty, "\(world.violations)")
    }

    @Test func `a paused group shows the new video where it stands`() async throws {
        let world = World(seed: 3)
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        await world.seek(to: .seconds(7))
        let new = try #require(world.group.replace(ids[1], with: MediaSource(url: world.clip())))
        await world.advance(by: .seconds(2))
        #expect(world.group.members == [ids[0], new])
        for id in world.group.members { world.expectStill(id, at: .seconds(7)) }
        #expect(world.violations.isEmpty)
    }

    @Test func `its tile shows the old player until the new one takes over`() async throws {
        let world = World(seed: 4)
        World.forgetSpareSurfaces()
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 640, height: 360))
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        let surface = ComparisonSurface(group: world.group, layout: .sideBySide)
        surface.frame = window.bounds
        window.addSubview(surface)
        window.layoutIfNeeded()
        await world.play()
        func shown() -> Set<ObjectIdentifier> {
            func containers(in view: UIView) -> [SurfaceContainer] {
                (view as? SurfaceContainer).map { [$0] } ?? view.subviews.flatMap { containers(in: $0) }
            }
            return Set(containers(in: surface).compactMap { $0.slot.surface?.player.map { ObjectIdentifier($0) } })
        }
        let slow = world.clip { $0.loadDelay = .milliseconds(500) }
        let new = try #require(world.group.replace(ids[1], with: MediaSource(url: slow)))
        for _ in 0..<60 {
            await world.advance(by: .milliseconds(100))
            let players = world.group.members.compactMap { world.group.player(of: $0) }
            #expect(players.count == 2 && shown() == Set(players.map { ObjectIdentifier($0) }))
        }
        #expect(world.group.members == [ids[0], new])
        #expect(world.violations.isEmpty)
        surface.removeFromSuperview()
    }

    @Test func `a player that the app lent is given back with its item`() async throws {
        let world = World(seed: 5)
        let lent = AVPlayer(url: world.clip())
        let id = try world.group.add(player: lent)
        await world.play()
        let item = lent.currentItem
        let new = try #require(world.group.replace(id, with: MediaSource(url: world.clip())))
        await world.advance(by: .seconds(2))
        #expect(lent.currentItem === item && lent.rate == 0)
        #expect(world.group.members == [new] && world.group.player(of: new) !== lent)
        #expect(world.violations.isEmpty)
    }

    @Test func `where all decoders are in use, the new video takes over all the same`() async throws {
        let world = World(seed: 6, isGoverned: true)
        world.budget?.limit = BudgetLimit(sessions: 2)
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        await world.play()
        await world.advance(by: .seconds(3))
        #expect(world.group.snapshot.members.map(\.tier) == [.full, .full])
        let new = try #require(world.group.replace(ids[1], with: MediaSource(url: world.clip())))
        #expect(await world.advance(until: { world.group.members == [ids[0], new] }))
        await world.advance(by: .seconds(6))
        #expect(world.group.snapshot.members.map(\.tier) == [.full, .full])
        for id in world.group.members { expectOnLine(world, id) }
        #expect(world.violations.isEmpty)
    }
}
