/// What a feed was asked for beyond what every screen has.
public struct FeedOptions: Sendable, Equatable {
    /// Which cells play. The raw value is the word on the command line.
    public enum Policy: String, Sendable, CaseIterable {
        case firstVisible = "first-visible"
        case mostVisible = "most-visible"
        case allVisible = "all-visible"
    }

    /// One place of a scripted scroll: movement between two is linear.
    public struct ScrollPoint: Sendable, Equatable {
        /// Real time after the start, zero or later.
        public var time: Duration
        /// Pixels of the content above the stage's upper edge.
        public var place: Double

        public init(time: Duration, place: Double) {
            (self.time, self.place) = (time, place)
        }
    }

    /// Number of cells; the files are repeated as needed. Default: 200.
    public var cells = 200
    /// Cells in a row. Default: 3.
    public var columns = 3
    /// Size of one cell in pixels. Default: `nil`, what the columns leave, 16:9.
    public var cell: StageSize?
    /// Default: the most visible one.
    public var policy = Policy.mostVisible
    /// How many play at once where the policy allows more than one. Default: 4.
    public var atOnce = 4
    /// Where what was fetched is kept. Default: `nil`, the user's folder for such things.
    public var cacheFolder: String?
    /// The most it takes there, in bytes. Default: `nil`, 1 GiB.
    public var cacheLimit: Int?
    /// Cells ahead whose beginning is fetched. Default: 2.
    public var prefetch = 2
    /// In order of time; empty: it is scrolled by hand.
    public var scroll: [ScrollPoint] = []
    /// Whether the feed is heard. Default: no.
    public var isAudible = false

    static let cellCounts = 1...1_000_000
    static let columnCounts = 1...20
    static let atOnceCounts = 1...32
    static let prefetchCounts = 0...50
    /// From less than a second of video to more than any disk has.
    static let cacheLimits = 100_000...1_000_000_000_000_000
    /// The longest scroll in pixels: a million cells of the largest stage.
    static let farthest = 10_000_000_000.0
    /// Pixels around and between cells.
    static let gap = 16

    public init() {}

    /// The size of a cell on a stage, even.
    public func cellSize(on stage: StageSize) -> StageSize {
        if let cell { return cell }
        let width = max((stage.width - Self.gap * (columns + 1)) / columns / 2 * 2, 2)
        return StageSize(width: width, height: max(width * 9 / 16 / 2 * 2, 2))
    }

    /// Where a scripted scroll is after so much time.
    public func place(after time: Duration) -> Double {
        guard let next = scroll.firstIndex(where: { $0.time > time }) else { return scroll.last?.place ?? 0 }
        guard next > 0 else { return scroll[0].place }
        let (from, to) = (scroll[next - 1], scroll[next])
        return from.place + (to.place - from.place) * ((time - from.time) / (to.time - from.time))
    }
}
