/// Everything needed to say what one member must show at any host time: the group's line and the member's own map.
///
/// Players are given it as a value, so a late thread moves no frame.
public struct MemberTimeline: Hashable, Sendable {
    /// The line of the group.
    public var line: GroupLine
    /// The member's map from group time to item time.
    public var map: TimeMap
    /// The frames the file really has.
    public var bounds: ItemBounds
    /// Whether the member ignores the group's loop: a background runs on when the group starts again.
    public var isAmbient: Bool

    public init(line: GroupLine, map: TimeMap, bounds: ItemBounds, isAmbient: Bool = false) {
        self.line = line
        self.map = map
        self.bounds = bounds
        self.isAmbient = isAmbient
    }

    /// A count of pieces: within one, item time moves on without a jump, forwards or backwards.
    public struct Turn: Hashable, Comparable, Sendable {
        /// How often the group has started again.
        public var group: Int
        /// How often the member has started again since then.
        public var member: Int

        public init(group: Int = 0, member: Int = 0) {
            self.group = group
            self.member = member
        }

        public static func < (left: Turn, right: Turn) -> Bool {
            (left.group, left.member) < (right.group, right.member)
        }
    }

    /// What is due at one instant.
    public struct Position: Hashable, Sendable {

        package init(turn: Turn, itemTime: Duration, piece: Range<Duration>, isVisible: Bool) {
            (self.turn, self.itemTime, self.piece, self.isVisible) = (turn, itemTime, piece, isVisible)
        }
        public var turn: Turn
        /// The member's position in the file, always inside `piece`.
        public var itemTime: Duration
        /// The stretch of the file that this turn plays, its end excluded.
        public var piece: Range<Duration>
        /// False where the map says that nothing is shown.
        public var isVisible: Bool
    }

    /// From in-point to out-point, clipped to the frames that are there.
    public var range: Range<Duration> {
        guard let wanted = map.range else { return bounds.start..<bounds.end }
        let lower = min(max(bounds.start + wanted.lowerBound, bounds.start), bounds.end - .nanoseconds(1))
        let upper = min(max(bounds.start + wanted.upperBound, lower + .nanoseconds(1)), bounds.end)
        return lower..<upper
    }

    /// What the member must show at a host time.
    public func position(at host: HostTime) -> Position {
        if isAmbient { return position(groupTime: line.ambientTime(at: host), groupTurn: 0) }
        let (time, turn) = line.position(at: host)
        return position(groupTime: time, groupTurn: turn)
    }

    /// Whether item time falls in a turn while the line moves.
    package func descends(in turn: Turn) -> Bool {
        isAmbient ? line.anchor.rate < 0 : line.descends(inTurn: turn.group)
    }

    /// Whether one turn is played before another.
    func isBefore(_ turn: Turn, _ other: Turn) -> Bool {
        guard turn.group == other.group else { return (turn < other) != (line.anchor.rate < 0) }
        return turn != other && (turn < other) != descends(in: turn)
    }

    /// The first item time of a turn that is played: where the group's range begins, if that is later than where the
    /// member's does.
    func beginning(of turn: Turn) -> Duration {
        let range = self.range
        guard !isAmbient, let loop = line.range else { return range.lowerBound }
        let time = map.itemTime(atGroupTime: loop.lowerBound, inPoint: range.lowerBound)
        let passed = (range.upperBound - range.lowerBound) * turn.member
        return min(max(time - (map.end == .loop ? passed : .zero), range.lowerBound), range.upperBound)
    }

    /// Where the turn that follows `position`'s on its own is entered; `nil` if none follows.
    ///
    /// Players decode its first frames before the seam is reached.
    public func turn(after position: Position) -> Position? {
        if descends(in: position.turn) {
            if let before = memberTurn(before: position) { return before }
        } else if let after = memberTurn(after: position) {
            return after
        }
        guard !isAmbient, line.repeats, let loop = line.range else { return nil }
        let next = position.turn.group + (line.anchor.rate < 0 ? -1 : 1)
        let entry = line.descends(inTurn: next) ? loop.upperBound - .nanoseconds(1) : loop.lowerBound
        return self.position(groupTime: entry, groupTurn: next)
    }

    /// The member's own turn that is entered from the end of the one before it.
    private func memberTurn(after position: Position) -> Position? {
        let range = self.range
        // The member's own seam comes first, if the group's loop does not cut it off.
        if map.end == .loop {
            let seam = range.lowerBound + (range.upperBound - range.lowerBound) * (position.turn.member + 1)
            let groupTime = map.groupTime(atItemTime: seam, inPoint: range.lowerBound)
            if isAmbient || line.range.map({ groupTime < $0.upperBound }) ?? true {
                return self.position(groupTime: groupTime, groupTurn: position.turn.group)
            }
        }
        return nil
    }

    /// The member's own turn that is entered backwards, at its end.
    private func memberTurn(before position: Position) -> Position? {
        guard map.end == .loop else { return nil }
        let range = self.range
        let number = position.turn.member
        let seam = range.lowerBound + (range.upperBound - range.lowerBound) * number
        let begins = map.groupTime(atItemTime: seam, inPoint: range.lowerBound)
        guard isAmbient || number > 0 && begins > line.range?.lowerBound ?? .zero else { return nil }
        let end = pieceEnd(memberTurn: number - 1, range: range)
        return Position(
            turn: Turn(group: position.turn.group, member: number - 1), itemTime: end - .nanoseconds(1),
            piece: range.lowerBound..<end, isVisible: true)
    }

