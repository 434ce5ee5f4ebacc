#if os(Linux)
    import Foundation

    /// A program that was run to its end, with what it cost.
    struct ChildRun {
        /// Processor seconds of the whole process, user and system, from its start to its end.
        let cpu: Double
        let output: Data

        static let ownPath = "/proc/\(ProcessInfo.processInfo.processIdentifier)/exe"

        /// Runs this program again with other arguments.
        init(ofSelf arguments: [String], atMost limit: Duration) throws {
            try self.init(URL(fileURLWithPath: Self.ownPath).resolvingSymlinksInPath(), arguments, atMost: limit)
        }

        /// Runs `gst-launch-1.0`.
        init(launch arguments: [String], atMost limit: Duration) throws {
            try self.init(try LaunchLine.tool(), arguments, atMost: limit)
        }

        /// - Parameter limit: after this the program is terminated, which is an error.
        init(_ program: URL, _ arguments: [String], atMost limit: Duration) throws {
            let before = ProcessorTime.ofChildren
            let process = Process()
            process.executableURL = program
            process.arguments = arguments
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            let guardian = DispatchWorkItem { process.terminate() }
            DispatchQueue.global().asyncAfter(
                deadline: .now() + .seconds(Int(limit.components.seconds)), execute: guardian)
            output = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guardian.cancel()
            // One child at a time, so that the difference is this one's.
            cpu = ProcessorTime.ofChildren - before
            guard process.terminationReason == .exit, process.terminationStatus == 0 else {
                throw BenchmarkError(
                    "\(program.lastPathComponent) \(arguments.joined(separator: " ")) ended with "
                        + "\(process.terminationStatus): \(String(decoding: output.suffix(2_000), as: UTF8.self))")
            }
        }
    }

    /// Processor time from `getrusage`, user and system together, in seconds.
    enum ProcessorTime {
        /// The time of this process and all its threads.
        static var own: Double { seconds(of: RUSAGE_SELF) }
        /// The time of children that have ended and been waited for.
        static var ofChildren: Double { seconds(of: RUSAGE_CHILDREN) }

        private static func seconds(of who: __rusage_who) -> Double {
            var usage = rusage()
            getrusage(__rusage_who_t(who.rawValue), &usage)
            func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
            return seconds(usage.ru_utime) + seconds(usage.ru_stime)
        }
    }
#endif
