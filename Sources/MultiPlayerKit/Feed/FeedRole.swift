/// A player and its surface, pooled together: attaching a surface to a player that plays makes it skip.
public struct FeedSlot: Hashable, Comparable, Sendable {
    /// From 0; small numbers are reused.
    public let number: Int

    public init(number: Int) { self.number = number }

    public static func < (left: FeedSlot, right: FeedSlot) -> Bool { left.number < right.number }
}

/// Bytes that let a video start: its index, its first group of pictures and one second.
public struct FeedOpening: Hashable, Sendable {
    /// As told, or the first bytes of the resource.
    public var ranges: [Range<Int64>]
    /// Who comes first: 1 is next to play, 2 the one after; behind come later ranks.
    public var rank: Int

    public init(ranges: [Range<Int64>], rank: Int) {
        self.ranges = ranges
        self.rank = rank
    }

    /// All ranges together.
    public var bytes: Int64 {
        ranges.reduce(0) { sum, range in
            let (total, overflows) = sum.addingReportingOverflow(range.upperBound &- range.lowerBound)
            return overflows ? .max : total
        }
    }
}

/// What a cell does.
public enum FeedRole: Hashable, Sendable {
    /// Plays in the slot, muted unless it is the audible one. `from`: item time to start at; `nil`: where the player
    /// stands. `repeats`: starts over by itself at its end; each end is reported.
    case play(FeedSlot, from: Duration?, repeats: Bool)
    /// Prerolled at that item time, paused, nothing shown unless the cell is seen.
    case prepare(FeedSlot, at: Duration)
    /// The last picture stays. With a slot: paused in it. Without: the player goes elsewhere, so keep a copy of the
    /// picture, or show the poster.
    case still(FeedSlot?)
    /// No player; its opening is fetched. Seen, it shows its poster.
    case fetch(FeedOpening)
    /// No player, nothing fetched; shows its poster.
    case poster
    /// Not needed any more: downloads stop, the binding ends.
    case letGo

    /// The player held.
    public var slot: FeedSlot? {
        switch self {
        case .play(let slot, _, _), .prepare(let slot, _): slot
        case .still(let slot): slot
        case .fetch, .poster, .letGo: nil
        }
    }

    /// Whether it is `play`.
    public var plays: Bool {
        if case .play = self { true } else { false }
    }
}

/// What a cell puts over its picture for the viewer.
public enum FeedOffer: String, Hashable, Sendable {
    case nothing
    /// A play button.
    case play
    /// "Play again".
    case playAgain
    /// It failed: "try again".
    case retry
}

/// A cell's role, and why.
public struct FeedAssignment: Hashable, Sendable {
    public let binding: FeedBinding
    public let role: FeedRole
    public let offer: FeedOffer
    /// The slot that this gives back; it may be another cell's right after.
    public let released: FeedSlot?
    /// In words, for logs and overlays.
    public let reason: String

    public init(
        binding: FeedBinding, role: FeedRole, offer: FeedOffer = .nothing, released: FeedSlot? = nil, reason: String
    ) {
        self.binding = binding
        self.role = role
        self.offer = offer
        self.released = released
        self.reason = reason
    }
}
