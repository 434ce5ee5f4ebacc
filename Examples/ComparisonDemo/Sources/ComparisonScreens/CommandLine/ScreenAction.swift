/// What a key asks of the screen.
public enum ScreenAction: Sendable, Equatable {
    case togglePlay
    /// Frames on, or back when negative.
    case step(frames: Int)
    /// Seconds on, or back when negative.
    case skip(seconds: Int)
    /// Moves the selected member by frames against the others.
    case nudge(frames: Int)
    /// Selects a member, counted from 1; there may be fewer members than the number says.
    case select(member: Int)
    /// The sound of the selected member.
    case toggleSound
    case slower
    case faster
    case toggleLoop
    case layout(CompareOptions.Layout)
    case snapshot
    case fullScreen
    case quit
}
