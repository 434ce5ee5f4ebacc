#if os(Linux)
    import Foundation

    /// Runs a suite in a process of its own: for what holds for a whole process, as limits and memory do.
    enum ChildTest {
        /// - Parameters:
        ///   - suite: only its tests run; a regular expression.
        ///   - key: the environment variable that tells its tests that they are in that process.
        static func run(_ suite: String, _ key: String, _ value: String) throws -> (status: Int32, output: String) {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = ["--testing-library", "swift-testing", "--filter", suite]
            process.environment = ProcessInfo.processInfo.environment.merging([key: value]) { $1 }
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
            let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus, output)
        }
    }
#endif
