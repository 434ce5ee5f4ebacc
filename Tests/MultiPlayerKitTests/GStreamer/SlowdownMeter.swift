#if canImport(CGStreamer)
    import Foundation
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    /// How much slower the processors are than they can be, while other machines share their cores with this one.
    ///
    /// No counter of the system shows it: programs run all the time, each instruction takes longer. So a small piece of
    /// work is timed again and again in the processor time of its thread, and its mean compared with the fastest that was
    /// seen while all processors of this machine were at work. A thread that has just come from its sleep is slower, as
    /// all is that comes tick by tick: that alone reads 1.4.
    final class SlowdownMeter: Sendable {
        private struct Sum {
            var seconds = 0.0
            var count = 0
            var isOver = false
        }

        /// Fifty pieces a second take 0.2 % of a processor.
        private static let pause = 0.02
        private let sum = Mutex(Sum())

        init() {
            let thread = Thread { [weak self] in
                while self?.look() == true { Thread.sleep(forTimeInterval: Self.pause) }
            }
            thread.start()
        }

        /// From 1, as fast as it can be.
        func end() -> Double {
            sum.withLock { sum in
                sum.isOver = true
                return sum.count > 0 ? max(sum.seconds / Double(sum.count) / Self.fastest, 1) : 1
            }
        }

        private func look() -> Bool {
            let seconds = Self.piece()
            return sum.withLock { sum in
                guard !sum.isOver else { return false }
                sum.seconds += seconds
                sum.count += 1
                return true
            }
        }

        /// With all processors at work: two that share a core never do better than that together.
        private static let fastest: Double = {
            let least = Mutex(Double.infinity)
            let end = Date(timeIntervalSinceNow: 0.5)
            DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
                var times: [Double] = []
                while Date() < end { times.append(piece()) }
                // At the edges one works alone.
                let inner = times.dropFirst(times.count / 4).dropLast(times.count / 4).sorted()
                // Not the least: a virtual machine's clock stands now and then, and what it times then took nothing.
                guard !inner.isEmpty else { return }
                least.withLock { $0 = min($0, inner[inner.count / 100]) }
            }
            return least.withLock { $0 }
        }()

        /// What it takes to do it, in seconds.
        private static func piece() -> Double {
            let start = threadTime
            // Too irregular for a compiler to know the result beforehand; 3 to 50 µs.
            var value = UInt64(truncatingIfNeeded: Int(start * 1e9))
            for _ in 0..<20_000 { value = value &* 6_364_136_223_846_793_005 &+ 1 }
            return threadTime - start + (value == 0 ? 1e-12 : 0)
        }

        private static var threadTime: Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }
#endif
