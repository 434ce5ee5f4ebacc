import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Decoders that are borrowed for single pictures.
struct DecoderLoanTests {
    private static let info = MediaInfo(
        displaySize: CGSize(width: 1280, height: 720), frameRate: FrameRate(30),
        bounds: ItemBounds(start: .zero, end: .seconds(10)), hasAudio: false)

    private final class IdleMeter: LoadMeter {
        func read(span: Duration, decoding: Duration) -> LoadReading { LoadReading(span: span) }
    }

    @Test func `loans are made one after the other, in the order of the requests`() async throws {
        let clock = ManualClock(now: HostTime(nanoseconds: 0))
        let budget = DecoderBudget(clock: clock, meter: IdleMeter(), defaultSessions: 8)
        let counter = DecoderLoan.Counter(budget)
        var first = await counter.borrow(for: "a", Self.info, height: 90)
        #expect(first?.grant.tier == .full)
        let order = AsyncStream.makeStream(of: Int.self)
        for number in 0..<3 {
            Task {
                let loan = await counter.borrow(for: "b", Self.info, height: 90)
                order.continuation.yield(loan == nil ? -1 : number)
            }
            // Each has asked before the next one does.
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(budget.snapshot.leases.count == 1)
        first = nil
        var got: [Int] = []
        for await number in order.stream {
            got.append(number)
            if got.count == 3 { break }
        }
        #expect(got == [0, 1, 2])
    }

    @Test func `a loan that is refused leaves the next one its turn`() async {
        let clock = ManualClock(now: HostTime(nanoseconds: 0))
        let budget = DecoderBudget(clock: clock, meter: IdleMeter(), defaultSessions: 8)
        budget.limit.sessions = 0
        let counter = DecoderLoan.Counter(budget)
        for _ in 0..<3 { #expect(await counter.borrow(for: "a", Self.info, height: 90) == nil) }
        #expect(budget.snapshot.leases.isEmpty)
        budget.limit = .none
        #expect(await counter.borrow(for: "a", Self.info, height: 90) != nil)
        // Without a budget there is always one.
        #expect(await DecoderLoan.Counter(nil).borrow(for: "a", Self.info, height: 90) != nil)
    }
}
