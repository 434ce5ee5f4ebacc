/// A hand that holds the line, to move it by scrubs.
///
/// `wantsToPlay` stays what it was, so that whatever else changes it meanwhile decides what follows the hand.
extension SyncGroup {
    struct Scrubbing {
        /// Whether the group was under way when the hand took hold.
        var wasMoving: Bool
    }

    /// Whether the line moves once the barrier is complete.
    var movesNext: Bool { wantsToPlay && scrubbing == nil }

    /// The requested start, if it is still to come and no hand holds the line.
    func startAhead(at now: HostTime) -> HostTime? {
        scrubbing == nil ? scheduledStart.flatMap { $0 > now ? $0 : nil } : nil
    }

    /// Group time to which a seek, a scrub or a step leads; `nil` once the group is there.
    var destination: Duration? { (pendingSeek?.time).map(clamped) ?? barrier.map(target) }

    mutating func beginScrubbing(at now: HostTime, _ out: inout [Command]) {
        guard scrubbing == nil, hasSomethingToHold else { return }
        // What has ended does not go on where it is let go.
        if hasEnded, barrier?.staysAtEnd != false { pause(at: now, &out) }
        scrubbing = Scrubbing(wasMoving: line.anchor.rate != 0 || barrier?.isInterruption == true)
        if let start = barrier?.startAt {
            scheduledStart = start
            barrier?.startAt = nil
            retarget(sortedIDs, at: now, &out)
        }
        hold(at: now, &out)
    }

    mutating func endScrubbing(at now: HostTime, _ out: inout [Command]) {
        guard let hand = scrubbing else { return }
        scrubbing = nil
        if let last = pendingSeek {
            // Nobody waits any more for what the hand passed on its way.
            openBarrier(at: .time(last.time), standIn: last.standIn, takesOver: true, at: now, &out)
        } else if wantsToPlay, barrier != nil {
            // What was prepared to stand still has to move.
            let start = startAhead(at: now)
            barrier?.startAt = start
            retarget(sortedIDs, at: now, &out)
        } else if wantsToPlay {
            openBarrier(
                at: hasBeenPlaced ? .time(line.time(at: now)) : .beginning, wasMoving: hand.wasMoving, at: now, &out)
        }
    }

    /// A hand has nothing left to hold once no member takes part.
    mutating func letGoIfEmpty(at now: HostTime, _ out: inout [Command]) {
        if !hasSomethingToHold { endScrubbing(at: now, &out) }
    }

    private var hasSomethingToHold: Bool { members.values.contains { $0.isLive && !$0.isAmbient } }
}
