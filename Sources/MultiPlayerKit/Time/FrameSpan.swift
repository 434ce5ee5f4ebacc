/// Group time during which one frame is the one due, in one turn of the group.
///
/// Frames of several members belong to one instant where their spans meet.
package struct FrameSpan: Hashable, Sendable {
    var turn: Int
    var times: Range<Duration>

    /// What both cover; `nil`: they belong to no common instant.
    func common(with other: FrameSpan) -> FrameSpan? {
        guard turn == other.turn, times.overlaps(other.times) else { return nil }
        return FrameSpan(turn: turn, times: times.clamped(to: other.times))
    }

    /// What all cover; `nil` where they belong to no common instant, and where there are none.
    static func common(of spans: some Sequence<FrameSpan?>) -> FrameSpan? {
        var common: FrameSpan??
        for span in spans {
            guard let span else { return nil }
            if let before = common { common = before?.common(with: span) } else { common = span }
            if case .some(.none) = common { return nil }
        }
        return common ?? nil
    }

    /// Of each list one, so that all of them meet, at the newest instant at which that can be; `nil` where there is none.
    ///
    /// - Parameters:
    ///   - lists: spans of frames, one list for each member, each in order.
    ///   - start: nothing before it is chosen.
    static func newestCommon(of lists: [[FrameSpan]], from start: Duration) -> [Int]? {
        // Where several meet, they do so at the beginning of one of them.
        let begins = lists.joined().map { ($0.turn, max($0.times.lowerBound, start)) }.sorted { $0 > $1 }
        for (turn, time) in begins {
            let chosen = lists.map { list in list.lastIndex { $0.turn == turn && $0.times.contains(time) } }
            if !chosen.contains(nil) { return chosen.compactMap(\.self) }
        }
        return nil
    }
}

extension MemberTimeline {
    /// Longer than any group plays.
    private static let forever = Duration.seconds(4_000_000_000)

    /// Group time for which the frame that begins at item time `time` stands, seen from `host`.
    ///
    /// - Parameters:
    ///   - lasting: from this frame to the next, in item time.
    ///   - isDue: whether the member says that it is the frame due at `host`, whatever the figures round to.
    /// - Returns: no time at all for a frame outside the part that is played: a tile may still show one after its member has
    ///   been given another part.
    func span(of time: Duration, lasting: Duration, isDue: Bool, at host: HostTime) -> FrameSpan {
        let (now, turn) = line.position(at: host)
        let position = self.position(at: host)
        let raw = map.itemTime(
            atGroupTime: isAmbient ? line.ambientTime(at: host) : now, inPoint: range.lowerBound)
        guard isDue || time < position.piece.upperBound && time + lasting > position.piece.lowerBound else {
            return FrameSpan(turn: turn, times: now..<now)
        }
        let isBefore = raw < range.lowerBound
        let isOver = map.end != .loop && raw >= position.piece.upperBound
        let here = isBefore || isOver ? raw : position.itemTime
        var begin = now - (here - time).unscaled(by: map.speed)
        var end = begin + max(lasting, .nanoseconds(1)).unscaled(by: map.speed)
        // The first frame stands for all that comes before it, the last for all that comes after.
        if time <= position.piece.lowerBound, isBefore || map.end != .loop { begin = .zero - Self.forever }
        if isOver, isDue || time + lasting >= position.piece.upperBound { end = Self.forever }
        if isDue { (begin, end) = (min(begin, now), max(end, now + .nanoseconds(1))) }
        return FrameSpan(turn: turn, times: begin..<max(end, begin + .nanoseconds(1)))
    }
}
