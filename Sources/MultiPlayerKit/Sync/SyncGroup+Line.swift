extension SyncGroup {
    /// Changes the line at the earliest host time that every player can still meet, and hands it to all.
    mutating func changeLine(
        at now: HostTime, lead: Duration, _ out: inout [Command], _ change: (GroupLine, HostTime) -> GroupLine
    ) {
        let host = now.advanced(by: lead)
        line = change(line, host)
        for id in sortedIDs where members[id]?.phase == .following { follow(id, from: host, &out) }
    }

    /// Stops a moving line where it is. At once: a player that hears of it late goes back to the place.
    mutating func hold(at now: HostTime, _ out: inout [Command]) {
        guard line.anchor.rate != 0 else { return }
        changeLine(at: now, lead: .zero, &out) { line, host in line.continued(at: host, rate: 0) }
    }

    /// Keeps the played range in step with the loop setting and with the members' lengths.
    ///
    /// - Returns: whether it changed, and every member has heard of it.
    @discardableResult
    mutating func refreshRange(at now: HostTime, _ out: inout [Command]) -> Bool {
        let range = loop.range ?? naturalLength.flatMap { $0 > .zero ? Duration.zero..<$0 : nil }
        let repeats = loop.repeats && range != nil
        guard range != line.range || repeats != line.repeats else { return false }
        line = line.continued(at: now.advanced(by: lead), range: range, repeats: repeats)
        if !hasBeenPlaced { line.anchor.time = range?.lowerBound ?? .zero }
        // What is previewed stays what the barrier leads to, even where that has moved with the range.
        if let barrier, barrier.isShown { line = line(for: barrier, at: now, rate: 0) }
        retarget(sortedIDs, at: now, &out)
        if hasEnded, !line.hasEnded(at: now) {
            hasEnded = false
            let host = line.anchor.hostTime
            if line.anchor.rate != 0 { out.append(.publish(.started(at: host, time: line.time(at: host)))) }
        }
        return true
    }

    /// When something has to be looked at although nothing happens.
    var nextCheck: HostTime? {
        let end = hasEnded || line.repeats ? nil : line.range.flatMap { line.anchor.hostTime(at: $0.upperBound) }
        // A line that is to start at its end does not end before.
        let lineEnd = end.map { max($0, line.anchor.hostTime) }
        return [barrier?.deadline, handsRest, lineEnd, nextMeasurement].compactMap(\.self).min()
    }

    mutating func checkEnd(at now: HostTime, _ out: inout [Command]) {
        guard !hasEnded, line.anchor.rate > 0, line.anchor.hostTime <= now, line.hasEnded(at: now) else { return }
        hasEnded = true
        out.append(.publish(.ended))
    }
}
