/// A player whose frames can be requested by time; stages compose from them.
public protocol FrameSource: AnyObject, Sendable {
    associatedtype Picture: AnyObject & Sendable

    /// The frame due at a position of a timeline. Returns at once.
    ///
    /// - Parameter timeline: the one that the position belongs to; `nil`: the one that the player follows. A player
    ///   that has since been given another timeline answers with what it has, because a picture may still be composed
    ///   on the old one.
    func frame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture>

    /// The same, but waits up to `timeout` of real time for the exact frame.
    func frame(
        at position: MemberTimeline.Position, on timeline: MemberTimeline?, waitingAtMost timeout: Duration
    ) -> FrameAnswer<Picture>

    /// The frame due at a position, even if the player's tier would leave it out: everything it needs is decoded.
    /// Returns at once; by default the same as ``frame(at:on:)``.
    ///
    /// Members that move together on key frames are asked this way for one instant that all of them can show, again on
    /// each tick until they have it. The tier applies again from the next ``frame(at:on:)`` on.
    func exactFrame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture>

    /// Frames of a turn that were decoded on the way to the position being prepared, in order of item time; none by
    /// default.
    func standIns(in turn: MemberTimeline.Turn) -> [(picture: Picture, time: Duration)]
}

extension FrameSource {
    public func exactFrame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture> {
        frame(at: position, on: timeline)
    }
    public func standIns(in turn: MemberTimeline.Turn) -> [(picture: Picture, time: Duration)] { [] }
}

/// What a frame source has for one instant.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum FrameAnswer<Picture: Sendable>: Sendable {
    /// The frame due; `time` is its own item time.
    case exact(Picture, time: Duration)
    /// A frame near the one due, allowed while scrubbing.
    case preview(Picture, time: Duration)
    /// Below `full`: the newest frame of the player's tier at or before the one due; `time` is its own item time.
    case reduced(Picture, time: Duration)
    /// No new frame is decoded for this instant: the tile keeps its picture, and nothing counts as missing.
    case still
    /// The frame is not there (yet): the tile keeps its picture.
    case late

    /// The same answer with another kind of picture; `late` if `transform` returns `nil`.
    package func map<Other>(_ transform: (Picture) -> Other?) -> FrameAnswer<Other> {
        switch self {
        case .exact(let picture, let time): transform(picture).map { .exact($0, time: time) } ?? .late
        case .preview(let picture, let time): transform(picture).map { .preview($0, time: time) } ?? .late
        case .reduced(let picture, let time): transform(picture).map { .reduced($0, time: time) } ?? .late
        case .still: .still
        case .late: .late
        }
    }

    /// Whether this is the frame due, among all frames or among those of the tier.
    var isDue: Bool {
        switch self {
        case .exact, .reduced: true
        case .preview, .still, .late: false
        }
    }

    /// Whether there is a picture to show.
    var isPicture: Bool {
        switch self {
        case .exact, .preview, .reduced: true
        case .still, .late: false
        }
    }
}
