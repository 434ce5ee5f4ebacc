import MultiPlayerKit

extension FeedAutoplay {
    /// What a cell has now.
    struct Holding: Sendable {
        var assignment: FeedAssignment
        /// The last generation under which it had a player.
        var playerGeneration: Int?
        /// Whether it has a picture of its own video, even if only a copy.
        var hasPicture = false
        /// What has arrived for the current player; without a player, at most the bytes.
        var readiness = FeedReadiness.nothing
        var playsSince: HostTime?
        /// Whether it plays, or would if it were not paused or at its end.
        var isSeated = false

        var binding: FeedBinding { assignment.binding }
        /// Whether the current player's picture has been seen.
        var isShowing: Bool { readiness == .picture }
        var role: FeedRole { assignment.role }
    }

    mutating func take(_ arrival: FeedArrival, _ binding: FeedBinding, _ out: inout [Command]) {
        if case .stopped(let time) = arrival {
            stopped(at: time, binding)
            return
        }
        let id = binding.cell
        guard var holding = holdings[id], holding.binding == binding else {
            lateDropped += 1
            return
        }
        switch arrival {
        case .bytes: holdings[id]?.readiness = max(holding.readiness, .bytes)
        case .prerolled:
            if holding.role.slot != nil { holdings[id]?.readiness = max(holding.readiness, .prerolled) }
        case .firstPicture:
            guard holding.role.slot != nil else { break }
            holding.hasPicture = true
            holding.readiness = .picture
            holdings[id] = holding
        case .stopped: break
        case .ended: if holding.role.plays { ended(id) }
        case .failed(let why): intents.failed[id] = why
        }
    }

    private mutating func ended(_ id: FeedCellID) {
        let turns = intents.turns[id, default: 0] + 1
        intents.turns[id] = turns
        guard let replays = settings.replays, turns > max(replays, 0) else { return }
        intents.ended.insert(id)
        records[id, default: FeedRecord()].position = .zero
    }

    /// `stopped` may arrive after the player was given back, but not after the cell got another one.
    private mutating func stopped(at time: Duration, _ binding: FeedBinding) {
        let id = binding.cell
        let last = holdings[id]?.playerGeneration ?? records[id]?.generation ?? 0
        guard last == binding.generation else {
            lateDropped += 1
            return
        }
        if !intents.ended.contains(id) { records[id, default: FeedRecord()].position = max(time, .zero) }
    }

    mutating func take(_ act: FeedAct, _ out: inout [Command]) {
        switch act {
        case .play(let id):
            guard onScreen.contains(id) else { return }
            if intents.ended.contains(id) { intents.restart(id) } else { intents.wish(id) }
            sound.preferred = id
        case .pause(let id):
            guard onScreen.contains(id) else { return }
            intents.paused.insert(id)
        case .replay(let id):
            guard onScreen.contains(id) else { return }
            intents.restart(id)
            sound.preferred = id
        case .setMuted(let isMuted, let id):
            sound.isMuted = isMuted
            if let id { sound.preferred = id }
        case .focus(let id):
            intents.focus = id
            if let id { sound.preferred = id }
        }
    }

    /// The identifier names other content now: what is under way is for the old content.
    mutating func replace(_ id: FeedCellID, _ out: inout [Command]) {
        // The viewer's focus is on the place, whatever it shows.
        let focus = intents.focus
        intents.forget(id)
        intents.focus = focus
        if holdings[id] != nil { letGo(id, reason: "its content was replaced", &out) }
        records[id] = nil
        openings[id] = nil
    }
}
