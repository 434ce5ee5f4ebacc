import Foundation

/// A video that loops behind a group, on the group's clock and on its own frame times, without a seam.
///
/// It pauses, seeks and changes rate with the group; where the group loops, the background runs on.
public struct LoopingBackground: Hashable, Sendable {
    public var source: MediaSource
    /// Seconds into the loop at group time 0.
    public var offset: Duration
    /// Video seconds per group second, greater than 0.
    public var speed: Double
    /// The part that loops, from the first frame; `nil`: all of it.
    public var range: Range<Duration>?

    public init(url: URL, offset: Duration = .zero, speed: Double = 1, range: Range<Duration>? = nil) {
        precondition(speed > 0 && speed.isFinite, "a background's speed is greater than 0")
        source = MediaSource(url: url)
        self.offset = offset
        self.speed = speed
        self.range = range
    }
}
