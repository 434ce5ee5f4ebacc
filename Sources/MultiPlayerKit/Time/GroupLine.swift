/// One straight stretch of time: at `hostTime` the line is at `time` and moves at `rate`.
///
/// A group has one; what every member shows follows from it by arithmetic.
public struct LineAnchor: Hashable, Sendable {
    /// The instant at which the line is at `time`. It may lie in the past or in the future.
    public var hostTime: HostTime
    /// Position of the line at `hostTime`.
    public var time: Duration
    /// Line seconds per host second, 0 or more. `0` holds, `1` is natural speed.
    public var rate: Double

    public init(hostTime: HostTime, time: Duration, rate: Double) {
        self.hostTime = hostTime
        self.time = time
        self.rate = rate
    }

    /// A line that is held at `time`.
    public static func held(at time: Duration, since hostTime: HostTime = HostTime(nanoseconds: 0)) -> LineAnchor {
        LineAnchor(hostTime: hostTime, time: time, rate: 0)
    }

    /// The line's position at a host time. Before a start in the future it waits at `time`.
    public func time(at host: HostTime) -> Duration {
        guard rate != 0, host > hostTime else { return time }
        return time + hostTime.duration(to: host).scaled(by: rate)
    }

    /// When a moving line reaches `target`; `nil` for a line that is held.
    public func hostTime(at target: Duration) -> HostTime? {
        guard rate > 0 else { return nil }
        return hostTime.advanced(by: (target - time).unscaled(by: rate))
    }

    /// The same line described from a later instant, with another rate from then on. A start in the future keeps its
    /// host time.
    public func continued(at host: HostTime, rate: Double) -> LineAnchor {
        LineAnchor(hostTime: self.rate == 0 ? host : max(host, hostTime), time: time(at: host), rate: rate)
    }
}

/// The line of a group: its anchor, and the part of it that is played, once or repeatedly.
///
/// The anchor counts on without end; `range` folds that count into group time. So a loop starts its next turn without
/// an event: every member derives it by the same arithmetic in the same tick.
public struct GroupLine: Hashable, Sendable {
    /// Position and speed, counted without folding.
    public var anchor: LineAnchor
    /// The part of group time that is played; `nil`: everything from zero on, without end.
    public var range: Range<Duration>?
    /// Whether the range starts again at its end; otherwise the line stays at the end.
    public var repeats: Bool
    /// Turns completed before the anchor's count began, so that the number continues when the loop changes during
    /// playback.
    var firstTurn: Int
    /// What is added to the anchor's count for members that do not fold (the background), for the same reason.
    var ambientOffset: Duration

    public init(anchor: LineAnchor, range: Range<Duration>? = nil, repeats: Bool = false) {
        self.anchor = anchor
        self.range = range
        self.repeats = repeats
        firstTurn = 0
        ambientOffset = .zero
    }

    /// Group time and turn at a host time. The turn counts how often the range has started again.
    public func position(at host: HostTime) -> (time: Duration, turn: Int) {
        fold(anchor.time(at: host))
    }

    /// Group time at a host time.
    public func time(at host: HostTime) -> Duration {
        position(at: host).time
    }

    /// The count that members outside the group's loop follow.
    func ambientTime(at host: HostTime) -> Duration {
        anchor.time(at: host) + ambientOffset
    }

    /// Whether a line that does not repeat has reached the end of its range.
    package func hasEnded(at host: HostTime) -> Bool {
        guard let range, !repeats else { return false }
        // A line that was sent to the end is held one nanosecond inside.
        return anchor.time(at: host) >= range.upperBound - .nanoseconds(1)
    }

    /// The line with the same picture at `host` and another rate from there on.
    func continued(at host: HostTime, rate: Double) -> GroupLine {
        var line = self
        line.anchor = anchor.continued(at: host, rate: rate)
        return line
    }

    /// The line with the same picture at `host` and another loop; the turn number and the background continue. A time
    /// past the end of a repeating range moves to its beginning, one turn later.
    func continued(at host: HostTime, range: Range<Duration>?, repeats: Bool) -> GroupLine {
        var line = unfolded(at: host)
        line.range = range
        line.repeats = repeats
        if repeats, let range, line.anchor.time >= range.upperBound {
            line.ambientOffset += line.anchor.time - range.lowerBound
            line.anchor.time = range.lowerBound
            line.firstTurn += 1
        }
        return line
    }

    /// The line moved to another group time at `host`, in the same turn. Members that do not fold move by the same
    /// amount, or run on.
    func moved(to time: Duration, at host: HostTime, rate: Double, ambientRunsOn: Bool = false) -> GroupLine {
        var line = unfolded(at: host)
        if ambientRunsOn { line.ambientOffset += line.anchor.time - time }
        line.anchor = LineAnchor(hostTime: host, time: time, rate: rate)
        return line
    }

    /// The same line with a count that restarts inside the range, so that count and group time are equal.
    private func unfolded(at host: HostTime) -> GroupLine {
        let raw = anchor.time(at: host)
        let (time, turn) = fold(raw)
        var line = self
        line.anchor = anchor.continued(at: host, rate: anchor.rate)
        line.anchor.time = time
        line.firstTurn = turn
        line.ambientOffset += raw - time
        return line
    }

    private func fold(_ raw: Duration) -> (time: Duration, turn: Int) {
        guard let range, raw >= range.upperBound else { return (raw, firstTurn) }
        let length = (range.upperBound - range.lowerBound).nanoseconds
        // One nanosecond inside: the end itself already belongs to the frame after the range.
        guard repeats, length > 0 else { return (range.upperBound - .nanoseconds(1), firstTurn) }
        let (turns, rest) = (raw - range.lowerBound).nanoseconds.flooredDivision(by: length)
        return (range.lowerBound + .nanoseconds(rest), firstTurn + Int(turns))
    }
}
