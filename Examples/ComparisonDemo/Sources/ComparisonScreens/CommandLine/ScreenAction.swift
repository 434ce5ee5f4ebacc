/// What a key asks of the screen.
public enum ScreenAction: Sendable, Equatable {
    case togglePlay
    /// Frames on, or back when negative.
    case step(frames: Int)
    /// Seconds on, or back when negative.
    case skip(seconds: Int)
    /// Moves the selected member by frames against the others.
    case nudge(frames: Int)
    /// Types a digit of a member's number; the member is selected, and in a grid focused.
    case digit(Int)
    /// Selects a member, counted from 1, and in a grid focuses it; there may be fewer than the number says.
    case select(member: Int)
    /// The sound of the selected member.
    case toggleSound
    case slower
    case faster
    case toggleLoop
    case layout(ScreenOptions.Layout)
    case toggleOverlay
    case snapshot
    case fullScreen
    case quit

    /// Whether a key that is held does it again and again: what moves by small steps, but nothing that toggles.
    var repeats: Bool {
        switch self {
        case .step, .skip, .nudge, .slower, .faster: true
        default: false
        }
    }
}
