/// Scrubbing by hand.
///
/// ```swift
/// group.beginScrubbing()  // the finger comes down
/// group.scrub(to: time)  // it moves, many times a second
/// group.endScrubbing()  // it is lifted
/// ```
extension PlaybackGroup {
    /// Takes hold of the group, so that it stands still under a finger or mouse, without sound, until
    /// ``endScrubbing()``.
    ///
    /// ``state`` does not change while the group is held: it says what follows. A call of `play()` or ``pause()``
    /// changes that; `play()` then returns once the group has been let go and has started. A group that has ended is
    /// paused.
    ///
    /// Repeated calls count once. A group without a member that can be played cannot be held, and when its last one is
    /// removed or fails, it is let go.
    public func beginScrubbing() {
        perform(.beginScrubbing)
    }

    /// Lets the group go: it settles exactly on the last position, and goes on from there if it played before.
    ///
    /// Does nothing unless ``beginScrubbing()`` was called before.
    public func endScrubbing() {
        perform(.endScrubbing)
    }

    /// Where a seek, a scrub or a step leads, while the group is on its way there; otherwise `nil`.
    package nonisolated var destination: Duration? { runner.lineup.destination }
}
