import Foundation
import Testing

@testable import MultiPlayerKit

/// The timers of the plain host clock, in real time.
@Suite(.timeLimit(.minutes(1)))
struct SystemClockTests {
    private struct Call {
        var number: Int
        var isEarly: Bool
    }

    @Test func `wake-ups come once each, in the order of their host times and never early`() async {
        let clock = SystemGroupClock()
        // Far enough ahead for all of them to be asked for before the first one comes.
        let begin = HostTime.now.advanced(by: .milliseconds(300))
        let (stream, calls) = AsyncStream.makeStream(of: Call.self)
        for number in [4, 1, 3, 0, 2] {
            let due = begin.advanced(by: .milliseconds(20 * number))
            clock.wake(at: due) { calls.yield(Call(number: number, isEarly: HostTime.now < due)) }
        }
        // Late enough for a second call of one of them to be seen.
        clock.wake(at: begin.advanced(by: .milliseconds(200))) { calls.finish() }
        var came: [Call] = []
        for await call in stream { came.append(call) }
        #expect(came.map(\.number) == [0, 1, 2, 3, 4])
        #expect(came.allSatisfy { !$0.isEarly })
    }

    @Test func `a wake-up comes at once if its host time is past, and after its clock is gone`() async {
        var clock: SystemGroupClock? = SystemGroupClock()
        let past = HostTime.now.advanced(by: .seconds(-1))
        let soon = HostTime.now.advanced(by: .milliseconds(300))
        let (stream, calls) = AsyncStream.makeStream(of: HostTime.self)
        clock?.wake(at: soon) {
            calls.yield(soon)
            calls.finish()
        }
        clock?.wake(at: past) { calls.yield(past) }
        clock = nil
        var came: [HostTime] = []
        for await host in stream { came.append(host) }
        #expect(came == [past, soon])
    }

    @Test func `a wake-up that has come keeps nothing alive`() async throws {
        final class Witness: Sendable {}
        let clock = SystemGroupClock()
        let (stream, calls) = AsyncStream.makeStream(of: Void.self)
        weak var witness: Witness?
        do {
            let made = Witness()
            witness = made
            clock.wake(at: .now) { withExtendedLifetime(made) { calls.finish() } }
        }
        for await _ in stream {}
        // The clock's queue lets the timer go after its call.
        for _ in 0..<400 where witness != nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(witness == nil)
    }
}
