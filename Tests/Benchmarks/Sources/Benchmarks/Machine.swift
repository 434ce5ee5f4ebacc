#if os(Linux)
    import Foundation

    /// The machine and the versions on which figures depend.
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
        }

        /// Processor seconds of the whole machine since it started, busy and in total, for all programs.
        static var ticks: (busy: Double, all: Double) {
            let line = text("/proc/stat")?.split(separator: "\n").first ?? ""
            let fields = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
            guard fields.count == 8 else { return (0, 0) }
            // user nice system idle iowait irq softirq steal, in clock ticks
            let all = fields.reduce(0, +)
            let perSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
            return ((all - fields[3] - fields[4]) / perSecond, all / perSecond)
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

    /// The share of the machine that programs other than the measured ones take, from the creation of this value on.
    struct OtherPrograms {
        private let machine = Machine.ticks
        private let own = ProcessorTime.own + ProcessorTime.ofChildren

        /// Prints the share, with a note if it is so large that the figures suffer.
        func report() {
            let now = Machine.ticks
            let own = ProcessorTime.own + ProcessorTime.ofChildren - self.own
            let share = max((now.busy - machine.busy - own) / max(now.all - machine.all, 1), 0)
            let note = share > 0.1 ? ": trust ratios, not counts" : ""
            print("  other programs took \((share * 100).text(0)) % of the machine meanwhile\(note)")
        }
    }
#endif
