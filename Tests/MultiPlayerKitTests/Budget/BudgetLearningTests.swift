import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

#if THREAD_SANITIZER
    import struct MultiPlayerKit.Mutex
#else
    import Synchronization
#endif

/// Which readings of the machine the groups of a budget let it learn from, in virtual time.
@Suite struct BudgetLearningTests {
    /// A meter whose reading the test sets.
    private final class FixedMeter: LoadMeter {
        let use = Mutex(0.0)

        func read(span: Duration, decoding: Duration) -> LoadReading {
            var reading = LoadReading(span: span)
            reading.processor = LoadReading.Processor(cores: 2, own: use.withLock { $0 }, others: 0, decoding: 0)
            return reading
        }
    }

    private let clock = ManualClock()
    private let meter = FixedMeter()
    private let budget: DecoderBudget

    init() { budget = DecoderBudget(clock: clock, meter: meter) }

    /// A group of one member that takes this long for each preparation.
    private func group(_ prerollDelay: Duration = .zero) -> GroupRunner {
        let runner = GroupRunner(clock: clock, budget: budget)
        let traits = PlayerTraits(rates: 0...4, followsLineExactly: true, lead: .zero, tiers: [.full, .still])
        let player = SimulatedPlayer(clock: clock, traits: traits) { _ in .slow(prerollDelay, length: .seconds(9_000)) }
        let source = MediaSource(url: URL(fileURLWithPath: "/clips/1.mp4"))
        _ = runner.add(player, source: source, map: TimeMap(), isAmbient: false)
        clock.advance(by: .zero)
        return runner
    }

    /// Whether the budget takes up a use of the processor that it has not seen yet.
    private func learns(within time: Duration = .seconds(1)) -> Bool {
        let new = (budget.snapshot.processorUse ?? 0) + 0.01
        meter.use.withLock { $0 = new }
        clock.advance(by: time)
        return budget.snapshot.processorUse == new
    }

    @Test func `a group that waits for its bytes keeps it from learning only while it may be decoding`() {
        let (playing, waiting) = (group(), group(.seconds(3_600)))
        defer { withExtendedLifetime((playing, waiting)) {} }
        playing.send(.play(at: nil, ticket: 0))
        clock.advance(by: .seconds(5))
        #expect(waiting.lineup.phases.values.contains(.preparing))
        #expect(!learns())
        clock.advance(by: .seconds(5))
        #expect(learns())
        // Another request may make it decode again.
        waiting.send(.seek(.seconds(60), ticket: nil))
        #expect(!learns())
    }

    @Test func `a group that waits for the host time of its start does not keep it from learning`() {
        let (playing, waiting) = (group(), group())
        defer { withExtendedLifetime((playing, waiting)) {} }
        playing.send(.play(at: nil, ticket: 0))
        waiting.send(.play(at: clock.now.advanced(by: .seconds(3_600)), ticket: 0))
        #expect(!learns())
        clock.advance(by: .seconds(11))
        #expect(learns())
    }

    @Test func `a group that an interruption suspends while it gets ready does not keep it from learning`() {
        let (playing, waiting) = (group(), group(.seconds(3_600)))
        defer { withExtendedLifetime((playing, waiting)) {} }
        playing.send(.play(at: nil, ticket: 0))
        waiting.send(.play(at: nil, ticket: 0))
        waiting.send(.setAudible(waiting.lineup.entries.first?.id))
        waiting.send(.disturbance(.audioInterruption, ends: false))
        clock.advance(by: .seconds(11))
        #expect(waiting.lineup.isPreparing)
        #expect(learns())
    }
}
