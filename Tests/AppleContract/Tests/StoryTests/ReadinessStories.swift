import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit

/// What changes while members get ready, and groups that are made ready again.
@Suite(.serialized) @MainActor
struct ReadinessStories {
    /// Expects one member of a playing group to be heard, on the clock of its sound, and the others to be silent.
    private func expectHeard(_ world: World, _ heard: MemberID?, _ when: String) {
        for id in world.group.members {
            let player = world.group.player(of: id)
            let isHeard = player.map { !$0.isMuted && $0.sourceClock == nil }
            let isSilent = player.map { $0.isMuted && $0.sourceClock != nil }
            #expect((id == heard ? isHeard : isSilent) == true, "\(id) \(when)")
            expectOnLine(world, id)
        }
        #expect(world.contract.violations.isEmpty, "\(when): \(world.contract.violations)")
    }

    @Test func `a member that is chosen at any moment of a start is heard, and the one before is not`() async {
        for delay in 0..<40 {
            let world = World(seed: UInt64(delay))
            let ids = (0..<3).map { _ in world.group.add(url: world.clip(seconds: 3600)) }
            let group = world.group
            group.audibleMember = ids[1]
            Task { try? await group.play() }
            await world.advance(by: .milliseconds(delay * 8))
            group.audibleMember = ids[0]
            await world.advance(by: .seconds(3))
            expectHeard(world, ids[0], "after \(delay * 8) ms")
        }
    }

    @Test func `sound that is turned on or off during a seek is as it was set`() async {
        for delay in 0..<20 {
            for isOn in [true, false] {
                let world = World(seed: UInt64(delay))
                let ids = (0..<2).map { _ in world.group.add(url: world.clip(seconds: 3600)) }
                let group = world.group
                group.audibleMember = isOn ? nil : ids[0]
                await world.play()
                await world.advance(by: .seconds(1))
                Task { try? await group.seek(to: .seconds(600)) }
                await world.advance(by: .milliseconds(delay * 5))
                group.audibleMember = isOn ? ids[0] : nil
                await world.advance(by: .seconds(3))
                expectHeard(world, isOn ? ids[0] : nil, "\(isOn ? "on" : "off") after \(delay * 5) ms")
            }
        }
    }

    @Test func `a group that comes back from the background at its end does not end again`() async throws {
        let world = World(seed: 4)
        world.group.add(url: world.clip(seconds: 5))
        world.group.background = LoopingBackground(url: world.clip(seconds: 4))
        let background = try #require(world.group.backgroundMember)
        await world.play()
        await world.advance(by: .seconds(7))
        #expect(world.group.state == .ended)
        world.contract.enterBackground()
        NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
        await world.advance(by: .seconds(60))
        #expect(world.group.state == .ended && world.group.player(of: background)?.rate == 0)
        NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
        await world.advance(by: .seconds(3))
        #expect(world.group.state == .ended)
        #expect(world.group.player(of: background)?.rate == 1)
        expectOnLine(world, background)
        #expect(world.events.filter { $0 == .ended }.count == 1, "\(world.told)")
        #expect(world.events.filter { if case .started = $0 { true } else { false } }.count == 1, "\(world.told)")
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a start at a host time keeps it over a call that ends before it`() async {
        let world = World(seed: 6)
        let ids = (0..<2).map { _ in world.group.add(url: world.clip()) }
        let group = world.group
        group.audibleMember = ids[0]
        let host = world.now.advanced(by: .seconds(10))
        Task { try? await group.play(at: host) }
        await world.advance(by: .milliseconds(20))
        world.contract.beginInterruption()
        await world.advance(by: .seconds(3))
        world.contract.endInterruption(shouldResume: true)
        await world.advance(by: .seconds(6))
        #expect(group.time() == .zero)
        await world.advance(by: .seconds(3))
        for id in ids { expectOnLine(world, id) }
        #expect(group.runner.lineup.startedAt == host)
        #expect(world.contract.violations.isEmpty)
    }
}
