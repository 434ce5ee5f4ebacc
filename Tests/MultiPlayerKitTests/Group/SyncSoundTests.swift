import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Players that keep their own time change their clock with their sound, and have to be prepared for that anew.
@Suite struct SyncSoundTests {
    let bench = SyncBench()

    private func prepared(_ ids: [MemberID]) -> [Int] { ids.map { bench.prepares($0).count } }

    @Test func `a member that becomes audible while all get ready is prepared again, and waited for`() {
        let ids = [
            bench.add(.slow(.milliseconds(100)), isExact: false), bench.add(.slow(.milliseconds(500)), isExact: false),
        ]
        bench.advance(.seconds(1))
        bench.play()
        bench.advance(.milliseconds(450))
        let before = prepared(ids)
        bench.send(.setAudible(ids[0]))
        #expect(prepared(ids) == [before[0] + 1, before[1]])
        // The player hears of its sound first: it makes its item for what it knows.
        #expect(bench.players[ids[0]]?.commands.suffix(2).first == .setAudible(true))
        bench.advance(.milliseconds(99))
        #expect(bench.group.barrier != nil)
        bench.advance(.milliseconds(1_001))
        #expect(bench.time == .seconds(1) && ids.map { bench.frame($0) } == [30, 30])
        #expect(bench.violations == [])
    }

    @Test func `during a seek sound moves from one member to another, or ends`() {
        let ids = (0..<3).map { _ in bench.add(.slow(.milliseconds(200)), isExact: false) }
        bench.send(.setAudible(ids[0]))
        bench.play()
        bench.advance(.seconds(2))
        bench.seek(.seconds(5))
        let before = prepared(ids)
        bench.advance(.milliseconds(100))
        bench.send(.setAudible(ids[1]))
        #expect(prepared(ids) == [before[0] + 1, before[1] + 1, before[2]])
        bench.advance(.milliseconds(100))
        bench.send(.setAudible(nil))
        #expect(prepared(ids) == [before[0] + 1, before[1] + 2, before[2]])
        bench.advance(.milliseconds(1_200))
        #expect(bench.time == .seconds(6) && ids.allSatisfy { bench.frame($0) == 180 })
        #expect(bench.players.values.allSatisfy { !$0.isAudible })
        #expect(bench.violations == [])
    }

    @Test func `a member that is prepared again for its sound gets the full time again`() {
        let ids = [bench.add(isExact: false), bench.add(isExact: false)]
        bench.play()
        bench.advance(.seconds(1))
        bench.players[ids[0]]?.video?.prerollDelay = SyncGroup.prerollTimeout - .milliseconds(500)
        bench.seek(.seconds(5))
        bench.advance(SyncGroup.prerollTimeout - .seconds(1))
        bench.send(.setAudible(ids[0]))
        bench.advance(SyncGroup.prerollTimeout - .milliseconds(501))
        #expect(bench.group.barrier != nil && bench.group.members[ids[0]]?.phase == .following)
        bench.advance(.milliseconds(501))
        #expect(bench.group.members[ids[0]]?.phase == .following && bench.time == .milliseconds(5_500))
        #expect(bench.violations == [])
    }

    @Test func `players that follow the line by arithmetic are left alone`() {
        let ids = [bench.add(.slow(.milliseconds(100))), bench.add(.slow(.milliseconds(500)))]
        bench.play()
        let before = prepared(ids)
        bench.advance(.milliseconds(200))
        bench.send(.setAudible(ids[0]))
        bench.advance(.milliseconds(800))
        #expect(prepared(ids) == before && bench.time == .milliseconds(500))
        #expect(bench.violations == [])
    }
}
