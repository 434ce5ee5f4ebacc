/// How a member's item time follows from group time: `item time = in-point + offset + speed × group time`.
///
/// Item times count from the file's first frame as the file states it; the in-point is where the range begins.
public struct TimeMap: Hashable, Sendable {
    /// What a member shows once its range is over.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum End: Hashable, Sendable {
        /// Its last frame.
        case hold
        /// Its range again, at the times of its own frames.
        case loop
        /// Nothing: what lies behind it shows.
        case blank
    }

    /// Seconds into the range at group time 0. Negative: the member starts later and shows its first frame until then.
    public var offset: Duration
    /// Item seconds per group second, greater than 0.
    public var speed: Double
    /// The part of the video that is used, measured from its first frame; `nil`: all of it.
    public var range: Range<Duration>?
    /// What follows the range.
    public var end: End

    public init(offset: Duration = .zero, speed: Double = 1, range: Range<Duration>? = nil, end: End = .hold) {
        self.offset = offset
        self.speed = speed
        self.range = range
        self.end = end
    }

    /// Item time without regard to the range, for a member whose range begins at `inPoint`.
    func itemTime(atGroupTime time: Duration, inPoint: Duration) -> Duration {
        inPoint + offset + time.scaled(by: speed)
    }

    /// The first group time at which the member has reached `itemTime` in its first turn.
    package func groupTime(atItemTime itemTime: Duration, inPoint: Duration) -> Duration {
        (itemTime - inPoint - offset).unscaled(by: speed)
    }
}

/// The part of a video that can be shown: from its first frame's time to its last frame's time plus that frame's
/// duration.
///
/// Taken from the frames, never from the container's length; see <doc:HowSyncWorks>.
public struct ItemBounds: Hashable, Sendable {
    public var start: Duration
    public var end: Duration

    public init(start: Duration, end: Duration) {
        self.start = start
        self.end = max(end, start + .nanoseconds(1))
    }

    public var length: Duration { end - start }
}
