import AVFoundation
import MultiPlayerKitTestSupport
import Synchronization
import Testing

@testable import MultiPlayerKit

/// Pictures that are called off between any two steps.
@Suite(.serialized) @MainActor
struct PictureCallStories {
    @MainActor
    private final class Answer {
        var isThere = false
        var picture: Thumbnail?
    }

    /// Measures nothing, and does something when it is asked, which is when a lease is requested.
    private final class BusyMeter: LoadMeter {
        let deed = Mutex<(@Sendable () -> Void)?>(nil)

        func read(span: Duration, decoding: Duration) -> LoadReading {
            let now = deed.withLock { deed in
                defer { deed = nil }
                return deed
            }
            now?()
            return LoadReading(span: span)
        }
    }

    @Test func `a picture that is called off as its decoder comes is not made`() async throws {
        let world = World(seed: 93)
        let open = try await OpenAsset.open(MediaSource(url: world.clip { $0.pictureDelay = .seconds(60) }))
        let (meter, answer) = (BusyMeter(), Answer())
        let budget = DecoderBudget(clock: world.clock, meter: meter, defaultSessions: 16)
        let loans = DecoderLoan.Counter(budget)
        let task = Task {
            answer.picture = await loans.thumbnail(
                of: open, name: "clip", at: .seconds(3), fitting: CGSize(width: 160, height: 160), tolerance: .zero)
            answer.isThere = true
        }
        meter.deed.withLock { $0 = { task.cancel() } }
        for _ in 0..<200 where !answer.isThere { await world.settle() }
        #expect(task.isCancelled && answer.isThere && answer.picture == nil)
        #expect(budget.snapshot.leases.isEmpty)
        await world.advance(by: .seconds(60))
    }
}
