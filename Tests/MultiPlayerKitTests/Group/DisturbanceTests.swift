import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Calls, the background, sleep: what stops players from outside.
struct DisturbanceTests {
    let bench = SyncBench()

    /// Adds a member that is heard: a call concerns only a group that has one.
    @discardableResult
    private func addAudible(_ video: SimulatedVideo = SimulatedVideo()) -> MemberID {
        let id = bench.add(video)
        bench.send(.setAudible(id))
        return id
    }

    @Test(arguments: [Disturbance.audioInterruption, .background])
    func `a disturbed group holds, and goes on from where it stood`(disturbance: Disturbance) {
        addAudible()
        bench.add()
        bench.play()
        bench.advance(.seconds(2))
        bench.send(.disturbance(disturbance, ends: false))
        bench.advance(.seconds(60))
        #expect(bench.time == .seconds(2))
        bench.send(.disturbance(disturbance, ends: true, resumes: true))
        bench.advance(.seconds(1))
        #expect(bench.time > .milliseconds(2_900) && bench.time <= .seconds(3))
        #expect(bench.violations.isEmpty)
    }

    @Test func `an interruption that is not to be resumed leaves the group paused`() {
        addAudible()
        bench.play()
        bench.advance(.seconds(2))
        bench.send(.disturbance(.audioInterruption, ends: false))
        bench.send(.disturbance(.audioInterruption, ends: true, resumes: false))
        bench.advance(.seconds(5))
        #expect(bench.time == .seconds(2) && !bench.group.wantsToPlay)
    }

    @Test func `the last of two overlapping disturbances to end lets the group go on`() {
        addAudible()
        bench.play()
        bench.advance(.seconds(1))
        bench.send(.disturbance(.audioInterruption, ends: false))
        bench.send(.disturbance(.background, ends: false))
        bench.send(.disturbance(.audioInterruption, ends: true, resumes: true))
        bench.advance(.seconds(1))
        #expect(bench.time == .seconds(1))
        bench.send(.disturbance(.background, ends: true, resumes: true))
        bench.advance(.seconds(1))
        #expect(bench.time > .seconds(1))
    }

    @Test func `a word against playing counts though something else still holds the group`() {
        addAudible()
        bench.play()
        bench.advance(.seconds(1))
        bench.send(.disturbance(.audioInterruption, ends: false))
        bench.send(.disturbance(.background, ends: false))
        bench.send(.disturbance(.audioInterruption, ends: true, resumes: false))
        bench.send(.disturbance(.background, ends: true, resumes: true))
        bench.advance(.seconds(5))
        #expect(bench.time == .seconds(1) && !bench.group.wantsToPlay)
        #expect(bench.violations.isEmpty)
    }

    @Test func `a call leaves a silent group alone`() {
        let id = bench.add()
        bench.play()
        bench.advance(.seconds(1))
        bench.forgetPublished()
        let prepared = bench.prepares(id).count
        bench.send(.disturbance(.audioInterruption, ends: false))
        bench.advance(.seconds(1))
        bench.send(.disturbance(.audioInterruption, ends: true, resumes: false))
        bench.advance(.seconds(1))
        #expect(bench.time == .seconds(3) && bench.group.wantsToPlay)
        #expect(bench.published.isEmpty && bench.prepares(id).count == prepared)
        #expect(bench.violations.isEmpty)
    }

    /// What leaves a group without sound.
    enum Silencing: CaseIterable { case muted, removed, failed }

    @Test(arguments: Silencing.allCases)
    func `a group that becomes silent in a call plays on`(silencing: Silencing) {
        let id = addAudible()
        bench.add()
        bench.play()
        bench.advance(.seconds(1))
        bench.send(.disturbance(.audioInterruption, ends: false))
        bench.advance(.seconds(60))
        #expect(bench.time == .seconds(1))
        switch silencing {
        case .muted: bench.send(.setAudible(nil))
        case .removed: bench.send(.remove(id))
        case .failed:
            let error = PlaybackError(.decodingFailed, subject: "x", reason: "broken", cure: "mend it")
            bench.send(.player(id, .failed(error, generation: 0)))
        }
        bench.advance(.seconds(2))
        #expect(bench.time > .milliseconds(2_900) && bench.time <= .seconds(3))
        bench.send(.disturbance(.audioInterruption, ends: true, resumes: false))
        bench.advance(.seconds(1))
        #expect(bench.time > .milliseconds(3_900))
        #expect(bench.violations.isEmpty)
    }

