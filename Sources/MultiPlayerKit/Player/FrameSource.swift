/// The pictures of a player whose frames can be asked for by time: what a stage composes from.
public protocol FrameSource: AnyObject, Sendable {
    associatedtype Picture: AnyObject & Sendable

    /// The frame due at a position of a timeline. Returns at once.
    ///
    /// - Parameter timeline: the one that the position is of; `nil`: the one that the player follows. A player that has been
    ///   sent elsewhere since then answers with what it has: whoever composes a picture may still be at the line before.
    func frame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture>

    /// The same, but waits up to `timeout` of real time for the exact frame.
    func frame(
        at position: MemberTimeline.Position, on timeline: MemberTimeline?, waitingAtMost timeout: Duration
    ) -> FrameAnswer<Picture>

    /// The frame due at a position, whatever the player's tier leaves out: what is needed for it is decoded. Returns at
    /// once; by default the same as ``frame(at:on:)``.
    ///
    /// Members that move together and are on key frames are asked so for one instant that all of them can show, again on
    /// each tick until they have it. Of those that are asked for ``frame(at:on:)`` again, the tier governs.
    func exactFrame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture>

    /// Frames of a turn that it has on the way to a place it is getting ready for, in order of their item times; by
    /// default none.
    func standIns(in turn: MemberTimeline.Turn) -> [(picture: Picture, time: Duration)]
}

extension FrameSource {
    public func exactFrame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture> {
        frame(at: position, on: timeline)
    }
    public func standIns(in turn: MemberTimeline.Turn) -> [(picture: Picture, time: Duration)] { [] }
}

/// What a frame source has for one instant.
public enum FrameAnswer<Picture: Sendable>: Sendable {
    /// The frame due; `time` is its own item time.
    case exact(Picture, time: Duration)
    /// A frame near the one due, allowed while scrubbing.
    case preview(Picture, time: Duration)
    /// The newest frame at or before the one due that the player's tier has, below `full`; `time` is its own.
    case reduced(Picture, time: Duration)
    /// Nothing is decoded: the tile keeps what it shows, and nothing is missing.
    case still
    /// Not there (yet): the tile keeps what it shows.
    case late

    /// The same answer with another kind of picture; `late` where there is none.
    func map<Other>(_ transform: (Picture) -> Other?) -> FrameAnswer<Other> {
        switch self {
        case .exact(let picture, let time): transform(picture).map { .exact($0, time: time) } ?? .late
        case .preview(let picture, let time): transform(picture).map { .preview($0, time: time) } ?? .late
        case .reduced(let picture, let time): transform(picture).map { .reduced($0, time: time) } ?? .late
        case .still: .still
        case .late: .late
        }
    }

    /// Whether there is the frame due, of all or of those that the tier has.
    var isDue: Bool {
        switch self {
        case .exact, .reduced: true
        case .preview, .still, .late: false
        }
    }

    /// Whether there is something to show.
    var isPicture: Bool {
        switch self {
        case .exact, .preview, .reduced: true
        case .still, .late: false
        }
    }
}
