import Foundation
import MultiPlayerKit

/// What this process has used up so far.
struct ProcessCost {
    /// User and system time of all threads.
    var processorTime: Duration
    var wallTime: Duration
    /// The most memory that was resident at one time, in bytes.
    var peakMemory: Int

    /// - Parameter start: when the wall time began.
    init(since start: HostTime) {
        var usage = rusage()
        #if os(Linux)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            let unit = 1024
        #else
            getrusage(RUSAGE_SELF, &usage)
            let unit = 1
        #endif
        processorTime = Self.duration(usage.ru_utime) + Self.duration(usage.ru_stime)
        wallTime = start.duration(to: .now)
        peakMemory = Int(usage.ru_maxrss) * unit
    }

    private static func duration(_ time: timeval) -> Duration {
        .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec))
    }
}
