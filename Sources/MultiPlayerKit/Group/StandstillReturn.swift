/// How a stage goes on after it stood still itself: with a picture in which everybody has come back.
///
/// Members decode a few frames ahead. Where the whole machine stood for longer than those last, their frames come back
/// one after the other, and a picture of some of them would mix instants. The viewer has seen everything stand anyway:
/// so it stands until all are back, but no longer than it has stood.
struct StandstillReturn {
    /// A shorter one nobody notices: the five frames that are decoded ahead last 83 ms at 60 frames a second.
    static let shortest = Duration.milliseconds(80)
    /// Who has not come back after half a second has a trouble of its own: that is the stall policy's.
    static let longest = Duration.milliseconds(500)

    private var remaining = Duration.zero
    /// Ticks since the last one that was shown.
    private var lost = 0
    /// Who was late on the last one that was shown: not the standstill's doing, so not waited for.
    private var lateBefore: Set<MemberID> = []

    /// How many ticks were lost before this one, which is to be shown; `nil`: it is not, and counts as lost itself.
    ///
    /// - Parameters:
    ///   - skipped: ticks before it that were not even composed.
    ///   - period: from one tick to the next.
    mutating func ticksLost(before showings: [TickLedger.Showing], skipped: Int, period: Duration) -> Int? {
        lost += skipped
        let stood = period * skipped
        if stood >= Self.shortest { remaining = min(stood, Self.longest) }
        let late = Set(showings.filter(\.isLate).map(\.id))
        if remaining > .zero, !late.isSubset(of: lateBefore) {
            remaining -= period
            lost += 1
            return nil
        }
        defer { lost = 0 }
        (remaining, lateBefore) = (.zero, late)
        return lost
    }
}

extension TickLedger.Showing {
    fileprivate var isLate: Bool {
        if case .late = outcome { true } else { false }
    }
}

/// When a stage shows stand-ins for a target that takes long: after a while without a new picture.
struct StandInTiming {
    /// The exact picture of a near key frame comes within this, and a stand-in before it would only cost the time to draw
    /// it; fifteen pictures a second are still seen as movement.
    private static let wait = Duration.milliseconds(60)

    private var barrier: Int?
    private var since: HostTime?

    /// - Parameters:
    ///   - barrier: the one whose target is on its way, if any.
    ///   - isNew: whether the tick shows another picture than the one before.
    mutating func isDue(for barrier: Int?, at host: HostTime, isNew: Bool) -> Bool {
        if isNew || since == nil || self.barrier == nil { since = host }
        self.barrier = barrier
        guard barrier != nil, let since else { return false }
        return since.duration(to: host) >= Self.wait
    }

    mutating func shown(at host: HostTime) { since = host }
}
