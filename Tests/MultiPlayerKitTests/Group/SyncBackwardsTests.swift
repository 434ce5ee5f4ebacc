import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Groups that play backwards, or there and back.
@Suite struct SyncBackwardsTests {
    let bench = SyncBench()

    private func ids(_ count: Int = 2) -> [MemberID] {
        (0..<count).map { _ in bench.add(SimulatedVideo(length: .seconds(4))) }
    }

    @Test func `a group that has not begun plays backwards from its end, and ends at its beginning`() {
        let ids = ids()
        bench.send(.setRate(-1))
        bench.play()
        #expect(ids.map { bench.frame($0) } == [119, 119])
        bench.advance(.seconds(1))
        #expect(ids.map { bench.frame($0) } == [89, 89])
        #expect(!bench.published.contains(.ended))
        bench.advance(.milliseconds(2_999))
        #expect(!bench.published.contains(.ended))
        bench.advance(.milliseconds(2))
        #expect(bench.published.filter { $0 == .ended }.count == 1 && ids.map { bench.frame($0) } == [0, 0])
        bench.advance(.seconds(5))
        #expect(bench.time == .zero && bench.published.filter { $0 == .ended }.count == 1)
        bench.forgetPublished()
        bench.play()
        bench.advance(.milliseconds(500))
        #expect(ids.map { bench.frame($0) } == [104, 104], "it begins at the end again")
        #expect(bench.violations == [])
    }

    @Test func `turning round while playing keeps the picture, and leaves an end`() {
        let ids = ids()
        bench.play()
        bench.advance(.milliseconds(2_010))
        bench.send(.setRate(-2))
        #expect(bench.time == .milliseconds(2_010) && ids.map { bench.frame($0) } == [60, 60])
        bench.advance(.milliseconds(500))
        #expect(bench.time == .milliseconds(1_010))
        bench.send(.setRate(1))
        bench.advance(.seconds(10))
        #expect(bench.published.contains(.ended))
        bench.forgetPublished()
        bench.send(.setRate(-1))
        #expect(bench.published.contains { if case .started = $0 { true } else { false } }, "what had ended goes on")
        bench.advance(.milliseconds(1_005))
        #expect(ids.map { bench.frame($0) } == [89, 89])
        bench.advance(.seconds(10))
        #expect(bench.published.contains(.ended) && bench.time == .zero)
        bench.send(.setRate(1))
        bench.advance(.seconds(1))
        #expect(bench.time == .seconds(1))
        #expect(bench.violations == [])
    }

    @Test func `a pause backwards holds the picture, and a seek goes on backwards from there`() {
        let id = ids(1)[0]
        bench.send(.setRate(-1))
        bench.play()
        bench.advance(.milliseconds(1_005))
        bench.send(.pause)
        let held = bench.time
        bench.advance(.seconds(1))
        #expect(bench.time == held)
        bench.play()
        bench.advance(.milliseconds(500))
        #expect(bench.time == held - .milliseconds(500))
        bench.seek(.seconds(3))
        bench.advance(.seconds(1))
        #expect(bench.frame(id) == 60)
        #expect(bench.violations == [])
    }

    @Test func `a loop begins again at its end, and counts its turns`() {
        let id = ids(1)[0]
        bench.send(.setLoop(range: .seconds(1)..<(.seconds(3)), repeats: true))
        bench.send(.setRate(-1))
        bench.play()
        bench.advance(.milliseconds(1_985))
        #expect(bench.frame(id) == 30)
        bench.advance(.milliseconds(30))
        #expect(bench.frame(id) == 89)
        bench.advance(.seconds(6))
        #expect(bench.frame(id) == 89 && !bench.published.contains(.ended))
        #expect(bench.group.line.position(at: bench.now).turn == -4)
    }

    @Test func `there and back shows every frame both ways, backwards too`() {
        let id = ids(1)[0]
        bench.send(.setLoop(range: nil, repeats: true, alternates: true))
        bench.play()
        bench.advance(.milliseconds(3_005))
        #expect(bench.frame(id) == 90)
        bench.advance(.milliseconds(2_000))
        #expect(bench.frame(id) == 89, "one second past the end")
        bench.send(.setRate(-1))
        bench.advance(.milliseconds(2_000))
        #expect(bench.frame(id) == 90, "back over the end the other way")
        #expect(!bench.published.contains(.ended))
        #expect(bench.violations == [])
    }

    @Test func `what a member cannot do is refused with a reason, and what was set stays`() {
        bench.add()
        let forwards = bench.add(playsBackwards: false)
        bench.play()
        bench.advance(.seconds(1))
        bench.send(.setRate(-1))
        bench.send(.setLoop(range: nil, repeats: true, alternates: true))
        #expect(bench.group.rate == 1 && bench.group.loop.repeats && !bench.group.loop.alternates)
        let refusals = bench.published.compactMap { if case .refused(let error) = $0 { error } else { nil } }
        #expect(
            refusals.map(\.code) == [.onlyForwards, .onlyForwards] && refusals.allSatisfy { $0.memberID == forwards })
        #expect(
            refusals.first?.description
                == "2.mp4: sync: its player does not play backwards, which a rate below 0 needs; play forwards, or step back frame by frame"
        )
        bench.send(.remove(forwards))
        bench.send(.setRate(-1))
        bench.send(.setLoop(range: nil, repeats: true, alternates: true))
        #expect(bench.group.rate == -1 && bench.group.loop.alternates)
        bench.forgetPublished()
        // A newcomer that only plays forwards turns the group round.
        bench.add(playsBackwards: false)
        #expect(bench.group.rate == 1 && !bench.group.loop.alternates && bench.group.line.anchor.rate == 1)
        #expect(bench.published.filter { if case .refused = $0 { true } else { false } }.count == 2)
        #expect(bench.violations == [])
    }
}
