#if os(Linux)
    import Foundation

    /// A sound server without a device, to be started and stopped: PulseAudio with a sink that plays to nobody.
    public final class SoundServer {
        /// The server's address, as in `PULSE_SERVER`.
        public let address: String
        private let folder: URL
        private var process: Process?
        private var server: Int32 = 0

        /// - Parameter folder: an empty folder, for the server's socket and files.
        public init(in folder: URL) {
            self.folder = folder
            address = "unix:\(folder.path)/socket"
        }

        deinit { end() }

        /// Starts the server, and returns when it answers.
        public func start() throws {
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            // PulseAudio closes every file descriptor that it inherits. Foundation watches one of them to see when its
            // child ends, so `sleep` keeps them open. A test's thread blocks signals, and children inherit that, too.
            process.arguments = [
                "-c",
                """
                env --default-signal=TERM pulseaudio -n --daemonize=no --exit-idle-time=-1 --use-pid-file=no \\
                    -L module-null-sink -L "module-native-protocol-unix auth-anonymous=1 socket=$0/socket" >"$0/log" 2>&1 &
                echo $!
                exec sleep infinity
                """, folder.path,
            ]
            process.environment = ProcessInfo.processInfo.environment
                .merging(["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]) { $1 }
            process.standardOutput = pipe
            try process.run()
            self.process = process
            let words = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
            server = Int32(words.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
            let deadline = Date(timeIntervalSinceNow: 10)
            while try ask("info").isEmpty {
                guard process.isRunning, Date() < deadline else { throw CocoaError(.executableLoad) }
                usleep(20_000)
            }
        }

        /// Ends the server abruptly, as a crash does.
        public func end() {
            guard let process else { return }
            if server > 0 { kill(server, SIGKILL) }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            self.process = nil
            try? FileManager.default.removeItem(at: folder.appending(path: "socket"))
        }

        /// Whether anything plays to the server now.
        public var isHeard: Bool { (try? ask("list", "sink-inputs").contains("Corked: no")) ?? false }

        private func ask(_ words: String...) throws -> String {
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["LC_ALL=C", "pactl", "-s", address] + words
            (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
            try process.run()
            let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return text
        }
    }
#endif
