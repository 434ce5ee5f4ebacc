import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import TestTools

@Suite struct TickLedgerTests {
    static let period = Duration.nanoseconds(16_666_666)
    let first = MemberID(1)
    let second = MemberID(2)

    /// Records a tick with what it showed of each member.
    private func record(
        _ ledger: inout TickLedger, _ tick: Int64, lateBy lateness: Duration = .zero, skipped: Int = 0,
        _ showings: [(MemberID, Duration, TickLedger.Showing.Outcome, MemberTimeline.Turn)]
    ) {
        let due = HostTime(nanoseconds: 0).advanced(by: FrameRate(60).time(ofFrame: tick))
        ledger.record(
            tick: tick, due: due, shownAt: due.advanced(by: lateness), period: Self.period, skipped: skipped,
            showings: showings.map { id, itemTime, outcome, turn in
                TickLedger.Showing(
                    id: id, outcome: outcome,
                    position: .init(turn: turn, itemTime: itemTime, piece: .zero..<(.seconds(10)), isVisible: true),
                    frameRate: FrameRate(30))
            })
    }

    private func exact(
        _ id: MemberID, frame: Int64, turn: MemberTimeline.Turn = .init()
    ) -> (MemberID, Duration, TickLedger.Showing.Outcome, MemberTimeline.Turn) {
        let time = FrameRate(30).time(ofFrame: frame)
        return (id, time, .exact(time: time), turn)
    }

    private func late(
        _ id: MemberID, frame: Int64
    ) -> (MemberID, Duration, TickLedger.Showing.Outcome, MemberTimeline.Turn) {
        (id, FrameRate(30).time(ofFrame: frame), .late, .init())
    }

    @Test func `ticks are planned, presented, late or missed`() {
        var ledger = TickLedger()
        record(&ledger, 0, [])
        record(&ledger, 1, lateBy: .milliseconds(8), [])
        record(&ledger, 2, lateBy: .milliseconds(9), [])
        record(&ledger, 5, skipped: 2, [])
        #expect(ledger.planned == 6 && ledger.presented == 4 && ledger.late == 1 && ledger.missed == 2)
        #expect(ledger.lateness.maximum == .milliseconds(9))
        #expect(ledger.firstTick == HostTime(nanoseconds: 0))
        #expect(ledger.lastTick == HostTime(nanoseconds: 83_333_333))
    }

    @Test func `each frame is shown once, however many ticks it stays`() {
        var ledger = TickLedger()
        for tick in 0..<60 as Range<Int64> { record(&ledger, tick, [exact(first, frame: tick / 2)]) }
        #expect(ledger.members[first]?.shown == 30 && ledger.members[first]?.late == 0 && ledger.mixed == 0)
    }

    @Test func `a frame that comes late counts as late, one that never comes as dropped`() {
        var ledger = TickLedger()
        record(&ledger, 0, [exact(first, frame: 0)])
        record(&ledger, 1, [exact(first, frame: 0)])
        record(&ledger, 2, [late(first, frame: 1)])
        record(&ledger, 3, [exact(first, frame: 1)])
        #expect(ledger.members[first]?.late == 1 && ledger.members[first]?.dropped == 0)
        #expect(ledger.members[first]?.lateness.maximum == .nanoseconds(16_666_667))
        // Frames 2 and 3 are never shown.
        record(&ledger, 4, [late(first, frame: 2)])
        record(&ledger, 5, [late(first, frame: 2)])
        record(&ledger, 6, [late(first, frame: 3)])
        record(&ledger, 7, [late(first, frame: 3)])
        record(&ledger, 8, [exact(first, frame: 4)])
        #expect(ledger.members[first]?.late == 5 && ledger.members[first]?.dropped == 2)
        #expect(ledger.members[first]?.shown == 3 && ledger.mixed == 5)
    }

    @Test func `a tick with two late tiles is mixed once, a tick with a preview is not mixed`() {
        var ledger = TickLedger()
        record(&ledger, 0, [late(first, frame: 0), late(second, frame: 0)])
        record(&ledger, 1, [exact(first, frame: 0), (second, .zero, .preview, .init())])
        #expect(ledger.mixed == 1 && ledger.previews == 1)
    }

    @Test func `the last picture of a failed member makes ticks mixed once the others have moved on`() {
        var ledger = TickLedger()
        let position = MemberTimeline.Position(
            turn: .init(), itemTime: .zero, piece: .zero..<(.seconds(10)), isVisible: true)
        func span(_ frame: Int64) -> FrameSpan {
            FrameSpan(turn: 0, times: FrameRate(30).time(ofFrame: frame)..<FrameRate(30).time(ofFrame: frame + 1))
        }
        for tick in 0..<8 as Range<Int64> {
            let showing = TickLedger.Showing(
                id: first, outcome: .exact(time: FrameRate(30).time(ofFrame: tick / 2)), position: position,
                frameRate: FrameRate(30), isTogether: true, span: span(tick / 2))
            let due = HostTime(nanoseconds: 0).advanced(by: FrameRate(60).time(ofFrame: tick))
            ledger.record(
                tick: tick, due: due, shownAt: due, period: Self.period, skipped: 0, showings: [showing],
                remains: [span(1)])
        }
        #expect(ledger.mixed == 6 && ledger.longestMixed == 4)
        #expect(ledger.members[first]?.late == 0)
    }

