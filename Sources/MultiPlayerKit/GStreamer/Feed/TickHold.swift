#if canImport(CGStreamer)
    import Foundation

    /// How long a piece of work on the calling thread holds up its tick.
    ///
    /// That is its processor time; where it waited for a lock or an answer, all the time until it went on. The scheduler's
    /// pauses are left out: one slice of another thread is as long as three ticks of a feed, and they say nothing about
    /// the work.
    struct TickHold {
        private let begin = HostTime.now
        private let processor = ThreadStopwatch.processorTime
        private let waits = Self.waits

        /// From the beginning to now, on the thread that began.
        var time: Duration {
            Self.waits == waits
                ? .nanoseconds(ThreadStopwatch.processorTime - processor) : begin.duration(to: .now)
        }

        /// How often this thread has given up its processor to wait.
        private static var waits: Int {
            var usage = rusage()
            // RUSAGE_THREAD, which Glibc's module does not show.
            getrusage(__rusage_who_t(1), &usage)
            return usage.ru_nvcsw
        }
    }
#endif
