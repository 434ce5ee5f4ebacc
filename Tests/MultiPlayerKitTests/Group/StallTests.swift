import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

@Suite struct StallTests {
    let bench = SyncBench()

    private func playing(_ policy: StallPolicy, background: Bool = false) -> [MemberID] {
        var video = SimulatedVideo(length: .seconds(100))
        video.prerollDelay = .milliseconds(100)
        let ids = [
            bench.add(video),
            bench.add(video, map: background ? TimeMap(end: .loop) : TimeMap(), isAmbient: background),
        ]
        bench.send(.setStallPolicy(policy))
        bench.play()
        bench.advance(.milliseconds(1_100))
        bench.forgetPublished()
        return ids
    }

    @Test func `carry on: the member rejoins the line the others stayed on`() {
        let ids = playing(.carryOn)
        bench.players[ids[1]]?.stall()
        bench.advance(.seconds(3))
        #expect(bench.frame(ids[0]) == 120 && bench.frame(ids[1]) == 30)
        // A change of the line in between does not hide the recovery.
        bench.send(.setRate(2))
        bench.players[ids[1]]?.resume()
        bench.advance(.seconds(1))
        #expect(bench.frame(ids[0]) == 180 && bench.frame(ids[1]) == 180)
        #expect(bench.published == [.stalled(ids[1]), .resumed(ids[1])])
        #expect(bench.violations == [])
    }

    @Test func `wait: all hold until the member has frames, and start together`() {
        let ids = playing(.wait)
        bench.players[ids[1]]?.video?.prerollDelay = .seconds(2)
        bench.players[ids[1]]?.stall()
        bench.advance(.milliseconds(1_900))
        #expect(ids.map { bench.frame($0) } == [30, 30])
        #expect(bench.time == .seconds(1))
        // A second stall while waiting changes nothing.
        bench.players[ids[0]]?.report(.stalled)
        bench.advance(.milliseconds(100))
        #expect(bench.time == .seconds(1))
        bench.advance(.seconds(1))
        #expect(ids.map { bench.frame($0) } == [60, 60])
        #expect(bench.published.contains(.resumed(ids[1])))
        #expect(bench.published.filter { $0 == .stalled(ids[1]) }.count == 1)
        #expect(bench.violations == [])
    }

    @Test func `wait: the background is not waited for`() {
        let ids = playing(.wait, background: true)
        bench.players[ids[1]]?.stall()
        bench.advance(.seconds(1))
        #expect(bench.frame(ids[0]) == 60 && bench.group.barrier == nil)
    }

    @Test func `wait: a member that never comes back is given up in the end`() {
        let ids = playing(.wait)
        bench.players[ids[1]]?.video?.isSilent = true
        bench.players[ids[1]]?.stall()
        bench.advance(SyncGroup.prerollTimeout)
        #expect(bench.group.members[ids[1]]?.phase == .failed)
        bench.advance(.seconds(1))
        #expect(bench.time == .seconds(2) && bench.frame(ids[0]) == 60)
    }

    @Test func `wait: with a lead nothing is played twice`() {
        let lead = Duration.milliseconds(100)
        let ids = [bench.add(SimulatedVideo(length: .seconds(100)), lead: lead), bench.add(lead: lead)]
        bench.send(.setStallPolicy(.wait))
        bench.play()
        bench.advance(.seconds(1))
        bench.players[ids[0]]?.stall()
        let held = bench.time
        bench.advance(.milliseconds(50))
        #expect(bench.time == held)
    }

    @Test func `drop: the member is released, the others and the line go on`() {
        let ids = playing(.drop)
        bench.send(.setAudible(ids[1]))
        bench.players[ids[1]]?.stall()
        #expect(bench.players[ids[1]]?.isReleased == true && bench.group.audible == nil)
        bench.advance(.seconds(1))
        #expect(bench.frame(ids[0]) == 60 && bench.frame(ids[1]) == 30)
        #expect(bench.published == [.stalled(ids[1]), .dropped(ids[1])])
    }

    @Test func `drop: a barrier does not wait for a member that was dropped in it`() {
        let ids = playing(.drop)
        bench.players[ids[1]]?.video?.prerollDelay = .seconds(5)
        let ticket = bench.seek(.seconds(50))
        bench.players[ids[1]]?.stall()
        bench.advance(.milliseconds(100))
        #expect(bench.answer(ticket) == .some(nil) && bench.frame(ids[0]) == 1500)
        #expect(bench.violations == [])
    }
}
