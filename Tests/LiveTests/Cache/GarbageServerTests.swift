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

/// Answers that no server should give, over real sockets.
@Suite(.shared, .timeLimit(.minutes(5)))
struct GarbageServerTests {
    static let count = TestRun.count(10_000, dividedBy: 10)

    /// Parallel reads: each address is tried five times within three seconds, so many have to wait at once.
    private static let lanes = 500

    @Test func `garbage ends in an error or in bytes, never in a crash`() async throws {
        let numbers = Mutex(SplitMix(seed: 5))
        let server = try FaultServer { _ in
            [.bytes(numbers.withLock { Garbage.answer(&$0) }), .close]
        }
        defer { server.stop() }
        let bench = try CacheBench()
        defer { bench.remove() }
        let cache = bench.cache { configuration in
            configuration.silence = .milliseconds(300)
            configuration.concurrentTransfers = 16
        }
        await withTaskGroup(of: Void.self) { group in
            for lane in 0..<Self.lanes {
                group.addTask {
                    for number in stride(from: lane, to: Self.count, by: Self.lanes) {
                        let media = cache.media(for: server.url("/\(number)"))
                        _ = try? await media.read(100..<200)
                        media.close()
                    }
                }
            }
        }
        #expect(server.log.count >= Self.count)
    }
}
