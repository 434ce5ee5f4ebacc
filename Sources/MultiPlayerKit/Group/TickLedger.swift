import Synchronization

/// Counts what a stage did on its ticks: the only source of the figures in reports and snapshots.
///
/// Its size does not grow with time.
package struct TickLedger: Sendable {
    /// What one tick showed of one member.
    package struct Showing: Sendable {
        package enum Outcome: Sendable {
            /// The frame due.
            case exact(time: Duration)
            /// A stand-in while scrubbing.
            case preview
            /// What a tier below `full` has for this tick; `nil`: it keeps what it shows.
            case reduced(time: Duration?)
            /// A frame other than the one due, which was missing.
            case late
        }

        package var id: MemberID
        package var outcome: Outcome
        /// The position of the member's line.
        var position: MemberTimeline.Position
        var frameRate: FrameRate?
        /// Whether it has a visible tile: members after the second have none in a difference.
        package var isSeen = true
        /// Whether it has to show the same instant as the others.
        package var isTogether = false
        /// The instants to which the picture in its tile belongs; `nil` while there is none.
        package var span: FrameSpan?

        package init(
            id: MemberID, outcome: Outcome, position: MemberTimeline.Position, frameRate: FrameRate? = nil,
            isSeen: Bool = true, isTogether: Bool = false, span: FrameSpan? = nil
        ) {
            self.id = id
            self.outcome = outcome
            self.position = position
            self.frameRate = frameRate
            self.isSeen = isSeen
            self.isTogether = isTogether
            self.span = span
        }
    }

    /// Figures of one member.
    package struct MemberFigures: Sendable {
        /// Different frames that were shown.
        var shown = 0
        /// Ticks on which the frame due was there.
        var onTime = 0
        /// Ticks on which the frame due was not there.
        package var late = 0
        /// Frames that were due on some tick and never shown.
        var dropped = 0
        /// How often it has begun a new turn, forwards or backwards.
        var loops = 0
        var lateness = DurationHistogram()
        fileprivate var lastTime: Duration?
        fileprivate var lastTurn: MemberTimeline.Turn?
        fileprivate var lateSince: HostTime?
        /// The frame that was due on the last tick and missing.
        fileprivate var lastMissed: Missed?
        /// The turn from which loops are counted; `nil` after a jump of the group, which is not a loop.
        fileprivate var loopsFrom: MemberTimeline.Turn?
        fileprivate var firstTick: Int64?
    }

    fileprivate struct Missed: Equatable {
        var turn: MemberTimeline.Turn
        var frame: Int64
    }

    private(set) var planned = 0
    package private(set) var presented = 0
    package private(set) var late = 0
    package private(set) var missed = 0
    /// Ticks whose tiles had no instant in common.
    private(set) var mixed = 0
    /// The longest run of mixed ticks.
    private(set) var longestMixed = 0
    private var mixedInARow = 0
    private(set) var previews = 0
    private(set) var stalls = 0
    private(set) var corrections = 0
    private(set) var startSkew = 0
    private(set) var lateness = DurationHistogram()
    package private(set) var members: [MemberID: MemberFigures] = [:]
    private(set) var firstTick: HostTime?
    private(set) var lastTick: HostTime?
    private var isStarting = false

    /// Records a tick that was shown. `skipped` ticks before it never were.
    ///
    /// - Parameter remains: what tiles still show whose members are no longer on the line.
    package mutating func record(
        tick: Int64, due: HostTime, shownAt: HostTime, period: Duration, skipped: Int, showings: [Showing],
        remains: [FrameSpan] = []
    ) {
        planned += 1 + skipped
        missed += skipped
        presented += 1
        let lateness = max(due.duration(to: shownAt), .zero)
        self.lateness.add(lateness)
        // Half a period late is nearer to the next tick than to its own.
        if lateness > period / 2 { late += 1 }
        if firstTick == nil { firstTick = due }
        lastTick = due
        var isMixed = false
        var isPreview = false
        for showing in showings {
            switch showing.outcome {
            case .exact(let time): noteExact(showing, time: time, tick: tick, due: due, tickLateness: lateness)
            case .preview:
                isPreview = true
                noteLate(showing, due: due)
            case .reduced(let time): noteReduced(showing, time: time, tick: tick)
            case .late:
                isMixed = isMixed || showing.isSeen && !showing.isTogether
                noteLate(showing, due: due)
            }
        }
        let spans = showings.filter(\.isTogether).compactMap(\.span) + remains
        isMixed = isMixed || !spans.isEmpty && FrameSpan.common(of: spans) == nil
        if isMixed { mixed += 1 }
        mixedInARow = isMixed ? mixedInARow + 1 + skipped : 0
        longestMixed = max(longestMixed, mixedInARow)
        if isPreview { previews += 1 }
        if isStarting { measureStart(among: showings) }
    }

    /// Updates the counts from an event.
    mutating func note(_ event: GroupEvent) {
        switch event {
        case .started:
            isStarting = true
            for id in members.keys {
                members[id]?.firstTick = nil
                members[id]?.loopsFrom = nil
            }
        case .arrived:
            for id in members.keys { members[id]?.loopsFrom = nil }
        case .stalled: stalls += 1
        case .resumed, .movedByApp, .corrected: corrections += 1
        default: break
        }
    }

    /// Drops the figures of members that are gone.
    mutating func forget(except present: Set<MemberID>) {
        members = members.filter { present.contains($0.key) }
    }

    private mutating func noteExact(
        _ showing: Showing, time: Duration, tick: Int64, due: HostTime, tickLateness: Duration
    ) {
        var figures = members[showing.id] ?? MemberFigures()
        figures.onTime += 1
        let turn = showing.position.turn
        if figures.lastTime != time || figures.lastTurn != turn {
            figures.shown += 1
            figures.lateness.add((figures.lateSince.map { $0.duration(to: due) } ?? .zero) + tickLateness)
        }
        if let last = figures.loopsFrom {
            figures.loops += abs(turn.group == last.group ? turn.member - last.member : turn.group - last.group)
        }
        figures.loopsFrom = turn
        if let missed = figures.lastMissed, missed != asked(by: showing) { figures.dropped += 1 }
        figures.lateSince = nil
        figures.lastMissed = nil
        figures.lastTime = time
        figures.lastTurn = turn
        if figures.firstTick == nil { figures.firstTick = tick }
        members[showing.id] = figures
    }

    /// A tier below `full` leaves frames out: none of them is late or dropped.
    private mutating func noteReduced(_ showing: Showing, time: Duration?, tick: Int64) {
        var figures = members[showing.id] ?? MemberFigures()
        let turn = showing.position.turn
        if let time, figures.lastTime != time || figures.lastTurn != turn {
            figures.shown += 1
            figures.lastTime = time
            figures.lastTurn = turn
        }
        figures.lateSince = nil
        figures.lastMissed = nil
        if figures.firstTick == nil { figures.firstTick = tick }
        members[showing.id] = figures
    }

    private mutating func noteLate(_ showing: Showing, due: HostTime) {
        var figures = members[showing.id] ?? MemberFigures()
        figures.late += 1
        if figures.lateSince == nil { figures.lateSince = due }
        // While late, the frame due passes without being shown: each is counted once.
        let missed = asked(by: showing)
        if let last = figures.lastMissed, last != missed { figures.dropped += 1 }
        figures.lastMissed = missed
        members[showing.id] = figures
    }

    private func asked(by showing: Showing) -> Missed {
        let position = showing.position
        return Missed(turn: position.turn, frame: (showing.frameRate ?? FrameRate(30)).frame(at: position.itemTime))
    }

    /// Measures the spread between the first and the last member's first frame after a common start.
    private mutating func measureStart(among showings: [Showing]) {
        let first = showings.map { members[$0.id]?.firstTick }
        guard !first.isEmpty, !first.contains(nil) else { return }
        let ticks = first.compactMap(\.self)
        startSkew = max(startSkew, Int((ticks.max() ?? 0) - (ticks.min() ?? 0)))
        isStarting = false
    }
}

/// The figures of what is shown, shared by the threads that write and those that read them.
package final class LedgerBox: Sendable {
    private let ledger = Mutex(TickLedger())

    package init() {}

    package func withLock<Result: Sendable>(_ body: (inout TickLedger) -> Result) -> Result {
        ledger.withLock { body(&$0) }
    }

    package func usage(of member: MemberID) -> DecoderBudget.Usage {
        let figures = withLock { $0.members[member] }
        return DecoderBudget.Usage(ticks: (figures?.late ?? 0) + (figures?.onTime ?? 0), late: figures?.late ?? 0)
    }
}
