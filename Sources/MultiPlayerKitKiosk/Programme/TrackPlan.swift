import MultiPlayerKit

/// Where the clips of one playlist lie in time: lengths in, places out.
///
/// Times count from the epoch at which all loops begin. So where a playlist is follows from the time alone: one that
/// starts late, or starts again, is at once where it belongs.
struct TrackPlan: Hashable, Sendable {
    /// One clip in its place.
    struct Slot: Hashable, Sendable {
        /// Which clip of the playlist.
        var clip: Int
        /// When its first picture is due, from the beginning of a lap.
        var start: Duration
        /// From its first picture to its last one's end; what follows may come in before.
        var length: Duration
        /// For so long it comes in over the one before.
        var fade: Duration
        /// Whether it is longer shown than it lasts, and so begins again.
        var repeats: Bool
    }

    /// One clip on one turn.
    struct Occurrence: Hashable, Sendable {
        /// How often all playlists have begun again together; where each is for itself, how often this one has.
        var period: Int
        /// How often this one has, since then.
        var lap = 0
        var slot: Int
    }

    /// What is due at one time.
    struct Moment: Hashable, Sendable {
        var occurrence: Occurrence
        /// When its first picture was due.
        var start: Duration
        /// When the next occurrence's first picture is.
        var next: Duration
        /// 0…1: how far it has come in over the one before.
        var presence: Double
    }

    let slots: [Slot]
    /// From the first picture of a lap to the first picture of the next.
    let cycle: Duration
    /// After this all begin again; at least a cycle.
    let period: Duration
    let end: KioskConfiguration.End

    /// A still picture that says nothing else is shown for so long: time to read a slide.
    static let stillDuration = Duration.seconds(10)

    /// The next clip is opened while one shows. Two clips in turn at 100 ms took as many threads as at 500 ms (19), and each
    /// was shown in its turn; at 50 ms there were more and one was behind its turn, and at 2 ms the kiosk stood still for
    /// good (two busy cores). Nor is a tenth of a second too long for anything that people are to see.
    static let shortestClip = Duration.milliseconds(100)

    /// - Parameters:
    ///   - lengths: of the used part of each clip; `nil`: not known, and unless the clip has a duration it is left out.
    ///   - period: when all begin again; `nil`, or less than a cycle: with each cycle.
    init(
        clips: [KioskConfiguration.Clip], lengths: [Duration?], end: KioskConfiguration.End = .hold,
        period: Duration? = nil
    ) {
        var slots: [Slot] = []
        for (index, clip) in clips.enumerated() {
            let known = clip.isStill ? clip.duration ?? Self.stillDuration : lengths[index]
            guard let length = clip.duration ?? known, length > .zero else { continue }
            slots.append(
                Slot(
                    // Whole nanoseconds, as all times are counted.
                    clip: index, start: .zero, length: .nanoseconds(length.nanoseconds), fade: clip.fade,
                    repeats: known.map { length > $0 } ?? false))
        }
        if slots.count == 1 { slots[0].fade = .zero }
        for index in slots.indices {
            let before = slots[(index + slots.count - 1) % slots.count]
            // While one comes in nothing else does: half of each at most.
            let fade = max(min(slots[index].fade, slots[index].length / 2, before.length / 2), .zero)
            slots[index].fade = .nanoseconds(fade.nanoseconds)
        }
        for index in slots.indices.dropFirst() {
            slots[index].start = slots[index - 1].start + slots[index - 1].length - slots[index].fade
        }
        self.slots = slots
        cycle = slots.last.map { $0.start + $0.length - slots[0].fade } ?? .zero
        self.period = max(period.map { .nanoseconds($0.nanoseconds) } ?? cycle, cycle)
        self.end = end
    }

    /// What is due at a time since the epoch; `nil`: there is nothing to show.
    func moment(at time: Duration) -> Moment? {
        guard cycle > .zero else { return nil }
        let (periods, rest) = time.nanoseconds.flooredDivision(by: period.nanoseconds)
        let begin = period * Int(periods)
        var inside = Duration.nanoseconds(rest)
        var lap = 0
        if inside >= cycle {
            guard end == .loop else {
                let slot = slots.count - 1
                return Moment(
                    occurrence: Occurrence(period: Int(periods), slot: slot), start: begin + slots[slot].start,
                    next: begin + period, presence: 1)
            }
            let (laps, rest) = inside.nanoseconds.flooredDivision(by: cycle.nanoseconds)
            (lap, inside) = (Int(laps), .nanoseconds(rest))
        }
        let slot = slots.lastIndex { $0.start <= inside } ?? 0
        let lapBegin = begin + cycle * lap
        let next = slot + 1 < slots.count ? slots[slot + 1].start : end == .hold ? period : cycle
        let since = inside - slots[slot].start
        return Moment(
            occurrence: Occurrence(period: Int(periods), lap: lap, slot: slot), start: lapBegin + slots[slot].start,
            next: min(lapBegin + next, begin + period),
            presence: since < slots[slot].fade ? since.seconds / slots[slot].fade.seconds : 1)
    }

    /// Whether one player shows all of it, turn after turn: a single clip that does not begin
    /// again before the playlist does.
    var isSeamless: Bool {
        slots.count == 1 && (!slots[0].repeats || period == slots[0].length)
    }

    /// When what serves a moment begins: its occurrence, or where one player serves all of them, the period.
    func begin(of moment: Moment) -> Duration {
        isSeamless ? period * moment.occurrence.period : moment.start
    }

    /// What a player of an occurrence follows.
    ///
    /// - Parameters:
    ///   - start: when the occurrence begins, see `begin(of:)`.
    ///   - line: from host time to time since the epoch.
    ///   - bounds: of the video as it is.
    func timeline(
        of slot: Int, from start: Duration, on line: LineAnchor, clip: KioskConfiguration.Clip, bounds: ItemBounds
    ) -> MemberTimeline {
        let slot = slots[slot]
        var anchor = line
        anchor.time -= start
        var result = MemberTimeline(
            line: GroupLine(anchor: anchor), map: TimeMap(range: clip.range), bounds: bounds)
        if result.range.upperBound - result.range.lowerBound > slot.length {
            let from = clip.range?.lowerBound ?? .zero
            result.map.range = from..<from + slot.length
        }
        guard isSeamless else {
            result.map.end = slot.repeats ? .loop : .hold
            return result
        }
        if result.range.upperBound - result.range.lowerBound == period {
            result.map.end = .loop
        } else {
            result.map.end = slot.repeats || end == .loop ? .loop : .hold
            (result.line.range, result.line.repeats) = (.zero..<period, true)
        }
        return result
    }
}
