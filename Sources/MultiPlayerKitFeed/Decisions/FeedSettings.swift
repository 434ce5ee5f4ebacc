import MultiPlayerKit

/// How a feed plays. The defaults are for a list of videos on a phone.
public struct FeedSettings: Hashable, Sendable {
    /// Which cells play. Default: the most visible one.
    public var policy: FeedPolicy

    /// The time without movement after which the feed is at rest. Default: 0.3 s; a finger that pauses longer has
    /// stopped to look.
    public var settleTime = Duration.milliseconds(300)

    /// The speed, in viewport lengths per second, below which cells also start to play while the feed moves; `nil`:
    /// only at rest. Default: 0.25, at which a cell takes two seconds from half to fully visible.
    public var velocityGate: Double? = 0.25

    /// Cells ahead that are prerolled and paused; each holds a player. Default: 1.
    public var prerolledAhead = 1

    /// Cells after those whose opening bytes are fetched. Default: 2.
    public var fetchedAhead = 2

    /// Cells behind, against the scrolling direction, whose opening bytes are fetched. Default: 1.
    public var fetchedBehind = 1

    /// The most players in use at once, whatever they do. Default: 3: one plays, one is prepared, one keeps its last
    /// picture.
    public var playerCeiling = 3

    /// The most bytes that the openings ahead and behind may take, over all cells. Default: 16 MB.
    public var byteCeiling: Int64 = 16_000_000

    /// The size of an opening in bytes until it is reported with ``FeedAutoplay/Event/opening(_:_:)``. Default: 1 MB,
    /// three seconds at 2.5 Mbit/s: a two-second group of pictures and one second more.
    public var assumedOpening: Int64 = 1_000_000

    /// How often a video starts over by itself before its cell offers "play again"; `nil`: endlessly. Default: 3.
    public var replays: Int? = 3

    /// The number of departed cells whose play position is kept. Default: 500.
    public var rememberedCells = 500

    public init(policy: FeedPolicy = .mostVisible()) {
        self.policy = policy
    }
}

/// Which of the visible cells play when the feed is at rest.
///
/// Visibility is 0…1, as a share of what *can* be visible of a cell: a cell taller than the viewport is fully visible
/// when it fills the viewport, and one that bars always cover in part when scrolling cannot reveal more of it.
///
/// If more cells qualify than may play, those nearest to a reading line do. The line lies at the viewport's leading
/// edge (``firstFullyVisible``) or in its middle (the other policies). It moves to the viewport's edge as scrolling
/// reaches that end of the content, so that the first and the last cell get their turn however many fit on a screen.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum FeedPolicy: Hashable, Sendable {
    /// The first fully visible cell.
    case firstFullyVisible
    /// The most visible cell, if at least this share of it is visible.
    case mostVisible(atLeast: Double = 0.5)
    /// All cells of which at least this share is visible, up to `atOnce`.
    case allVisible(atLeast: Double = 0.85, atOnce: Int = 4)
    /// In each row of a grid the first of the most visible cells, if at least this share of it is visible; up to
    /// `atOnce` rows.
    case onePerRow(atLeast: Double = 0.85, atOnce: Int = 4)

    /// The number of cells that may play at once.
    public var atOnce: Int {
        switch self {
        case .firstFullyVisible, .mostVisible: 1
        case .allVisible(_, let count), .onePerRow(_, let count): max(count, 0)
        }
    }

    /// The least visible share with which a cell may play. NaN counts as 1.
    var threshold: Double {
        switch self {
        case .firstFullyVisible: 1
        case .mostVisible(let least), .allVisible(let least, _), .onePerRow(let least, _):
            least.isNaN ? 1 : min(max(least, 0), 1)
        }
    }
}

/// Why nobody watches a feed. Empty: it is watched.
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

/// What the system and its user ask for. Each of the first four conditions leads to posters with a play button; a tap
/// still plays.
public struct FeedConditions: Hashable, Sendable {
    /// The system's setting "auto-play video previews" or the app's own is off.
    public var isAutoplayOff = false
    public var reducesMotion = false
    public var isLowPower = false
    /// Low-data mode or an expensive network: nothing is fetched ahead either.
    public var isLowData = false
    /// The system is short of memory: playing cells go on, nothing is prepared.
    public var isShortOfMemory = false

    public init() {}
}

/// What the viewer did.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum FeedAct: Hashable, Sendable {
    /// A tap on play. The cell plays, whatever the policy and the system say, until the viewer scrolls on from it.
    case play(FeedCellID)
    /// A tap on pause. It holds until the cell leaves.
    case pause(FeedCellID)
    /// A tap on play again. The video starts from the beginning, with all its replays.
    case replay(FeedCellID)
    /// Mutes or unmutes the whole feed. Unmuting on a cell makes that cell audible.
    case setMuted(Bool, on: FeedCellID? = nil)
    /// The focus (remote control, keyboard, pointer) came to a cell, or left. The focused cell wins over its neighbors
    /// and is the audible one.
    case focus(FeedCellID?)
}

/// How ready a cell's video is.
package enum FeedReadiness: Int, Hashable, Comparable, Sendable {
    case nothing
    /// Its opening bytes have arrived.
    case bytes
    /// Its player is prerolled.
    case prerolled
    /// The viewer has seen a picture of the video from its current player.
    case picture

    package static func < (left: FeedReadiness, right: FeedReadiness) -> Bool { left.rawValue < right.rawValue }
}

/// What players, loaders and downloads report.
package enum FeedArrival: Hashable, Sendable {
    /// The opening bytes have arrived.
    case bytes
    /// The player has decoded the first picture and is paused.
    case prerolled
    /// The viewer sees a picture of the video itself.
    case firstPicture
    /// The video reached its end, and started over if its role says that it repeats.
    case ended
    /// The video stopped at this item time. Also accepted right after the player was given back.
    case stopped(at: Duration)
    /// The video cannot be played, for the given reason. It is tried again after the cell has left, or on a tap.
    case failed(String)
}
