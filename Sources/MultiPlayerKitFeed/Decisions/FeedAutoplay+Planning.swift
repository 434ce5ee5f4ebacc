import MultiPlayerKit

extension FeedAutoplay {
    /// While the feed moves slowly, a cell goes on playing even if it is less visible than the policy asks for, by up
    /// to this much; otherwise a trembling finger would make two cells take turns.
    static let keepsPlace = 0.1
    /// A cell that the viewer chose, by tap or focus, wins over others while at least this share of it is visible;
    /// below that the viewer has scrolled on. Where nothing plays by itself, a tapped cell plays until it leaves.
    static let chosenVisibility = 0.5

    /// Why nothing plays by itself; `nil`: cells may.
    var obstacle: String? {
        if conditions.isAutoplayOff { return "autoplay is switched off" }
        if conditions.reducesMotion { return "reduced motion is asked for" }
        if conditions.isLowPower { return "low-power mode" }
        if conditions.isLowData { return "low-data mode" }
        return nil
    }

    /// Looks at what is near, decides, and says what changes.
    mutating func review(at now: HostTime, _ out: inout [Command]) {
        patienceEnds = nil
        let window = viewport.flatMap { FeedWindow($0, in: layout) }
        let survey = window.map { FeedSurvey($0, policy: settings.policy, layout: layout, touched: &touched) }
        if window != nil || absence.isEmpty { noteLeavers(survey) }
        var plan = FeedPlan()
        if absence.isEmpty, let survey { fill(&plan, survey) }
        addStills(to: &plan, survey)
        carryOut(plan, survey, at: now, &out)
    }

    private mutating func noteLeavers(_ survey: FeedSurvey?) {
        let seen = Set(survey?.sightings.map(\.id) ?? [])
        for id in onScreen where !seen.contains(id) { intents.forget(id) }
        onScreen = seen
    }

    private mutating func fill(_ plan: inout FeedPlan, _ survey: FeedSurvey) {
        let isCalm = motion.isCalm(gate: settings.velocityGate, length: survey.window.clear.length)
        let seats = seats(survey, isCalm: isCalm)
        for (sighting, reason) in seats {
            let id = sighting.id
            if intents.paused.contains(id) {
                plan.add(id, .hold, offer: .play, .paused)
            } else if intents.ended.contains(id) {
                plan.add(id, .hold, offer: .playAgain, .ended(turns: intents.turns[id] ?? 1))
            } else {
                plan.add(id, .play, reason)
            }
        }
        guard obstacle == nil, !conditions.isShortOfMemory else { return }
        // In fast movement the neighbors of the screen count, otherwise those of the playing cells.
        let keys = (isCalm ? seats.map(\.sighting) : survey.sightings).map(\.entry.key)
        let neighbors = FeedNeighbors(
            of: survey, from: keys.min(), to: keys.max(), goesForward: motion.goesForward, settings: settings,
            layout: layout, touched: &touched)
        if isCalm { addNeighbors(neighbors, to: &plan) } else { keepNeighbors(neighbors, survey, in: &plan) }
        // What failed is tried again when it comes near again.
        if !intents.failed.isEmpty {
            let near = onScreen.union(neighbors.ahead).union(neighbors.behind)
            intents.failed = intents.failed.filter { near.contains($0.key) }
        }
    }

    // MARK: Who plays

    private func seats(_ survey: FeedSurvey, isCalm: Bool) -> [(sighting: FeedSighting, reason: FeedReason)] {
        let room = min(settings.policy.atOnce, max(settings.playerCeiling, 0))
        guard room > 0 else { return [] }
        let able = survey.sightings.filter { intents.failed[$0.id] == nil && $0.visibility > 0 }
        var seats: [(sighting: FeedSighting, reason: FeedReason)] = []
        func add(_ sighting: FeedSighting, _ reason: FeedReason) {
            guard seats.count < room, !seats.contains(where: { $0.sighting.id == sighting.id }) else { return }
            seats.append((sighting, reason))
        }
        for id in intents.wishes.reversed() {
            guard let sighting = able.first(where: { $0.id == id }) else { continue }
            guard obstacle != nil || sighting.visibility >= Self.chosenVisibility else { continue }
            // A new tap acts even in a fling; an earlier one only keeps a cell that already plays.
            if isCalm || isSeated(id) || intents.justTapped == id { add(sighting, .tapped) }
        }
        guard obstacle == nil else { return seats }
        if isCalm, let id = intents.focus, let sighting = able.first(where: { $0.id == id }),
            sighting.visibility >= Self.chosenVisibility
        {
            add(sighting, .focused)
        }
        let verdict = survey.verdict
        if !motion.isSettled {
            let seated = able.filter { isSeated($0.id) }
            for sighting in verdict.ranked(seated) {
                if !isCalm {
                    add(sighting, .wasPlaying)
                } else if verdict.admits(sighting, slack: Self.keepsPlace), !sharesRow(sighting, seats) {
                    add(sighting, .keepsPlace)
                }
            }
        }
        guard isCalm else { return seats }
        for sighting in verdict.winners(among: able) where !sharesRow(sighting, seats) {
            add(sighting, .policy(settings.policy, sighting.visibility))
        }
        return seats
    }

