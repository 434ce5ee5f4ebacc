import Foundation
import Testing

@testable import MultiPlayerKit

#if THREAD_SANITIZER
    import struct MultiPlayerKit.Mutex
#else
    import Synchronization
#endif

@Suite(.timeLimit(.minutes(10))) struct WorkerThreadsTests {
    /// Starts this many jobs that sleep, and returns how many ran at once.
    private func atOnce(_ jobs: Int, on threads: WorkerThreads) -> Int {
        let running = Mutex((now: 0, most: 0))
        let done = DispatchGroup()
        for _ in 0..<jobs {
            done.enter()
            threads.perform {
                running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                Thread.sleep(forTimeInterval: 0.05)
                running.withLock { $0.now -= 1 }
                done.leave()
            }
        }
        done.wait()
        return running.withLock(\.most)
    }

    @Test func `jobs that wait hold up no others, up to the limit`() {
        #expect(atOnce(40, on: WorkerThreads("test")) > ProcessInfo.processInfo.activeProcessorCount)
        let limited = WorkerThreads("test", most: 3)
        #expect(atOnce(20, on: limited) == 3)
        // Once more, on the same threads.
        #expect(atOnce(20, on: limited) == 3)
    }

    @Test func `one thread keeps the order of calls`() {
        let threads = WorkerThreads("test", most: 1)
        let seen = Mutex<[Int]>([])
        let done = DispatchSemaphore(value: 0)
        for number in 0..<1_000 { threads.perform { seen.withLock { $0.append(number) } } }
        threads.perform { done.signal() }
        done.wait()
        #expect(seen.withLock { $0 } == Array(0..<1_000))
    }
}
