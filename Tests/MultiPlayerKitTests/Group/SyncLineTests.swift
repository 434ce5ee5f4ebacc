import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// The line itself: rates, leads, and what must not accumulate over weeks.
@Suite struct SyncLineTests {
    let bench = SyncBench()

    // MARK: Rates

    @Test(arguments: [(0, 0.25), (0.1, 0.25), (9, 4), (.nan, 1), (.infinity, 4), (0.5, 0.5)] as [(Double, Double)])
    func `rates are clamped to what a group accepts`(asked: Double, got: Double) {
        bench.add()
        bench.play()
        bench.send(.setRate(asked))
        bench.advance(.seconds(1))
        #expect(bench.group.rate == got && bench.time == .nearest(seconds: got))
    }

    // MARK: Lead

    @Test func `players that need a lead are told of every change in time, and all for one host time`() {
        let lead = Duration.milliseconds(100)
        let ids = [bench.add(lead: lead), bench.add(.slow(.milliseconds(50))), bench.add(lead: .milliseconds(20))]
        bench.onHandled = { [bench] _, commands in
            let moving = commands.compactMap { command -> (HostTime, Bool)? in
                guard case .follow(_, let timeline, let host) = command else { return nil }
                return (host, timeline.line.anchor.rate > 0)
            }
            #expect(Set(moving.map(\.0)).count <= 1)
            // A hold takes effect at once: a player that is told late goes back to that position.
            for (host, moves) in moving { #expect(host >= bench.now.advanced(by: moves ? lead : .zero)) }
        }
        bench.play()
        bench.advance(.milliseconds(1_150))
        #expect(bench.time == .seconds(1))
        bench.send(.setRate(2))
        bench.advance(.milliseconds(1_100))
        #expect(bench.time == .milliseconds(3_100))
        bench.seek(.seconds(5))
        bench.advance(.milliseconds(650))
        #expect(bench.time == .seconds(6))
        #expect(ids.map { bench.frame($0) } == [180, 180, 180])
        bench.send(.pause)
        bench.advance(.milliseconds(100))
        let held = bench.time
        bench.play()
        bench.advance(.milliseconds(50))
        #expect(bench.time == held, "a pause and a start lose nothing")
        bench.add(lead: lead)
        bench.advance(.seconds(1))
        #expect(bench.violations == [])
    }

    // MARK: Weeks

    @Test func `wake-ups do not pile up`() {
        let id = bench.add(SimulatedVideo(length: .seconds(360_000)))
        bench.play()
        for turn in 0..<5_000 {
            bench.advance(.milliseconds(100))
            switch turn % 4 {
            case 0: bench.send(.setRate(turn % 8 == 0 ? 1.5 : 1))
            case 1: bench.send(.nudge(id, frames: turn % 8 == 1 ? 1 : -1))
            case 2: bench.send(.pause)
            default: bench.play()
            }
            #expect(bench.clock.pendingWakes < 5)
        }
        bench.players[id]?.forgetCommands()
    }

    @Test func `a wake-up that comes too early is requested again`() {
        bench.add()
        bench.play()
        bench.advance(.seconds(9))
        for _ in 0..<100 { bench.send(.time) }
        #expect(bench.clock.pendingWakes < 5)
        bench.advance(.seconds(1))
        #expect(bench.published.last == .ended)
    }

    @Test func `setting the loop again without a length sends no commands`() {
        let id = bench.add(SimulatedVideo(length: .seconds(3)), map: TimeMap(end: .loop))
        bench.send(.setLoop(range: nil, repeats: true))
        bench.play()
        let count = bench.players[id]?.commands.count ?? 0
        bench.send(.setLoop(range: nil, repeats: true))
        bench.send(.setLoop(range: nil, repeats: true))
        #expect(bench.players[id]?.commands.count == count)
    }

    @Test func `a range may end at the largest duration`() {
        let id = bench.add()
        bench.send(.setLoop(range: .seconds(2)..<(.seconds(Int64.max)), repeats: false))
        bench.play()
        bench.advance(.seconds(3))
        #expect(bench.time == .seconds(5) && bench.frame(id) == 150)
        bench.seek(.seconds(Int64.max))
        #expect(bench.frame(id) == 299)
    }
}
