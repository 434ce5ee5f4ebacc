#if os(Linux)
    import Foundation
    import Testing

    /// An X server without a screen, whose mouse and keyboard a test controls.
    final class VirtualDisplay {
        static let width = 1400
        static let height = 800

        /// As in `DISPLAY`.
        let name: String
        private let server = Process()

        /// - Parameters:
        ///   - name: the display to serve, as in `DISPLAY`; `nil`: one that is free.
        ///   - size: in pixels.
        init(_ name: String? = nil, size: (width: Int, height: Int) = (width, height)) throws {
            let pipe = Pipe()
            server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            // A test's thread blocks signals, and children inherit that: the first option lets the server be ended.
            // The server writes its number when it is ready.
            server.arguments =
                ["--default-signal=TERM", "Xvfb"] + (name.map { [$0] } ?? []) + [
                    "-displayfd", "1", "-screen", "0", "\(size.width)x\(size.height)x24", "-nolisten", "tcp",
                ]
            server.standardOutput = pipe
            server.standardError = FileHandle.nullDevice
            try server.run()
            let number = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
            self.name = ":" + number.trimmingCharacters(in: .whitespacesAndNewlines)
            try #require(self.name.count > 1, "Xvfb does not start")
        }

        deinit { end(SIGTERM) }

        /// Ends the server; does nothing if it has ended.
        func end(_ signal: Int32) {
            if server.isRunning { kill(server.processIdentifier, signal) }
            server.waitUntilExit()
        }

        /// Runs xdotool on this display.
        @discardableResult
        func act(_ words: String...) throws -> String {
            String(decoding: try HelperTool.run(["xdotool"] + words, display: name), as: UTF8.self)
        }

        /// What is on the screen: one byte of brightness a pixel, rows from the top.
        func brightness() throws -> [UInt8] {
            let size = "\(Self.width)x\(Self.height)"
            let words = [
                "ffmpeg", "-v", "error", "-f", "x11grab", "-draw_mouse", "0", "-video_size", size, "-i", name,
                "-frames:v", "1", "-pix_fmt", "gray", "-f", "rawvideo", "-",
            ]
            let pixels = Array(try HelperTool.run(words))
            try #require(pixels.count == Self.width * Self.height)
            return pixels
        }
    }
#endif
