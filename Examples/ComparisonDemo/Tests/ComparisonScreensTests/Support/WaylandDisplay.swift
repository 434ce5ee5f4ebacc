#if os(Linux)
    import Foundation
    import Testing

    /// A Wayland compositor (weston) whose screen is a window of a virtual X display, which has mouse and keyboard.
    ///
    final class WaylandDisplay {
        /// How clients share the screen.
        enum Shell: String {
            /// Each has all of it.
            case kiosk
            /// Each has a window, somewhere.
            case desktop
        }

        let screen: VirtualDisplay
        private let folder: URL
        private let compositor = Process()

        init(_ shell: Shell = .kiosk) async throws {
            screen = try VirtualDisplay()
            folder = FileManager.default.temporaryDirectory.appending(path: "wayland-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            compositor.executableURL = URL(filePath: "/usr/bin/env")
            compositor.arguments = [
                "--default-signal=TERM", "weston", "--backend=x11-backend.so", "--use-pixman",
                "--shell=\(shell.rawValue)-shell.so",
                "--socket=comparison", "--no-config", "--idle-time=0", "--width=\(VirtualDisplay.width)",
                "--height=\(VirtualDisplay.height)",
            ]
            compositor.environment = ProcessInfo.processInfo.environment
            compositor.environment?["DISPLAY"] = screen.name
            compositor.environment?["XDG_RUNTIME_DIR"] = folder.path
            compositor.standardOutput = FileHandle.nullDevice
            compositor.standardError = FileHandle.nullDevice
            try compositor.run()
            let deadline = Date(timeIntervalSinceNow: 20)
            while !FileManager.default.fileExists(atPath: folder.appending(path: "comparison").path) {
                try #require(compositor.isRunning && Date() < deadline, "weston does not start")
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        deinit {
            end(SIGTERM)
            try? FileManager.default.removeItem(at: folder)
        }

        /// What a client needs to find it.
        var environment: [String: String?] {
            ["WAYLAND_DISPLAY": "comparison", "XDG_RUNTIME_DIR": folder.path, "DISPLAY": nil]
        }

        /// Ends the compositor; does nothing if it has ended.
        func end(_ signal: Int32) {
            if compositor.isRunning { kill(compositor.processIdentifier, signal) }
            compositor.waitUntilExit()
        }
    }
#endif
