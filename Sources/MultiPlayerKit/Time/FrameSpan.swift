/// The group time during which one frame is due, in one turn of the group.
///
/// Frames of several members belong to one instant where their spans overlap.
package struct FrameSpan: Hashable, Sendable {
    package var turn: Int
    package var times: Range<Duration>

    /// The part that both cover; `nil` if they have no instant in common.
    package func common(with other: FrameSpan) -> FrameSpan? {
        guard turn == other.turn, times.overlaps(other.times) else { return nil }
        return FrameSpan(turn: turn, times: times.clamped(to: other.times))
    }

    /// The part that all cover; `nil` if they have no instant in common, if one is `nil` and if there are none.
    package static func common(of spans: some Sequence<FrameSpan?>) -> FrameSpan? {
        var common: FrameSpan??
        for span in spans {
            guard let span else { return nil }
            if let before = common { common = before?.common(with: span) } else { common = span }
            if case .some(.none) = common { return nil }
        }
        return common ?? nil
    }

    /// Picks one span of each list, so that all overlap at the newest possible instant, and returns their indices;
    /// `nil` if there is no such choice.
    ///
    /// - Parameters:
    ///   - lists: spans of frames, one list for each member, each in order.
    ///   - start: no instant before it is chosen.
    package static func newestCommon(of lists: [[FrameSpan]], from start: Duration) -> [Int]? {
        // The overlap of several spans begins where one of them begins.
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

    /// The group time that the frame beginning at item time `time` covers, as seen from `host`.
    ///
    /// - Parameters:
    ///   - lasting: from this frame to the next, in item time.
    ///   - isDue: whether the member reports it as the frame due at `host`, whatever the figures round to.
    /// - Returns: an empty span for a frame outside the part that is played: a tile may still show one after its member
    ///   has been given another part.
    package func span(of time: Duration, lasting: Duration, isDue: Bool, at host: HostTime) -> FrameSpan {
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
        // The first frame also covers all time before it, the last one all time after it.
        if time <= position.piece.lowerBound, isBefore || map.end != .loop { begin = .zero - Self.forever }
        if isOver, isDue || time + lasting >= position.piece.upperBound { end = Self.forever }
        if isDue { (begin, end) = (min(begin, now), max(end, now + .nanoseconds(1))) }
        return FrameSpan(turn: turn, times: begin..<max(end, begin + .nanoseconds(1)))
    }
}
