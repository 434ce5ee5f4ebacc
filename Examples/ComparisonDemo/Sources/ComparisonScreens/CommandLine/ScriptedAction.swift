/// One entry of the scripted transport (`--at`): what to do, and when.
public struct ScriptedAction: Sendable, Equatable {
    /// What a script may ask of the screen.
    public enum Action: Sendable, Equatable {
        case pause
        case play
        /// Exact seek to a group time, zero or later.
        case seek(Duration)
        /// Frames forward, or back when negative.
        case step(Int)
        /// Rate of the group, 0.25 to 4, or −4 to −0.25: backwards.
        case rate(Double)
        /// Moves one member, counted from 1, by frames against the others.
        case nudge(member: Int, frames: Int)
        /// Moves a grid's focus to a tile, counted from 1.
        case focus(tile: Int)
    }

    /// Real time after the start of playback, zero or later.
    public var time: Duration
    public var action: Action

    public init(time: Duration, action: Action) {
        self.time = time
        self.action = action
    }
}
