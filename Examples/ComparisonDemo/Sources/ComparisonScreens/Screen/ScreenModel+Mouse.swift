import MultiPlayerKit

/// What the mouse does.
extension ScreenModel {
    /// Moves the boundary of the wipe, 0…1 from left to right.
    func wipe(to position: Double) {
        guard case .wipe = layout.arrangement else { return }
        layout.arrangement = .wipe(at: position)
    }

    /// Takes hold of the time line; the group stands still until it is let go.
    func beginScrub() {
        // Taken hold of again on its way: what it did before the first time still counts.
        if landing == nil { resumesAfterScrub = group.state == .playing || group.state == .preparing }
        forgetLanding()
        group.pause()
    }

    /// Follows the mouse, 0…1 of the range.
    func scrub(to fraction: Double) {
        guard let target = target(at: fraction) else { return }
        group.scrub(to: target)
    }

    /// Lets the time line go.
    func endScrub(at fraction: Double) {
        guard let target = target(at: fraction) else { return }
        let resumes = resumesAfterScrub
        let task = Task {
            try? await group.seek(to: target)
            // Whatever came meanwhile decides.
            guard !Task.isCancelled else { return }
            landing = nil
            if resumes { try? await group.play() }
        }
        landing = (min(max(fraction, 0), 1), task)
    }

    /// What was to follow once the group has arrived where the time line was let go does not happen any more.
    func forgetLanding() {
        landing?.task.cancel()
        landing = nil
    }

    /// How far the group is in its range, 0…1.
    var progress: Double {
        if let landing { return landing.fraction }
        guard let range else { return 0 }
        let length = (range.upperBound - range.lowerBound).inSeconds
        return length > 0 ? min(max((group.time() - range.lowerBound).inSeconds / length, 0), 1) : 0
    }

    private func target(at fraction: Double) -> Duration? {
        guard let range else { return nil }
        return range.lowerBound + (range.upperBound - range.lowerBound) * min(max(fraction, 0), 1)
    }
}
