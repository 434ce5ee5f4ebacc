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
