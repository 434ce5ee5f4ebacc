import Foundation
import MultiPlayerKitTestSupport
import Observation
import Testing

@testable import MultiPlayerKit

#if THREAD_SANITIZER
    import struct MultiPlayerKit.Mutex
#else
    import Synchronization
#endif

/// Whether those who observe a group, as views do, are told of changes of its settings.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct GroupObservationTests {
    private final class Observer: Sendable {
        private let told = Mutex(false)

        var isTold: Bool { told.withLock { $0 } }

        func tell() { told.withLock { $0 = true } }
    }

    private let clock = ManualClock()
    private let clip = URL(fileURLWithPath: "/clips/a.mp4")

    private func makeGroup() -> PlaybackGroup {
        PlaybackGroup(clock: clock) { [clock] in SimulatedPlayer(clock: clock) }
    }

    /// Observes what `read` reads until its next change.
    private func observe(_ read: () -> Void) -> Observer {
        let observer = Observer()
        withObservationTracking {
            read()
        } onChange: {
            observer.tell()
        }
        return observer
    }

    /// Lets everything that waits for the main actor run.
    private func others(until done: () -> Bool = { false }) async {
        for _ in 0..<1_000 where !done() { await Task.yield() }
    }

    @Test func `a setting tells its own observers, at once and only when it changes`() async {
        let group = makeGroup()
        let members = [group.add(url: clip), group.add(url: clip)]
        await others()
        var (rate, loops) = (observe { _ = group.rate }, observe { _ = group.loops })
        var audible = observe { _ = group.audibleMember }
        group.rate = 2
        #expect(rate.isTold && !loops.isTold && !audible.isTold && group.rate == 2)
        group.loops = true
        #expect(loops.isTold && !audible.isTold && group.loops)
        group.audibleMember = members[1]
        #expect(audible.isTold && group.audibleMember == members[1])

        rate = observe { _ = group.rate }
        loops = observe { _ = group.loops }
        audible = observe { _ = group.audibleMember }
        (group.rate, group.loops, group.audibleMember) = (2, true, members[1])
        await others()
        #expect(!rate.isTold && !loops.isTold && !audible.isTold)

        group.setRange(nil, repeats: false)
        #expect(loops.isTold && !group.loops)
        group.remove(members[1])
        #expect(audible.isTold && group.audibleMember == nil)
    }

    @Test func `the length tells its observers when a video opens and when a member changes it`() async {
        let group = makeGroup()
        var length = observe { _ = group.length }
        let id = group.add(url: clip)
        await others { length.isTold }
        #expect(length.isTold && group.length == .seconds(10))
        length = observe { _ = group.length }
        group.setTimeMap(TimeMap(offset: .seconds(1)), of: id)
        #expect(length.isTold && group.length == .seconds(9))
        length = observe { _ = group.length }
        group.remove(id)
        #expect(length.isTold && group.length == nil)
    }

    @Test func `a change that nobody made on the main actor tells observers too`() async {
        let group = makeGroup()
        group.add(url: clip)
        await others()
        let rate = observe { _ = group.rate }
        group.schedule(.rate(0.5), at: clock.now.advanced(by: .seconds(1)))
        clock.advance(by: .seconds(2))
        await others { rate.isTold }
        #expect(rate.isTold && group.rate == 0.5)
    }

    @Test func `whether members move together, and their patience, tell their observers`() {
        let group = makeGroup()
        let (together, patience) = (observe { _ = group.movesTogether }, observe { _ = group.patience })
        group.movesTogether = false
        #expect(together.isTold && !patience.isTold && !group.movesTogether)
        group.patience = .seconds(1)
        #expect(patience.isTold && group.patience == .seconds(1))
    }
}
