import MultiPlayerKit

/// The state of a kiosk: its line, playlists and the seats that serve them. One value, so that one tick sees one state.
struct KioskBoard: Sendable {
    /// One picture that is due.
    struct Due: Sendable {
        var slot: Int
        var clip: Int
        var moment: TrackPlan.Moment
        /// The seat that has the picture; `nil`: none yet.
        var seat: KioskTrack.Seat?
        /// The frame to show; `nil`: a still picture, or no seat yet.
        var position: MemberTimeline.Position?
    }

    /// What is in force for a track at a host time.
    struct Regime: Sendable {
        var line: LineAnchor
        var plan: TrackPlan
        var generation: Int
        /// When it comes into force; the default: it already is.
        var begin = HostTime(nanoseconds: .min)
        /// When it ends; `nil`: never.
        var end: HostTime?
    }

    /// Maps host time to time since the epoch.
    var line: LineAnchor
    /// The next line, and the host time from which it holds.
    var jump: (line: LineAnchor, at: HostTime)?
    /// Whether the kiosk is on by its hours.
    var isOpen = true
    var tracks: [KioskTrack]

    /// Time since the epoch.
    func time(at host: HostTime) -> Duration { line(at: host).time(at: host) }

    /// The line in force at a host time.
    func line(at host: HostTime) -> LineAnchor {
        guard let jump, host >= jump.at else { return line }
        return jump.line
    }

    /// The line and the plan in force for a track at a host time.
    func regime(of track: KioskTrack, at host: HostTime) -> Regime {
        if let jump {
            guard host >= jump.at else {
                return Regime(line: line, plan: track.plan, generation: track.generation, end: jump.at)
            }
            // A change that was due at a seam of the old line happens with the jump.
            let (plan, generation) = track.change.map { ($0.plan, $0.generation) } ?? (track.plan, track.generation)
            return Regime(line: jump.line, plan: plan, generation: generation, begin: jump.at)
        }
        guard let change = track.change, let seam = line.hostTime(at: change.at) else {
            return Regime(line: line, plan: track.plan, generation: track.generation)
        }
        return line.time(at: host) >= change.at
            ? Regime(line: line, plan: change.plan, generation: change.generation, begin: seam)
            : Regime(line: line, plan: track.plan, generation: track.generation, end: seam)
    }

    /// What was shown before a moment that fades in over it.
    func predecessor(
        of moment: TrackPlan.Moment, on track: KioskTrack, in regime: Regime
    ) -> (moment: TrackPlan.Moment, regime: Regime)? {
        let time = moment.start - .nanoseconds(1)
        var earlier = regime
        if regime.generation == track.generation {
            if let past = track.past, time < past.until {
                (earlier.plan, earlier.generation) = (past.plan, past.generation)
            }
        } else if jump == nil, let change = track.change, time < change.at {
            (earlier.plan, earlier.generation) = (track.plan, track.generation)
        }
        return earlier.plan.moment(at: time).map { ($0, earlier) }
    }

    /// The pictures of a track that are due at a host time: one, or two during a fade, the lower first.
    func due(_ index: Int, at host: HostTime) -> [Due] {
        guard isOpen else { return [] }
        let track = tracks[index]
        let regime = regime(of: track, at: host)
        guard let moment = regime.plan.moment(at: regime.line.time(at: host)) else { return [] }
        let upper = due(track, moment, regime, at: host)
        guard moment.presence < 1, let before = predecessor(of: moment, on: track, in: regime) else { return [upper] }
        return [due(track, before.moment, before.regime, at: host), upper]
    }

    private func due(
        _ track: KioskTrack, _ moment: TrackPlan.Moment, _ regime: Regime, at host: HostTime
    ) -> Due {
        let slot = moment.occurrence.slot
        let seat = track.seats[KioskTrack.key(moment, of: regime.plan, regime.generation)]
        return Due(
            slot: slot, clip: regime.plan.slots[slot].clip, moment: moment, seat: seat,
            position: seat.flatMap { timeline(of: $0, on: regime.line) }?.position(at: host))
    }

    /// The timeline that a seat follows on a line; `nil`: it has a still picture.
    func timeline(of seat: KioskTrack.Seat, on line: LineAnchor) -> MemberTimeline? {
        var timeline = seat.timeline
        timeline?.line.anchor = line
        timeline?.line.anchor.time -= seat.start
        return timeline
    }

    /// The seat with this identifier, and its track.
    func seat(_ id: KioskSeatID) -> (track: Int, seat: KioskTrack.Seat)? {
        for (index, track) in tracks.enumerated() {
            for seat in track.seats.values where seat.id == id { return (index, seat) }
        }
        return nil
    }
}

/// The status of a tile.
extension KioskBoard {
    /// What is visible of a tile, which only its renderer knows.
    struct Shown: Sendable {
        /// The seat whose picture it is; `nil`: a poster, or no picture.
        var seat: KioskSeatID?
        /// Whether there is a picture at all.
        var hasPicture: Bool
        /// How many ticks showed an older picture than the one due.
        var lateTicks = 0
    }

    /// - Parameter failures: the current failures of files.
    func status(
        ofTrack index: Int, at host: HostTime, seen: Shown, isAudible: Bool, failures: [MediaSource: String]
    ) -> KioskStatus.Tile {
        let track = tracks[index]
        let due = due(index, at: host).last
        let clip = due.map { track.tile.clips[$0.clip] } ?? track.tile.clips.first
        let since = due.map { time(at: host) - $0.moment.start } ?? .zero
        return KioskStatus.Tile(
            name: track.tile.name, clip: clip?.source.name ?? "", state: state(seen, due),
            position: (due?.position.map { $0.itemTime - $0.piece.lowerBound } ?? since).seconds,
            turn: due?.moment.occurrence.period ?? 0, lateTicks: seen.lateTicks, rebuilds: track.rebuilds,
            failure: track.tile.clips.lazy.compactMap { clip in
                failures[clip.source].map { "\(clip.source.name): \($0)" }
            }.first,
            isAudible: isAudible)
    }

    private func state(_ seen: Shown, _ due: Due?) -> KioskStatus.Tile.State {
        guard isOpen else { return .off }
        guard let seat = seen.seat else { return seen.hasPicture ? .poster : .empty }
        return seat == due?.seat?.id ? .playing : .previous
    }
}
