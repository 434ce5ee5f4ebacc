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

        /// Runs it and passes on its output in pieces of one size, so that not all of it is in memory at once; a shorter
        /// last piece is dropped.
        static func run(_ words: [String], inPiecesOf size: Int, _ body: (UnsafePointer<UInt8>) -> Void) throws {
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = words
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = pipe
            try process.run()
            let piece = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
            defer { piece.deallocate() }
            var filled = 0
            while true {
                let count = read(pipe.fileHandleForReading.fileDescriptor, piece + filled, size - filled)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                filled += count
                if filled == size {
                    body(piece)
                    filled = 0
                }
            }
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "\(words.joined(separator: " ")) failed")
        }

        /// The duration that a file declares, in seconds.
        static func duration(_ path: String) throws -> Double {
            let words = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path]
            let text = String(decoding: try run(words), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            return try #require(Double(text), "ffprobe says \(text)")
        }

        /// The number of video frames that can be decoded from a file.
        static func frameCount(_ path: String) throws -> Int {
            let words = [
                "ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
                "stream=nb_read_frames", "-of", "csv=p=0", path,
            ]
            let text = String(decoding: try run(words), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            return try #require(Int(text), "ffprobe says \(text)")
        }
    }

    /// Tests that play in real time. They run one after the other: side by side they would compete for processors.
    @Suite(.serialized, .timeLimit(.minutes(SurroundingsRun.seconds / 30 + 2))) struct RealTimeTests {}
#endif
