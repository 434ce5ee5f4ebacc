/// What a key asks of the screen.
public enum ScreenAction: Sendable, Equatable {
    public enum Direction: Sendable { case forwards, backwards }

    case togglePlay
    case pause
    /// Plays this way; when it does so already, twice as fast.
    case shuttle(Direction)
    /// Frames on, or back when negative.
    case step(frames: Int)
    /// Seconds on, or back when negative.
    case skip(seconds: Int)
    /// Sets a marker here, or takes it away.
    case toggleMarker
    /// To the next marker in this direction.
    case jump(Direction)
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
    /// A loop, then one there and back, then none.
    case nextLoop
    case layout(ScreenOptions.Layout)
    /// The difference drawn in the next way.
    case nextDifference
    /// The difference of the next two members.
    case nextPair
    case moreGain
    case lessGain
    case toggleCaptions
    /// One video in the place of all; when it is so already, the next one.
    case flip
    /// With one in the place of all, the next one for as long as a key is held.
    case peek(isHeld: Bool)
    /// All videos closer, or less close.
    case zoomIn
    case zoomOut
    /// Pixel for pixel, or whole again.
    case togglePixels
    /// Whether magnified pixels are squares.
    case toggleSquares
    /// The same spot of each video enlarged, with the values of its pixel.
    case toggleLoupe
    case toggleOverlay
    case snapshot
    /// A picture of each video, in its own size.
    case stills
    case saveSession
    case fullScreen
    /// What the keys do, in the window.
    case toggleHelp
    /// Adds videos as members, or begins with what a session file says.
    case open([String])
    /// Puts a video in a member's place, counted from 1, once it is ready.
    case replace(member: Int, with: String)
    case quit

    /// Whether a file is a session by its name.
    static func isSession(_ path: String) -> Bool { path.lowercased().hasSuffix(".json") }

    /// Whether a key that is held does it again and again: what moves by small steps, but nothing that toggles.
    var repeats: Bool {
        switch self {
        case .step, .skip, .jump, .nudge, .slower, .faster, .zoomIn, .zoomOut, .moreGain, .lessGain: true
        default: false
        }
    }
}