    @Test func `a lost sound device pauses a group that is heard, and no other`() {
        bench.add()
        let id = bench.add()
        bench.play()
        bench.advance(.seconds(1))
        bench.forgetPublished()
        bench.send(.disturbance(.routeChange, resumes: false))
        #expect(bench.group.wantsToPlay && bench.published.isEmpty)
        bench.send(.setAudible(id))
        bench.send(.disturbance(.routeChange, resumes: false))
        #expect(bench.published == [.interrupted(.routeChange), .paused(at: .seconds(1))])
        // It is told twice, and another device comes.
        bench.send(.disturbance(.routeChange, resumes: false))
        bench.send(.disturbance(.routeChange))
        bench.advance(.seconds(5))
        #expect(bench.time == .seconds(1) && !bench.group.wantsToPlay)
        bench.play()
        bench.advance(.seconds(1))
        #expect(bench.time > .milliseconds(1_900))
        #expect(bench.violations.isEmpty)
    }

    @Test func `a sound device that is lost before the start or in a call takes the start back`() {
        addAudible(.slow(.seconds(1)))
        let ticket = bench.play()
        bench.send(.disturbance(.routeChange, resumes: false))
        #expect(bench.answer(ticket) == .some(.superseded))
        bench.advance(.seconds(3))
        #expect(bench.time == .zero && !bench.group.wantsToPlay)
        bench.play()
        bench.advance(.seconds(3))
        let held = bench.time
        #expect(held > .seconds(1))
        bench.send(.disturbance(.audioInterruption, ends: false))
        bench.send(.disturbance(.routeChange, resumes: false))
        bench.send(.disturbance(.audioInterruption, ends: true, resumes: true))
        bench.advance(.seconds(5))
        #expect(bench.time == held && !bench.group.wantsToPlay)
        #expect(bench.violations.isEmpty)
    }

    @Test func `a group paused during a call stays paused after it, and one told to play in the background plays`() {
        addAudible()
        bench.play()
        bench.advance(.seconds(1))
        bench.send(.disturbance(.audioInterruption, ends: false))
        bench.send(.pause)
        bench.send(.disturbance(.audioInterruption, ends: true, resumes: true))
        bench.advance(.seconds(1))
        #expect(bench.time == .seconds(1) && !bench.group.wantsToPlay)
        bench.send(.disturbance(.background, ends: false))
        bench.play()
        bench.advance(.seconds(1))
        #expect(bench.time > .seconds(1))
    }

    @Test func `after sleep every member is prepared again`() {
        let ids = [bench.add(), bench.add()]
        bench.play()
        bench.advance(.seconds(1))
        var prepared: Set<MemberID> = []
        bench.onHandled = { _, commands in
            for case .prepare(let id, _, _, _, _) in commands { prepared.insert(id) }
        }
        bench.send(.disturbance(.sleep))
        bench.advance(.seconds(1))
        #expect(prepared == Set(ids) && bench.group.wantsToPlay)
    }

    @Test(arguments: [Disturbance.sleep, .background], [false, true])
    func `an interrupted seek arrives at its target`(disturbance: Disturbance, plays: Bool) {
        var video = SimulatedVideo(length: .seconds(10))
        video.prerollDelay = .milliseconds(200)
        bench.add(video)
        bench.add(video)
        bench.play()
        bench.advance(.seconds(2))
        if !plays { bench.send(.pause) }
        bench.send(.seek(.seconds(8), ticket: 77))
        #expect(bench.group.barrier != nil)
        bench.send(.disturbance(disturbance, ends: false))
        if disturbance.lasts { bench.send(.disturbance(disturbance, ends: true, resumes: true)) }
        bench.advance(.seconds(1))
        #expect(plays ? bench.time > .seconds(8) && bench.time <= .seconds(9) : bench.time == .seconds(8))
        #expect(bench.violations.isEmpty)
    }

