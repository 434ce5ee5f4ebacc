import MultiPlayerKit

/// Opens, keeps and closes seats.
extension KioskCore {
    /// An occurrence that is due or soon will be.
    private struct Wanted {
        var key: KioskTrack.Key
        var plan: TrackPlan
        var slot: Int
        var start: Duration
        /// The line on which it is shown.
        var line: LineAnchor
        /// It is not shown before this.
        var from: HostTime
    }

    /// Opens the wanted seats and closes the others.
    ///
    /// - Returns: when to arrange the track again.
    mutating func arrange(_ index: Int, at now: HostTime, _ out: inout [Command]) -> HostTime? {
        adoptChange(index, at: now)
        guard board.isOpen else { return nil }
        let (wanted, next) = wanted(index, at: now)
        let keys = Set(wanted.map(\.key))
        for (key, seat) in board.tracks[index].seats where !keys.contains(key) {
            out.append(.close(seat.id))
            board.tracks[index].seats[key] = nil
        }
        var checks = next.map { [$0] } ?? []
        for want in wanted {
            let seat = board.tracks[index].seats[want.key]
            switch seat?.phase {
            case .ready:
                guard let due = followsAt(seat, index) else { continue }
                if due <= now { follow(want.key, index, at: now, &out) } else { checks.append(due) }
            case .waiting(let until) where until > now: checks.append(until)
            case .opening:
                let limit = (seat?.openedAt ?? now).advanced(by: Self.patience)
                if limit > now {
                    checks.append(limit)
                } else if let seat {
                    lost(seat.id, "it does not open", at: now, &out)
                    checks.append(now)
                }
            default: open(want, index, seat, at: now, &out)
            }
        }
        return checks.min()
    }

    private func wanted(_ index: Int, at now: HostTime) -> (wanted: [Wanted], next: HostTime?) {
        let track = board.tracks[index]
        var result: [Wanted] = []
        var next: HostTime?
        var host = now
        func add(_ moment: TrackPlan.Moment, _ regime: KioskBoard.Regime) {
            let key = KioskTrack.key(moment, of: regime.plan, regime.generation)
            guard !result.contains(where: { $0.key == key }) else { return }
            result.append(
                Wanted(
                    key: key, plan: regime.plan, slot: moment.occurrence.slot, start: regime.plan.begin(of: moment),
                    line: regime.line, from: regime.begin))
        }
        while result.count <= Self.ahead {
            let regime = board.regime(of: track, at: host)
            let time = regime.line.time(at: host)
            var end = regime.end
            if let moment = regime.plan.moment(at: time) {
                if host == now, moment.presence < 1,
                    let before = board.predecessor(of: moment, on: track, in: regime)
                {
                    add(before.moment, before.regime)
                    // When the fade is over the lower player is closed.
                    next = regime.line.hostTime(at: moment.start + regime.plan.slots[moment.occurrence.slot].fade)
                }
                add(moment, regime)
                if !regime.plan.isSeamless, let seam = regime.line.hostTime(at: moment.next) {
                    end = min(end ?? seam, seam)
                }
            }
            guard let end, end > host else { break }
            // Check at the seam, to close what is over, and before it, to open what follows.
            if next == nil { next = end }
            let opens = end.advanced(by: .zero - Self.lead)
            if opens > now {
                next = min(next ?? opens, opens)
                break
            }
            host = end
        }
        return (result, next)
    }

    private mutating func open(
        _ want: Wanted, _ index: Int, _ old: KioskTrack.Seat?, at now: HostTime, _ out: inout [Command]
    ) {
        let track = board.tracks[index]
        let slot = want.plan.slots[want.slot]
        let clip = track.tile.clips[slot.clip]
        guard let entry = files.entries[clip.source], entry.failure == nil || clip.source.isRemote,
            let (stamp, facts) = entry.newest
        else { return }
        let id = newSeat()
        var seat = KioskTrack.Seat(
            id: id, key: want.key, slot: want.slot, clip: slot.clip, source: clip.source, start: want.start,
            phase: .opening, openedAt: now)
        seat.attempts = old?.attempts ?? 0
        let start = want.line.hostTime(at: want.start) ?? now
        seat.aim = max(start, want.from, now.advanced(by: Self.lateness))
        seat.timeline = facts.bounds.map {
            want.plan.timeline(of: want.slot, from: want.start, on: want.line, clip: clip, bounds: $0)
        }
        board.tracks[index].seats[want.key] = seat
        out.append(
            .open(
                id,
                Opening(
                    track: index, source: clip.source, isStill: clip.isStill, stamp: stamp, timeline: seat.timeline,
                    aim: seat.aim)))
    }

    /// The seat has its first pictures and is shown from its aim on.
    mutating func prepared(_ id: KioskSeatID, at now: HostTime, _ out: inout [Command]) {
        guard let (index, found) = board.seat(id) else { return }
        var seat = found
        seat.phase = .ready
        seat.aim = max(seat.aim, now)
        board.tracks[index].seats[seat.key] = seat
        board.tracks[index].isTouched = true
        guard seat.timeline != nil else { return }
        if index == audible { out.append(.hear(id)) }
        if steering == nil { follow(seat.key, index, at: now, &out) }
    }

