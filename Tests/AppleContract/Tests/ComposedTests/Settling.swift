import Foundation
import MultiPlayerKitTestSupport

@testable import MultiPlayerKit

/// Runs the main queue empty, with whatever waits for it, until the videos of a group are open: they open off the main
/// actor, and the turns of a loop are laid out there.
@MainActor
func settle(_ group: PlaybackGroup?) async {
    var isOpening: Bool {
        guard let lineup = group?.runner.lineup else { return false }
        return lineup.phases.values.contains(.loading)
            || lineup.entries.contains { ($0.player as? LoopRelay)?.isLoading == true }
    }
    for _ in 0..<3 {
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }
    for _ in 0..<200 where isOpening {
        await Task.detached(priority: .background) {}.value
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }
}
