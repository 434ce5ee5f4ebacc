/// Another video in a member's place: a new member gets ready beside the old one, which is seen and heard until then.
extension SyncGroup {
    mutating func replace(
        _ old: MemberID, by new: MemberID, _ source: MediaSource, _ map: TimeMap, traits: PlayerTraits,
        at now: HostTime, _ out: inout [Command]
    ) {
        guard let former = members[old], former.replaces == nil else { return out.append(.remove(new)) }
        // The latest wish counts.
        for id in replacements(of: old) { remove(id, at: now, &out) }
        add(new, source, map, isAmbient: former.isAmbient, traits: traits, replacing: old, at: now, &out)
        members[new]?.place = former.place
    }

    /// The members that are in their places.
    var seen: [MemberID: Member] { members.filter { $0.value.replaces == nil } }

    /// The members that are to take this one's place.
    func replacements(of id: MemberID) -> [MemberID] { sortedIDs.filter { members[$0]?.replaces == id } }

    /// Sets new members aside while a barrier is open: nobody waits for what is not seen. They join the line after it.
    mutating func setReplacementsAside() {
        for (id, member) in members where member.replaces != nil && member.isOnLine {
            let generation = newGeneration()
            members[id]?.phase = .preparing
            members[id]?.aim = nil
            members[id]?.generation = generation
        }
    }

    /// Lets new members that are on the line take their places. One that cannot be played goes, and the old one stays.
    ///
    /// A change of the members may change the range, and with it the line: so it happens in an event of its own, and never
    /// in one that ends a barrier, whose members begin where they were prepared to.
    mutating func completeReplacements(
        after event: Event, wasWaiting: Bool, at now: HostTime, _ out: inout [Command]
    ) {
        let isOwn =
            switch event {
            case .time, .replace: !wasWaiting || barrier != nil
            default: false
            }
        replacementDue = nil
        for id in sortedIDs {
            guard let member = members[id], let old = member.replaces else { continue }
            // A member that has shown nothing, or has failed, has nothing to keep.
            let isFree = members[old]?.info == nil || members[old]?.isLive != true
            if !member.isLive {
                remove(id, at: now, &out)
            } else if member.phase == .following || isFree {
                if isOwn { takeOver(id, from: old, at: now, &out) } else { replacementDue = now }
            } else if member.phase == .preparing, member.aim == nil, barrier == nil {
                join(id, at: now, &out)
            }
        }
    }

    private mutating func takeOver(_ id: MemberID, from old: MemberID, at now: HostTime, _ out: inout [Command]) {
        members[id]?.replaces = nil
        members[id]?.former = old
        // A barrier that waited for the old member waits for this one instead.
        if members[id]?.phase == .preparing, barrier != nil || members[id]?.aim == nil {
            join(id, at: now, &out)
        } else if members[id]?.phase == .loading, barrier?.waiting.contains(old) == true {
            barrier?.wait(for: id)
            renewDeadline(at: now)
        }
        if audible == old { setAudible(id, at: now, &out) }
        remove(old, at: now, &out)
        // Only now: for a moment more would be asked of the decoders than before.
        out.append(.takeOver(id))
        out.append(.publish(.replaced(old, by: id)))
    }
}