    /// Whether another cell of the same row plays, under a policy that allows one per row.
    private func sharesRow(
        _ sighting: FeedSighting, _ seats: [(sighting: FeedSighting, reason: FeedReason)]
    ) -> Bool {
        guard case .onePerRow = settings.policy else { return false }
        return seats.contains { $0.sighting.row == sighting.row && $0.sighting.id != sighting.id }
    }

    /// Whether it plays, or would if the viewer had not paused it and it had not ended.
    private func isSeated(_ id: FeedCellID) -> Bool {
        holdings[id]?.isSeated ?? false
    }

    // MARK: Who gets ready

    private func addNeighbors(_ neighbors: FeedNeighbors, to plan: inout FeedPlan) {
        for (index, id) in neighbors.ahead.enumerated() where isPreparable(id) {
            if index < settings.prerolledAhead {
                plan.add(id, .prepare(rank: index + 1), .next(index + 1))
            } else {
                plan.add(id, .fetch(rank: index + 1), .ahead(index + 1))
            }
        }
        for (index, id) in neighbors.behind.enumerated() where isPreparable(id) {
            plan.add(id, .fetch(rank: neighbors.ahead.count + index + 1), .behind(index + 1))
        }
    }

    /// In fast movement nothing new is begun; what was begun for cells nearby or on the screen goes on.
    private func keepNeighbors(_ neighbors: FeedNeighbors, _ survey: FeedSurvey, in plan: inout FeedPlan) {
        for id in survey.sightings.map(\.id) + neighbors.ahead where isPreparable(id) {
            switch holdings[id]?.role {
            case .prepare, .fetch: plan.add(id, .keep, .othersFirst)
            default: break
            }
        }
        for id in neighbors.behind where isPreparable(id) {
            if case .fetch = holdings[id]?.role { plan.add(id, .keep, .othersFirst) }
        }
    }

    private func isPreparable(_ id: FeedCellID) -> Bool {
        intents.failed[id] == nil && !intents.paused.contains(id) && !intents.ended.contains(id)
    }

    // MARK: The rest

    private func addStills(to plan: inout FeedPlan, _ survey: FeedSurvey?) {
        let shown = survey?.sightings ?? []
        for sighting in survey?.verdict.ranked(shown) ?? [] {
            let id = sighting.id
            guard !plan.contains(id) else { continue }
            let (offer, reason) = excuse(for: sighting)
            plan.add(id, holdings[id]?.hasPicture == true ? .still : .poster, offer: offer, reason)
        }
        var waiting: [FeedEntry] = []
        for id in displayed where !plan.contains(id) {
            if let entry = layout.entry(of: id) { waiting.append(entry) }
        }
        for entry in waiting.sorted(by: { $0.key < $1.key }) {
            plan.add(entry.id, .poster, .hasView)
        }
    }

    /// Why a cell on the screen does not play, and what it offers instead.
    private func excuse(for sighting: FeedSighting) -> (FeedOffer, FeedReason) {
        let id = sighting.id
        if let why = intents.failed[id] { return (.retry, .failed(why)) }
        if intents.ended.contains(id) { return (.playAgain, .ended(turns: intents.turns[id] ?? 1)) }
        if intents.paused.contains(id) { return (.play, .paused) }
        if !reportedAbsence.isEmpty { return (.nothing, .text(absenceReason)) }
        // The end of an interruption may never be reported.
        if sound.isAwaited { return (.play, .text(absenceReason)) }
        if let obstacle { return (.play, .text(obstacle)) }
        return (.nothing, .othersFirst)
    }

    var absenceReason: String {
        if absence.contains(.background) { return "the app is in the background" }
        if sound.isAwaited { return "a call or another app has the sound" }
        if absence.contains(.covered) { return "another screen lies on top" }
        return "the feed is off the screen"
    }
}
