/// What a grid was asked for beyond what every screen has.
public struct GridOptions: Sendable, Equatable {
    /// Number of tiles, 1 to 100. Default: 9.
    ///
    /// A hundred of them are 128 pixels wide in a full HD window; smaller ones show nothing to anyone.
    public var tiles = 9
    /// The tile that comes first when not all can be decoded, counted from 1. Default: the first.
    public var focus = 1

    /// The folder for small renditions of the videos; `nil`: none are made.
    public var renditionFolder: String?

    /// How much later in its file each tile starts than the one before, so that tiles of one file differ.
    static let stagger = Duration.milliseconds(400)
    static let tileCounts = 1...100

    public init() {}

    /// Where a tile, counted from 1, is in its file at group time 0.
    func offset(ofTile tile: Int) -> Duration { Self.stagger * (tile - 1) }
}
