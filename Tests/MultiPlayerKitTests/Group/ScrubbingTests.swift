import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// A hand that holds the line and moves it.
@Suite struct ScrubbingTests {
    let bench = SyncBench()

    /// Group times of the starts that were published.
    private var starts: [Duration] {
        bench.published.compactMap { if case .started(_, let time) = $0 { time } else { nil } }
    }

    private var moves: Bool { bench.group.line.anchor.rate != 0 }

    /// Two videos that have played for a second, each of which takes this long to prepare.
    private func play(preparing delay: Duration = .zero) -> [MemberID] {
        let ids = [bench.add(.slow(delay)), bench.add(.slow(delay), map: TimeMap(offset: .seconds(1)))]
        bench.play()
        bench.advance(delay + .seconds(1))
        bench.forgetPublished()
        return ids
    }

    @Test func `a playing group stands still under the hand and goes on from its last position`() {
        let ids = play()
        bench.send(.beginScrubbing)
        bench.advance(.seconds(3))
        #expect(bench.time == .seconds(1) && !moves)
        bench.send(.scrub(.seconds(5)))
        bench.advance(.seconds(3))
        #expect(ids.map { bench.frame($0) } == [150, 180] && !moves)
        bench.send(.endScrubbing)
        bench.advance(.seconds(1))
        #expect(starts == [.seconds(5)] && bench.time == .seconds(6))
        #expect(bench.violations == [])
    }

    @Test func `let go on the way, it goes on from the last position alone`() {
        let ids = play(preparing: .milliseconds(400))
        bench.send(.beginScrubbing)
        for second in 3...5 {
            bench.send(.scrub(.seconds(second)))
            bench.advance(.milliseconds(10))
        }
        bench.send(.endScrubbing)
        // No rest of the hand is waited for.
        bench.advance(.milliseconds(399))
        #expect(!moves)
        bench.advance(.milliseconds(1))
        #expect(starts == [.seconds(5)] && ids.map { bench.frame($0) } == [150, 180])
        #expect(bench.violations == [])
    }

    @Test func `let go while its last position is prepared, it goes on as soon as that is there`() {
        let ids = play(preparing: .milliseconds(400))
        bench.send(.beginScrubbing)
        bench.send(.scrub(.seconds(5)))
        bench.advance(.milliseconds(300))
        bench.send(.endScrubbing)
        bench.advance(.milliseconds(100))
        #expect(starts == [.seconds(5)] && ids.map { bench.frame($0) } == [150, 180])
        #expect(bench.violations == [])
    }

    @Test func `a group that was paused stays paused on the last position`() {
        let ids = play(preparing: .milliseconds(400))
        bench.send(.pause)
        bench.send(.beginScrubbing)
        bench.send(.scrub(.seconds(4)))
        bench.send(.scrub(.seconds(5)))
        bench.send(.endScrubbing)
        bench.advance(.seconds(2))
        #expect(bench.published.last == .arrived(at: .seconds(5)) && !moves)
        #expect(ids.map { bench.frame($0) } == [150, 180])
    }

    @Test func `repeated begins count once, and an end without a begin does nothing`() {
        _ = play()
        bench.send(.endScrubbing)
        #expect(moves && bench.published.isEmpty)
        bench.send(.beginScrubbing)
        bench.send(.beginScrubbing)
        bench.send(.endScrubbing)
        #expect(moves)
        bench.send(.endScrubbing)
        #expect(moves && starts == [.seconds(1)])
    }

    @Test func `what the app asks for under the hand happens when it lets go`() {
        _ = play(preparing: .milliseconds(100))
        bench.send(.beginScrubbing)
        bench.send(.pause)
        bench.send(.scrub(.seconds(4)))
        bench.advance(.seconds(1))
        bench.send(.endScrubbing)
        bench.advance(.seconds(1))
        #expect(bench.time == .seconds(4) && !bench.group.wantsToPlay)
        bench.send(.beginScrubbing)
        let ticket = bench.play()
        bench.send(.scrub(.seconds(2)))
        bench.advance(.seconds(1))
        #expect(bench.time == .seconds(2) && !moves && bench.answer(ticket) == nil)
        #expect(bench.group.isPreparingToStart)
        bench.send(.endScrubbing)
        bench.advance(.milliseconds(600))
        #expect(bench.answer(ticket) == .some(nil) && bench.time == .milliseconds(2_500))
        #expect(bench.violations == [])
    }

    @Test func `a step under the hand pauses`() {
        _ = play()
        bench.send(.beginScrubbing)
        bench.send(.step(1))
        bench.send(.endScrubbing)
        bench.advance(.seconds(1))
        #expect(!moves && bench.time == FrameRate(30).time(ofFrame: 31))
    }

