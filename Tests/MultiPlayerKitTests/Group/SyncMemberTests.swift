import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import TestTools

/// Members that join, change, fail and leave.
@Suite struct SyncMemberTests {
    let bench = SyncBench()
    let error = PlaybackError(.decodingFailed, subject: "x", reason: "broken", cure: "mend it")

    @Test func `a member added while playing joins, and a seek does not wait for its opening`() {
        let first = bench.add()
        bench.play()
        bench.advance(.seconds(1))
        var late = SimulatedVideo()
        late.loadDelay = .seconds(6)
        let second = bench.add(late)
        let ticket = bench.seek(.seconds(3))
        #expect(bench.answer(ticket) == .some(nil))
        bench.advance(.seconds(3))
        #expect(bench.time == .seconds(6) && bench.frame(first) == 180)
        bench.advance(.seconds(3))
        #expect(bench.frame(second) == bench.frame(first))
        #expect(bench.violations == [])
    }

    @Test func `a member that opens during a seek is shown with the others, at its target`() {
        let first = bench.add(.slow(.seconds(1)))
        bench.play()
        bench.advance(.seconds(2))
        var late = SimulatedVideo()
        late.loadDelay = .milliseconds(500)
        let second = bench.add(late)
        bench.seek(.seconds(8))
        bench.advance(.milliseconds(900))
        #expect(bench.players[second]?.line() == nil)
        bench.advance(.milliseconds(100))
        #expect(bench.frame(first) == 240 && bench.frame(second) == 240)
    }

    @Test func `members that failed or were dropped get no more commands`() {
        let ids = [bench.add(), bench.add(), bench.add(.slow(.milliseconds(200)))]
        bench.play()
        bench.advance(.seconds(1))
        bench.send(.setAudible(ids[0]))
        bench.players[ids[0]]?.report(.failed(error, generation: 0))
        #expect(bench.group.audible == nil)
        bench.send(.setStallPolicy(.drop))
        bench.send(.setAudible(ids[1]))
        bench.players[ids[1]]?.stall()
        bench.seek(.seconds(2))
        for id in ids.prefix(2) {
            bench.send(.setMap(id, TimeMap(offset: .seconds(1))))
            bench.send(.nudge(id, frames: 3))
            bench.send(.setAudible(id))
            for event in [PlayerEvent.moved, .stalled, .resumed, .failed(error, generation: 0)] {
                bench.players[id]?.report(event)
            }
        }
        bench.send(.setAudible(nil))
        bench.advance(.seconds(1))
        #expect(bench.group.barrier == nil && bench.frame(ids[2]) == 84)
        #expect(bench.violations == [])
    }

    @Test func `a member that changes its map in a barrier is waited for again`() {
        let ids = [bench.add(.slow(.milliseconds(100))), bench.add(.slow(.milliseconds(300)))]
        bench.seek(.seconds(1))
        bench.advance(.milliseconds(200))
        bench.send(.setMap(ids[0], TimeMap(offset: .seconds(2))))
        bench.advance(.milliseconds(99))
        #expect(ids.allSatisfy { bench.players[$0]?.line() == nil })
        bench.advance(.milliseconds(2))
        #expect(ids.map { bench.frame($0) } == [90, 30])
        #expect(bench.prepares(ids[0]).count == 3 && bench.prepares(ids[1]).count == 2)
        #expect(bench.violations == [])
    }

    @Test func `opening another video does not make the prepared ones start over`() {
        let first = bench.add(.slow(.milliseconds(100)))
        var late = SimulatedVideo(length: .seconds(60))
        late.loadDelay = .milliseconds(300)
        bench.add(late)
        bench.play()
        bench.advance(.milliseconds(300))
        #expect(bench.group.barrier == nil)
        #expect(bench.prepares(first).count == 2)
    }

    @Test func `a player that the app moves in a barrier prepares for the target again`() {
        let ids = [bench.add(.slow(.milliseconds(100))), bench.add(.slow(.milliseconds(300)))]
        bench.seek(.seconds(1))
        bench.advance(.milliseconds(150))
        bench.players[ids[0]]?.report(.moved)
        bench.advance(.milliseconds(500))
        #expect(ids.map { bench.frame($0) } == [30, 30])
        bench.players[ids[0]]?.report(.moved)
        bench.advance(.milliseconds(500))
        #expect(bench.published.filter { $0 == .movedByApp(ids[0]) }.count == 2)
        #expect(bench.isSettled && bench.violations == [])
    }

    @Test func `a thousand nudges move by exactly their frames, and a thousand back undo them`() {
        var numbers = SplitMix(seed: 3)
        for rate in [FrameRate(24_000, 1_001), FrameRate(30_000, 1_001), FrameRate(60_000, 1_001), FrameRate(25)] {
            let offset = numbers.duration(in: .seconds(-2)...(.seconds(2)))
            let id = bench.add(SimulatedVideo(frameRate: rate), map: TimeMap(offset: offset))
            for _ in 0..<1_000 { bench.send(.nudge(id, frames: 1)) }
            let exact = Fraction(1_000 * 1_000_000_000) / Fraction(rate)
            #expect(bench.group.members[id]?.map.offset == offset + .nanoseconds(Int64(exact.floor)))
            for _ in 0..<1_000 { bench.send(.nudge(id, frames: -1)) }
            #expect(bench.group.members[id]?.map.offset == offset)
        }
    }

    @Test func `nudges before the video is open count its own frames`() {
        var video = SimulatedVideo(frameRate: FrameRate(25))
        video.loadDelay = .seconds(1)
        let id = bench.add(video)
        for _ in 0..<5 { bench.send(.nudge(id, frames: 1)) }
        bench.advance(.seconds(1))
        #expect(bench.group.members[id]?.map.offset == .milliseconds(200))
    }

    @Test func `a member becomes audible once it is open, and only one is audible`() {
        var video = SimulatedVideo()
        video.loadDelay = .seconds(1)
        let ids = [bench.add(video), bench.add()]
        bench.send(.setAudible(ids[0]))
        #expect(bench.players[ids[0]]?.commands.count == 1)
        bench.advance(.seconds(1))
        #expect(bench.players[ids[0]]?.isAudible == true)
        bench.send(.setAudible(ids[1]))
        #expect(bench.players.values.filter(\.isAudible).count == 1)
        bench.send(.remove(ids[1]))
        #expect(bench.group.audible == nil && bench.violations == [])
    }
}
