import MultiPlayerKit

extension FeedAutoplay {
    /// One line of a plan after players and bytes are shared out.
    private struct Step {
        enum Kind {
            case play, prepare, still, poster, keep
            case fetch(FeedOpening)
        }

        var line: FeedPlan.Line
        var kind: Kind
        /// Whether it has a player from now on.
        var holdsSlot: Bool
    }

    /// The next cell's preparation waits this long for the first picture of a playing cell; if that takes longer, the
    /// network holds it up, not the decoder.
    static let patience = Duration.seconds(1)

    mutating func carryOut(_ plan: FeedPlan, _ survey: FeedSurvey?, at now: HostTime, _ out: inout [Command]) {
        let steps = share(plan, at: now)
        let kept = Set(steps.map(\.line.id))
        let gone = holdings.keys.filter { !kept.contains($0) }
        for id in farthestFirst(gone, from: survey) { letGo(id, reason: farewell(to: id), &out) }

        // Cells stop before others start, and give players back before others take them.
        var stops: [FeedCellID: Step] = [:]
        for step in steps where stopsOrReleases(step) { stops[step.line.id] = step }
        for id in farthestFirst(Array(stops.keys), from: survey) {
            if let step = stops[id] { perform(step, at: now, &out) }
        }
        let rest = steps.filter { stops[$0.line.id] == nil }
        for rank in 0...3 {
            for step in rest where Self.rank(step.kind) == rank { perform(step, at: now, &out) }
        }

        let playing = steps.filter { if case .play = $0.kind { true } else { false } }
        out += sound.choose(
            among: playing.compactMap { holdings[$0.line.id]?.binding }, isWatched: absence.isEmpty)
        out += pool.retire().map(Command.retire)
    }

    // MARK: Sharing out

    private mutating func share(_ plan: FeedPlan, at now: HostTime) -> [Step] {
        var room = max(pool.capacity, 0) - plan.lines.count { $0.wish == .play }
        let waits = waitsForPicture(plan, at: now)
        var bytes = settings.byteCeiling
        var lines = plan.lines
        var steps: [Step?] = lines.map { _ in nil }
        func claim() -> Bool {
            guard room > 0 else { return false }
            room -= 1
            return true
        }
        // In three rounds, most important first: playing and paused cells, then preparation, then pictures that stay.
        for (index, line) in lines.enumerated() {
            switch line.wish {
            case .play: steps[index] = Step(line: line, kind: .play, holdsSlot: true)
            case .hold:
                let holds = pool.slot(of: line.id) != nil && claim()
                let hasPicture = holdings[line.id]?.hasPicture ?? false
                steps[index] = Step(line: line, kind: holds || hasPicture ? .still : .poster, holdsSlot: holds)
            default: break
            }
        }
        for (index, line) in lines.enumerated() {
            let slot = pool.slot(of: line.id)
            switch line.wish {
            case .prepare(let rank):
                let opening = opening(of: line.id, rank: rank)
                guard opening.bytes <= bytes else {
                    lines[index].reason = .tooManyBytes
                    break
                }
                if slot != nil || !waits, claim() {
                    let stands = slot != nil && standsOnScreen(line.id) && !isPrepared(line.id)
                    steps[index] = Step(line: line, kind: stands ? .still : .prepare, holdsSlot: true)
                } else if !standsOnScreen(line.id) {
                    steps[index] = Step(line: line, kind: .fetch(opening), holdsSlot: false)
                } else {
                    // It keeps its picture, and nothing is fetched for it.
                    break
                }
                bytes -= opening.bytes
            case .fetch(let rank) where !standsOnScreen(line.id):
                let opening = opening(of: line.id, rank: rank)
                guard opening.bytes <= bytes else {
                    lines[index].reason = .tooManyBytes
                    break
                }
                bytes -= opening.bytes
                steps[index] = Step(line: line, kind: .fetch(opening), holdsSlot: false)
            case .keep:
                let opening = opening(of: line.id, rank: 0)
                guard opening.bytes <= bytes, slot == nil || claim() else { break }
                bytes -= opening.bytes
                steps[index] = Step(line: line, kind: .keep, holdsSlot: slot != nil)
            default: break
            }
        }
        for (index, line) in lines.enumerated() where steps[index] == nil {
            if standsOnScreen(line.id) {
                let holds = absence.isEmpty && pool.slot(of: line.id) != nil && claim()
                steps[index] = Step(line: line, kind: .still, holdsSlot: holds)
            } else if line.wish == .poster || line.wish == .still || onScreen.contains(line.id)
                || displayed.contains(line.id)
            {
                steps[index] = Step(line: line, kind: .poster, holdsSlot: false)
            }
        }
        return steps.compactMap(\.self)
    }

    /// Whether the cell shows a picture of its video that would vanish if it became a poster.
    private func standsOnScreen(_ id: FeedCellID) -> Bool {
        onScreen.contains(id) && holdings[id]?.hasPicture == true
    }

    private func isPrepared(_ id: FeedCellID) -> Bool {
        if case .prepare = holdings[id]?.role { true } else { false }
    }

    private mutating func waitsForPicture(_ plan: FeedPlan, at now: HostTime) -> Bool {
        let starts = plan.lines.compactMap { line -> HostTime? in
            guard line.wish == .play, holdings[line.id]?.isShowing != true else { return nil }
            return holdings[line.id]?.playsSince ?? now
        }
        guard let last = starts.max()?.advanced(by: Self.patience), last > now else { return false }
        let someWait = plan.lines.contains { line in
            if case .prepare = line.wish { pool.slot(of: line.id) == nil } else { false }
        }
        if someWait { patienceEnds = last }
        return true
    }

