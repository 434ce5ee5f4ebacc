/// Which tiles change on a tick, in a group whose members move together: all of them, or none.
///
/// Every member is asked for one instant. What some have and others have not is not shown: the picture stays, whole and
/// of the instant before, until all have it. Who keeps the others waiting for longer than the group's patience is left
/// behind; it comes back on the first tick for which it has the frame that is due.
struct TickGate {
    /// What a member has for the instant that was asked for.
    struct Offer {
        var id: MemberID
        /// Group time during which what it has is the frame due; `nil`: it has nothing to show.
        var span: FrameSpan?
    }

    /// What becomes of a tick.
    struct Verdict: Equatable {
        /// Members whose tiles take what they offered.
        var shown: Set<MemberID> = []
        var leftBehind: Set<MemberID> = []
        var caughtUp: Set<MemberID> = []
    }

    /// For so long everybody is asked for the present instant, which who is nearly there reaches soonest. After it all
    /// are asked for one instant that stays: who cannot keep up with the line gets there, too. Ten ticks at 60 a second.
    private static let chase = Duration.milliseconds(170)

    /// Two seconds of a decoder that another program holds up are still met, and a viewer still connects what stands with
    /// what they did.
    static let defaultPatience = Duration.seconds(3)

    private var line: GroupLine?
    private var waitingSince: HostTime?
    /// Whether the last instant that was shown together was not the present one.
    private var isBehind = false
    private(set) var meeting: HostTime?
    private(set) var leftBehind: Set<MemberID> = []

    /// The instant to ask members for at a tick, except those left behind, who are asked for the present one.
    mutating func instant(at host: HostTime, on line: GroupLine) -> HostTime {
        if line != self.line {
            self.line = line
            (meeting, waitingSince, isBehind) = (nil, nil, false)
        }
        return meeting ?? host
    }

    /// - Parameters:
    ///   - offers: of every member on the line that can be seen, for `instant(at:on:)`.
    ///   - patience: how long one may hold up the others.
    mutating func judge(_ offers: [Offer], at host: HostTime, patience: Duration) -> Verdict {
        var verdict = Verdict()
        // A member that cannot be seen any more is not behind.
        verdict.caughtUp = leftBehind.subtracting(offers.map(\.id))
        leftBehind.subtract(verdict.caughtUp)
        let gone = verdict.caughtUp
        for offer in offers where leftBehind.contains(offer.id) && offer.span != nil && meeting == nil {
            leftBehind.remove(offer.id)
            verdict.caughtUp.insert(offer.id)
        }
        var together = offers.filter { !leftBehind.contains($0.id) }
        if Self.agree(together) {
            verdict.shown = Set(together.map(\.id))
            isBehind = meeting != nil
            (meeting, waitingSince) = (nil, nil)
            return verdict
        }
        // A member that comes back while others wait has to wait as well.
        leftBehind.formUnion(verdict.caughtUp.subtracting(gone))
        verdict.caughtUp = gone
        together.removeAll { leftBehind.contains($0.id) }
        // Those that never went away may agree without it.
        if !together.isEmpty, Self.agree(together) {
            verdict.shown = Set(together.map(\.id))
            isBehind = meeting != nil
            (meeting, waitingSince) = (nil, nil)
            return verdict
        }
        let since = waitingSince ?? host
        waitingSince = since
        let waited = since.duration(to: host)
        guard waited < patience else {
            let missing = together.filter { $0.span == nil }.map(\.id)
            // Where all have something, and no two the same instant, each goes its own way.
            verdict.leftBehind = Set(missing.isEmpty ? together.map(\.id) : missing)
            leftBehind.formUnion(verdict.leftBehind)
            let rest = together.filter { !leftBehind.contains($0.id) }
            if Self.agree(rest) { verdict.shown = Set(rest.map(\.id)) }
            (meeting, waitingSince, isBehind) = (nil, nil, false)
            return verdict
        }
        if meeting == nil, isBehind || waited >= Self.chase { meeting = host }
        return verdict
    }

    private static func agree(_ offers: [Offer]) -> Bool {
        offers.isEmpty || FrameSpan.common(of: offers.map(\.span)) != nil
    }
}