    @Test func `a group that has ended stays paused where it is let go`() {
        _ = play()
        bench.advance(.seconds(20))
        #expect(bench.group.hasEnded)
        bench.send(.beginScrubbing)
        bench.send(.scrub(.seconds(5)))
        bench.send(.endScrubbing)
        bench.advance(.seconds(2))
        #expect(bench.time == .seconds(5) && !bench.group.wantsToPlay && !bench.group.hasEnded)
    }

    @Test func `a group that is dragged to its end ends, and does not begin again`() {
        _ = play()
        bench.send(.beginScrubbing)
        bench.send(.scrub(.seconds(60)))
        bench.send(.endScrubbing)
        bench.advance(.seconds(2))
        #expect(bench.published.last == .ended)
    }

    @Test func `a start that was set is kept if the hand lets go in time, and is not made up for if it does not`() {
        bench.add()
        let first = bench.play(at: bench.now.advanced(by: .seconds(5)))
        bench.send(.beginScrubbing)
        bench.send(.scrub(.seconds(2)))
        bench.advance(.seconds(1))
        bench.send(.endScrubbing)
        bench.advance(.seconds(5))
        #expect(bench.answer(first) == .some(nil) && bench.time == .seconds(3))
        bench.send(.pause)
        let second = bench.play(at: bench.now.advanced(by: .seconds(1)))
        bench.send(.beginScrubbing)
        bench.advance(.seconds(3))
        #expect(bench.time == .seconds(3) && !moves)
        bench.send(.endScrubbing)
        #expect(bench.answer(second) == .some(nil) && bench.time == .seconds(3))
        #expect(bench.violations == [])
    }

    @Test func `a group is let go when nothing is left in it`() {
        let ids = play()
        let road = bench.add(map: TimeMap(end: .loop), isAmbient: true)
        bench.send(.beginScrubbing)
        bench.send(.remove(ids[0]))
        #expect(bench.group.scrubbing != nil)
        let broken = PlaybackError(.decodingFailed, subject: "x", reason: "broken", cure: "mend it")
        bench.players[ids[1]]?.report(.failed(broken, generation: 0))
        #expect(bench.group.scrubbing == nil)
        bench.send(.beginScrubbing)
        #expect(bench.group.scrubbing == nil)
        bench.send(.remove(road))
        bench.add()
        let ticket = bench.play()
        bench.advance(.seconds(1))
        #expect(bench.answer(ticket) == .some(nil) && moves)
        #expect(bench.violations == [])
    }

    @Test func `what holds the group from outside holds it after the hand, and the hand after that`() {
        _ = play()
        bench.send(.beginScrubbing)
        bench.send(.disturbance(.background, ends: false))
        bench.send(.disturbance(.background))
        bench.advance(.seconds(1))
        #expect(bench.time == .seconds(1) && !moves)
        bench.send(.disturbance(.background, ends: false))
        bench.send(.endScrubbing)
        bench.advance(.seconds(1))
        #expect(bench.time == .seconds(1) && !moves)
        bench.send(.disturbance(.background))
        bench.advance(.seconds(1))
        #expect(bench.time == .seconds(2))
        #expect(bench.violations == [])
    }

    @Test func `members that are opening do not hold up a group that was under way`() {
        _ = play()
        var late = SimulatedVideo()
        late.loadDelay = .seconds(5)
        bench.send(.beginScrubbing)
        bench.add(late)
        bench.send(.endScrubbing)
        #expect(moves && bench.time == .seconds(1))
    }

    @Test func `it is known where a hand leads before the group is there`() {
        _ = play(preparing: .milliseconds(400))
        #expect(bench.group.destination == nil)
        bench.send(.beginScrubbing)
        bench.send(.scrub(.seconds(3)))
        #expect(bench.group.destination == .seconds(3))
        bench.send(.scrub(.seconds(4)))
        #expect(bench.group.destination == .seconds(4))
        bench.send(.endScrubbing)
        #expect(bench.group.destination == .seconds(4))
        bench.advance(.seconds(1))
        #expect(bench.group.destination == nil)
    }

    // MARK: The group

    @MainActor
    @Test func `the state says what follows the hand`() async throws {
        let clock = ManualClock()
        let group = PlaybackGroup(clock: clock) { SimulatedPlayer(clock: clock) { _ in SimulatedVideo() } }
        group.add(url: URL(fileURLWithPath: "/clips/a clip.mp4"))
        try await group.play()
        clock.advance(by: .seconds(1))
        group.beginScrubbing()
        group.scrub(to: .seconds(3))
        clock.advance(by: .seconds(1))
        #expect(group.state == .playing && !group.snapshot.isPlaying && group.time() == .seconds(3))
        group.pause()
        #expect(group.state == .paused)
        let start = Task { try await group.play() }
        for _ in 0..<1_000 where group.state == .paused { await Task.yield() }
        #expect(group.state == .playing && !group.snapshot.isPlaying)
        group.endScrubbing()
        try await start.value
        #expect(group.state == .playing && group.snapshot.isPlaying)
    }
}
