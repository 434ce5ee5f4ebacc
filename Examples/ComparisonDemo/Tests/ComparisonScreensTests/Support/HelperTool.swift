#if os(Linux)
    import Foundation
    import Testing

    /// A program of the system that a test needs: ffmpeg, ffprobe, xdotool.
    enum HelperTool {
        /// Runs it to its end and returns what it wrote.
        static func run(_ words: [String], display: String? = nil) throws -> Data {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = words
            if let display {
                process.environment = ProcessInfo.processInfo.environment
                process.environment?["DISPLAY"] = display
            }
            let pipe = Pipe()
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = pipe
            try process.run()
            let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "\(words.joined(separator: " ")) failed")
            return data
        }

        /// Number of video frames that can be decoded from a file.
        static func frameCount(_ path: String) throws -> Int {
            let words = [
                "ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
                "stream=nb_read_frames", "-of", "csv=p=0", path,
            ]
            let text = String(decoding: try run(words), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            return try #require(Int(text), "ffprobe says \(text)")
        }
    }

    /// Tests that play in real time, one after the other: side by side they would take each other's processors.
    @Suite(.serialized, .timeLimit(.minutes(2))) struct RealTimeTests {}
#endif
