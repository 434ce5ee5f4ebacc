/// Where a player really is, against the timeline it was told to follow: one look at its own clock.
public struct LineReading: Hashable, Sendable {
    /// When it was looked.
    public var host: HostTime
    /// Item time that the player is ahead of its timeline (positive) or behind it (negative).
    public var error: Duration
    /// Item seconds per host second, as the clocks involved have been measured to run; 0: it stands still.
    public var rate: Double

    public init(host: HostTime, error: Duration, rate: Double) {
        self.host = host
        self.error = error
        self.rate = rate
    }
}

/// Something outside the group that stops players or makes their anchors worthless.
public enum Disturbance: String, Hashable, Sendable, CaseIterable {
    /// A telephone call, an alarm or another app's sound took the audio session. Held until it ends.
    case audioInterruption
    /// The app is in the background. Held until it comes back.
    case background
    /// The machine slept, and its host clock stood still meanwhile.
    case sleep
    /// Sound goes somewhere else now: another device, another clock.
    case routeChange
    /// The system's media services started anew; every player is made again, and waits for someone to play.
    case mediaServicesReset

    /// Whether it has a beginning and an end, and the group holds between them.
    public var lasts: Bool { self == .audioInterruption || self == .background }
}
