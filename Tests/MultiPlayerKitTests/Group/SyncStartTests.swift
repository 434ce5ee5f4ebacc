import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// How a group starts and ends.
@Suite struct SyncStartTests {
    let bench = SyncBench()

    // MARK: Start

    @Test func `all members start at one host time, when the slowest is ready`() {
        let ids = [bench.add(), bench.add(.slow(.milliseconds(700))), bench.add(.slow(.milliseconds(20)))]
        let start = bench.now
        let ticket = bench.play()
        bench.advance(.milliseconds(699))
        // Until then no member moves.
        #expect(bench.answer(ticket) == nil && ids.allSatisfy { bench.players[$0]?.line()?.line.anchor.rate ?? 0 == 0 })
        bench.advance(.milliseconds(301))
        #expect(bench.answer(ticket) == .some(nil))
        #expect(bench.group.startedAt == start.advanced(by: .milliseconds(700)))
        #expect(ids.map { bench.frame($0) } == [9, 9, 9])
        #expect(bench.violations == [])
    }

    @Test func `without members play fails with nothingToPlay, and a seek arrives`() {
        #expect(bench.answer(bench.play()) == .some(.nothingToPlay))
        #expect(bench.answer(bench.seek(.seconds(4))) == .some(nil))
        let id = bench.add()
        #expect(bench.time == .seconds(4))
        bench.play()
        #expect(bench.frame(id) == 120)
        bench.send(.remove(id))
        #expect(bench.answer(bench.play()) == .some(nil), "the line still moves")
        bench.send(.pause)
        #expect(bench.answer(bench.play()) == .some(.nothingToPlay))
        #expect(bench.violations == [])
    }

    @Test func `removing the last member answers the calls that wait`() {
        var video = SimulatedVideo()
        video.isSilent = true
        let id = bench.add(video)
        let (play, seek) = (bench.play(), bench.seek(.seconds(1)))
        bench.send(.remove(id))
        #expect(bench.answer(play) == .some(.nothingToPlay) && bench.answers[seek]?.count == 1)
        #expect(bench.group.barrier == nil && bench.violations == [])
    }

    @Test func `a start in the past places the group as if it had run since`() {
        let id = bench.add(.slow(.milliseconds(500)))
        bench.play(at: bench.now.advanced(by: .seconds(-2)))
        bench.advance(.milliseconds(500))
        #expect(bench.time == .milliseconds(2500))
        #expect(bench.frame(id) == 75)
        // It was prepared for what it will show, not for what is over.
        guard case .prepare(let timeline, let host, _, _)? = bench.prepares(id).last else {
            Issue.record("not prepared")
            return
        }
        #expect(timeline.position(at: host).itemTime == .seconds(2))
    }

    @Test func `a start in the future keeps its host time, whatever changes before it`() {
        let id = bench.add()
        let host = bench.now.advanced(by: .seconds(5))
        bench.play(at: host)
        bench.send(.setRate(2))
        bench.advance(.seconds(1))
        bench.send(.setLoop(range: .zero..<(.seconds(8)), repeats: true))
        bench.send(.nudge(id, frames: 1))
        bench.advance(.seconds(1))
        #expect(bench.time == .zero)
        bench.seek(.seconds(3))
        #expect(bench.time == .seconds(3))
        bench.advance(.seconds(4))
        #expect(bench.time == .seconds(5))
        #expect(bench.frame(id) == 151)
        #expect(bench.violations == [])
    }

    @Test func `play at a host time survives a pending seek`() {
        bench.add(.slow(.milliseconds(300)))
        let host = bench.now.advanced(by: .seconds(5))
        bench.seek(.seconds(1))
        bench.seek(.seconds(2))
        bench.play(at: host)
        bench.advance(.seconds(4))
        #expect(bench.time == .seconds(2))
        bench.advance(.seconds(2))
        #expect(bench.time == .seconds(3))
    }

    @Test func `play at a host time survives an interruption in which all members get ready`() {
        bench.send(.setAudible(bench.add(.slow(.milliseconds(300)))))
        let ticket = bench.play(at: bench.now.advanced(by: .seconds(5)))
        bench.advance(.milliseconds(100))
        bench.send(.disturbance(.audioInterruption, ends: false))
        bench.advance(.milliseconds(900))
        #expect(bench.group.barrier == nil && bench.answer(ticket) == nil)
        bench.send(.disturbance(.audioInterruption))
        bench.advance(.seconds(3))
        #expect(bench.time == .zero)
        bench.advance(.seconds(2))
        #expect(bench.time == .seconds(1) && bench.answer(ticket) == .some(nil))
        #expect(bench.violations == [])
    }

    /// Before and after the members are ready.
    @Test(arguments: [Duration.milliseconds(100), .seconds(1)])
    func `a second call of play keeps the host time of a start that is still to come`(wait: Duration) {
        bench.add(.slow(.milliseconds(300)))
        let first = bench.play(at: bench.now.advanced(by: .seconds(5)))
        bench.advance(wait)
        let second = bench.play()
        bench.advance(.seconds(1))
        // Every member is prepared again.
        bench.send(.disturbance(.sleep))
        bench.advance(.seconds(3) - wait)
        #expect(bench.time == .zero)
        bench.advance(.seconds(2))
        #expect(bench.time == .seconds(1))
        #expect(bench.answer(first) == .some(nil) && bench.answer(second) == .some(nil))
        #expect(bench.violations == [])
    }

