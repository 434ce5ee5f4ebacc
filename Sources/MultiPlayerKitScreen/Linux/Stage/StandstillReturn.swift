#if canImport(CGStreamer)
    import MultiPlayerKit

    /// How a stage resumes after a standstill of its own: with a picture in which all members are back.
    ///
    /// Members decode a few frames ahead. After a standstill of the whole machine that outlasts those, their frames come
    /// back one after the other, and a picture of only some of them would mix instants. The viewer has seen everything stop
    /// anyway, so the picture stays until all are back, but no longer than the standstill lasted.
    struct StandstillReturn {
        /// Nobody notices a shorter one: the five frames that are decoded ahead last 83 ms at 60 frames a second.
        static let shortest = Duration.milliseconds(80)
        /// A member that is not back after half a second has a problem of its own, which the stall policy handles.
        static let longest = Duration.milliseconds(500)

        private var remaining = Duration.zero
        /// Ticks since the last one that was shown.
        private var lost = 0
        /// Members that were late on the last tick shown: the standstill did not cause that, so they are not waited for.
        private var lateBefore: Set<MemberID> = []

        /// Returns how many ticks were lost before this one if it is shown; `nil`: it is not, and counts as lost itself.
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
        /// An exact picture that is near its key frame comes within this time, and an earlier stand-in would only cost the
        /// time to draw it; fifteen pictures a second are still seen as movement.
        private static let wait = Duration.milliseconds(60)

        private var barrier: Int?
        private var since: HostTime?

        /// - Parameters:
        ///   - barrier: the barrier whose target is on its way, if any.
        ///   - isNew: whether the tick shows another picture than the one before.
        mutating func isDue(for barrier: Int?, at host: HostTime, isNew: Bool) -> Bool {
            if isNew || since == nil || self.barrier == nil { since = host }
            self.barrier = barrier
            guard barrier != nil, let since else { return false }
            return since.duration(to: host) >= Self.wait
        }

        mutating func shown(at host: HostTime) { since = host }
    }
#endif
