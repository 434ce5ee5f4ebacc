import AVFoundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// What the app's surroundings do to what plays, and do not.
@Suite(.serialized) @MainActor
struct SurroundingsStories {
    /// As for an app in Now Playing, whose sound is interrupted before the change of route is told, or after it.
    @Test(arguments: [false, true])
    func `headphones that are gone pause a group whatever says so first, and are no call`(isTold: Bool) async {
        let world = World(seed: 51)
        let id = world.group.add(url: world.clip())
        world.group.audibleMember = id
        await world.play()
        if isTold { world.contract.changeRoute(.oldDeviceUnavailable) } else { world.contract.interruptForLostDevice() }
        await world.advance(by: .seconds(1))
        #expect(world.group.state == .paused && world.group.player(of: id)?.rate == 0)
        if isTold { world.contract.interruptForLostDevice() } else { world.contract.changeRoute(.oldDeviceUnavailable) }
        await world.advance(by: .seconds(1))
        #expect(world.group.state == .paused && world.group.player(of: id)?.rate == 0)
        #expect(!world.events.contains(.interrupted(.audioInterruption)))
    }

    @Test(arguments: [false, true])
    func `a return to an app without a call leaves a kiosk's silent tiles alone`(isUnplugged: Bool) async throws {
        let world = KioskWorld(seed: 52)
        let (loud, mute) = (world.clip(seconds: 60, hasAudio: true), world.clip(seconds: 50))
        try await world.start([[loud], [mute]]) { $0.audio = "tile 0" }
        await world.advance(by: .seconds(2))
        let silent = try #require(world.player(1))
        if isUnplugged { world.contract.interruptForLostDevice() }
        world.post(UIApplication.willResignActiveNotification)
        await world.advance(by: .seconds(2))
        world.post(UIApplication.didBecomeActiveNotification)
        await world.advance(by: .seconds(4))
        #expect(world.player(1) === silent)
        world.expect(loud, at: world.phase(of: .seconds(60)), turns: .seconds(60), within: .milliseconds(23))
        world.expectSound()
    }

    @Test func `players may play in the background for as long as anything shows them there`() async throws {
        let world = World(seed: 53)
        let lent = AVPlayer(url: world.clip())
        lent.audiovisualBackgroundPlaybackPolicy = .pauses
        try world.group.add(player: lent)
        await world.advance(by: .seconds(1))
        world.group.keepPlayersInBackground()
        #expect(lent.audiovisualBackgroundPlaybackPolicy == .pauses)
        let windows = [World(), World()]
        for window in windows {
            world.group.playInBackground(true, for: ObjectIdentifier(window))
            #expect(lent.audiovisualBackgroundPlaybackPolicy == .continuesIfPossible)
        }
        world.group.playInBackground(false, for: ObjectIdentifier(windows[0]))
        #expect(lent.audiovisualBackgroundPlaybackPolicy == .continuesIfPossible)
        world.group.playInBackground(false, for: ObjectIdentifier(windows[1]))
        #expect(lent.audiovisualBackgroundPlaybackPolicy == .pauses)
    }

    /// A call of `play()` overrides the hold of the background.
    @Test func `a group that is played in the background plays on there, whatever does not show it either`() async {
        let world = World(seed: 54)
        let id = world.group.add(url: world.clip(seconds: 60))
        await world.play()
        let center = NotificationCenter.default
        center.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
        defer { center.post(name: UIApplication.willEnterForegroundNotification, object: nil) }
        await world.advance(by: .seconds(1))
        #expect(world.group.player(of: id)?.rate == 0)
        await world.play()
        world.group.playInBackground(false, for: ObjectIdentifier(world))
        await world.advance(by: .seconds(1))
        #expect(world.group.player(of: id)?.rate == 1)
    }
}
