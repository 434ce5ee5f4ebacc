@_spi(Double) import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Another app that keeps the sound when the viewer comes back.
@Suite(.serialized) @MainActor
struct FeedSoundKeptStories {
    init() { AVAudioSession.sharedInstance().setOtherAppHeard(false) }

    /// Whether it is heard when the other app takes the sound, or lies under another screen.
    @Test(arguments: [true, false])
    func `a feed is muted by an app that keeps the sound only if it was heard before`(isHeard: Bool) async {
        let world = FeedWorld(seed: 95)
        await world.advance(by: .seconds(1))
        world.feed.act(.setMuted(false, on: 0))
        if !isHeard { world.feed.setAbsence(.covered) }
        world.contract.beginInterruption()
        await world.advance(by: .seconds(1))
        AVAudioSession.sharedInstance().setOtherAppHeard(true)
        NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
        await world.advance(by: .seconds(1))
        #expect(world.feed.isMuted == isHeard)
        AVAudioSession.sharedInstance().setOtherAppHeard(false)
        world.expectSound()
    }
}
