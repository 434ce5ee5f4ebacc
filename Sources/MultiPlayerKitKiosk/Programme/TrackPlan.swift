import MultiPlayerKit

/// The positions in time of one playlist's clips, computed from their lengths.
///
/// Times count from the epoch at which all loops begin, so a playlist's position follows from the time alone: one that
/// starts late, or restarts, is in phase at once.
struct TrackPlan: Hashable, Sendable {
    /// One clip and its position.
    struct Slot: Hashable, Sendable {
        /// The index of the clip in the playlist.
        var clip: Int
        /// When its first picture is due, from the beginning of a lap.
        var start: Duration
        /// From its first picture to the end of its last; the next clip may fade in before that.
        var length: Duration
        /// How long it fades in over the previous clip.
        var fade: Duration
        /// Whether it is shown for longer than it lasts, and so repeats.
        var repeats: Bool
    }

    /// One showing of one clip.
    struct Occurrence: Hashable, Sendable {
        /// How often all playlists have restarted together; where each loops on its own, how often this one has.
        var period: Int
        /// How often this playlist has restarted since then.
        var lap = 0
        var slot: Int
    }

    /// What is due at one time.
    struct Moment: Hashable, Sendable {
        var occurrence: Occurrence
        /// When its first picture was due.
        var start: Duration
        /// When the first picture of the next occurrence is due.
        var next: Duration
        /// How far it has faded in over the previous clip, 0…1.
        var presence: Double
    }

    let slots: [Slot]
    /// From the first picture of a lap to the first picture of the next.
    let cycle: Duration
    /// After this all playlists restart; at least a cycle.
    let period: Duration
    let end: KioskConfiguration.End

    /// How long a still picture without a duration is shown: time to read a slide.
    static let stillDuration = Duration.seconds(10)

    /// The shortest clip: the next one opens while it is shown. Two alternating clips of 100 ms took as many threads as
    /// two of 500 ms (19), and each was shown in its turn; at 50 ms there were more and one clip was behind its turn,
    /// and at 2 ms the kiosk stalled for good (two busy cores). Nor need anything that people are to see be shorter.
    static let shortestClip = Duration.milliseconds(100)

    /// - Parameters:
    ///   - lengths: of each clip's used part; `nil`: unknown, and the clip is left out unless it has a duration.
    ///   - period: the time after which all playlists restart; `nil`, or less than a cycle: each cycle.
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
            // Two fades must not overlap, so a fade takes at most half of either clip.
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

    /// Whether one player shows every turn: a single clip that does not restart before the playlist does.
    var isSeamless: Bool {
        slots.count == 1 && (!slots[0].repeats || period == slots[0].length)
    }

    /// The start of what serves a moment: of its occurrence, or of the period where one player serves all of them.
    func begin(of moment: Moment) -> Duration {
        isSeamless ? period * moment.occurrence.period : moment.start
    }

    /// The timeline for a player of an occurrence.
    ///
    /// - Parameters:
    ///   - start: when the occurrence begins, see `begin(of:)`.
    ///   - line: from host time to time since the epoch.
    ///   - bounds: the bounds of the actual video.
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
