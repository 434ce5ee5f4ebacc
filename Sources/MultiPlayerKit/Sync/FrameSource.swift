/// The pictures of a player whose frames can be asked for by time: what a stage composes from.
public protocol FrameSource: AnyObject, Sendable {
    associatedtype Picture: AnyObject & Sendable

    /// The frame due at a position of the timeline. Returns at once.
    func frame(at position: MemberTimeline.Position) -> FrameAnswer<Picture>

    /// The same, but waits up to `timeout` of real time for the exact frame.
    func frame(at position: MemberTimeline.Position, waitingAtMost timeout: Duration) -> FrameAnswer<Picture>
}

/// What a frame source has for one instant.
public enum FrameAnswer<Picture: Sendable>: Sendable {
    /// The frame due; `time` is its own item time.
    case exact(Picture, time: Duration)
    /// A frame near the one due, allowed while scrubbing.
    case preview(Picture, time: Duration)
    /// Not there (yet): the tile keeps what it shows.
    case late
}
