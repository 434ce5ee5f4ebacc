import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Where seeks and scrubs lead.
@Suite struct SyncSeekTests {
    let bench = SyncBench()

    @Test func `only the newest seek arrives, older ones are superseded at once`() {
        let id = bench.add(.slow(.milliseconds(100)))
        let tickets = (1...5).map { bench.seek(.seconds($0)) }
        #expect(tickets.dropLast().allSatisfy { bench.answer($0) == .some(.superseded) })
        bench.advance(.seconds(1))
        #expect(bench.answer(tickets[4]) == .some(nil))
        #expect(bench.frame(id) == 150)
        #expect(bench.prepares(id).count == 3)
    }

    @Test func `a seek before any length is known is kept until the longest is open`() {
        var late = SimulatedVideo(length: .seconds(100))
        late.loadDelay = .seconds(1)
        let ids = [bench.add(SimulatedVideo()), bench.add(late)]
        bench.seek(.seconds(50))
        bench.advance(.seconds(2))
        #expect(bench.time == .seconds(50))
        #expect(bench.frame(ids[1]) == 1500)
        #expect(bench.violations == [])
    }

    @Test func `a member that is prepared again because another was given up gets the full time again`() {
        var slow = SimulatedVideo()
        slow.prerollDelay = .milliseconds(500)
        let ids = [bench.add(slow, map: TimeMap(end: .loop)), bench.add(SimulatedVideo(length: .seconds(100)))]
        bench.advance(.seconds(1))
        bench.players[ids[1]]?.video?.isSilent = true
        bench.seek(.seconds(155))
        bench.advance(SyncGroup.prerollTimeout)
        #expect(bench.group.members[ids[1]]?.phase == .failed)
        // The group has no end now, so the target is no longer its last instant.
        bench.advance(.seconds(1))
        #expect(bench.group.members[ids[0]]?.phase == .following)
        #expect(bench.group.barrier == nil && bench.frame(ids[0]) == 150)
    }

    @Test func `opening more videos does not move the target of a seek before the first start`() {
        bench.add()
        bench.seek(.seconds(5))
        bench.add(SimulatedVideo(length: .seconds(30)))
        #expect(bench.time == .seconds(5))
    }

    @Test func `a range set before the first start plays from its beginning`() {
        bench.add()
        bench.send(.setLoop(range: .seconds(5)..<(.seconds(7)), repeats: true))
        #expect(bench.time == .seconds(5))
        bench.send(.setLoop(range: .seconds(3)..<(.seconds(7)), repeats: true))
        bench.play()
        #expect(bench.time == .seconds(3))
    }

    @Test func `a seek in a later turn keeps the turn and moves the background along`() {
        let road = bench.add(SimulatedVideo(length: .seconds(7)), map: TimeMap(end: .loop), isAmbient: true)
        bench.add()
        bench.send(.setLoop(range: nil, repeats: true))
        bench.play()
        bench.advance(.seconds(25))
        bench.send(.pause)
        #expect(bench.frame(road) == 120)
        bench.send(.step(1))
        #expect(bench.frame(road) == 121)
        #expect(bench.group.line.position(at: bench.now).turn == 2)
        bench.play()
        guard case .started(_, let time)? = bench.published.last else {
            Issue.record("not started")
            return
        }
        #expect(time == bench.time)
    }

    @Test func `a length that changes in a barrier does not move its target`() {
        bench.add()
        bench.send(.setLoop(range: nil, repeats: true))
        bench.play()
        bench.advance(.seconds(25))
        bench.send(.pause)
        var late = SimulatedVideo.slow(.seconds(1), length: .seconds(60))
        late.loadDelay = .milliseconds(100)
        bench.add(late)
        bench.play()
        bench.advance(.milliseconds(500))
        #expect(bench.time == .seconds(5))
        bench.advance(.seconds(3))
        #expect(bench.time > .seconds(5) && bench.time < .seconds(8))
        #expect(bench.violations == [])
    }

    @Test func `a scrub of a grid shows a preview of each member, then the exact frames`() {
        var video = SimulatedVideo()
        video.prerollDelay = .milliseconds(400)
        video.previewDelay = .milliseconds(30)
        let ids = [bench.add(video), bench.add(video)]
        bench.seek(.zero)
        bench.advance(.seconds(1))
        for step in 1...10 {
            bench.forgetPublished()
            bench.send(.scrub(.milliseconds(step * 500), together: false))
            bench.advance(.milliseconds(33))
            #expect(ids.map { bench.frame($0) } == [Int64(step) * 15, Int64(step) * 15])
            let time = Duration.milliseconds(step * 500)
            #expect(bench.published == [.seeking(to: time), .previewing(at: time)])
        }
        bench.forgetPublished()
        bench.advance(.seconds(1))
        #expect(bench.published == [.arrived(at: .seconds(5))])
        #expect(bench.violations == [])
    }

    @Test func `a scrub of a comparison shows its stage's stand-ins, then the exact frames`() {
        var video = SimulatedVideo()
        video.prerollDelay = .milliseconds(400)
        video.previewDelay = .milliseconds(30)
        let ids = [bench.add(video), bench.add(video)]
        bench.seek(.zero)
        bench.advance(.seconds(1))
        bench.forgetPublished()
        bench.send(.scrub(.seconds(5)))
        bench.advance(.milliseconds(100))
        // Each member has a preview by now, but none is shown.
        #expect(bench.published == [.seeking(to: .seconds(5))])
        #expect(ids.map { bench.frame($0) } == [0, 0])
        bench.send(.scrub(.seconds(6)))
        let first = bench.group.approach(at: bench.now)?.number
        bench.standIn()
        #expect(bench.published.suffix(2) == [.previewing(at: .seconds(5)), .seeking(to: .seconds(6))])
        // Stand-ins for the previous target do not count for this one.
        bench.send(.stoodIn(barrier: first ?? 0))
        #expect(bench.published.last == .seeking(to: .seconds(6)))
        bench.advance(.milliseconds(500))
        #expect(bench.published.last == .arrived(at: .seconds(6)))
        #expect(ids.map { bench.frame($0) } == [180, 180])
        #expect(bench.violations == [])
    }

    @Test func `play while a scrub shows previews starts from there`() {
        var video = SimulatedVideo()
        video.prerollDelay = .milliseconds(400)
        video.previewDelay = .milliseconds(30)
        bench.add(video)
        bench.seek(.zero)
        bench.advance(.seconds(1))
        bench.send(.scrub(.seconds(3), together: false))
        bench.advance(.milliseconds(100))
        let ticket = bench.play()
        bench.advance(.milliseconds(300))
        #expect(bench.answer(ticket) == .some(nil) && bench.time == .seconds(3))
        bench.advance(.seconds(1))
        #expect(bench.time == .seconds(4))
    }
}
