import MultiPlayerKit

/// Decides what the system is told of a group, and when: at changes only, because the system counts on by itself.
///
/// It remembers what it has told, and says nothing where that still holds. It reads no clock and knows no system; the
/// shell around it hands over the group's course and carries the commands out at once.
struct NowPlayingPlan {
    /// What is told of a group, as of one host time.
    struct Info: Equatable, Sendable {
        /// Group time at that host time. The system counts on from it with ``rate``.
        var elapsed: Duration
        /// Group seconds per host second; 0 while the group stands still, for whatever reason.
        var rate: Double
        /// The rate at which the group plays when it plays.
        var defaultRate: Double
        /// `nil` while it is not known, and for a group without an end.
        var duration: Duration?
        /// Whether something can be played that has no end.
        var isEndless: Bool
        /// Whether the group plays or is about to.
        var isPlaying: Bool

        /// What the system has counted up to after some time.
        func elapsed(after wait: Duration) -> Duration { elapsed + wait.scaled(by: rate) }
    }

    /// Which commands can be carried out.
    struct Offer: Equatable, Sendable {
        /// Whether there is something to play, pause, move within and play at another rate.
        var isPlayable: Bool
        /// Whether there is a length, so that a position within it can be asked for.
        var hasLength: Bool
    }

    enum Command: Equatable {
        case offer(Offer)
        /// `nil`: there is nothing to play, and nothing to be shown.
        case show(Info?)
        case wake(at: HostTime)
    }

    private var told: (info: Info?, at: HostTime)?
    private var offered: Offer?
    private var wakeUps = WakeUps()

    /// What the system counts may be off by this much before it is told anew: three frames at 60 a second, which
    /// nobody sees in whole seconds. A sound device's clock that is 100 ppm off takes eight minutes for it.
    static let tolerance = Duration.milliseconds(50)

    /// The turns of a loop that is shorter than this are not told one by one: nobody can read them.
    static let shortestTurn = Duration.seconds(1)

    /// - Parameter anew: whether to tell it even if it still holds, as when the title has changed.
    mutating func handle(_ course: GroupCourse, at now: HostTime, anew: Bool = false) -> [Command] {
        var out: [Command] = []
        wakeUps.came(at: now)
        let offer = Offer(isPlayable: !course.live.isEmpty, hasLength: !course.live.isEmpty && course.duration != nil)
        if offer != offered {
            offered = offer
            out.append(.offer(offer))
        }
        let info = course.live.isEmpty ? nil : info(of: course, at: now)
        if anew || !holds(info, at: now) {
            told = (info, now)
            out.append(.show(info))
        }
        let next = info.flatMap { nextLook(at: course, moving: $0.rate != 0, now) }
        if let host = wakeUps.ask(for: next) { out.append(.wake(at: host)) }
        return out
    }

    /// Whether what was told is still right.
    private func holds(_ info: Info?, at now: HostTime) -> Bool {
        guard let told else { return false }
        guard let old = told.info, let info else { return told.info == nil && info == nil }
        var counted = old
        counted.elapsed = old.elapsed(after: told.at.duration(to: now))
        let error = counted.elapsed - info.elapsed
        // What stands still is exact. What moves is compared within the tolerance, or a clock's drift would be told.
        if info.rate != 0, max(error, .zero - error) <= Self.tolerance { counted.elapsed = info.elapsed }
        return counted == info
    }

    private func info(of course: GroupCourse, at now: HostTime) -> Info {
        let (elapsed, rate) = motion(of: course, at: now)
        return Info(
            elapsed: elapsed, rate: rate, defaultRate: course.rate, duration: course.duration,
            isEndless: course.isOpen && course.duration == nil, isPlaying: course.wantsToPlay && !course.hasEnded)
    }

    private func motion(of course: GroupCourse, at now: HostTime) -> (elapsed: Duration, rate: Double) {
        // A slider that was let go stays where it is until the pictures have come there.
        if let destination = course.destination { return (destination, 0) }
        let line = course.line
        guard line.anchor.rate != 0, !line.hasEnded(at: now) else { return (line.time(at: now), 0) }
        // Not the anchor's rate, which follows a sound device's clock.
        guard line.anchor.hostTime > now else { return (line.time(at: now), course.rate) }
        // The line says what is to come. A group that moves up to there has another rate from then on, and moves as it
        // did until then; one that stands still starts from there.
        if let told, let old = told.info, old.rate != 0 {
            let error = old.elapsed(after: told.at.duration(to: line.anchor.hostTime)) - line.time(at: now)
            if max(error, .zero - error) <= Self.tolerance {
                return (old.elapsed(after: told.at.duration(to: now)), old.rate)
            }
        }
        return (line.time(at: now), 0)
    }

    /// When something changes of which no one will say anything: a start that is set, and the next turn of a loop.
    private func nextLook(at course: GroupCourse, moving: Bool, _ now: HostTime) -> HostTime? {
        let anchor = course.line.anchor
        guard anchor.rate != 0, course.destination == nil else { return nil }
        if anchor.hostTime > now { return anchor.hostTime }
        guard moving, let turn = course.line.nextTurn(after: now) else { return nil }
        return turn.length < Self.shortestTurn ? max(turn.host, now.advanced(by: Self.shortestTurn)) : turn.host
    }
}

extension GroupLine {
    /// When the next turn of a moving line's loop begins, and how long one takes; `nil` where nothing repeats.
    fileprivate func nextTurn(after now: HostTime) -> (host: HostTime, length: Duration)? {
        guard repeats, let range, !range.isEmpty else { return nil }
        let length = range.upperBound - range.lowerBound
        // The anchor counts on without end; the first turn may begin before the range, and backwards the count falls.
        let count = anchor.time(at: now) - range.lowerBound
        let isBackwards = anchor.rate < 0
        let turns = count.nanoseconds.flooredDivision(by: length.nanoseconds).quotient
        let seams = isBackwards ? turns : max(turns, 0) + 1
        let end = Duration.nanoseconds(range.lowerBound.nanoseconds + seams * length.nanoseconds)
        // Backwards the next turn begins right below the seam.
        let next = isBackwards ? end - .nanoseconds(1) : end
        return anchor.hostTime(at: next).map { ($0, length.unscaled(by: abs(anchor.rate))) }
    }
}
