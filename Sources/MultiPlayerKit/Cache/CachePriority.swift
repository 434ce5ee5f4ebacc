/// Whose bytes come first.
public enum CachePriority: Int, Comparable, Hashable, Sendable, CaseIterable {
    /// May be wanted some time: fetched when nothing that plays waits.
    case later
    /// Wanted soon: the video after the present one.
    case next
    /// A player reads them now.
    case playing

    public static func < (left: CachePriority, right: CachePriority) -> Bool { left.rawValue < right.rawValue }
}
