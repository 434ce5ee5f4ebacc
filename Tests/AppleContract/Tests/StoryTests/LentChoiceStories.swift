import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// What is chosen for a player that the app lends, on items that are the app's again or that it has set itself.
@Suite(.serialized) @MainActor
struct LentChoiceStories {
    private let world = World(seed: 17)

    private func clip(delay: Duration = .zero) -> URL {
        world.clip(seconds: 600) {
            $0.options = [.legible: [ContractWorld.Option("Français", "fr"), ContractWorld.Option("Español", "es")]]
            $0.optionsDelay = delay
        }
    }

    private func shown(_ player: AVPlayer) -> String? { world.contract.presented(.legible, by: player) }

    @Test func `a choice that is read when a lent player is handed back comes to nothing`() async throws {
        let group = world.group
        let lent = AVPlayer(url: clip(delay: .milliseconds(300)))
        let id = try group.add(player: lent)
        await world.play()
        let reading = Task { try await group.choices(of: id, for: .legible) }
        await world.advance(by: .seconds(1))
        let choice = try #require(try await reading.value.last)
        group.select(.choice(choice), for: .legible, of: id)
        await world.advance(by: .milliseconds(100))
        group.remove(id)
        for _ in 0..<20 { await world.advance(by: .milliseconds(100)) }
        #expect(shown(lent) == nil)
        #expect(world.violations.isEmpty && group.failures.isEmpty)
    }

    @Test func `a choice is not made in another video that the app has set`() async throws {
        let group = world.group
        let lent = AVPlayer(url: clip())
        let id = try group.add(player: lent)
        await world.play()
        let choice = try #require(try await group.choices(of: id, for: .legible).last)
        group.select(.choice(choice), for: .legible, of: id)
        await world.advance(by: .seconds(1))
        #expect(shown(lent) == "Español")
        lent.replaceCurrentItem(with: AVPlayerItem(url: clip()))
        await world.advance(by: .seconds(1))
        group.remove(id)
        await world.advance(by: .seconds(1))
        #expect(shown(lent) == nil)
        #expect(world.violations.isEmpty, "\(world.violations)")
    }
}
