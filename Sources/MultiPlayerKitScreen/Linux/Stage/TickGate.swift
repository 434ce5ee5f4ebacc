#if canImport(CGStreamer)
    import MultiPlayerKit

    /// Which tiles change on a tick, in a group whose members move together: all of them, or none.
    ///
    /// Every member is asked for the same instant. If only some have it, it is not shown: the whole picture of the instant
    /// before stays until all have it. Members on key frames have only those of their own files, which are seldom of one
    /// instant: once each has a new one they meet at the newest of these, and all are asked for exactly that. A member that
    /// keeps the others waiting for longer than the group's patience is left behind; it comes back on the first tick for
    /// which it has the frame due.
    struct TickGate {
        /// What a member has for the requested instant.
        struct Offer {
            var id: MemberID
            /// Group time during which what it has is the frame due; `nil`: it has nothing to show.
            var span: FrameSpan?
            /// Whether it comes from a tier below `full`.
            var isReduced = false
        }

        /// The decision for one tick.
        struct Verdict: Equatable {
            /// Members whose tiles take what they offered.
            var shown: Set<MemberID> = []
            var leftBehind: Set<MemberID> = []
            var caughtUp: Set<MemberID> = []
        }

        /// For this long all are asked for the present instant, which a member that is nearly there reaches soonest. After
        /// it all are asked for one instant that stays, which even a member that cannot keep up with the line reaches. Ten
        /// ticks at 60 a second.
        private static let chase = Duration.milliseconds(170)

        private var line: GroupLine?
        private var waitingSince: HostTime?
        /// Whether the last instant that was shown together was not the present one.
        private var isBehind = false
        private(set) var meeting: HostTime?
        /// Whether the meeting is at a key frame, and asks the others for what their tiers leave out.
        private(set) var meetsExactly = false
        /// Where the last instant that was shown begins.
        private var shownAt: (turn: Int, time: Duration)?
        private(set) var leftBehind: Set<MemberID> = []

        /// The instant to ask members for at a tick, except those left behind, who are asked for the present one.
        mutating func instant(at host: HostTime, on line: GroupLine) -> HostTime {
            if line != self.line {
                self.line = line
                endMeeting(isBehind: false)
                shownAt = nil
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
            if agree(together) {
                verdict.shown = Set(together.map(\.id))
                endMeeting(isBehind: meeting != nil && !meetsExactly)
                return verdict
            }
            // A member that comes back while others wait has to wait as well.
            leftBehind.formUnion(verdict.caughtUp.subtracting(gone))
            verdict.caughtUp = gone
            together.removeAll { leftBehind.contains($0.id) }
            // Those that never went away may agree without it.
            if !together.isEmpty, agree(together) {
                verdict.shown = Set(together.map(\.id))
                endMeeting(isBehind: meeting != nil && !meetsExactly)
                return verdict
            }
            // Backwards nobody meets at a key frame: those of the others have passed when the last one's comes.
            if meeting == nil, line?.anchor.rate ?? 0 >= 0, let keys = Self.keyFrames(of: together) {
                meet(at: keys, seenFrom: host)
                return verdict
            }
            let since = waitingSince ?? host
            waitingSince = since
            let waited = since.duration(to: host)
            guard waited < patience else {
                let missing = together.filter { $0.span == nil }.map(\.id)
                // If all have something, but no instant in common, each goes its own way.
                verdict.leftBehind = Set(missing.isEmpty ? together.map(\.id) : missing)
                leftBehind.formUnion(verdict.leftBehind)
                let rest = together.filter { !leftBehind.contains($0.id) }
                if agree(rest) { verdict.shown = Set(rest.map(\.id)) }
                endMeeting(isBehind: false)
                return verdict
            }
            if meeting == nil, isBehind || waited >= Self.chase { meeting = host }
            return verdict
        }

        /// Whether there is one instant to which all offers belong; notes it.
        private mutating func agree(_ offers: [Offer]) -> Bool {
            guard !offers.isEmpty else { return true }
            guard let common = FrameSpan.common(of: offers.map(\.span)) else { return false }
            shownAt = (common.turn, common.times.lowerBound)
            return true
        }

        /// A member goes its own way from now on without being behind.
        mutating func release(_ id: MemberID) { leftBehind.remove(id) }

        /// The members go their own ways from now on: nobody waits for anybody, and nobody is behind.
        mutating func dissolve() -> Verdict {
            defer { self = TickGate() }
            return Verdict(caughtUp: leftBehind)
        }

        private mutating func endMeeting(isBehind: Bool) {
            (meeting, meetsExactly, waitingSince, self.isBehind) = (nil, false, nil, isBehind)
        }

        // MARK: Key frames

        /// The oldest and newest key frame, if all have something; `nil`: nobody is on key frames, or one has nothing.
        private static func keyFrames(of offers: [Offer]) -> (oldest: FrameSpan, newest: FrameSpan)? {
            guard offers.allSatisfy({ $0.span != nil }) else { return nil }
            let keys = offers.filter(\.isReduced).compactMap(\.span).sorted {
                $0.times.lowerBound < $1.times.lowerBound
            }
            return keys.first.flatMap { oldest in keys.last.map { (oldest, $0) } }
        }

        /// Asks all for an instant within the newest key frame, once every member has had one since the instant shown. The
        /// newest is then that of the member with the fewest, and the others, which have more, get there soonest. Until
        /// then no member waits for another, and the picture stays.
        private mutating func meet(at keys: (oldest: FrameSpan, newest: FrameSpan), seenFrom host: HostTime) {
            waitingSince = nil
            guard let line, line.anchor.rate > 0 else { return }
            let (now, turn) = line.position(at: host)
            guard keys.oldest.turn == turn, shownAt.map({ $0 < (turn, keys.oldest.times.lowerBound) }) ?? true else {
                return
            }
            let begin = max(keys.newest.times.lowerBound, line.range?.lowerBound ?? .zero)
            // Well within the frame, however time stamps were rounded.
            let instant = min(begin + (keys.newest.times.upperBound - begin) / 4, now)
            meeting = host.advanced(by: .zero - (now - instant).unscaled(by: line.anchor.rate))
            meetsExactly = true
            waitingSince = host
        }
    }
#endif
