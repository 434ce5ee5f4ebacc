#if os(Linux)
    import Foundation
    import Testing

    /// The built program, run as a process in a folder of its own.
    final class DemoProcess {
        struct Outcome {
            var code: Int32
            var out: String
            var err: String
        }

        let folder: URL
        private let process = Process()

        /// Seconds after which a run fails as hanging: longer than any run of these tests takes.
        static let patience = 40.0

        /// Next to the test runner, where the package's products are built.
        static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("ComparisonDemo")

        /// - Parameters:
        ///   - display: the X11 display; `nil`: none at all.
        ///   - environment: the variables to change; `nil` removes one.
        ///   - output: its standard output; `nil`: a file that `end()` reads.
        init(
            _ arguments: [String], display: String? = nil, environment: [String: String?] = [:], output: Pipe? = nil
        ) throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            process.executableURL = Self.program
            process.arguments = arguments
            process.currentDirectoryURL = folder
            process.environment = ProcessInfo.processInfo.environment.filter {
                !["DISPLAY", "WAYLAND_DISPLAY"].contains($0.key)
            }
            if let display { process.environment?["DISPLAY"] = display }
            // Where a person's windows were is theirs.
            process.environment?["XDG_STATE_HOME"] = folder.path
            for (name, value) in environment { process.environment?[name] = value }
            process.standardInput = FileHandle.nullDevice
            // Files instead of pipes, which somebody would have to read meanwhile.
            let file = try Self.file(folder.appendingPathComponent("stdout"))
            if let output { process.standardOutput = output } else { process.standardOutput = file }
            process.standardError = try Self.file(folder.appendingPathComponent("stderr"))
        }

        deinit {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            try? FileManager.default.removeItem(at: folder)
        }

        /// Starts it and waits for its end.
        static func run(_ arguments: [String]) async throws -> (Outcome, DemoProcess) {
            let demo = try DemoProcess(arguments)
            try demo.start()
            return (try await demo.end(), demo)
        }

        func start() throws { try process.run() }

        var identifier: Int32 { process.processIdentifier }

        var isRunning: Bool { process.isRunning }

        func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

        /// Waits until it has ended by itself.
        func end() async throws -> Outcome {
            let deadline = Date(timeIntervalSinceNow: Self.patience)
            while process.isRunning {
                if Date() > deadline {
                    kill(process.processIdentifier, SIGKILL)
                    Issue.record("the program did not end: \(process.arguments ?? [])")
                }
                try await Task.sleep(for: .milliseconds(20))
            }
            return Outcome(code: process.terminationStatus, out: try text("stdout"), err: try text("stderr"))
        }

        /// Waits until it has written this to standard output this many times.
        func waitFor(output: String, times: Int = 1) async throws {
            try await wait(for: output) { try count(of: output) >= times }
        }

        /// Waits until it has written this to standard error.
        func waitFor(error: String) async throws {
            try await wait(for: error) { try count(of: error, onError: true) > 0 }
        }

        /// Waits until there is a file of this name in its folder.
        func waitFor(file: String) async throws {
            try await wait(for: file) { exists(file) }
        }

        private func wait(for what: String, until isThere: () throws -> Bool) async throws {
            let deadline = Date(timeIntervalSinceNow: Self.patience)
            while try !isThere() {
                try #require(process.isRunning && Date() < deadline, "\(what) never came")
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        /// How often it has written this so far.
        func count(of words: String, onError: Bool = false) throws -> Int {
            try text(onError ? "stderr" : "stdout").components(separatedBy: words).count - 1
        }

        /// Replaces `@` in its arguments by the path of its folder.
        func fillIn() {
            process.arguments = process.arguments?.map { $0.replacingOccurrences(of: "@", with: folder.path) }
        }

        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

        func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

        /// The report, as a script would read it.
        func report(_ name: String) throws -> [String: Any] {
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        }

        private func text(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
        }

        private static func file(_ url: URL) throws -> FileHandle {
            try Data().write(to: url)
            return try FileHandle(forWritingTo: url)
        }
    }
#endif
