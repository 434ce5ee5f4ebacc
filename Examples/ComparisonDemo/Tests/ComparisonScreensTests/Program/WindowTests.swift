#if os(Linux)
    import Foundation
    import Testing

    @testable import ComparisonScreens

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

            @Test func `a question mark shows what the keys do, and takes it away`() async throws {
                let display = try VirtualDisplay()
                let demo = try await open(on: display)
                try display.act("mousemove", "\(Self.left + 320)", "\(Self.top + 100)")
                try display.act("key", "space")
                try await pause(0.4)
                let before = try display.brightness()
                // Typed as a person does, with shift let go first.
                try display.act("keydown", "shift", "keydown", "slash", "keyup", "shift", "keyup", "slash")
                try await pause(0.5)
                let shown = try display.brightness()
                let (dark, bright) = Self.middle(of: shown)
                #expect(dark > 20_000 && bright > 1_000, "\(dark) dark pixels, \(bright) bright ones")
                try display.act("keydown", "shift", "keydown", "slash", "keyup", "shift", "keyup", "slash")
                try await pause(0.5)
                #expect(try display.brightness() == before)
                try display.act("key", "q")
                #expect(try await demo.end().code == 0)
            }

            /// The dark and the bright pixels where a notice stands.
            private static func middle(of pixels: [UInt8]) -> (dark: Int, bright: Int) {
                var (dark, bright) = (0, 0)
                for y in top + 30..<top + 330 {
                    for x in left + 200..<left + 440 {
                        let pixel = pixels[y * VirtualDisplay.width + x]
                        dark += pixel < 48 ? 1 : 0
                        bright += pixel > 180 ? 1 : 0
                    }
                }
                return (dark, bright)
            }

            @Test func `the window comes back where it was and as large, in the same stage only`() async throws {
                let display = try VirtualDisplay()
                let demo = try await open(on: display)
                let window = try Self.window(on: display)
                try display.act(
                    "windowsize", "--sync", window, "800", "500", "windowmove", "--sync", window, "90", "70")
                try await pause(0.5)
                try display.act("mousemove", "400", "300", "key", "q")
                #expect(try await demo.end().code == 0)

                let again = try await open(on: display, state: demo.folder.path)
                let geometry = try display.act("getwindowgeometry", Self.window(on: display))
                #expect(geometry.contains("Position: 90,70") && geometry.contains("Geometry: 800x500"), "\(geometry)")
                // The picture fills the window's width.
                let row = try display.brightness()[
                    (VirtualDisplay.width * 300 + 90)..<(VirtualDisplay.width * 300 + 890)]
                #expect(row.suffix(100).contains { $0 > 24 })
                try display.act("mousemove", "400", "300", "key", "q")
                #expect(try await again.end().code == 0)

                let other = try await open(on: display, ["--loop", "--size", "480x270"], state: demo.folder.path)
                let smaller = try display.act("getwindowgeometry", Self.window(on: display))
                #expect(smaller.contains("Geometry: 480x270"), "\(smaller)")
                try display.act("mousemove", "700", "400", "key", "q")
                #expect(try await other.end().code == 0)
            }

            @Test func `videos that are dropped join or take a place, and a session begins anew`() async throws {
                let display = try VirtualDisplay()
                let demo = try await open(on: display)
                let drag = try FileDrag(on: display.name)
                let number = try #require(UInt(Self.window(on: display)))
                let middle = (x: Self.left + 320, y: Self.top + 180)
                // A name as people give them.
                let film = demo.folder.appending(path: "Ü film 100%.mp4")
                try FileManager.default.copyItem(at: OwnClips.pair[0], to: film)
                try await drag.drop([film, OwnClips.pair[1]], on: number, at: middle)
                try await pause(1.5)
                // One on the first of four pictures side by side.
                let first = (x: Self.left + 80, y: Self.top + 180)
                try await drag.drop([OwnClips.pair[1]], on: number, at: first)
                try await pause(1.5)
                // No video: the one that is there stays.
                let text = demo.folder.appending(path: "notes.txt")
                try Data("no video".utf8).write(to: text)
                try await drag.drop([text], on: number, at: first)
                try await pause(1.5)
                let session = demo.folder.appending(path: "wet road.json")
                try Data(
                    """
                    {"version": 1, "members": [{"file": "Ü film 100%.mp4"}, {"file": "\(OwnClips.pair[1].path)"}],
                     "layout": {"kind": "wipe"}}
                    """.utf8
                ).write(to: session)
                let before = try display.brightness()
                try await drag.drop([session], on: number, at: middle)
                try await pause(1.5)
                #expect(try display.brightness() != before)
                let bad = demo.folder.appending(path: "bad.json")
                try Data("{\"version\": 1, \"members\": 3}".utf8).write(to: bad)
                try await drag.drop([bad], on: number, at: middle)
                try await pause(0.5)
                try display.act("key", "q")
                let outcome = try await demo.end()
                #expect(outcome.code == 0)
                #expect(outcome.err.contains("bad.json:1:27: members"), "\(outcome.err)")
                let report = try demo.report("r.json")
                let events = try #require(report["events"] as? [[String: Any]])
                let added = events.filter { $0["what"] as? String == "added" }
                #expect(added.map { $0["member"] as? Int } == [3, 4])
                let replaced = events.filter { $0["what"] as? String == "replaced" }
                #expect(replaced.map { $0["member"] as? Int } == [1])
                #expect(outcome.err.contains("notes.txt"), "\(outcome.err)")
                #expect(events.contains { $0["what"] as? String == "opened" })
                let members = try #require(report["members"] as? [[String: Any]])
                #expect(members.map { $0["source"] as? String } == [film.path, OwnClips.pair[1].path])
                let tiles = members.map { $0["tile"] as? [String: Int] }
                #expect(tiles[0] == tiles[1], "the session is a wipe")
            }

            @Test func `the time line shows a picture of what lies under the mouse`() async throws {
                let display = try VirtualDisplay()
                let demo = try await open(on: display)
                try display.act("mousemove", "\(Self.left + 320)", "\(Self.top + 100)", "key", "space")
                try await pause(0.6)
                let before = try display.brightness()
                func changed() throws -> CGRect {
                    let now = try display.brightness()
                    return now.indices.reduce(CGRect.null) { area, place in
                        guard abs(Int(now[place]) - Int(before[place])) > 8 else { return area }
                        let (row, column) = place.quotientAndRemainder(dividingBy: VirtualDisplay.width)
                        return area.union(CGRect(x: column, y: row, width: 1, height: 1))
                    }
                }
                /// Waits as long as a busy machine may take.
                func waitFor(picture isThere: Bool) async throws -> CGRect {
                    for _ in 0..<50 {
                        let area = try changed()
                        if area.isNull != isThere { return area }
                        try await pause(0.2)
                    }
                    return try changed()
                }
                try display.act("mousemove", "\(Self.left + 480)", "\(Self.top + 350)")
                let shown = try await waitFor(picture: true)
                #expect(abs(shown.midX - Double(Self.left + 480)) < 12, "\(shown)")
                #expect((70...140).contains(shown.width) && (60...110).contains(shown.height), "\(shown)")
                #expect(shown.maxY < Double(Self.top + 332), "above the time line: \(shown)")
                #expect(try await waitFor(picture: false).isNull, "it goes when the mouse rests")
                try display.act("mousemove", "\(Self.left + 470)", "\(Self.top + 352)")
                #expect(try await !waitFor(picture: true).isNull)
                try display.act("mousemove", "\(Self.left + 470)", "\(Self.top + 200)")
                #expect(try await waitFor(picture: false).isNull, "it goes with the mouse")
                try display.act("key", "q")
                #expect(try await demo.end().code == 0)
            }

            @Test func `a tile is dragged to the place of another`() async throws {
                let display = try VirtualDisplay()
                let demo = try await open(on: display)
                try display.act("mousemove", "\(Self.left + 160)", "\(Self.top + 180)", "mousedown", "1")
                try display.act("mousemove", "\(Self.left + 480)", "\(Self.top + 170)")
                try await pause(0.3)
                try display.act("mouseup", "1")
                try await pause(0.3)
                try display.act("key", "q")
                #expect(try await demo.end().code == 0)
                let members = try #require(try demo.report("r.json")["members"] as? [[String: Any]])
                let lefts = members.map { ($0["tile"] as? [String: Int])?["x"] ?? 0 }
                #expect(lefts[0] > 300 && lefts[1] < 300, "\(lefts)")
            }

            @Test func `two windows of one program show their own, and both come back with the display`() async throws {
                var display = try VirtualDisplay()
                let name = display.name
                let screens = ["left", "right"].enumerated().map { index, name in
                    """
                    {"name": "\(name)", "size": [320, 180], "ticksPerSecond": 30, "output": "window",
                     "tiles": [{"name": "\(name)", "clip": "\(OwnClips.pair[index].path)"}]}
                    """
                }
                let demo = try DemoProcess(["kiosk", "kiosk.json", "--duration", "14"], display: name)
                try Data("{\"screens\": [\(screens.joined(separator: ", "))]}".utf8)
                    .write(to: URL(filePath: demo.path("kiosk.json")))
                try demo.start()
                func see() async throws -> [Int] {
                    try await pause(1.5)
                    for (screen, x) in [("left", "100"), ("right", "800")] {
                        let window = try display.act("search", "--name", "^\(screen)$").split(separator: "\n").first
                        try display.act("windowmove", "--sync", String(#require(window)), x, "100")
                    }
                    try await pause(0.5)
                    let pixels = try display.brightness()
                    return [100, 800].map { left in
                        (100..<280).reduce(0) { sum, y in
                            let begin = y * VirtualDisplay.width + left
                            return sum + pixels[begin..<begin + 320].reduce(0) { $0 + Int($1) }
                        } / (320 * 180)
                    }
                }
                let first = try await see()
                #expect(first.allSatisfy { $0 > 10 }, "\(first)")
                display.end(SIGKILL)
                try await demo.waitFor(output: "output lost", times: 2)
                display = try VirtualDisplay(name)
                try await demo.waitFor(output: "output is back", times: 2)
                let second = try await see()
                #expect(second.allSatisfy { $0 > 10 }, "\(second)")
                let outcome = try await demo.end()
                #expect(outcome.code == 0, "\(outcome.err)")
            }

            /// X's number of the demo's window.
            private static func window(on display: VirtualDisplay) throws -> String {
                String(try display.act("search", "--name", "ComparisonDemo").split(separator: "\n")[0])
            }

            /// - Parameter state: where the place of an earlier window is kept; `nil`: nowhere.
            private func open(
                on display: VirtualDisplay, _ words: [String] = ["--loop"], state: String? = nil
            ) async throws -> DemoProcess {
                let size = words.contains("--size") ? [] : ["--size", "640x360"]
                let demo = try DemoProcess(
                    words + size + ["--fps", "30", "--report", "r.json"], display: display.name,
                    environment: state.map { ["XDG_STATE_HOME": $0] } ?? [:])
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
