#if os(Linux)
    import Foundation
    import Testing

    extension RealTimeTests {
        /// The window on a virtual display, controlled with mouse and keys as by a person.
        @Suite struct WindowTests {
            /// The stage is 640x360 and the display larger, so the window lies in its middle.
            private static let left = (VirtualDisplay.width - 640) / 2
            private static let top = (VirtualDisplay.height - 360) / 2

            @Test func `keys and mouse control what is shown`() async throws {
                let display = try VirtualDisplay()
                let demo = try await open(on: display)
                try display.act("mousemove", "\(Self.left + 320)", "\(Self.top + 100)")

                try display.act("key", "space")
                try await pause(0.4)
                let before = try display.brightness()
                #expect(before.reduce(0) { $0 + Int($1) } / (640 * 360) > 10, "the window is black")
                try display.act("key", "Right", "Right", "Left")
                try display.act("key", "shift+Right")
                try await pause(0.6)
                try display.act("key", "2", "comma")
                try display.act("key", "w")
                try await pause(0.3)
                #expect(try display.brightness() != before)

                // Drag the time line from a quarter to three quarters of the eight seconds.
                let line = "\(Self.top + 357)"
                try display.act("mousemove", "\(Self.left + 160)", line, "mousedown", "1")
                try display.act("mousemove", "\(Self.left + 480)", line)
                try await pause(0.3)
                try display.act("mouseup", "1")
                try await pause(0.5)
                try display.act("key", "q")
                let outcome = try await demo.end()
                #expect(outcome.code == 0)
                #expect(outcome.err == "")

                let report = try demo.report("r.json")
                let events = try #require(report["events"] as? [[String: Any]])
                let told = events.map { "\($0["what"] ?? "") \($0["text"] ?? "")" }
                #expect(told.contains { $0.hasPrefix("paused") })
                #expect(told.contains { $0.hasPrefix("nudged") && $0.contains("-0.033") })
                let arrivals = told.filter { $0.hasPrefix("arrived") }
                #expect(arrivals.count >= 5, "three steps, a skip and a scrub: \(told)")
                #expect(arrivals.last?.contains("at group time 6.0") == true, "\(told)")
                let tiles = try #require(report["members"] as? [[String: Any]]).map { $0["tile"] as? [String: Int] }
                #expect(tiles[0] == tiles[1], "in a wipe both have to lie in one place")
            }

            @Test func `the window goes full screen and back, and the run ends when it is destroyed`() async throws {
                let display = try VirtualDisplay()
                let demo = try await open(on: display)
                try display.act("mousemove", "\(Self.left + 320)", "\(Self.top + 100)")
                let window = try display.act("search", "--name", "ComparisonDemo").split(separator: "\n")[0]
                try display.act("key", "f")
                try await pause(0.4)
                #expect(try display.act("getwindowgeometry", "\(window)").contains("Geometry: 1400x800"))
                let pixels = try display.brightness()
                let row = pixels[(VirtualDisplay.width * 60)..<(VirtualDisplay.width * 61)]
                #expect(row.prefix(200).contains { $0 > 16 }, "the picture has not grown with the window")
                try display.act("key", "f")
                try await pause(0.3)
                #expect(try display.act("getwindowgeometry", "\(window)").contains("Geometry: 640x360"))
                try display.act("windowclose", "\(window)")
                let outcome = try await demo.end()
                #expect(outcome.code == 0, "\(outcome.err)")
                #expect(demo.exists("r.json"))
            }

            @Test(arguments: [SIGKILL, SIGTERM])
            func `when the display server ends, recording, picture and report are complete`(signal: Int32) async throws
            {
                let display = try VirtualDisplay()
                let demo = try await open(
                    on: display, ["--duration", "5", "--record", "r.mkv", "--snapshot", "p.png"])
                display.end(signal)
                let outcome = try await demo.end()
                #expect(outcome.code == 0)
                #expect(
                    outcome.err == "window: output: the display server has ended; start it again\n", "\(outcome.err)")
                let ticks = try #require(try demo.report("r.json")["ticks"] as? [String: Any])
                #expect((ticks["presented"] as? Int).map { $0 >= 145 } == true, "\(ticks)")
                let probe = [
                    "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames:format=duration",
                ]
                let found = String(
                    decoding: try HelperTool.run(probe + ["-of", "default=nk=1:nw=1", demo.path("r.mkv")]),
                    as: UTF8.self)
                let figures = found.split(separator: "\n").compactMap { Double($0) }
                #expect(figures.count == 2 && figures[0] >= 145 && figures[1] > 4.8, "\(found)")
                #expect(demo.exists("p.png"))
            }

            @Test func `an endless run ends with its display server`() async throws {
                let display = try VirtualDisplay()
                let demo = try await open(on: display)
                display.end(SIGKILL)
                let outcome = try await demo.end()
                #expect(outcome.code == 0 && outcome.err.contains("the display server has ended"), "\(outcome.err)")
                #expect(demo.exists("r.json"))
            }

            @Test func `digits and clicks move the focus of a grid`() async throws {
                let display = try VirtualDisplay()
                let demo = try await open(
                    on: display, ["grid", "--tiles", "12", "--focus", "2", "--at", "0.2:focus=3"])
                // On a busy machine the group starts, and the script with it, long after the window has come.
                try await pause(3)
                let before = try display.brightness()
                // Whether there are three columns or four, the corners are the first and the last tile.
                try display.act("mousemove", "\(Self.left + 40)", "\(Self.top + 50)", "click", "1")
                try await pause(0.3)
                try display.act("key", "1")
                try display.act("key", "2")
                try await pause(1.2)
                try display.act("key", "7")
                // Click in the lowest strip, where a comparison has its time line.
                try display.act("mousemove", "\(Self.left + 600)", "\(Self.top + 340)", "click", "1")
                try display.act("key", "o")
                try display.act("key", "r", "w")
                try await pause(0.4)
                #expect(try display.brightness() != before)
                try display.act("key", "Escape")
                let outcome = try await demo.end()
                #expect(outcome.code == 0, "\(outcome.err)")
                let events = try #require(try demo.report("r.json")["events"] as? [[String: Any]])
                let focused = events.filter { $0["what"] as? String == "focused" }.compactMap { $0["member"] as? Int }
                #expect(focused == [3, 1, 12, 7, 12])
                #expect(!events.contains { ["paused", "seeking"].contains($0["what"] as? String) })
            }

            private func open(
                on display: VirtualDisplay, _ words: [String] = ["--loop"]
            ) async throws -> DemoProcess {
                let demo = try DemoProcess(
                    words + ["--size", "640x360", "--fps", "30", "--report", "r.json"], display: display.name)
                try demo.start()
                try await demo.waitFor(output: "in a window")
                try await pause(1.2)
                return demo
            }

            private func pause(_ seconds: Double) async throws {
                try await Task.sleep(for: .seconds(seconds))
            }
        }
    }
#endif
