extension SyncGroup {
    /// Changes the line at the earliest host time that every player can still meet, and hands it to all.
    mutating func changeLine(
        at now: HostTime, lead: Duration, _ out: inout [Command], _ change: (GroupLine, HostTime) -> GroupLine
    ) {
        let host = now.advanced(by: lead)
        line = change(line, host)
        for id in sortedIDs where members[id]?.phase == .following { follow(id, from: host, &out) }
    }

    /// Stops a moving line where it is, at once: a player that is told late goes back to that position.
    mutating func hold(at now: HostTime, _ out: inout [Command]) {
        guard line.anchor.rate != 0 else { return }
        changeLine(at: now, lead: .zero, &out) { line, host in line.continued(at: host, rate: 0) }
    }

    /// Keeps the played range in step with the loop setting and with the members' lengths.
    ///
    /// - Returns: whether it changed; if so, every member has been told.
    @discardableResult
    mutating func refreshRange(at now: HostTime, _ out: inout [Command]) -> Bool {
        let range = loop.range ?? naturalLength.flatMap { $0 > .zero ? Duration.zero..<$0 : nil }
        let repeats = loop.repeats && range != nil
        let isSame = (range, repeats, loop.alternates) == (line.range, line.repeats, line.alternates)
        guard !isSame else { return false }
        line = line.continued(
            at: now.advanced(by: lead), range: range, repeats: repeats, alternates: loop.alternates)
        if !hasBeenPlaced { line.anchor.time = range?.lowerBound ?? .zero }
        // The preview stays at the barrier's target, even if that has moved with the range.
        if let barrier, barrier.isShown { line = line(for: barrier, at: now, rate: 0) }
        retarget(sortedIDs, at: now, &out)
        leaveEnd(at: now, &out)
        return true
    }

    /// Notes that a line that had ended goes on.
    mutating func leaveEnd(at now: HostTime, _ out: inout [Command]) {
        guard hasEnded, !line.hasEnded(at: now) else { return }
        hasEnded = false
        let host = line.anchor.hostTime
        if line.anchor.rate != 0 { out.append(.publish(.started(at: host, time: line.time(at: host)))) }
    }

    /// When something has to be checked even if nothing happens.
    var nextCheck: HostTime? {
        var end = hasEnded ? nil : line.end.flatMap { line.anchor.hostTime(at: $0) }
        // Rounding may leave a nanosecond of the line, which takes four at the lowest rate.
        if let host = end, !line.hasEnded(at: host) { end = host.advanced(by: .nanoseconds(4)) }
        // A line that is to start at its end does not end before it starts.
        let lineEnd = end.map { max($0, line.anchor.hostTime) }
        return [
            suspensions.isEmpty ? barrier?.deadline : nil, handsRest, lineEnd, nextMeasurement, replacementDue,
        ].compactMap(\.self).min()
    }

    mutating func checkEnd(at now: HostTime, _ out: inout [Command]) {
        guard !hasEnded, line.anchor.rate != 0, line.anchor.hostTime <= now, line.hasEnded(at: now) else { return }
        hasEnded = true
        out.append(.publish(.ended))
    }
}

/// Keeps players that have clocks of their own on the line.
///
/// A silent player runs on the host clock, so its error comes from an event: a stall, someone else's seek. The audible
/// one runs on the clock of its sound device, off by up to some 100 ppm, a 60 Hz frame in three minutes. It is never
/// touched while it plays undisturbed, because a correction would be heard: the group's line follows it, and the silent
/// ones follow the line.
extension SyncGroup {
    /// What is known of the audible member's clock.
    struct DriftWindow {
        private var readings: [(host: HostTime, ahead: Duration, rate: Double)] = []

        /// Nine: their median ignores four bad readings, and nine seconds of 100 ppm are 0.9 ms, half the tolerance.
        static let size = 9

        /// `ahead`: group time by which the member is ahead of the line; `rate`: group seconds per host second.
        mutating func add(host: HostTime, ahead: Duration, rate: Double) {
            readings.append((host, ahead, rate))
            if readings.count > Self.size { readings.removeFirst() }
        }

        mutating func clear() { readings = [] }

        /// Restates all readings relative to a line that has changed at `host` by `shift`, and by `rate` a second.
        mutating func rebase(at host: HostTime, shift: Duration, rate change: Double) {
            for index in readings.indices {
                let before = readings[index].host.duration(to: host)
                readings[index].ahead -= shift - before.scaled(by: change)
            }
        }

        /// The median of the readings, each carried forward to `now`.
        func estimate(at now: HostTime, nominal: Double) -> (ahead: Duration, rate: Double)? {
            guard !readings.isEmpty else { return nil }
            let rate = Self.median(readings.map(\.rate))
            let ahead = readings.map { $0.ahead + $0.host.duration(to: now).scaled(by: rate - nominal) }
            return (Self.median(ahead), rate)
        }

