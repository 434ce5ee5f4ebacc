/// Why a cell does what it does. Put into words only when it is said: most answers are that nothing changes.
enum FeedReason: Sendable {
    /// By the policy, at this visibility.
    case policy(FeedPolicy, Double)
    case tapped
    case focused
    case keepsPlace
    case wasPlaying
    case paused
    case ended(turns: Int)
    case next(Int)
    case ahead(Int)
    case behind(Int)
    case tooManyBytes
    case othersFirst
    case hasView
    case failed(String)
    /// In words already.
    case text(String)

    var words: String {
        switch self {
        case .policy(let policy, let visibility): Self.words(policy, visibility)
        case .tapped: "the viewer tapped it"
        case .focused: "it has the focus"
        case .keepsPlace: "it keeps its place while the feed moves slowly"
        case .wasPlaying: "it played when the feed began to move"
        case .paused: "paused by the viewer"
        case .ended(let turns): "it has played \(turns) times"
        case .next(let distance): "\(distance) ahead: next to play"
        case .ahead(let distance): "\(distance) ahead"
        case .behind(let distance): "\(distance) behind"
        case .tooManyBytes: "too many bytes ahead"
        case .othersFirst: "others come first"
        case .hasView: "it has a view, off the screen"
        case .failed(let why): "failed: \(why)"
        case .text(let words): words
        }
    }

    private static func words(_ policy: FeedPolicy, _ visibility: Double) -> String {
        let share = "\(Int((visibility * 100).rounded())) % visible"
        return switch policy {
        case .firstFullyVisible: "the first one fully visible"
        case .mostVisible: "the most visible one: \(share)"
        case .allVisible(_, let count): "\(share), among the nearest \(count)"
        case .onePerRow: "the first of its row: \(share)"
        }
    }
}
