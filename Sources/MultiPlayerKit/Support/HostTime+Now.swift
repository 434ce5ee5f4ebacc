#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension HostTime {
    /// The present reading.
    public static var now: HostTime {
        #if canImport(Darwin)
            HostTime(nanoseconds: Int64(clamping: clock_gettime_nsec_np(CLOCK_UPTIME_RAW)))
        #else
            var reading = timespec()
            clock_gettime(CLOCK_MONOTONIC, &reading)
            return HostTime(nanoseconds: Int64(reading.tv_sec) * 1_000_000_000 + Int64(reading.tv_nsec))
        #endif
    }
}
