import MultiPlayerKit

/// A player and its surface, pooled together: attaching a surface to a player that plays makes it skip.
package struct FeedSlot: Hashable, Comparable, Sendable {
    /// Counts from 0; small numbers are reused.
    package let number: Int

    package init(number: Int) { self.number = number }

    package static func < (left: FeedSlot, right: FeedSlot) -> Bool { left.number < right.number }
}

/// The bytes that a video needs to start: its index, its first group of pictures and one second more.
package struct FeedOpening: Hashable, Sendable {
    /// The reported ranges, or the first bytes of the resource.
    package var ranges: [Range<Int64>]
    /// The order of urgency: 1 is next to play, 2 the one after; cells behind have later ranks.
    package var rank: Int

    package init(ranges: [Range<Int64>], rank: Int) {
        self.ranges = ranges
        self.rank = rank
    }

    /// The length of all ranges together.
    package var bytes: Int64 {
        ranges.reduce(0) { sum, range in
            let (total, overflows) = sum.addingReportingOverflow(range.upperBound &- range.lowerBound)
            return overflows ? .max : total
        }
    }
}

/// What a cell does.
package enum FeedRole: Hashable, Sendable {
    /// Plays in the slot, muted unless it is the audible cell. `from`: the item time to start at; `nil`: the player's
    /// current position. `repeats`: starts over by itself at its end; each end is reported.
    case play(FeedSlot, from: Duration?, repeats: Bool)
    /// Prerolls at this item time and stays paused; shows nothing unless the cell is seen.
    case prepare(FeedSlot, at: Duration)
    /// Keeps its last picture. With a slot: paused in it. Without: the player goes elsewhere, so keep a copy of the
    /// picture, or show the poster.
    case still(FeedSlot?)
    /// Has no player; its opening is fetched. If seen, it shows its poster.
    case fetch(FeedOpening)
    /// Has no player, and nothing is fetched; shows its poster.
    case poster
    /// Not needed any more: downloads stop, the binding ends.
    case letGo

    /// The slot of the player that it holds.
    package var slot: FeedSlot? {
        switch self {
        case .play(let slot, _, _), .prepare(let slot, _): slot
        case .still(let slot): slot
        case .fetch, .poster, .letGo: nil
        }
    }

    /// Whether it is `play`.
    package var plays: Bool {
        if case .play = self { true } else { false }
    }
}

/// What a cell puts over its picture for the viewer.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum FeedOffer: String, Hashable, Sendable {
    case nothing
    /// A play button.
    case play
    /// "Play again".
    case playAgain
    /// The video failed: "try again".
    case retry
}

/// A cell's role, and why.
package struct FeedAssignment: Hashable, Sendable {
    package let binding: FeedBinding
    package let role: FeedRole
    package let offer: FeedOffer
    /// The slot that this assignment gives back; another cell may get it right after.
    package let released: FeedSlot?
    /// The reason in words, for logs and overlays.
    package let reason: String

    package init(
        binding: FeedBinding, role: FeedRole, offer: FeedOffer = .nothing, released: FeedSlot? = nil, reason: String
    ) {
        self.binding = binding
        self.role = role
        self.offer = offer
        self.released = released
        self.reason = reason
    }
}

/// Why a cell does what it does. It is put into words only for a new assignment: most events change nothing.
enum FeedReason: Sendable {
    /// Chosen by the policy, at this visibility.
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
    /// Already in words.
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

/// What a feed should do now, before players are shared out: one line for each cell that counts, best first.
struct FeedPlan: Sendable {
    enum Wish: Hashable, Sendable {
        case play
        /// Stays paused in its player, if it has one: the viewer paused it, or it reached its end.
        case hold
        case prepare(rank: Int)
        case fetch(rank: Int)
        /// Continues the fetch or the preparation it has.
        case keep
        case still
        case poster
    }

    struct Line: Sendable {
        let id: FeedCellID
        var wish: Wish
        var offer = FeedOffer.nothing
        var reason: FeedReason
    }

    private(set) var lines: [Line] = []
    private(set) var places: [FeedCellID: Int] = [:]

    /// Only the first line of a cell counts.
    mutating func add(_ id: FeedCellID, _ wish: Wish, offer: FeedOffer = .nothing, _ reason: FeedReason) {
        guard places[id] == nil else { return }
        places[id] = lines.count
        lines.append(Line(id: id, wish: wish, offer: offer, reason: reason))
    }

    func contains(_ id: FeedCellID) -> Bool { places[id] != nil }

    subscript(index: Int) -> Line {
        get { lines[index] }
        set { lines[index] = newValue }
    }
}

// How a feed's answers read in logs.

extension FeedBinding: CustomStringConvertible {
    package var description: String { "\(cell)#\(generation)" }
}

extension FeedSlot: CustomStringConvertible {
    package var description: String { "player \(number)" }
}

extension FeedRole: CustomStringConvertible {
    package var description: String {
        switch self {
        case .play(let slot, let start, let repeats):
            "play in \(slot)" + (start.map { " from \($0)" } ?? "") + (repeats ? "" : ", once")
        case .prepare(let slot, let time): "prepare in \(slot) at \(time)"
        case .still(let slot): slot.map { "still in \($0)" } ?? "still"
        case .fetch(let opening): "fetch \(opening.bytes) bytes, rank \(opening.rank)"
        case .poster: "poster"
        case .letGo: "let go"
        }
    }
}

extension FeedAssignment: CustomStringConvertible {
    package var description: String {
        let overlay = offer == .nothing ? "" : ", offers \(offer.rawValue)"
        let freed = released.map { ", gives back \($0)" } ?? ""
        return "\(binding): \(role)\(overlay)\(freed) (\(reason))"
    }
}
