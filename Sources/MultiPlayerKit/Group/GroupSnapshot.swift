import Foundation

/// State and figures of a group as one value, so that all are of the same moment.
public struct GroupSnapshot: Sendable {
    /// Percentiles of a lateness, 0 or more.
    public struct Lateness: Hashable, Sendable {
        public var p50: Duration
        public var p95: Duration
        public var p99: Duration
        public var max: Duration

        init(_ histogram: DurationHistogram) {
            p50 = histogram.percentile(50)
            p95 = histogram.percentile(95)
            p99 = histogram.percentile(99)
            max = histogram.maximum
        }
    }

    /// The stage's ticks.
    public struct Ticks: Hashable, Sendable {
        /// Ticks that were due.
        public var planned: Int
        /// Ticks that were shown.
        public var presented: Int
        /// Ticks that were shown more than half a period after their time.
        public var late: Int
        /// Ticks that were never shown.
        public var missed: Int
        /// Presented ticks a second, from the first to the last tick.
        public var perSecond: Double
        public var lateness: Lateness

        package init(_ ledger: TickLedger) {
            let span = ledger.firstTick.flatMap { first in ledger.lastTick.map { first.duration(to: $0).seconds } } ?? 0
            planned = ledger.planned
            presented = ledger.presented
            late = ledger.late
            missed = ledger.missed
            perSecond = span > 0 ? Double(ledger.presented - 1) / span : 0
            lateness = Lateness(ledger.lateness)
        }
    }

    /// One member.
    public struct Member: Hashable, Sendable {
        public var id: MemberID
        public var name: String
        public var isBackground: Bool
        public var info: MediaInfo?
        public var map: TimeMap
        public var hasFailed: Bool
        /// Whether it shows another instant than the others: on a stage after it kept them waiting for too long, with
        /// players that draw by themselves while its player is on the way back to the line.
        public var isLeftBehind: Bool
        public var isAudible: Bool
        /// The number of different frames that were shown.
        public var framesShown: Int
        /// Ticks on which its frame was not there.
        public var framesLate: Int
        /// Frames that were due and never shown.
        public var framesDropped: Int
        /// Completed turns of a loop.
        public var loops: Int
        public var lateness: Lateness
        /// How much of it is decoded now.
        public var tier: DecodeTier
        /// How long it has had each tier; those it never had are left out.
        public var tierDurations: [DecodeTier: Duration]
    }

    public var time: Duration
    public var rate: Double
    public var isPlaying: Bool
    /// Length of the longest member.
    public var length: Duration?
    public var ticks: Ticks
    public var members: [Member]
    /// The background, where there is one.
    public var background: Member?
    /// Ticks between the first and the last member's first frame after a start; the largest of all starts.
    public var startSkewTicks: Int
    /// Ticks whose tiles had no instant in common; without ``PlaybackGroup/movesTogether``, ticks on which some tile
    /// showed another frame than its time map asks for.
    public var mixedTicks: Int
    /// The longest run of mixed ticks.
    public var longestMixedRun: Int
    /// Ticks that showed stand-ins while scrubbing.
    public var previewTicks: Int
    /// How often a member had to be brought back onto the line.
    public var corrections: Int
    public var stalls: Int

    init(_ runner: GroupRunner) {
        let lineup = runner.lineup
        let ledger = runner.ledger.withLock { $0 }
        let now = runner.clock.now
        time = lineup.line.time(at: now)
        rate = lineup.rate
        isPlaying = lineup.line.anchor.rate != 0
        length = lineup.length
        ticks = Ticks(ledger)
        let all = lineup.entries.map { entry in
            let figures = ledger.members[entry.id] ?? TickLedger.MemberFigures()
            let tiers = runner.leases.tiers(of: entry.id)
            return Member(
                id: entry.id, name: entry.name, isBackground: entry.isAmbient, info: entry.info,
                map: lineup.maps[entry.id] ?? TimeMap(), hasFailed: lineup.phases[entry.id] == .failed,
                isLeftBehind: entry.isLeftBehind || entry.isFollowing && !entry.player.isOnLine(at: now),
                isAudible: lineup.audible == entry.id, framesShown: figures.shown, framesLate: figures.late,
                framesDropped: figures.dropped, loops: figures.loops, lateness: Lateness(figures.lateness),
                tier: tiers?.tier ?? .poster, tierDurations: tiers?.durations ?? [:])
        }
        members = all.filter { !$0.isBackground }
        background = all.first(where: \.isBackground)
        startSkewTicks = ledger.startSkew
        mixedTicks = ledger.mixed
        longestMixedRun = ledger.longestMixed
        previewTicks = ledger.previews
        corrections = ledger.corrections
        stalls = ledger.stalls
    }
}
