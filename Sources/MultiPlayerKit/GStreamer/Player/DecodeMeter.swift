#if canImport(CGStreamer)
    import Foundation
    import Synchronization

    /// Adds up the processor time that a player's streaming threads take.
    final class DecodeMeter: Sendable {
        private let total = Atomic<Int64>(0)

        /// So far.
        var time: Duration { .nanoseconds(total.load(ordering: .relaxed)) }

        func add(nanoseconds: Int64) {
            total.wrappingAdd(nanoseconds, ordering: .relaxed)
        }
    }

    /// Measures one streaming thread from frame to frame: demuxing and parsing included, waiting not.
    struct ThreadStopwatch {
        private var thread: pthread_t?
        private var last: Int64 = 0

        /// Processor time since the last lap on the same thread; zero on another: a seek may have changed it.
        mutating func lap() -> Int64 {
            let now = Self.processorTime
            let thread = pthread_self()
            defer { (self.thread, last) = (thread, now) }
            return self.thread == thread ? max(now - last, 0) : 0
        }

        /// Of the calling thread so far, in nanoseconds.
        static var processorTime: Int64 {
            var reading = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &reading)
            return Int64(reading.tv_sec) * 1_000_000_000 + Int64(reading.tv_nsec)
        }
    }
#endif
