#if os(Linux)
    import Foundation

    /// What figures depend on.
    enum Machine {
        static func describe() {
            print("Machine   \(processor), \(ProcessInfo.processInfo.activeProcessorCount) cores")
            print("System    \(system), Linux \(kernel)")
            let version = (try? ChildRun(launch: ["--version"], atMost: .seconds(20)))
                .map { String(decoding: $0.output, as: UTF8.self) }?
                .split(separator: "\n").first { $0.hasPrefix("GStreamer") }
            print("Against   \(version ?? "GStreamer of unknown version")")
            #if DEBUG
                print("Warning   built without optimization; the figures say nothing")
            #endif
            if let load = text("/proc/loadavg")?.split(separator: " ").first.flatMap({ Double($0) }), load > 0.5 {
                print("Warning   other programs keep this machine busy (load \(load)); trust ratios, not times")
            }
        }

        private static var processor: String {
            let line = text("/proc/cpuinfo")?.split(separator: "\n").first { $0.hasPrefix("model name") }
            return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
        }

        private static var system: String {
            let line = text("/etc/os-release")?.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
            return line.map { $0.dropFirst("PRETTY_NAME=".count).trimmingCharacters(in: ["\""]) } ?? "unknown"
        }

        private static var kernel: String {
            text("/proc/sys/kernel/osrelease")?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "unknown"
        }

        private static func text(_ path: String) -> String? {
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        }
    }
#endif