    /// When a player that is ready has to be set going; `nil`: it has been.
    ///
    /// The lead of a sound device that was idle is long enough for every player. Not earlier: the line may be steered
    /// meanwhile, and what a player does until its host time is not documented.
    private func followsAt(_ seat: KioskTrack.Seat?, _ index: Int) -> HostTime? {
        guard let steering, let seat, seat.timeline != nil, seat.followed == nil else { return nil }
        return seat.aim.advanced(by: .zero - steering.leadWithSound)
    }

    private func lead(of track: Int) -> Duration {
        steering.map { track == audible ? $0.leadWithSound : $0.lead } ?? .zero
    }

    /// Sets a player going, by what the line is then.
    private mutating func follow(_ key: KioskTrack.Key, _ index: Int, at now: HostTime, _ out: inout [Command]) {
        guard let seat = board.tracks[index].seats[key],
            let timeline = steering == nil
                ? seat.timeline : board.timeline(of: seat, on: board.line(at: seat.aim))
        else { return }
        board.tracks[index].seats[key]?.followed = timeline
        board.tracks[index].seats[key]?.correctedAt = seat.aim
        out.append(.follow(seat.id, timeline, from: max(seat.aim, now.advanced(by: lead(of: index)))))
    }

    /// Replaces a player that has failed or shows nothing; the others are not touched.
    mutating func lost(_ id: KioskSeatID, _ reason: String, at now: HostTime, _ out: inout [Command]) {
        guard let (index, found) = board.seat(id) else { return }
        var seat = found
        out.append(.close(id))
        files.doubt(at: now)
        board.tracks[index].rebuilds += 1
        // A failure after a long good run is unrelated to those before.
        if seat.openedAt.duration(to: now) > Self.longestPause { seat.attempts = 0 }
        let pause =
            seat.attempts == 0 ? .zero : min(.milliseconds(500) * (1 << min(seat.attempts - 1, 10)), Self.longestPause)
        if seat.attempts == 0 { out.append(.tell(.rebuilt(tile: board.tracks[index].tile.name, reason: reason))) }
        seat.attempts += 1
        board.tracks[index].isTouched = true
        (seat.id, seat.followed) = (newSeat(), nil)
        seat.phase = .waiting(until: now.advanced(by: pause))
        board.tracks[index].seats[seat.key] = seat
    }

    /// Holds the last picture of a video that ends early until its time is over.
    mutating func ended(_ id: KioskSeatID, _ end: Duration, at now: HostTime, _ out: inout [Command]) {
        guard let (index, seat) = board.seat(id), var timeline = seat.timeline,
            end > timeline.bounds.start, end < timeline.bounds.end
        else { return }
        files.doubt(at: now)
        // A player that is already shown plays to the last frame there is and holds it by itself. Another timeline
        // would make it start anew, in a file that may have been truncated past the visible frame.
        guard seat.aim > now else { return }
        let length = timeline.range.upperBound - timeline.range.lowerBound
        timeline.bounds.end = end
        if timeline.map.end == .loop, timeline.line.range == nil {
            (timeline.line.range, timeline.line.repeats) = (.zero..<length, true)
        }
        timeline.map.end = .hold
        board.tracks[index].seats[seat.key]?.timeline = timeline
        guard seat.followed != nil else { return }
        board.tracks[index].seats[seat.key]?.followed = timeline
        out.append(.follow(id, timeline, from: seat.aim))
    }

    /// Puts players back onto the line that have wandered from it: with `steering`, all of which there are readings;
    /// without, the sound of the one that is heard.
    mutating func keepOnLine(
        _ readings: [KioskSeatID: LineReading], at now: HostTime, _ out: inout [Command]
    ) {
        for index in board.tracks.indices where steering != nil || index == audible {
            let tolerance = index == audible ? Self.soundTolerance : Self.silentTolerance
            for seat in board.tracks[index].seats.values.sorted(by: { $0.id < $1.id }) {
                guard let error = lateness(of: seat, index, readings[seat.id], at: now) else { continue }
                let size = max(error, .zero - error)
                let pause = size > Self.far ? Self.farPause : Self.correctionPause
                let since = seat.correctedAt?.duration(to: now) ?? pause
                if size > tolerance, since >= pause { correct(seat.id, at: now, &out) }
            }
        }
    }

    /// How late a player is; `nil`: it does not run on the line that is in force.
    private func lateness(
        of seat: KioskTrack.Seat, _ index: Int, _ reading: LineReading?, at now: HostTime
    ) -> Duration? {
        guard board.jump == nil, seat.aim <= now, seat.key.generation == board.tracks[index].generation,
            let followed = seat.followed, let present = board.timeline(of: seat, on: board.line)
        else { return nil }
        if steering != nil, (reading?.rate ?? 0) <= 0 { return nil }
        let error = present.line.anchor.time(at: now) - followed.line.anchor.time(at: now)
        return error - (reading?.error ?? .zero)
    }

    /// Gives a player another anchor, on the line that is in force.
    mutating func correct(_ id: KioskSeatID, at now: HostTime, _ out: inout [Command]) {
        guard board.jump == nil, let (index, seat) = board.seat(id), let followed = seat.followed,
            let present = board.timeline(of: seat, on: board.line)
        else { return }
        let host = now.advanced(by: lead(of: index))
        // Over a seam it would have to seek: a moment later it need not.
        guard present.position(at: host).turn == followed.position(at: host).turn else { return }
        board.tracks[index].seats[seat.key]?.followed = present
        board.tracks[index].seats[seat.key]?.correctedAt = now
        out.append(.follow(id, present, from: host))
    }
}
