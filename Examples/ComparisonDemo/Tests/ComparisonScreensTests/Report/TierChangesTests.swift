import MultiPlayerKit
import Testing

@testable import ComparisonScreens

@Suite struct TierChangesTests {
    private let start = HostTime.now

    @Test(
        arguments: [
            ([], 1.0, 0.0), ([-1, -0.2], 1, 0), ([0.5], 3, nil), ([0.5], 3.5, 0.5), ([1, 2, 4.5, 9], 10, 4.5),
            ([3.5], 4, 0), ([1, 2, 3, 4], 6, nil), ([2, 4.9, 7.8], 10.8, 7.8),
        ] as [([Double], Double, Double?)])
    func `a run has settled at the last change before three calm seconds`(
        changes: [Double], end: Double, expected: Double?
    ) {
        var settling = Settling()
        for time in changes { settling.note(at: start.advanced(by: .seconds(time))) }
        let time = settling.time(from: start, until: start.advanced(by: .seconds(end)))
        #expect(time?.inSeconds.rounded(places: 3) == expected)
    }

    @Test func `a log lists its changes by tile and time`() throws {
        var log = RunLog()
        log.note(.started(at: start, time: .zero), at: start, member: { _ in nil })
        log.note(
            .tierChanged(MemberID(7), from: .full, to: .keyframes, reason: "decoder limit"),
            at: start.advanced(by: .milliseconds(1500)), member: { $0 == MemberID(7) ? 3 : nil })
        log.note(
            .tierChanged(MemberID(8), from: .keyframes, to: .still, reason: "late"),
            at: start.advanced(by: .seconds(2)), member: { _ in nil })
        log.note(.capacity(BudgetLimit(sessions: 4), reason: "declared"))
        let budget = log.budget(capacity: BudgetLimit(sessions: 4))
        #expect(budget.changes.map(\.tile) == [3, nil])
        #expect(budget.changes.map(\.t) == [1.5, 2])
        #expect(budget.changes.map(\.from) == ["full", "keyframes"])
        #expect(budget.changes.map(\.reason) == ["decoder limit", "late"])
        #expect(budget.capacityLearned.sessions == 4 && budget.capacityLearned.macroblocksPerSecond == nil)
        #expect(log.events.map(\.what) == ["started", "tier", "tier", "capacity"])
        #expect(log.events[1].text == "full to key frames: decoder limit")
        #expect(log.events[3].text == "4 decoders: declared")
    }

    @Test(arguments: [
        (BudgetLimit.none, "none"), (BudgetLimit(sessions: 1), "1 decoder"),
        (BudgetLimit(macroblocksPerSecond: 1_296_000), "1.30 million macroblocks a second"),
        (BudgetLimit(sessions: 12, macroblocksPerSecond: 50_000), "12 decoders, 0.05 million macroblocks a second"),
    ])
    func `a limit is written in words`(limit: BudgetLimit, words: String) {
        #expect(limit.words == words)
    }
}