    @Test(arguments: [true, false])
    func `a late member makes a tick mixed only where it is seen`(isSeen: Bool) {
        var ledger = TickLedger()
        let position = MemberTimeline.Position(
            turn: .init(), itemTime: .zero, piece: .zero..<(.seconds(10)), isVisible: true)
        let showing = TickLedger.Showing(
            id: first, outcome: .late, position: position, frameRate: FrameRate(30), isSeen: isSeen)
        let due = HostTime(nanoseconds: 0)
        ledger.record(tick: 0, due: due, shownAt: due, period: Self.period, skipped: 0, showings: [showing])
        #expect(ledger.mixed == (isSeen ? 1 : 0) && ledger.members[first]?.late == 1)
    }

    @Test func `turns are counted, jumps are not`() {
        var ledger = TickLedger()
        for tick in 0..<600 as Range<Int64> {
            let turn = MemberTimeline.Turn(group: Int(tick / 200), member: Int(tick % 200 / 50))
            record(&ledger, tick, [exact(first, frame: tick % 50, turn: turn)])
        }
        // Three turns of the group with four of the member in each: the member's count restarts with the group's turn.
        #expect(ledger.members[first]?.loops == 11)
        ledger.note(.arrived(at: .seconds(3)))
        record(&ledger, 600, [exact(first, frame: 0, turn: .init(group: 2, member: 90))])
        #expect(ledger.members[first]?.loops == 11)
        record(&ledger, 601, [exact(first, frame: 0, turn: .init(group: 2, member: 91))])
        #expect(ledger.members[first]?.loops == 12)
    }

    @Test func `start skew is the spread of the first frames, and the largest of all starts counts`() {
        var ledger = TickLedger()
        ledger.note(.started(at: HostTime(nanoseconds: 0), time: .zero))
        for tick in 0..<10 as Range<Int64> {
            record(
                &ledger, tick,
                [exact(first, frame: tick / 2), tick < 3 ? late(second, frame: 0) : exact(second, frame: 1)])
        }
        #expect(ledger.startSkew == 3)
        ledger.note(.started(at: HostTime(nanoseconds: 0), time: .zero))
        record(&ledger, 20, [exact(first, frame: 0), exact(second, frame: 0)])
        record(&ledger, 21, [exact(first, frame: 0), late(second, frame: 0)])
        #expect(ledger.startSkew == 3)
    }

    @Test func `stalls and corrections are counted`() {
        var ledger = TickLedger()
        for event in [GroupEvent.stalled(first), .resumed(first), .movedByApp(first), .ended] { ledger.note(event) }
        #expect(ledger.stalls == 1 && ledger.corrections == 2)
    }

    @Test func `removed members leave no figures`() {
        var ledger = TickLedger()
        for number in 1...1_000 {
            record(&ledger, Int64(number), [exact(MemberID(number), frame: 0)])
            ledger.forget(except: [MemberID(number)])
        }
        #expect(ledger.members.count == 1)
    }

    @Test func `the histogram of a week takes as much memory as that of a minute`() {
        var numbers = SplitMix(seed: 1)
        var minute = DurationHistogram()
        for _ in 0..<3_600 { minute.add(numbers.duration(in: .zero...(.milliseconds(20)))) }
        // A week's 36 million are too many for a test; what matters is that the size depends on the values alone.
        var longer = minute
        for _ in 0..<200_000 { longer.add(numbers.duration(in: .zero...(.milliseconds(20)))) }
        #expect(longer.size == minute.size)
        for _ in 0..<100 { longer.add(.seconds(100)) }
        longer.add(.seconds(Int64.max))
        #expect(longer.size <= 20_000)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `percentiles are those of the sorted values, within one class`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var histogram = DurationHistogram()
        #expect(histogram.percentile(50) == .zero)
        let values = (0..<Int.random(in: 1...500, using: &numbers)).map { _ in
            numbers.oneIn(3) ? .zero : numbers.duration(in: .zero...(.milliseconds(60)))
        }
        for value in values { histogram.add(value) }
        let sorted = values.sorted()
        for percent in [1.0, 50, 95, 99, 100] {
            let rank = max(Int((Double(values.count) * percent / 100).rounded(.up)), 1)
            let found = histogram.percentile(percent)
            #expect(found >= sorted[rank - 1] && found <= sorted[rank - 1] + .microseconds(50))
            #expect(found <= histogram.maximum)
        }
        #expect(histogram.count == values.count && histogram.maximum == sorted.last)
    }
}
