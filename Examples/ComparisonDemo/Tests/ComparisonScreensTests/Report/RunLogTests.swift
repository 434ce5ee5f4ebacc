import MultiPlayerKit
import Testing

@testable import ComparisonScreens

@Suite struct RunLogTests {
    private let start = HostTime.now

    @Test func `times count from the start`() {
        var log = RunLog()
        let second = MemberID(2)
        log.note("early", "", at: start.advanced(by: .milliseconds(-250)))
        // The start is known a little before its tick; what counts is the tick.
        log.note(
            .started(at: start, time: .zero), at: start.advanced(by: .milliseconds(-12)), member: { _ in nil })
        log.note(.stalled(second), at: start.advanced(by: .seconds(2)), member: { $0 == second ? 2 : nil })
        #expect(log.events.map(\.t) == [-0.25, 0, 2])
        #expect(log.events.map(\.member) == [nil, nil, 2])
    }

    @Test func `a later start does not move earlier times`() {
        var log = RunLog()
        for second in [0, 5] {
            let host = start.advanced(by: .seconds(second))
            log.note(.started(at: host, time: .zero), at: host, member: { _ in nil })
        }
        #expect(log.events.map(\.t) == [0, 5])
    }

    @Test func `the background is told apart from the members`() {
        var log = RunLog()
        log.note(.resumed(MemberID(9)), at: start, member: { _ in nil })
        #expect(log.events.map(\.member) == [nil])
        #expect(log.events.map(\.text) == ["background: back on the line"])
    }

    @Test func `a run of weeks keeps its first and its newest events`() {
        var log = RunLog()
        for number in 0..<10_000 { log.note("\(number)", "", at: start) }
        let kept = log.events.map(\.what)
        #expect(kept.count == 2_000)
        #expect(kept.prefix(1_000) == (0..<1_000).map(String.init)[...])
        #expect(kept.suffix(1_000) == (9_000..<10_000).map(String.init)[...])
    }
}