    private func opening(of id: FeedCellID, rank: Int) -> FeedOpening {
        let told = openings[id]?.filter { $0.lowerBound >= 0 && !$0.isEmpty }
        return FeedOpening(ranges: told ?? [0..<max(settings.assumedOpening, 1)], rank: rank)
    }

    // MARK: Order

    private func stopsOrReleases(_ step: Step) -> Bool {
        guard let holding = holdings[step.line.id] else { return false }
        let plays = if case .play = step.kind { true } else { false }
        return holding.role.plays && !plays || holding.role.slot != nil && !step.holdsSlot
    }

    private static func rank(_ kind: Step.Kind) -> Int {
        switch kind {
        case .play: 0
        case .prepare: 1
        case .fetch: 2
        case .still, .poster, .keep: 3
        }
    }

    private func farthestFirst(_ ids: [FeedCellID], from survey: FeedSurvey?) -> [FeedCellID] {
        guard ids.count > 1 else { return ids }
        let distances = ids.map { id -> (id: FeedCellID, distance: Double, generation: Int) in
            let generation = holdings[id]?.binding.generation ?? 0
            guard let survey, let entry = layout.entry(of: id) else { return (id, .infinity, generation) }
            return (id, survey.window.distance(of: entry.frame, line: survey.verdict.line), generation)
        }
        return distances.sorted { ($1.distance, $1.generation) < ($0.distance, $0.generation) }.map(\.id)
    }

    // MARK: Doing it

    mutating func letGo(_ id: FeedCellID, reason: String, _ out: inout [Command]) {
        guard let holding = holdings.removeValue(forKey: id) else { return }
        let slot = pool.release(id)
        if let generation = holding.playerGeneration { records[id, default: FeedRecord()].generation = generation }
        out.append(.assign(FeedAssignment(binding: holding.binding, role: .letGo, released: slot, reason: reason)))
    }

    private func farewell(to id: FeedCellID) -> String {
        if !absence.isEmpty { return absenceReason }
        if layout.entry(of: id) == nil { return "it is not in the feed any more" }
        if let obstacle { return obstacle }
        switch holdings[id]?.role {
        case .fetch, .prepare: return "not among the next any more"
        default: return "it left the screen"
        }
    }

    private mutating func perform(_ step: Step, at now: HostTime, _ out: inout [Command]) {
        let id = step.line.id
        let former = holdings[id]
        if case .keep = step.kind { return }
        let hadSlot = pool.slot(of: id) != nil
        let released = hadSlot && !step.holdsSlot ? pool.release(id) : nil
        let slot = step.holdsSlot ? pool.take(for: id) : nil
        guard let role = role(step, slot, isFresh: !hadSlot) else { return }

        var binding = former?.binding
        // Answers to requests for the old player must not count for the cell later.
        if binding == nil || released != nil { binding = FeedBinding(cell: id, generation: newGeneration()) }
        guard let binding else { return }
        let isRestart = role.plays && intents.restarts.remove(id) != nil
        let isNew = former.map { isRestart || $0.differs(from: binding, role, step.line.offer) } ?? true
        let assignment =
            isNew
            ? FeedAssignment(
                binding: binding, role: role, offer: step.line.offer, released: released,
                reason: step.line.reason.words)
            : former?.assignment
        guard let assignment else { return }
        var holding = former ?? Holding(assignment: assignment)
        holding.assignment = assignment
        holding.isSeated = step.line.wish == .play || step.line.wish == .hold
        if slot != nil { holding.playerGeneration = binding.generation }
        // The bytes outlive the player.
        if released != nil { holding.readiness = min(holding.readiness, .bytes) }
        if case .still = role {} else if slot == nil { holding.hasPicture = false }
        holding.playsSince = role.plays && !holding.isShowing ? holding.playsSince ?? now : nil
        holdings[id] = holding
        if isNew { out.append(.assign(assignment)) }
    }

    private func position(of id: FeedCellID) -> Duration { records[id]?.position ?? .zero }

    /// In practice never `nil`: `share` has counted the players, and `perform` has handled `keep`.
    private func role(_ step: Step, _ slot: FeedSlot?, isFresh: Bool) -> FeedRole? {
        let id = step.line.id
        switch step.kind {
        case .play:
            let repeats = settings.replays.map { intents.turns[id, default: 0] < max($0, 0) } ?? true
            let start: Duration? = intents.restarts.contains(id) ? .zero : isFresh ? position(of: id) : nil
            return slot.map { .play($0, from: start, repeats: repeats) }
        case .prepare: return slot.map { .prepare($0, at: position(of: id)) }
        case .still: return .still(slot)
        case .fetch(let opening): return .fetch(opening)
        case .poster: return .poster
        case .keep: return nil
        }
    }
}

extension FeedAutoplay.Holding {
    /// Whether the shell has something to do. The position at which a video was started does not count any more.
    fileprivate func differs(from other: FeedBinding, _ otherRole: FeedRole, _ offer: FeedOffer) -> Bool {
        if binding != other || assignment.offer != offer { return true }
        switch (role, otherRole) {
        case (.play(let slot, _, let repeats), .play(let otherSlot, _, let otherRepeats)):
            return slot != otherSlot || repeats != otherRepeats
        case (.prepare(let slot, _), .prepare(let otherSlot, _)): return slot != otherSlot
        default: return role != otherRole
        }
    }
}
