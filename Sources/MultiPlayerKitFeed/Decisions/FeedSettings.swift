import MultiPlayerKit

/// How a feed plays. The defaults are for a list of videos on a phone.
public struct FeedSettings: Hashable, Sendable {
    /// Which cells play. Default: the most visible one.
    public var policy: FeedPolicy

    /// Without movement for so long, the feed is at rest. Default: 0.3 s; a finger that pauses longer means to look.
    public var settleTime = Duration.milliseconds(300)

    /// Below this speed cells also play while the feed moves, in viewport lengths a second; `nil`: at rest only.
    /// Default: 0.25, at which a cell takes two seconds from half to fully visible.
    public var velocityGate: Double? = 0.25

    /// Cells ahead that are prerolled and paused; each holds a player. Default: 1.
    public var prerolledAhead = 1

    /// Cells after those whose opening bytes are fetched. Default: 2.
    public var fetchedAhead = 2

    /// Cells the other way whose opening bytes are fetched. Default: 1.
    public var fetchedBehind = 1

    /// Players at once, whatever they do. Default: 3: one plays, one is prepared, one keeps its last picture.
    public var playerCeiling = 3

    /// Bytes of openings ahead and behind, all cells together. Default: 16 MB.
    public var byteCeiling: Int64 = 16_000_000

    /// Bytes of an opening as long as nobody told: see ``FeedAutoplay/Event/opening(_:_:)``. Default: 1 MB, three
    /// seconds (a group of pictures of two, and one) at 2.5 Mbit/s.
    public var assumedOpening: Int64 = 1_000_000

    /// How often a video starts over by itself before it offers "play again"; `nil`: without end. Default: 3.
    public var replays: Int? = 3

    /// Of how many cells that have gone the play position is kept. Default: 500.
    public var rememberedCells = 500

    public init(policy: FeedPolicy = .mostVisible()) {
        self.policy = policy
    }
}

/// Which of the cells that can be seen play, when the feed is at rest.
///
/// Visibility is 0…1 and counts against what *can* be visible of a cell: one taller than the viewport is fully visible
/// when it fills the viewport, one that bars always cover in part when no more of it can be had.
///
/// Where more cells qualify than may play, those nearest to a reading line do. The line lies at the viewport's leading
/// edge (``firstFullyVisible``) or in its middle (the others), and moves to the content's ends as scrolling reaches
/// them, so that the first and the last cell have their turn however many fit on a screen.
public enum FeedPolicy: Hashable, Sendable {
    /// The first one of which nothing is hidden.
    case firstFullyVisible
    /// The one of which most is visible, if that is at least so much.
    case mostVisible(atLeast: Double = 0.5)
    /// All of which at least so much is visible; up to `atOnce`.
    case allVisible(atLeast: Double = 0.85, atOnce: Int = 4)
    /// In each row of a grid the first one of those most visible, if that is at least so much; up to `atOnce` rows.
    case onePerRow(atLeast: Double = 0.85, atOnce: Int = 4)

    /// How many may play at once.
    public var atOnce: Int {
        switch self {
        case .firstFullyVisible, .mostVisible: 1
        case .allVisible(_, let count), .onePerRow(_, let count): max(count, 0)
        }
    }

    /// What at least must be visible. NaN counts as all.
    var threshold: Double {
        switch self {
        case .firstFullyVisible: 1
        case .mostVisible(let least), .allVisible(let least, _), .onePerRow(let least, _):
            least.isNaN ? 1 : min(max(least, 0), 1)
        }
    }
}

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
