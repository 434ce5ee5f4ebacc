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
