/// What a look at a file has told.
struct KioskClipFacts: Hashable, Sendable {
    /// The frames it has; `nil`: a still picture.
    var bounds: ItemBounds?

    /// How long the part that a clip uses lasts.
    func length(of clip: KioskConfiguration.Clip) -> Duration? {
        bounds.map { bounds in
            let timeline = MemberTimeline(
                line: GroupLine(anchor: .held(at: .zero)), map: TimeMap(range: clip.range), bounds: bounds)
            return timeline.range.upperBound - timeline.range.lowerBound
        }
    }
}

/// What tells one version of a file from another.
struct FileStamp: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    /// Nanoseconds since 1970.
    var modified: Int64

    /// Of what lies on a server: players ask that themselves.
    static let remote = FileStamp(device: 0, inode: 0, size: 0, modified: 0)
}
