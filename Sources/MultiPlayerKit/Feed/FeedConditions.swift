/// Why a feed is not watched at all. Empty: it is.
public struct FeedAbsence: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The feed itself is scrolled away or removed.
    public static let offScreen = FeedAbsence(rawValue: 1)
    /// The app is in the background.
    public static let background = FeedAbsence(rawValue: 2)
    /// Another screen lies on top.
    public static let covered = FeedAbsence(rawValue: 4)
}

/// What the system and its user wish. Each of the first four leads to posters with a play button; a tap still plays.
public struct FeedConditions: Hashable, Sendable {
    /// The system's setting "auto-play video previews" or the app's own is off.
    public var isAutoplayOff = false
    public var reducesMotion = false
    public var isLowPower = false
    /// Low-data mode or an expensive network: nothing is fetched ahead either.
    public var isLowData = false
    /// The system is short of memory: what plays goes on, nothing is prepared.
    public var isShortOfMemory = false

    public init() {}
}

/// What the viewer did.
public enum FeedAct: Hashable, Sendable {
    /// A tap on play. The cell plays, whatever the policy and the system say, until the viewer scrolls on from it.
    case play(FeedCellID)
    /// A tap on pause. Kept until the cell leaves.
    case pause(FeedCellID)
    /// A tap on play again: from the beginning, with all its replays.
    case replay(FeedCellID)
    /// One choice for the whole feed. Unmuting on a cell makes that one audible.
    case setMuted(Bool, on: FeedCellID? = nil)
    /// Focus (remote control, keyboard, pointer) came to a cell, or left. It wins over its neighbors and is the audible
    /// one.
    case focus(FeedCellID?)
}

/// How far a cell has come.
public enum FeedReadiness: Int, Hashable, Comparable, Sendable {
    case nothing
    /// Its opening is here.
    case bytes
    /// Its player is prerolled.
    case prerolled
    /// The viewer has seen a picture of the video from the player it has now.
    case picture

    public static func < (left: FeedReadiness, right: FeedReadiness) -> Bool { left.rawValue < right.rawValue }
}

/// What comes back from players, loaders and downloads.
public enum FeedArrival: Hashable, Sendable {
    /// The opening bytes are here.
    case bytes
    /// Decoded up to the first picture, and paused.
    case prerolled
    /// The viewer sees a picture of the video itself.
    case firstPicture
    /// The video came to its end, and started over if its role says that it repeats.
    case ended
    /// Where it was when it stopped, in item time. Also taken right after the player was given back.
    case stopped(at: Duration)
    /// It cannot be played; says why. It is tried again after it has left, or on a tap.
    case failed(String)
}