        private static func median<Value: Comparable>(_ values: [Value]) -> Value {
            values.sorted()[values.count / 2]
        }
    }

    /// Once a second: 100 ppm are a tenth of a millisecond in that time.
    static let measuringInterval = Duration.seconds(1)
    /// The delay of the first measurement after a start: by then a player that starts at all has started.
    static let firstMeasurement = Duration.milliseconds(500)
    /// Larger errors are corrected: an eighth of a tick at 60 Hz.
    static let tolerance = Duration.milliseconds(2)
    /// The least time between two corrections of a player for an error below a frame: each may cost it a frame.
    static let correctionInterval = Duration.seconds(10)
    /// No sound device's clock is further off than this, as measured or specified; a larger drift is a stumble.
    static let driftLimit = 500e-6

    /// When players have to be measured again.
    var nextMeasurement: HostTime? {
        guard line.anchor.rate > 0, !hasEnded,
            members.values.contains(where: { $0.phase == .following && !$0.traits.followsLineExactly })
        else { return nil }
        return measuredAt.map { $0.advanced(by: Self.measuringInterval) }
    }

    mutating func checkMeasurement(at now: HostTime, _ out: inout [Command]) {
        guard let due = nextMeasurement, now >= due else { return }
        measuredAt = now
        let ids = sortedIDs.filter { id in
            members[id].map { $0.phase == .following && !$0.traits.followsLineExactly } ?? false
        }
        out.append(.measure(ids))
    }

    /// Discards all measurements after a common start or a change of the line.
    mutating func restartMeasuring(at host: HostTime) {
        drift.clear()
        measuredAt = host.advanced(by: Self.firstMeasurement - Self.measuringInterval)
    }

    mutating func take(_ readings: [MemberID: LineReading], at now: HostTime, _ out: inout [Command]) {
        guard line.anchor.rate > 0, barrier == nil else { return }
        // The audible one first: it moves the line that the others are judged by.
        let order = sortedIDs.sorted { ($0 == audible ? 0 : 1, $0) < ($1 == audible ? 0 : 1, $1) }
        for id in order {
            guard let reading = readings[id], let member = members[id], member.phase == .following, !member.isStalled,
                let error = error(of: member, reading)
            else { continue }
            judge(id, member, reading, error: error, at: now, &out)
        }
    }

    /// Item time by which a member is ahead of where the group's line wants it now; `nil` where a seam lies between.
    private func error(of member: Member, _ reading: LineReading) -> Duration? {
        guard let followed = member.followed, let wanted = member.timeline(on: line) else { return nil }
        let told = followed.position(at: reading.host)
        let now = wanted.position(at: reading.host)
        guard told.turn == now.turn else { return nil }
        return reading.error + told.itemTime - now.itemTime
    }

    private mutating func judge(
        _ id: MemberID, _ member: Member, _ reading: LineReading, error: Duration, at now: HostTime,
        _ out: inout [Command]
    ) {
        let frame = (member.info?.frameRate ?? FrameRate(30)).frameDuration
        let size = max(error, .zero - error)
        if size > frame * 3 {
            // Too far off for a correction: it seeks and prerolls apart from the others, then joins.
            out.append(.publish(.corrected(id, by: .zero - error)))
            join(id, at: now, &out)
        } else if size > frame {
            correct(id, by: .zero - error, at: now, &out)
        } else if id == audible {
            follow(audible: member, reading, error: error, at: now)
        } else if size > Self.tolerance,
            member.correctedAt.map({ $0.duration(to: now) >= Self.correctionInterval }) ?? true
        {
            correct(id, by: .zero - error, at: now, &out)
        }
    }

    private mutating func correct(_ id: MemberID, by amount: Duration, at now: HostTime, _ out: inout [Command]) {
        members[id]?.correctedAt = now
        out.append(.publish(.corrected(id, by: amount)))
        follow(id, from: now.advanced(by: lead), &out)
    }

    /// Aligns the group's line with the audible member's.
    private mutating func follow(audible member: Member, _ reading: LineReading, error: Duration, at now: HostTime) {
        let nominal = line.anchor.rate
        let speed = member.map.speed
        drift.add(host: reading.host, ahead: error.scaled(by: 1 / speed), rate: reading.rate / speed)
        guard let (ahead, measured) = drift.estimate(at: now, nominal: nominal),
            abs(measured / rate - 1) <= Self.driftLimit
        else { return }
        line = line.continued(at: now, rate: measured)
        line.anchor.time += ahead
        drift.rebase(at: now, shift: ahead, rate: measured - nominal)
    }
}
