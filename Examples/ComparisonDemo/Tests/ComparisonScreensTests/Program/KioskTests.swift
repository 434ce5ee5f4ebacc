#if os(Linux)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    extension RealTimeTests {
        /// The kiosk as a program.
        struct KioskTests {
            private static let clip = IndexClip(id: 11).with {
                ($0.width, $0.height, $0.frameRate, $0.frameCount) = (320, 180, .fps60, 240)
            }

            /// A configuration with one loop, in a folder of its own.
            private static func configuration(_ folder: URL, output: String = "none") throws -> URL {
                let url = try ClipLibrary.shared.url(for: clip)
                try FileManager.default.copyItem(at: url, to: folder.appending(path: "loop.mp4"))
                let file = folder.appending(path: "kiosk.json")
                // Shortly before now, because a test rounds a clip's length to a nanosecond, and over millions of turns
                // that adds up.
                let epoch = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 - 1_000).rounded())
                let text = """
                    {"screens": [{"name": "wall", "size": [320, 180], "ticksPerSecond": 60, "output": "\(output)",
                        "tiles": [{"name": "loop", "clip": "loop.mp4"}]}],
                     "clock": {"epoch": "\(epoch.formatted(.iso8601))"},
                     "watch": {"socket": "kiosk.sock", "heartbeat": "kiosk.beat"}}
                    """
                try Data(text.utf8).write(to: file)
                return file
            }

            private static func epoch(of file: URL) throws -> Double {
                let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
                let text = try #require((json?["clock"] as? [String: Any])?["epoch"] as? String)
                return try Date(text, strategy: .iso8601).timeIntervalSince1970
            }

            /// The frame that each recorded picture shows.
            private static func frames(_ path: String) throws -> [Int?] {
                let data = try HelperTool.run([
                    "ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "gray", "-",
                ])
                let size = 320 * 180
                return (0..<data.count / size).map { index in
                    data.withUnsafeBytes { bytes in
                        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return nil }
                        let plane = LumaPlane(base: base + index * size, width: 320, height: 180)
                        return IndexReader.read(plane, rect: plane.bounds)?.index
                    }
                }
            }

            @Test func `a kiosk that is killed under a supervisor is back within three seconds, at its position`()
                async throws
            {
                let folder = FileManager.default.temporaryDirectory.appending(path: "kiosk-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                let file = try Self.configuration(folder)
                // As a service manager would, start the program again when it dies.
                let supervisor = Process()
                supervisor.executableURL = URL(fileURLWithPath: "/bin/sh")
                supervisor.arguments = [
                    "-c",
                    """
                    for life in 1 2; do
                        sh -c 'echo $$ > pid; exec "$@"' sh "$0" kiosk kiosk.json --headless --duration 6 \\
                            --record $life.mkv --report $life.json >$life.txt 2>&1
                    done
                    """, DemoProcess.program.path,
                ]
                supervisor.currentDirectoryURL = folder
                try supervisor.run()
                try await Task.sleep(for: .seconds(3))
                let status = try await DemoProcess.run(["status", folder.appending(path: "kiosk.sock").path]).0
                #expect(status.code == 0 && status.out.contains("loop") && status.out.contains("playing"))
                let text = try String(contentsOf: folder.appending(path: "pid"), encoding: .utf8)
                let victim = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
                kill(victim, SIGKILL)
                let killed = Date().timeIntervalSince1970
                while supervisor.isRunning { try await Task.sleep(for: .milliseconds(50)) }
                let json = try JSONSerialization.jsonObject(
                    with: Data(contentsOf: folder.appending(path: "2.json")))
                let times = try #require((json as? [String: Any])?["tickTimes"] as? [Double])
                let frames = try Self.frames(folder.appending(path: "2.mkv").path)
                let epoch = try Self.epoch(of: file)
                let back = try #require(times.first) - killed
                let wrong = zip(times, frames).filter { time, frame in
                    let inside = (time - epoch).truncatingRemainder(dividingBy: 4)
                    let due = Int((inside * 60 + 0.01).rounded(.down)) % 240
                    // A Double loses the last bits of a time since 1970.
                    return frame != due && frame != Int((inside * 60 - 0.01).rounded(.down)) % 240
                }
                print("kiosk: back after \(back) s; \(wrong.count) of \(frames.count) pictures out of place")
                #expect(back < 3 && back > 0)
                #expect(frames.count > 200 && abs(frames.count - times.count) <= 1)
                #expect(wrong.isEmpty, "\(wrong.prefix(3))")
                let beat = try String(contentsOf: folder.appending(path: "kiosk.beat"), encoding: .utf8)
                #expect(beat.contains("1 of 1 tiles play"))
            }

            @Test func `a kiosk outlives its display server and shows on it again when it is back`() async throws {
                let folder = FileManager.default.temporaryDirectory.appending(path: "kiosk-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                let file = try Self.configuration(folder, output: "full-screen")
                var display = try VirtualDisplay()
                let demo = try DemoProcess(
                    ["kiosk", file.path, "--report", "r.json", "--record", "r.mkv"], display: display.name)
                try demo.start()
                try await demo.waitFor(output: "Showing")
                try await Task.sleep(for: .seconds(2))
                for count in 1...3 {
                    display.end(count == 2 ? SIGTERM : SIGKILL)
                    try await demo.waitFor(output: "screen wall: output lost", times: count)
                    display = try VirtualDisplay(display.name)
                    let begin = Date()
                    try await demo.waitFor(output: "screen wall: output is back", times: count)
                    #expect(Date().timeIntervalSince(begin) < 3)
                    try await Task.sleep(for: .milliseconds(500))
                    #expect(try display.brightness().contains { $0 > 40 }, "no picture on the display")
                }
                demo.send(SIGTERM)
                let outcome = try await demo.end()
                #expect(outcome.code == 130, "\(outcome.err)")
                let times = try #require(try demo.report("r.json")["tickTimes"] as? [Double])
                let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
                // A busy machine may miss a few ticks in a row; waiting for a display would cost seconds.
                #expect(gaps.max().map { $0 < 0.2 } == true, "\(gaps.max() ?? 0)")
                let count = try HelperTool.run([
                    "ffprobe", "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of",
                    "default=nk=1:nw=1", demo.path("r.mkv"),
                ])
                #expect(String(decoding: count, as: UTF8.self).trimmingCharacters(in: .newlines) == "\(times.count)")
            }

            @Test func `a display that comes late is used, and the loop is at its position`() async throws {
                let folder = FileManager.default.temporaryDirectory.appending(path: "kiosk-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                let file = try Self.configuration(folder, output: "full-screen")
                // A number that was free a moment ago.
                let name = try VirtualDisplay().name
                let demo = try DemoProcess(["kiosk", file.path, "--report", "r.json"], display: name)
                try demo.start()
                try await demo.waitFor(output: "screen wall: output lost")
                let display = try VirtualDisplay(name)
                try await demo.waitFor(output: "screen wall: output is back")
                try await Task.sleep(for: .seconds(1))
                let before = Date().timeIntervalSince1970
                let pixels = try display.brightness()
                let after = Date().timeIntervalSince1970
                // The picture fills the display except for bars: its 320 pixels of width take 1400.
                let scale = Double(VirtualDisplay.width) / 320
                let rows = Int(180 * scale)
                let small = (0..<180).flatMap { y in
                    (0..<320).map { x in
                        let row = (VirtualDisplay.height - rows) / 2 + Int((Double(y) + 0.5) * scale)
                        return pixels[row * VirtualDisplay.width + Int((Double(x) + 0.5) * scale)]
                    }
                }
                let frame = try #require(
                    small.withUnsafeBufferPointer { bytes in
                        bytes.baseAddress.flatMap { base in
                            let plane = LumaPlane(base: base, width: 320, height: 180)
                            return IndexReader.read(plane, rect: plane.bounds)?.index
                        }
                    }, "the display shows no frame of the loop")
                let epoch = try Self.epoch(of: file)
                let due = [before - 0.1, after].map { Int((($0 - epoch) * 60).rounded(.down)) % 240 }
                let isDue = due[0] <= due[1] ? (due[0]...due[1]).contains(frame) : frame >= due[0] || frame <= due[1]
                #expect(isDue, "frame \(frame), and \(due) were due")
                demo.send(SIGTERM)
                let outcome = try await demo.end()
                #expect(outcome.code == 130 && demo.exists("r.json"), "\(outcome.err)")
            }

            @Test func `mistakes in a configuration are reported with line and field`() async throws {
                let folder = FileManager.default.temporaryDirectory.appending(path: "kiosk-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                let file = try Self.configuration(folder)
                let good = try await DemoProcess.run(["kiosk", file.path, "--check"]).0
                #expect(good.code == 0 && good.out.hasPrefix("kiosk.json: fine: 1 clip on 1 tile of 1 screen"))
                let text = try String(contentsOf: file, encoding: .utf8).replacingOccurrences(of: "320,", with: "321,")
                    .replacingOccurrences(of: "loop.mp4", with: "lop.mp4")
                try Data(text.utf8).write(to: file)
                let bad = try await DemoProcess.run(["kiosk", file.path, "--check"]).0
                #expect(bad.code == 78 && bad.out.isEmpty)
                #expect(bad.err.contains("kiosk.json:1:") && bad.err.contains("screens[0].size"))
                #expect(bad.err.contains("kiosk.json:2:") && bad.err.contains("screens[0].tiles[0].clip"))
            }

            @Test(arguments: [
                (["kiosk"], "no configuration was given"), (["kiosk", "a", "b"], "it takes one configuration"),
                (["kiosk", "a.json", "--layout", "grid"], "a kiosk does not have it"),
                (["--check"], "only a kiosk has it"), (["status"], "no socket was given"),
                (["status", "/nowhere/kiosk.sock"], "kiosk.sock"),
            ])
            func `mistakes on the command line are explained`(words: [String], told: String) async throws {
                let outcome = try await DemoProcess.run(words).0
                #expect(outcome.code == 2 && outcome.err.contains(told), "\(outcome.err)")
            }

            @Test func `a service that gives up shows a poster, and is tried again after a minute`() async throws {
                let outcome = try await DemoProcess.run(["kiosk", "none.json"]).0
                #expect(outcome.code == 78 && outcome.err.contains("there is no such file"), "\(outcome.err)")
                let unit = try String(contentsOf: Self.unit("kiosk.service"), encoding: .utf8)
                for line in ["RestartPreventExitStatus=78", "StartLimitBurst=10", "OnFailure=kiosk-poster.service"] {
                    #expect(unit.contains("\n\(line)\n"), "\(line)")
                }
                let poster = try String(contentsOf: Self.unit("kiosk-poster.service"), encoding: .utf8)
                for line in ["RuntimeMaxSec=60s", "OnFailure=kiosk.service", "Conflicts=kiosk.service"] {
                    #expect(poster.contains("\n\(line)\n"), "\(line)")
                }
                // The poster is a configuration like any other; only its picture is missing.
                let demo = try DemoProcess(["kiosk", "poster.json", "--check"])
                try FileManager.default.copyItem(
                    at: Self.unit("poster.json"), to: URL(fileURLWithPath: demo.path("poster.json")))
                try Data().write(to: URL(fileURLWithPath: demo.path("poster.png")))
                try demo.start()
                let check = try await demo.end()
                #expect(check.code == 0, "\(check.err)")
            }

            @Test(arguments: ["kiosk.service", "kiosk-poster.service"])
            func `a service has no access to what it does not need`(name: String) throws {
                let analysis = Process()
                let output = Pipe()
                analysis.executableURL = URL(fileURLWithPath: "/usr/bin/systemd-analyze")
                analysis.arguments = ["security", "--offline=true", "--threshold=40", Self.unit(name).path]
                (analysis.standardOutput, analysis.standardError) = (output, output)
                try analysis.run()
                let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                analysis.waitUntilExit()
                #expect(analysis.terminationStatus == 0, "\(text.suffix(3_000))")
            }

            private static func unit(_ name: String) -> URL {
                URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../\(name)")
                    .standardizedFileURL
            }
        }
    }
#endif
