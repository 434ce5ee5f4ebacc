extension MemberTimeline {
    /// A time during which a member moves evenly, or stands.
    struct Stretch: Equatable {
        /// Where it begins.
        var position: Position
        /// Item seconds per host second; 0: it stands.
        var rate: Double
        /// When it is over; `nil`: never by itself.
        var end: HostTime?
    }

    /// What a player has to do from `host` on, for those that run by themselves once they are told.
    func stretch(at host: HostTime) -> Stretch {
        let position = position(at: host)
        let rate = line.anchor.rate * map.speed
        guard rate > 0 else { return Stretch(position: position, rate: 0) }
        guard host >= line.anchor.hostTime else {
            return Stretch(position: position, rate: 0, end: line.anchor.hostTime)
        }
        let groupTime = isAmbient ? line.ambientTime(at: host) : line.time(at: host)
        let raw = map.itemTime(atGroupTime: groupTime, inPoint: range.lowerBound)
        if raw < range.lowerBound {
            let begins = host.advanced(by: (range.lowerBound - raw).unscaled(by: rate))
            return Stretch(position: position, rate: 0, end: [begins, seam(after: host)].compactMap(\.self).min())
        }
        let isOver = !isAmbient && line.hasEnded(at: host)
        // A nanosecond is what `position` keeps from the end of a piece.
        if isOver || map.end != .loop && raw >= position.piece.upperBound - .nanoseconds(1) {
            return Stretch(position: position, rate: 0, end: isOver ? nil : seam(after: host))
        }
        let left = (position.piece.upperBound - position.itemTime).unscaled(by: rate)
        return Stretch(position: position, rate: rate, end: host.advanced(by: left))
    }

    /// When the group starts again.
    func seam(after host: HostTime) -> HostTime? {
        guard !isAmbient, line.repeats, let loop = line.range else { return nil }
        return host.advanced(by: (loop.upperBound - line.time(at: host)).unscaled(by: line.anchor.rate))
    }

    /// The part of the file that is repeated from the next turn on, when every turn follows the one before without a
    /// pause and all are alike: then the turns can be laid end to end. `nil` otherwise.
    func repeatedPart(at host: HostTime) -> Range<Duration>? {
        let range = self.range
        if map.end == .loop {
            // A loop inside a loop of the group has turns that are cut short.
            return isAmbient || !line.repeats ? range : nil
        }
        guard !isAmbient, line.repeats, let loop = line.range else { return nil }
        let lower = map.itemTime(atGroupTime: loop.lowerBound, inPoint: range.lowerBound)
        let upper = map.itemTime(atGroupTime: loop.upperBound, inPoint: range.lowerBound)
        // Anything else waits at its beginning, or at its end.
        guard lower >= range.lowerBound, upper <= range.upperBound, lower < upper else { return nil }
        return lower..<upper
    }
}
