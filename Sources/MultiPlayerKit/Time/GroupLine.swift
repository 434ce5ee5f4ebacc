/// One straight stretch of time: at `hostTime` the line is at `time` and moves at `rate`.
///
/// A group has one; what every member shows follows from it by arithmetic.
public struct LineAnchor: Hashable, Sendable {
    /// The instant at which the line is at `time`. It may lie in the past or in the future.
    public var hostTime: HostTime
    /// Position of the line at `hostTime`.
    public var time: Duration
    /// Line seconds per host second. `1` is natural speed, `0` holds, below 0 the line runs backwards.
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
        guard rate != 0 else { return nil }
        return hostTime.advanced(
            by: rate > 0 ? (target - time).unscaled(by: rate) : (time - target).unscaled(by: -rate))
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
    /// Whether every other turn of a range that repeats runs the other way: there and back.
    public var alternates: Bool
    /// Turns completed before the anchor's count began, so that the number continues when the loop changes during
    /// playback. Of turns that alternate, this one runs along the anchor's count.
    var firstTurn: Int
    /// What is added to the anchor's count for members that do not fold (the background), for the same reason.
    var ambientOffset: Duration

    public init(anchor: LineAnchor, range: Range<Duration>? = nil, repeats: Bool = false, alternates: Bool = false) {
        self.anchor = anchor
        self.range = range
        self.repeats = repeats
        self.alternates = alternates
        firstTurn = 0
        ambientOffset = .zero
    }

    /// Group time and turn at a host time. The turn counts how often the range has started again; backwards it counts
    /// down.
    public func position(at host: HostTime) -> (time: Duration, turn: Int) {
        fold(anchor.time(at: host))
    }

    /// Group time at a host time.
    public func time(at host: HostTime) -> Duration {
        position(at: host).time
    }

    /// Whether group time falls in a turn while the line moves.
    package func descends(inTurn turn: Int) -> Bool {
        (anchor.rate < 0) != isMirrored(turn)
    }

    /// The count that members outside the group's loop follow.
    func ambientTime(at host: HostTime) -> Duration {
        anchor.time(at: host) + ambientOffset
    }

    /// Whether a line that does not repeat has reached the end of what it plays: of its range, or backwards its
    /// beginning.
    ///
    /// - Parameter backwards: the way that the line is to go, if it stands still; `nil`: the way that it goes.
    package func hasEnded(at host: HostTime, backwards: Bool? = nil) -> Bool {
        guard !repeats else { return false }
        let count = anchor.time(at: host)
        guard !(backwards ?? (anchor.rate < 0)) else { return count <= range?.lowerBound ?? .zero }
        guard let range else { return false }
        // A line that was sent to the end is held one nanosecond inside.
        return count >= range.upperBound - .nanoseconds(1)
    }

    /// Where a line that does not repeat ends; `nil`: nowhere.
    var end: Duration? {
        guard !repeats else { return nil }
        return anchor.rate < 0 ? range?.lowerBound ?? .zero : range?.upperBound
    }

    /// The line with the same picture at `host` and another rate from there on.
    func continued(at host: HostTime, rate: Double) -> GroupLine {
        // What was counted backwards, or past an end where the line turns round now, is folded first.
        var line = anchor.rate < 0 || rate < 0 ? unfolded(at: host) : self
        line.anchor = line.anchor.continued(at: host, rate: rate)
        return line
    }

    /// The line with the same picture at `host` and another loop; the turn number and the background continue. A time
    /// past the end of a repeating range moves to its beginning, one turn later; backwards it is the other way round.
    func continued(at host: HostTime, range: Range<Duration>?, repeats: Bool, alternates: Bool = false) -> GroupLine {
        var line = unfolded(at: host)
        let goesBack = isMirrored(position(at: host).turn)
        if goesBack { line.unmirror() }
        (line.range, line.repeats, line.alternates) = (range, repeats, alternates)
        guard repeats, let range else { return line }
        if line.anchor.rate >= 0, line.anchor.time >= range.upperBound {
            line.jump(to: range.lowerBound, turns: 1)
        } else if line.anchor.rate < 0, line.anchor.time < range.lowerBound {
            line.jump(to: range.upperBound - .nanoseconds(1), turns: -1)
        } else if goesBack, alternates {
            line.mirror(about: range.upperBound)
        }
        return line
    }

    /// The line moved to another group time at `host`, in the same turn. Members that do not fold move by the same
    /// amount, or run on.
    func moved(to time: Duration, at host: HostTime, rate: Double, ambientRunsOn: Bool = false) -> GroupLine {
        var line = unfolded(at: host)
        line.unmirror()
        if ambientRunsOn { line.ambientOffset += line.anchor.time - time }
        line.anchor = LineAnchor(hostTime: host, time: time, rate: rate)
        return line
    }

    // MARK: Folding

    /// Whether a turn runs against the anchor's count.
    private func isMirrored(_ turn: Int) -> Bool {
        alternates && repeats && range != nil && !(turn - firstTurn).isMultiple(of: 2)
    }

    /// The same line with a count that restarts inside the range, so that count and group time are equal. In a turn that
    /// runs against the count, it restarts as far behind the end as group time lies before it.
    private func unfolded(at host: HostTime) -> GroupLine {
        let raw = anchor.time(at: host)
        let (time, turn) = fold(raw)
        var line = self
        line.anchor = anchor.continued(at: host, rate: anchor.rate)
        line.anchor.time = time
        line.firstTurn = turn
        line.ambientOffset += raw - time
        if isMirrored(turn), let range { line.mirror(about: range.upperBound) }
        return line
    }

    private mutating func mirror(about end: Duration) {
        let time = anchor.time
        anchor.time = end + (end - time)
        ambientOffset -= anchor.time - time
        firstTurn -= 1
    }

    /// Undoes `mirror(about:)`: the turn runs along the count from here on.
    private mutating func unmirror() {
        let (time, turn) = fold(anchor.time)
        ambientOffset += anchor.time - time
        (anchor.time, firstTurn) = (time, turn)
    }

    private mutating func jump(to time: Duration, turns: Int) {
        ambientOffset += anchor.time - time
        anchor.time = time
        firstTurn += turns
    }

    private func fold(_ raw: Duration) -> (time: Duration, turn: Int) {
        guard let range else { return (anchor.rate < 0 ? max(raw, .zero) : raw, firstTurn) }
        let isBefore = anchor.rate < 0 && raw < range.lowerBound
        guard raw >= range.upperBound || isBefore else { return (raw, firstTurn) }
        let length = (range.upperBound - range.lowerBound).nanoseconds
        guard repeats, length > 0 else {
            // One nanosecond inside: the end itself already belongs to the frame after the range.
            return (isBefore ? range.lowerBound : range.upperBound - .nanoseconds(1), firstTurn)
        }
        let (turns, rest) = (raw - range.lowerBound).nanoseconds.flooredDivision(by: length)
        let turn = firstTurn + Int(turns)
        return (
            isMirrored(turn) ? range.upperBound - .nanoseconds(max(rest, 1)) : range.lowerBound + .nanoseconds(rest),
            turn
        )
    }
}