    private func position(groupTime: Duration, groupTurn: Int) -> Position {
        let range = self.range
        var raw = map.itemTime(atGroupTime: groupTime, inPoint: range.lowerBound)
        let cut = pieceEnd(memberTurn: 0, range: range)
        // A background that runs backwards past its beginning turns as it does at its end.
        let turnsBack = isAmbient && map.end == .loop && groupTime < .zero
        // One that starts later shows its first frame until then, and goes on from there.
        if turnsBack { raw -= min(map.offset, .zero) }
        if raw < range.lowerBound, !turnsBack {
            return Position(
                turn: Turn(group: groupTurn), itemTime: range.lowerBound, piece: range.lowerBound..<cut, isVisible: true
            )
        }
        guard raw >= range.upperBound || raw < range.lowerBound else {
            // Because times are rounded down, the last nanosecond of a slow member's piece can equal its end.
            return Position(
                turn: Turn(group: groupTurn), itemTime: min(raw, cut - .nanoseconds(1)), piece: range.lowerBound..<cut,
                isVisible: true)
        }
        guard map.end == .loop else {
            // One nanosecond inside, so that the last frame is the one due.
            return Position(
                turn: Turn(group: groupTurn), itemTime: cut - .nanoseconds(1), piece: range.lowerBound..<cut,
                isVisible: map.end == .hold)
        }
        let length = (range.upperBound - range.lowerBound).nanoseconds
        let (turns, rest) = (raw - range.lowerBound).nanoseconds.flooredDivision(by: length)
        let end = pieceEnd(memberTurn: Int(turns), range: range)
        let itemTime = min(range.lowerBound + .nanoseconds(rest), end - .nanoseconds(1))
        return Position(
            turn: Turn(group: groupTurn, member: Int(turns)), itemTime: itemTime, piece: range.lowerBound..<end,
            isVisible: true)
    }

    /// Where a turn of the member ends: at its out-point, or where the end of the group's range cuts it off.
    private func pieceEnd(memberTurn: Int, range: Range<Duration>) -> Duration {
        guard !isAmbient, let loop = line.range else { return range.upperBound }
        let length = range.upperBound - range.lowerBound
        let cut =
            map.itemTime(atGroupTime: loop.upperBound, inPoint: range.lowerBound)
            - (map.end == .loop ? length * memberTurn : .zero)
        return min(max(cut, range.lowerBound + .nanoseconds(1)), range.upperBound)
    }
}

extension MemberTimeline {
    /// A period during which a member moves evenly or is held.
    package struct Stretch: Equatable {
        /// Where it begins.
        package var position: Position
        /// Item seconds per host second; 0: the member is held, or runs backwards.
        package var rate: Double
        /// When it ends; `nil`: never on its own.
        package var end: HostTime?
    }

    /// What a player has to do from `host` on, for players that run on their own once started.
    package func stretch(at host: HostTime) -> Stretch {
        let position = position(at: host)
        let rate = line.anchor.rate * map.speed
        guard rate != 0 else { return Stretch(position: position, rate: 0) }
        guard host >= line.anchor.hostTime else {
            return Stretch(position: position, rate: 0, end: line.anchor.hostTime)
        }
        // Nothing that runs on its own does so backwards.
        if descends(in: position.turn) { return Stretch(position: position, rate: 0, end: seam(after: host)) }
        let groupTime = isAmbient ? line.ambientTime(at: host) : line.time(at: host)
        let raw = map.itemTime(atGroupTime: groupTime, inPoint: range.lowerBound)
        if raw < range.lowerBound {
            let begins = host.advanced(by: (range.lowerBound - raw).unscaled(by: rate))
            return Stretch(position: position, rate: 0, end: [begins, seam(after: host)].compactMap(\.self).min())
        }
        let isOver = !isAmbient && line.hasEnded(at: host)
        // `position` stays one nanosecond inside the end of a piece.
        if isOver || map.end != .loop && raw >= position.piece.upperBound - .nanoseconds(1) {
            return Stretch(position: position, rate: 0, end: isOver ? nil : seam(after: host))
        }
        let left = (position.piece.upperBound - position.itemTime).unscaled(by: rate)
        return Stretch(position: position, rate: rate, end: host.advanced(by: left))
    }

    /// When the group starts again, or turns round.
    func seam(after host: HostTime) -> HostTime? {
        guard !isAmbient, line.repeats, let loop = line.range else { return nil }
        let (time, turn) = line.position(at: host)
        let left = line.descends(inTurn: turn) ? time - loop.lowerBound : loop.upperBound - time
        return host.advanced(by: left.unscaled(by: abs(line.anchor.rate)))
    }

    /// The part of the file that repeats from the next turn on, if every turn follows the one before without a pause
    /// and all are alike, so that the turns can be laid end to end. `nil` otherwise.
    func repeatedPart(at host: HostTime) -> Range<Duration>? {
        let range = self.range
        guard line.anchor.rate >= 0, !line.alternates else { return nil }
        if map.end == .loop {
            // A loop inside the group's loop has turns that are cut short.
            return isAmbient || !line.repeats ? range : nil
        }
        guard !isAmbient, line.repeats, let loop = line.range else { return nil }
        let lower = map.itemTime(atGroupTime: loop.lowerBound, inPoint: range.lowerBound)
        let upper = map.itemTime(atGroupTime: loop.upperBound, inPoint: range.lowerBound)
        // Otherwise the member waits at its beginning or its end.
        guard lower >= range.lowerBound, upper <= range.upperBound, lower < upper else { return nil }
        return lower..<upper
    }
}
