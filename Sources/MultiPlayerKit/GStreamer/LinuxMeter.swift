#if canImport(CGStreamer)
    import Foundation
    import Synchronization

    /// Reads the load on Linux from `/proc/stat`, this process's own time, `/proc/pressure`, and control groups.
    final class LinuxMeter: LoadMeter {
        /// Times counted since the machine started, in seconds of one core.
        private struct Counts {
            var busy = 0.0
            var own = 0.0
            var waiting: Double?
        }

        private let last = Mutex(Counts())
        private let cores: Double

        init() {
            cores = Self.allowedCores()
        }

        func read(span: Duration, decoding: Duration) -> LoadReading {
            let idle = Element.idleTime()
            let now = Counts(busy: Self.busyTime() - idle, own: Self.ownTime() - idle, waiting: Self.waitingTime())
            let before = last.withLock { last in
                defer { last = now }
                return last
            }
            var reading = LoadReading(span: span)
            reading.isShortOfMemory = Self.memoryPressure() > Self.memoryShortage
            guard span > .zero else {
                // Nothing has been counted yet, but composing and writing will take a share too.
                reading.processor = LoadReading.Processor(
                    cores: cores, own: Self.priorOverhead * cores, others: 0, decoding: 0)
                return reading
            }
            let seconds = span.seconds
            let own = max(now.own - before.own, 0) / seconds
            reading.processor = LoadReading.Processor(
                cores: cores, own: own, others: max((now.busy - before.busy) / seconds - own, 0),
                decoding: min(decoding.seconds / seconds, own),
                waiting: now.waiting.flatMap { now in
                    before.waiting.map { min(max(now - $0, 0) / seconds, 1) }
                })
            return reading
        }

        /// A 720p stage with a recording takes this share of two cores.
        private static let priorOverhead = 0.2

        /// Percentage of the last ten seconds in which work stalled for memory: above a tenth a machine seems to hang.
        private static let memoryShortage = 10.0

        /// Time that all cores together were busy.
        private static func busyTime() -> Double {
            guard let line = first(line: "/proc/stat") else { return 0 }
            // user nice system idle iowait irq softirq steal, in ticks. Time stolen by the hypervisor is not available
            // to us, so it counts as busy.
            let ticks = line.split(separator: " ").dropFirst().compactMap { Double($0) }
            guard ticks.count >= 8 else { return 0 }
            return (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6] + ticks[7]) / ticksPerSecond
        }

        private static let ticksPerSecond = Double(max(sysconf(Int32(_SC_CLK_TCK)), 1))

        private static func ownTime() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }

        /// Time in which some task waited for a processor; `nil` where the kernel does not count it.
        private static func waitingTime() -> Double? {
            first(line: "/proc/pressure/cpu").flatMap { field("total", of: $0) }.map { $0 / 1e6 }
        }

        private static func memoryPressure() -> Double {
            first(line: "/proc/pressure/memory").flatMap { field("avg10", of: $0) } ?? 0
        }

        private static func field(_ name: String, of line: String) -> Double? {
            line.split(separator: " ").first { $0.hasPrefix("\(name)=") }.flatMap {
                Double($0.dropFirst(name.count + 1))
            }
        }

        private static func first(line path: String) -> String? {
            (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n").first.map(String.init)
        }

        /// The number of cores this process may run on, or that its control group allows, if fewer.
        private static func allowedCores() -> Double {
            let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
            return max(min(cores, groupQuota() ?? cores), 0.1)
        }

        /// Cores that a control group allows (version 2, else 1); `nil`: all.
        private static func groupQuota() -> Double? {
            let group = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
            let own = group.split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3) ?? ""
            for path in ["/sys/fs/cgroup\(own)/cpu.max", "/sys/fs/cgroup/cpu.max"] {
                guard let parts = first(line: path)?.split(separator: " "), parts.count == 2 else { continue }
                if let quota = Double(parts[0]), let period = Double(parts[1]), period > 0 { return quota / period }
            }
            if let quota = first(line: "/sys/fs/cgroup/cpu/cpu.cfs_quota_us").flatMap(Double.init), quota > 0,
                let period = first(line: "/sys/fs/cgroup/cpu/cpu.cfs_period_us").flatMap(Double.init), period > 0
            {
                return quota / period
            }
            return nil
        }
    }
#endif

#if canImport(CGStreamer)
    import Foundation
    import Synchronization

    /// Adds up the processor time that a player's streaming threads take.
    package final class DecodeMeter: Sendable {
        private let total = Atomic<Int64>(0)

        package init() {}

        /// The total so far.
        var time: Duration { .nanoseconds(total.load(ordering: .relaxed)) }

        func add(nanoseconds: Int64) {
            total.wrappingAdd(nanoseconds, ordering: .relaxed)
        }
    }

    /// Measures the processor time of one streaming thread from frame to frame: including demuxing and parsing, but not
    /// waiting.
    package struct ThreadStopwatch {
        private var thread: pthread_t?
        private var last: Int64 = 0

        /// Processor time since the last lap on the same thread; zero on another thread: a seek may have changed it.
        mutating func lap() -> Int64 {
            let now = Self.processorTime
            let thread = pthread_self()
            defer { (self.thread, last) = (thread, now) }
            return self.thread == thread ? max(now - last, 0) : 0
        }

        /// Processor time of the calling thread so far, in nanoseconds.
        package static var processorTime: Int64 {
            var reading = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &reading)
            return Int64(reading.tv_sec) * 1_000_000_000 + Int64(reading.tv_nsec)
        }
    }
#endif