    /// What takes a start back.
    enum Withdrawal: CaseIterable { case pause, lastingInterruption, mediaServicesReset }

    /// Before and after the members are ready.
    @Test(arguments: Withdrawal.allCases, [Duration.milliseconds(100), .seconds(1)])
    func `a start that was taken back leaves no host time for the next`(withdrawal: Withdrawal, wait: Duration) {
        bench.send(.setAudible(bench.add(.slow(.milliseconds(300)))))
        bench.play(at: bench.now.advanced(by: .seconds(100)))
        bench.advance(wait)
        switch withdrawal {
        case .pause: bench.send(.pause)
        case .lastingInterruption:
            bench.send(.disturbance(.audioInterruption, ends: false))
            bench.send(.disturbance(.audioInterruption, ends: true, resumes: false))
        case .mediaServicesReset: bench.send(.disturbance(.mediaServicesReset))
        }
        bench.advance(.seconds(1))
        bench.play()
        bench.advance(.milliseconds(1_300))
        #expect(bench.time == .seconds(1))
        #expect(bench.violations == [])
    }

    @Test func `a pause before the start supersedes it`() {
        bench.add(.slow(.seconds(1)))
        let ticket = bench.play()
        bench.send(.pause)
        #expect(bench.answer(ticket) == .some(.superseded))
        bench.advance(.seconds(3))
        #expect(bench.time == .zero && bench.group.barrier == nil)
        let again = bench.play()
        bench.advance(.seconds(1))
        #expect(bench.answer(again) == .some(nil))
    }

    @Test func `a member whose duplicate answer comes early is not shown before the others`() {
        var double = SimulatedVideo()
        double.duplicates = 2
        double.loadDelay = .milliseconds(10)
        double.prerollDelay = .milliseconds(10)
        var closed = SimulatedVideo.slow(.seconds(1))
        closed.loadDelay = .milliseconds(10)
        let ids = [bench.add(double), bench.add(closed)]
        bench.play()
        bench.advance(.milliseconds(500))
        #expect(ids.allSatisfy { bench.players[$0]?.line() == nil })
    }

    // MARK: The end

    @Test func `after the end play begins at the beginning of the range`() {
        let id = bench.add()
        bench.send(.setLoop(range: .seconds(2)..<(.seconds(4)), repeats: false))
        bench.play()
        bench.advance(.seconds(3))
        #expect(bench.published.last == .ended)
        #expect(bench.frame(id) == 119)
        let ticket = bench.play()
        #expect(bench.answer(ticket) == .some(nil))
        #expect(bench.time == .seconds(2) && bench.frame(id) == 60)
        bench.advance(.seconds(1))
        #expect(bench.time == .seconds(3))
    }

    @Test func `a start at the very end ends once it has begun, not before`() {
        bench.add(.slow(.milliseconds(100)))
        bench.seek(.seconds(100))
        bench.play(at: bench.now.advanced(by: .seconds(5)))
        bench.advance(.milliseconds(4_999))
        bench.send(.time)
        #expect(!bench.published.contains(.ended) && bench.clock.pendingWakes < 5)
        bench.advance(.milliseconds(2))
        #expect(bench.published.last == .ended)
    }

    @Test func `the background runs on when the group is played again`() {
        let road = bench.add(SimulatedVideo(length: .seconds(7)), map: TimeMap(end: .loop), isAmbient: true)
        bench.add()
        bench.play()
        bench.advance(.seconds(12))
        #expect(bench.frame(road) == 150)
        bench.play()
        #expect(bench.time == .zero && bench.frame(road) == 150)
        bench.advance(.seconds(1))
        #expect(bench.frame(road) == 180)
        bench.seek(.seconds(4))
        #expect(bench.frame(road) == 60, "a seek moves it by the same three seconds, past its seam")
    }

    @Test func `the end is published once, before what comes after it`() {
        bench.add()
        bench.play()
        bench.clock.lateness = .seconds(2)
        bench.send(.setRate(2))
        bench.forgetPublished()
        bench.advance(.seconds(6))
        bench.send(.pause)
        bench.advance(.seconds(60))
        #expect(bench.published == [.ended, .paused(at: .seconds(10) - .nanoseconds(1))])
    }

    @Test func `switching the loop on after the end goes on from the beginning`() {
        let id = bench.add()
        bench.play()
        bench.advance(.seconds(12))
        bench.send(.setLoop(range: nil, repeats: true))
        bench.advance(.seconds(1))
        #expect(bench.time < .milliseconds(1001) && bench.time >= .milliseconds(999))
        #expect(bench.frame(id) == 29 || bench.frame(id) == 30)
        #expect(bench.published.contains { if case .started = $0 { true } else { false } })
    }

    @Test func `switching the loop off lets the turn play out`() {
        bench.add()
        bench.send(.setLoop(range: nil, repeats: true))
        bench.play()
        bench.advance(.seconds(25))
        bench.send(.setLoop(range: nil, repeats: false))
        #expect(bench.time == .seconds(5))
        bench.advance(.seconds(4))
        #expect(!bench.published.contains(.ended))
        bench.advance(.seconds(1))
        #expect(bench.published.last == .ended)
    }

    @Test func `a group of members that loop has no end`() {
        let id = bench.add(SimulatedVideo(length: .seconds(3)), map: TimeMap(end: .loop))
        bench.play()
        bench.advance(.seconds(3_601))
        #expect(bench.frame(id) == 30)
        #expect(!bench.published.contains(.ended))
    }
}
