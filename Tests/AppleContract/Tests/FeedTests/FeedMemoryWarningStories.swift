@_spi(Double) import AVFoundation
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// Memory warnings, which the system repeats and never takes back.
@Suite(.serialized) @MainActor
struct FeedMemoryWarningStories {
    private func prepares(_ world: FeedWorld) -> Bool {
        world.feed.state.assignments.contains { assignment in
            switch assignment.role {
            case .prepare, .fetch: true
            default: false
            }
        }
    }

    private func warn() {
        NotificationCenter.default.post(name: UIApplication.didReceiveMemoryWarningNotification, object: nil)
    }

    @Test func `a warning that is repeated counts from its repetition on`() async {
        var settings = FeedSettings()
        settings.replays = nil
        let world = FeedWorld(seed: 68, settings: settings)
        await world.advance(by: .seconds(1))
        #expect(prepares(world))
        warn()
        await world.advance(by: .seconds(20))
        #expect(!prepares(world))
        warn()
        await world.advance(by: .seconds(29))
        #expect(!prepares(world))
        await world.advance(by: .seconds(2))
        #expect(
            prepares(world),
            "\(world.playing), \(world.feed.state.assignments.map(\.role)), \(world.feed.state.conditions)")
        world.expectSound()
    }
}
