#if os(Linux)
    import Foundation
    import Glibc

    extension KioskStatus.Process {
        /// What this process takes now. Reads a few small files; from any thread.
        ///
        /// - Note: Source: `/proc/self` and `getrusage`.
        static var current: KioskStatus.Process {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            let words =
                (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
            let memory = (words.count > 1 ? Int(words[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
            return KioskStatus.Process(
                memoryBytes: memory,
                // The one that looks is open itself.
                descriptors: max(entries(of: "/proc/self/fd") - 1, 0),
                threads: entries(of: "/proc/self/task"),
                processorSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime))
        }

        private static func entries(of folder: String) -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0
        }

        private static func seconds(_ time: timeval) -> Double {
            Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
        }
    }
#endif
