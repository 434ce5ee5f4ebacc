extension SyncGroup {
    /// One member as the group sees it.
    struct Member {
        enum Phase: Equatable {
            case loading
            /// Getting ready for the generation of the last request.
            case preparing
            /// Following the line.
            case following
            case failed
            /// Taken out by the stall policy; its last picture stays.
            case dropped
        }

        /// What a player was asked to get ready for.
        struct Aim {
            var timeline: MemberTimeline
            var host: HostTime

            /// Whether a player that is ready for this is ready for `other` too: same frame, and the same that follows.
            func covers(_ other: Aim) -> Bool {
                guard (timeline.line.anchor.rate < 0) == (other.timeline.line.anchor.rate < 0) else { return false }
                let here = timeline.position(at: host)
                // On the same line the instants may differ; otherwise compare what each begins with.
                let isSameLine = timeline.line.anchor == other.timeline.line.anchor
                let there = other.timeline.position(at: isSameLine ? host : other.host)
                return here == there && timeline.turn(after: here) == other.timeline.turn(after: there)
            }
        }

        var source: MediaSource
        /// The member that was the first in its place: it orders the members, whoever replaces whom.
        var place: MemberID
        /// The member whose place it will take once it is on the line; it is not shown before.
        var replaces: MemberID?
        /// The member whose place it has taken.
        var former: MemberID?
        /// The map as it was set, without nudges.
        var baseMap: TimeMap
        /// Frames nudged since then. Counted, because 1/30 s is not a whole number of nanoseconds.
        var nudges = 0
        var isAmbient: Bool
        var traits: PlayerTraits
        var info: MediaInfo?
        var phase = Phase.loading
        var isStalled = false
        /// Whether the others have gone on without it because it lacks data. Nobody waits for it until it has some.
        var isOverdue = false
        /// Whether it kept the others waiting for too long, and shows another instant until it is back.
        var isLeftBehind = false
        /// When it was last corrected without a new preroll.
        var correctedAt: HostTime?
        var generation: Int
        var aim: Aim?
        /// The timeline it was last told to follow.
        var followed: MemberTimeline?

        var map: TimeMap {
            var map = baseMap
            // Files of variable frame rate state none; phones record 30 frames a second on average.
            map.offset += (info?.frameRate ?? FrameRate(30)).time(ofFrame: Int64(nudges))
            return map
        }

        /// Whether it takes part at all.
        var isLive: Bool { phase != .failed && phase != .dropped }

        /// Whether a line can reach it: it is open and takes part.
        var isOnLine: Bool { phase == .preparing || phase == .following }

        func timeline(on line: GroupLine) -> MemberTimeline? {
            info.map { MemberTimeline(line: line, map: map, bounds: $0.bounds, isAmbient: isAmbient) }
        }
    }

    // MARK: Coming and going

    mutating func add(
        _ id: MemberID, _ source: MediaSource, _ map: TimeMap, isAmbient: Bool, traits: PlayerTraits,
        replacing old: MemberID? = nil, at now: HostTime, _ out: inout [Command]
    ) {
        let generation = newGeneration()
        members[id] = Member(
            source: source, place: id, replaces: old, baseMap: map, isAmbient: isAmbient, traits: traits,
            generation: generation)
        out.append(.load(id, source, generation: generation))
        turnForwards(becauseOf: id, at: now, &out)
        // A member added before the first start takes part in it.
        if let barrier, !barrier.isShown, startedAt == nil, old == nil { self.barrier?.wait(for: id) }
    }

    mutating func remove(_ id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard members.removeValue(forKey: id) != nil else { return }
        for next in replacements(of: id) { remove(next, at: now, &out) }
        if audible == id { audible = nil }
        out.append(.remove(id))
        refreshRange(at: now, &out)
        leaveBarrier(id, at: now, &out)
        letGoIfEmpty(at: now, &out)
    }

    /// Releases a member that no longer takes part; its last picture stays.
    mutating func retire(
        _ id: MemberID, as phase: Member.Phase, _ event: GroupEvent, at now: HostTime, _ out: inout [Command]
    ) {
        members[id]?.phase = phase
        if audible == id { audible = nil }
        out.append(.release(id))
        out.append(.publish(event))
        refreshRange(at: now, &out)
        leaveBarrier(id, at: now, &out)
        letGoIfEmpty(at: now, &out)
    }

    mutating func fail(_ id: MemberID, _ error: PlaybackError, at now: HostTime, _ out: inout [Command]) {
        var error = error
        error.memberID = id
        retire(id, as: .failed, .failed(id, error), at: now, &out)
    }

    // MARK: Its map and sound

    mutating func setMap(_ map: TimeMap, of id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard members[id] != nil else { return }
        members[id]?.baseMap = map
        members[id]?.nudges = 0
        remap(id, at: now, &out)
    }

    mutating func nudge(_ id: MemberID, by frames: Int, at now: HostTime, _ out: inout [Command]) {
        guard let member = members[id] else { return }
        let count = member.nudges + min(max(frames, -Self.frameLimit), Self.frameLimit)
        members[id]?.nudges = min(max(count, -Self.frameLimit), Self.frameLimit)
        remap(id, at: now, &out)
        out.append(.publish(.nudged(id, offset: members[id]?.map.offset ?? .zero)))
    }

    /// Retargets every member that a changed map concerns: it may be the longest, whose end sets the range.
    private mutating func remap(_ id: MemberID, at now: HostTime, _ out: inout [Command]) {
        if !refreshRange(at: now, &out) { retarget([id], at: now, &out) }
    }

    mutating func setAudible(_ id: MemberID?, at now: HostTime, _ out: inout [Command]) {
        let id = id.flatMap { members[$0]?.isLive == true ? $0 : nil }
        guard id != audible else { return }
        // A player that keeps its own time changes its clock with its sound. Unless it can do so while it plays, it is held,
        // and then all start anew.
        let isPlaying = barrier == nil && line.anchor.rate != 0
        let changing = [audible, id].compactMap(\.self).filter { id in
            guard let member = members[id], member.isOnLine, !member.traits.followsLineExactly else { return false }
            return !(member.traits.changesSoundInPlay && isPlaying && member.phase == .following && !member.isStalled)
        }
        let wasMoving = line.anchor.rate != 0
        if !changing.isEmpty { hold(at: now, &out) }
        // A member whose video is not open yet is told when it opens.
        if let audible, members[audible]?.info != nil { out.append(.setAudible(audible, false)) }
        if let id, members[id]?.info != nil { out.append(.setAudible(id, true)) }
        audible = id
        guard !changing.isEmpty else { return restartMeasuring(at: now) }
        if barrier != nil {
            // What they have prepared is tied to their former clocks.
            renewDeadline(at: now)
            for id in changing { enterBarrier(id, at: now, &out) }
        } else if wasMoving {
            openBarrier(at: .here, wasMoving: true, at: now, &out)
        }
    }

    // MARK: Getting it onto the line

    /// Retargets members whose timelines changed. Inside a barrier those whose target is now another have to answer
    /// again, and the others are left alone.
    mutating func retarget(_ ids: [MemberID], at now: HostTime, _ out: inout [Command]) {
        let ids = ids.filter { members[$0]?.isOnLine == true }
        let coming = barrier.map { line(for: $0, at: now) } ?? line
        let host = barrier.map { max($0.startAt ?? now, now) } ?? now.advanced(by: lead)
        let astray = ids.filter { id in
            guard let member = members[id], barrier == nil || member.replaces == nil,
                let timeline = member.timeline(on: coming)
            else { return false }
            return member.aim?.covers(Member.Aim(timeline: timeline, host: host)) != true
        }
        if barrier != nil, !astray.isEmpty {
            for id in astray { enterBarrier(id, at: now, &out) }
        } else if barrier?.isShown != false {
            for id in ids where members[id]?.phase == .following { follow(id, from: now.advanced(by: lead), &out) }
            for id in astray where members[id]?.phase == .preparing { join(id, at: now, &out) }
        }
    }

    /// Brings a member that is off the line onto the line of the others.
    mutating func join(_ id: MemberID, at now: HostTime, _ out: inout [Command]) {
        guard barrier == nil else { return enterBarrier(id, at: now, &out) }
        members[id]?.phase = .preparing
        prepare(id, on: line, at: now.advanced(by: lead), allowsPreview: false, &out)
    }

    mutating func prepare(
        _ id: MemberID, on line: GroupLine, at host: HostTime, allowsPreview: Bool, _ out: inout [Command]
    ) {
        guard let timeline = members[id]?.timeline(on: line) else { return }
        let generation = newGeneration()
        members[id]?.generation = generation
        members[id]?.aim = Member.Aim(timeline: timeline, host: host)
        out.append(.prepare(id, timeline, at: host, allowsPreview: allowsPreview, generation: generation))
    }

    mutating func follow(_ id: MemberID, from host: HostTime, _ out: inout [Command]) {
        guard let timeline = members[id]?.timeline(on: line) else { return }
        members[id]?.phase = .following
        members[id]?.followed = timeline
        out.append(.follow(id, timeline, from: host))
    }
}