    @Test(arguments: [Disturbance.background, .audioInterruption, .sleep])
    func `a group that stands at its end neither starts nor ends again after a disturbance`(disturbance: Disturbance) {
        let road = bench.add(SimulatedVideo(length: .seconds(7)), map: TimeMap(end: .loop), isAmbient: true)
        let id = addAudible(.slow(.milliseconds(200)))
        bench.play()
        bench.advance(.seconds(12))
        #expect(bench.published.last == .ended && bench.frame(road) == 144)
        bench.forgetPublished()
        bench.send(.disturbance(disturbance, ends: false))
        if disturbance.lasts {
            bench.advance(.seconds(60))
            bench.send(.disturbance(disturbance, ends: true, resumes: true))
        }
        bench.advance(.milliseconds(5_010))
        #expect(bench.published == [.interrupted(disturbance)])
        #expect(bench.group.hasEnded && bench.frame(id) == 299)
        // The background has run on from where it was held.
        #expect(bench.frame(road) == 78)
        bench.play()
        bench.advance(.seconds(1))
        #expect(bench.time == .milliseconds(800) && !bench.group.hasEnded)
        #expect(bench.violations.isEmpty)
    }

    @Test func `play begins anew while a group is made ready at its end`() {
        let id = bench.add(.slow(.milliseconds(500)))
        bench.play()
        bench.advance(.seconds(12))
        bench.send(.disturbance(.sleep))
        #expect(bench.group.barrier != nil)
        let ticket = bench.play()
        bench.advance(.seconds(1))
        #expect(bench.answer(ticket) == .some(nil))
        #expect(bench.time == .milliseconds(500) && bench.frame(id) == 15)
        #expect(bench.violations.isEmpty)
    }

    @Test func `a group that is longer when it comes back plays on from its former end`() {
        bench.add(.slow(.milliseconds(200)))
        bench.play()
        bench.advance(.seconds(12))
        bench.send(.disturbance(.background, ends: false))
        bench.add(SimulatedVideo(length: .seconds(20)))
        bench.forgetPublished()
        bench.send(.disturbance(.background))
        bench.advance(.milliseconds(1_200))
        #expect(bench.published.contains { if case .started = $0 { true } else { false } })
        #expect(bench.time > .milliseconds(10_900) && bench.time <= .seconds(11))
        #expect(bench.violations.isEmpty)
    }

    @Test(arguments: [Disturbance.background, .audioInterruption])
    func `members that are still opening when the app is suspended get the full time afterwards`(
        disturbance: Disturbance
    ) {
        var slow = SimulatedVideo(length: .seconds(30))
        slow.prerollDelay = .seconds(20)
        let ids = [addAudible(), bench.add(slow)]
        bench.play()
        bench.advance(.seconds(9))
        bench.send(.disturbance(disturbance, ends: false))
        // Longer than the time that a member has for its preroll.
        bench.advance(.seconds(8))
        #expect(ids.allSatisfy { bench.group.members[$0]?.isLive == true })
        bench.send(.disturbance(disturbance, ends: true, resumes: true))
        bench.advance(.seconds(9))
        #expect(ids.allSatisfy { bench.group.members[$0]?.isLive == true })
        #expect(bench.violations.isEmpty)
    }

    @Test func `after a reset of media services all videos are opened again and the group is paused`() {
        let ids = [bench.add(), bench.add()]
        bench.play()
        bench.advance(.seconds(3))
        var loaded: [MemberID] = []
        bench.onHandled = { _, commands in
            for case .load(let id, _, _) in commands { loaded.append(id) }
        }
        bench.send(.disturbance(.mediaServicesReset))
        bench.advance(.seconds(1))
        #expect(loaded == ids && bench.time == .seconds(3) && !bench.group.wantsToPlay)
        bench.play()
        bench.advance(.seconds(1))
        #expect(bench.time > .seconds(3))
    }
}
