// How a feed's answers read in logs.

extension FeedBinding: CustomStringConvertible {
    public var description: String { "\(cell)#\(generation)" }
}

extension FeedSlot: CustomStringConvertible {
    public var description: String { "player \(number)" }
}

extension FeedRole: CustomStringConvertible {
    public var description: String {
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
    public var description: String {
        let overlay = offer == .nothing ? "" : ", offers \(offer.rawValue)"
        let freed = released.map { ", gives back \($0)" } ?? ""
        return "\(binding): \(role)\(overlay)\(freed) (\(reason))"
    }
}
