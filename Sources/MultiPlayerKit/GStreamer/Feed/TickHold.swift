#if canImport(CGStreamer)
    import Foundation

    /// How long a piece of work on the calling thread holds up its tick.
    ///
    /// That is its processor time; where it waited for a lock or an answer, all the time until it went on. The scheduler's
    /// pauses are left out: one slice of another thread is as long as three ticks of a feed, and they say nothing about
    /// the work.
    struct TickHold {
        private let begin = HostTime.now
        private let processor = Self.processorTime
        private let waits = Self.waits

        /// From the beginning to now, on the thread that began.
        var time: Duration {
            Self.waits == waits ? Self.processorTime - processor : begin.duration(to: .now)
        }

        private static var processorTime: Duration {
            var reading = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &reading)
            return .seconds(reading.tv_sec) + .nanoseconds(reading.tv_nsec)
        }

        /// How often this thread has given up its processor to wait.
        private static var waits: Int {
            var usage = rusage()
            getrusage(__rusage_who_t(1), &usage)
            return usage.ru_nvcsw
        }
    }
#endif
