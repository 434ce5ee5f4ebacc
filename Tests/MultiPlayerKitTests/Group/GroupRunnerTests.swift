import Dispatch
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import TestTools

#if THREAD_SANITIZER
    import struct MultiPlayerKit.Mutex
#else
    import Synchronization
#endif

@Suite(.timeLimit(.minutes(10)))
struct GroupRunnerTests {
    @Test func `events from many threads are handled once each, and each ticket is answered once`() {
        let clock = ManualClock()
        let runner = GroupRunner(clock: clock)
        let source = MediaSource(url: URL(fileURLWithPath: "/clips/1.mp4"))
        let ids = (0..<3).map { _ in
            runner.add(
                SimulatedPlayer(clock: clock) { _ in
                    var video = SimulatedVideo(length: .seconds(100))
                    video.prerollDelay = .milliseconds(3)
                    return video
                }, source: source, map: TimeMap(), isAmbient: false)
        }
        let answers = Mutex([Int: Int]())
        let tickets = Mutex([Int]())
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var numbers = SplitMix(seed: UInt64(thread))
            for _ in 0..<300 {
                let ticket = Mutex(0)
                let number = runner.ticket { _ in answers.withLock { $0[ticket.withLock { $0 }, default: 0] += 1 } }
                ticket.withLock { $0 = number }
                tickets.withLock { $0.append(number) }
                if numbers.oneIn(2) {
                    runner.send(.play(at: nil, ticket: number))
                } else {
                    runner.send(.seek(numbers.duration(in: .zero...(.seconds(90))), ticket: number))
                }
                runner.send(.nudge(ids[thread % 3], frames: 1))
                if numbers.oneIn(3) { runner.send(.pause) }
                if numbers.oneIn(3) { runner.send(.setRate(.random(in: 0.25...4, using: &numbers))) }
                if thread == 0 { clock.advance(by: .milliseconds(1)) }
            }
        }
        clock.advance(by: .seconds(5))
        #expect(runner.isSettled)
        for ticket in tickets.withLock({ $0 }) { #expect(answers.withLock { $0[ticket] } == 1) }
        // The 8 threads nudge the 3 members in turn: 3, 3 and 2 threads for each, 300 nudges from each thread.
        let offsets = ids.map { runner.lineup.maps[$0]?.offset }
        #expect(offsets == [900, 900, 600].map { FrameRate(30).time(ofFrame: $0) })
        for entry in runner.lineup.entries { #expect(entry.player.line() == entry.timeline) }
    }

    @Test func `an answered ticket keeps nothing alive`() {
        final class Witness: Sendable {}
        let runner = GroupRunner(clock: ManualClock())
        weak var witness: Witness?
        do {
            let made = Witness()
            witness = made
            runner.send(.seek(.zero, ticket: runner.ticket { _ in withExtendedLifetime(made) {} }))
        }
        #expect(witness == nil)
    }

    @Test func `the plain host clock wakes after the time asked for, never before`() async {
        let clock = SystemGroupClock()
        let wanted = HostTime.now.advanced(by: .milliseconds(20))
        let came: HostTime = await withCheckedContinuation { continuation in
            clock.wake(at: wanted) { continuation.resume(returning: .now) }
        }
        #expect(came >= wanted)
        #expect(clock.now >= came)
    }

    @Test func `a player's answer outside the group's decisions is handled at once`() async throws {
        // A manual clock for the player, the system's for the group: answers come when the test moves the manual one.
        let players = ManualClock()
        let runner = GroupRunner(clock: SystemGroupClock())
        let player = SimulatedPlayer(clock: players)
        let id = runner.add(
            player, source: MediaSource(url: URL(fileURLWithPath: "/clips/1.mp4")), map: TimeMap(), isAmbient: false)
        #expect(runner.lineup.phases[id] == .loading)
        players.advance(by: .zero)
        #expect(runner.lineup.phases[id] == .following && runner.isSettled)
    }
}
