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
        forgetLanding()
        group.beginScrubbing()
    }

    /// Follows the mouse, 0…1 of the range.
    func scrub(to fraction: Double) {
        guard let target = target(at: fraction) else { return }
        group.scrub(to: target)
    }

    /// Lets the time line go where the mouse has moved it.
    func endScrub(at fraction: Double) {
        let events = group.events
        group.endScrubbing()
        let task = Task { [weak self] in
            for await event in events {
                switch event {
                case .started, .arrived, .paused: self?.forgetLanding()
                default: break
                }
            }
        }
        landing = (min(max(fraction, 0), 1), task)
    }

    /// From now on the time line shows where the group is.
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

    /// The group time at a place along the time line, 0…1; `nil` while no video is open.
    func target(at fraction: Double) -> Duration? {
        guard let range else { return nil }
        return range.lowerBound + (range.upperBound - range.lowerBound) * min(max(fraction, 0), 1)
    }
}
