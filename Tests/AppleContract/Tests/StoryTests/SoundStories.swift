@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit

/// Calls, the sound of other apps, and where sound goes.
@Suite(.serialized) @MainActor
struct SoundStories {
    let world = World(seed: 7)

    private func cast() -> [MemberID] {
        (0..<3).map { _ in world.group.add(url: world.clip(seconds: 3600)) }
    }

    private func player(_ id: MemberID) -> AVPlayer { world.group.player(of: id)! }

    // MARK: Calls

    @Test func `a call holds the group, which goes on from there when the call ends`() async {
        let ids = cast()
        world.group.audibleMember = ids[0]
        await world.play()
        await world.advance(by: .seconds(2))
        world.contract.beginInterruption()
        await world.advance(by: .seconds(30))
        let held = world.group.time()
        #expect(held < .seconds(3) && world.group.state == .paused)
        #expect(ids.allSatisfy { player($0).rate == 0 })
        world.contract.endInterruption(shouldResume: true)
        await world.advance(by: .seconds(3))
        for id in ids { expectOnLine(world, id) }
        #expect(world.group.time() > held + .seconds(2))
        #expect(!world.events.contains(.movedByApp(ids[0])))
    }

    /// Whether another app still has the sound when the viewer comes back.
    @Test(arguments: [false, true])
    func `a call without an end is over when the app is active and no other app is heard`(isTaken: Bool) async {
        let ids = cast()
        world.group.audibleMember = ids[0]
        await world.play()
        await world.advance(by: .seconds(2))
        world.contract.beginInterruption()
        await world.advance(by: .seconds(30))
        #expect(world.group.state == .paused)
        AVAudioSession.sharedInstance().setOtherAppHeard(isTaken)
        defer { AVAudioSession.sharedInstance().setOtherAppHeard(false) }
        NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
        await world.advance(by: .seconds(3))
        let state: PlaybackGroup.State = isTaken ? .paused : .playing
        #expect(world.group.state == state)
        #expect(ids.allSatisfy { (player($0).rate == 0) == isTaken })
        await world.play()
        await world.advance(by: .seconds(1))
        for id in ids { expectOnLine(world, id) }
        // What is said later of a call that the viewer did not wait for counts no more.
        world.contract.endInterruption(shouldResume: false)
        await world.advance(by: .seconds(1))
        #expect(world.group.state == .playing)
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a call that still has the sound on return gives it back at its end`() async {
        let ids = cast()
        world.group.audibleMember = ids[0]
        await world.play()
        world.contract.beginInterruption()
        await world.advance(by: .seconds(30))
        AVAudioSession.sharedInstance().setOtherAppHeard(true)
        NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
        AVAudioSession.sharedInstance().setOtherAppHeard(false)
        await world.advance(by: .seconds(3))
        #expect(world.group.state == .paused)
        world.contract.endInterruption(shouldResume: true)
        await world.advance(by: .seconds(3))
        for id in ids { expectOnLine(world, id) }
    }

    @Test func `a group that is not to go on after a call stays paused when the app is active again`() async {
        let ids = cast()
        world.group.audibleMember = ids[0]
        await world.play()
        world.contract.beginInterruption()
        await world.advance(by: .seconds(5))
        world.contract.endInterruption(shouldResume: false)
        await world.advance(by: .seconds(1))
        NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
        await world.advance(by: .seconds(3))
        #expect(world.group.state == .paused && ids.allSatisfy { player($0).rate == 0 })
    }

    /// Whether the system pauses players without sound, too.
    @Test(arguments: [false, true], 1...4 as ClosedRange<UInt64>)
    func `a silent group plays on through a call`(isPaused: Bool, seed: UInt64) async {
        let world = World(seed: seed)
        let ids = (0..<3).map { _ in world.group.add(url: world.clip(seconds: 3600)) }
        await world.play()
        await world.advance(by: .seconds(2))
        let line = world.group.runner.lineup.line
        world.contract.beginInterruption(pausesSilent: isPaused)
        await world.advance(by: .seconds(2))
        for id in ids { expectOnLine(world, id) }
        #expect(ids.allSatisfy { world.group.player(of: $0)?.rate == 1 })
        await world.advance(by: .seconds(30))
        world.contract.endInterruption(shouldResume: false)
        await world.advance(by: .seconds(1))
        for id in ids { expectOnLine(world, id) }
        #expect(world.group.state == .playing && world.group.runner.lineup.line == line)
        #expect(!world.events.contains(.interrupted(.audioInterruption)))
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a group that is muted in a call plays on`() async {
        let ids = cast()
        world.group.audibleMember = ids[0]
        await world.play()
        await world.advance(by: .seconds(2))
        world.contract.beginInterruption()
        await world.advance(by: .seconds(5))
        world.group.audibleMember = nil
        await world.advance(by: .seconds(3))
        #expect(world.group.state == .playing)
        for id in ids { expectOnLine(world, id) }
        #expect(world.contract.violations.isEmpty)
    }

    // MARK: Routes

    @Test(arguments: [AVAudioSession.RouteChangeReason.newDeviceAvailable, .override, .routeConfigurationChange])
    func `another route anchors an audible group anew and leaves a silent one alone`(
        reason: AVAudioSession.RouteChangeReason
    ) async {
        let ids = cast()
        await world.play()
        world.contract.changeRoute(reason)
        await world.advance(by: .seconds(1))
        #expect(!world.events.contains(.interrupted(.routeChange)))
        world.group.audibleMember = ids[0]
        await world.advance(by: .seconds(2))
        world.contract.changeRoute(reason)
        await world.advance(by: .seconds(3))
        #expect(world.events.contains(.interrupted(.routeChange)))
        for id in ids { expectOnLine(world, id) }
    }

    @Test(arguments: [AVAudioSession.RouteChangeReason.categoryChange, .noSuitableRouteForCategory])
    func `a change of category or to no route restarts nothing`(reason: AVAudioSession.RouteChangeReason) async {
        let ids = cast()
        world.group.audibleMember = ids[0]
        await world.play()
        await world.advance(by: .seconds(1))
        let touches = Touches(player(ids[0]))
        world.contract.changeRoute(reason)
        await world.advance(by: .seconds(3))
        #expect(touches.count == 0 && !world.events.contains(.interrupted(.routeChange)))
        for id in ids { expectOnLine(world, id) }
    }

    /// Whether the system also interrupts the session, as for an app in Now Playing. Seeds set which comes first.
    @Test(arguments: [false, true], 1...8 as ClosedRange<UInt64>)
    func `unplugged headphones pause an audible group until it is played`(isInterrupted: Bool, seed: UInt64) async {
        let world = World(seed: seed)
        let ids = (0..<3).map { _ in world.group.add(url: world.clip(seconds: 3600)) }
        world.group.audibleMember = ids[0]
        await world.play()
        await world.advance(by: .seconds(2))
        if isInterrupted { world.contract.interruptForLostDevice() }
        world.contract.changeRoute(.oldDeviceUnavailable)
        await world.advance(by: .seconds(3))
        let held = world.group.time()
        #expect(held < .seconds(4) && world.group.state == .paused && !world.group.snapshot.isPlaying)
        #expect(world.events.contains(.interrupted(.routeChange)))
        #expect(world.events.contains { if case .paused = $0 { true } else { false } })
        for id in ids { world.expectStill(id, at: held) }
        // Neither another device nor the return to the app starts it.
        world.contract.changeRoute(.newDeviceAvailable)
        NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
        await world.advance(by: .seconds(3))
        #expect(world.group.state == .paused && ids.allSatisfy { world.group.player(of: $0)?.rate == 0 })
        await world.play()
        await world.advance(by: .seconds(1))
        for id in ids { expectOnLine(world, id) }
        #expect(world.contract.violations.isEmpty)
    }

    @Test(arguments: [false, true], 1...8 as ClosedRange<UInt64>)
    func `unplugged headphones leave a silent group alone`(isInterrupted: Bool, seed: UInt64) async {
        let world = World(seed: seed)
        let ids = (0..<3).map { _ in world.group.add(url: world.clip(seconds: 3600)) }
        await world.play()
        await world.advance(by: .seconds(2))
        let line = world.group.runner.lineup.line
        if isInterrupted { world.contract.interruptForLostDevice() }
        world.contract.changeRoute(.oldDeviceUnavailable)
        for _ in 0..<20 {
            await world.advance(by: .milliseconds(100))
            for id in ids { expectOnLine(world, id) }
        }
        #expect(world.group.state == .playing && world.group.runner.lineup.line == line)
    }

    @Test func `no member takes an external screen for itself, and sound over AirPlay is a route change`() async {
        let ids = cast()
        world.group.audibleMember = ids[0]
        await world.play()
        #expect(ids.allSatisfy { player($0).allowsExternalPlayback == false })
        // The speaker runs on a clock of its own, and starts later.
        world.contract.setAudioClock(partsPerMillion: 80)
        world.contract.changeRoute(.newDeviceAvailable)
        await world.advance(by: .seconds(3))
        #expect(world.events.contains(.interrupted(.routeChange)))
        for _ in 0..<30 {
            await world.advance(by: .seconds(10))
            for id in ids { expectOnLine(world, id) }
        }
        #expect(world.contract.violations.isEmpty)
    }
}
