#if os(Linux)
    import Foundation
    import Testing

    @testable import ComparisonScreens

    extension RealTimeTests {
        /// The window on a Wayland compositor, controlled with mouse and keys as by a person.
        @Suite struct WaylandTests {
            /// The stage of 640x360 is as large as the screen of 1400x800 lets it: 1400x788.
            private static let scale = 1400.0 / 640
            private static let top = 6.0

            private static func point(_ x: Double, _ y: Double) -> [String] {
                ["\(Int(x * scale))", "\(Int(top + y * scale))"]
            }

            @Test func `keys, wheel and mouse control what is shown`() async throws {
                let wayland = try await WaylandDisplay()
                let demo = try await open(on: wayland)
                func move(_ x: Double, _ y: Double) throws {
                    let point = Self.point(x, y)
                    try wayland.screen.act("mousemove", point[0], point[1])
                }
                try move(320, 100)
                try wayland.screen.act("key", "space")
                try await pause(0.6)
                let before = try wayland.screen.brightness()
                #expect(before.reduce(0) { $0 + Int($1) } / (1400 * 800) > 10, "the window is black")
                try wayland.screen.act("key", "Right", "Right", "Left")
                try wayland.screen.act("key", "shift+Right")
                try await pause(0.6)
                try wayland.screen.act("key", "2", "comma")
                // A sign that needs shift: differences twice as large, in the place of the two pictures.
                try wayland.screen.act("key", "d")
                try wayland.screen.act("key", "asterisk")
                try wayland.screen.act("key", "w")
                try await pause(0.4)
                let wiped = try wayland.screen.brightness()
                #expect(wiped != before)
                try wayland.screen.act("click", "4", "click", "4")
                try await pause(0.4)
                #expect(try wayland.screen.brightness() != wiped, "the wheel magnifies")
                try wayland.screen.act("key", "z")

                // Drag the time line from a quarter to three quarters of the eight seconds.
                try move(160, 357)
                try wayland.screen.act("mousedown", "1")
                try move(480, 357)
                try await pause(0.3)
                try wayland.screen.act("mouseup", "1")
                try await pause(0.5)
                try wayland.screen.act("key", "f")
                try await pause(0.3)
                try wayland.screen.act("key", "q")
                let outcome = try await demo.end()
                // The library that draws frames complains where none of its plugins is installed.
                let said = outcome.err.split(separator: "\n").filter { !$0.contains("lugin") }
                #expect(outcome.code == 0 && said.isEmpty, "\(outcome.err)")

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

            @Test(arguments: [true, false])
            func `one video dropped on a picture takes its place, and several join`(isOne: Bool) async throws {
                let wayland = try await WaylandDisplay(.desktop)
                try await pause(1)
                let empty = try wayland.screen.brightness()
                let demo = try await open(on: wayland)
                let window = try Self.area(of: wayland.screen.brightness()) { $1 != empty[$0] }
                let film = demo.folder.appending(path: "Ü film 100%.mp4")
                try FileManager.default.copyItem(at: OwnClips.pair[0], to: film)
                // The middle of a picture's outer edge, or a corner of the demo. The other window leaves one free.
                let edges = [window.minX + 20, window.maxX - 20].map { CGPoint(x: $0, y: window.midY) }
                let corners = [20, window.width - 20].flatMap { x in
                    [20, window.height - 20].map { CGPoint(x: window.minX + x, y: window.minY + $0) }
                }
                let place = try await drag(
                    isOne ? [film] : [film, OwnClips.pair[1]], on: wayland, over: empty, to: isOne ? edges : corners)
                // Whichever window has the keyboard.
                demo.send(SIGINT)
                let outcome = try await demo.end()
                #expect(outcome.code == 130)
                let report = try demo.report("r.json")
                let events = try #require(report["events"] as? [[String: Any]])
                func numbers(_ what: String) -> [Int?] {
                    events.filter { $0["what"] as? String == what }.map { $0["member"] as? Int }
                }
                let number = place.x < window.midX ? 1 : 2
                #expect(numbers("replaced") == (isOne ? [number] : []), "\(window), \(place)")
                #expect(numbers("added") == (isOne ? [] : [3, 4]), "\(window), \(place)")
                let members = try #require(report["members"] as? [[String: Any]])
                let sources = members.map { $0["source"] as? String }
                if isOne {
                    #expect(sources.count == 2 && sources[number - 1] == film.path)
                } else {
                    #expect(sources.suffix(2) == [film.path, OwnClips.pair[1].path])
                }
            }

            /// Drags files from another window to the first of several places that it leaves free; returns that place.
            private func drag(
                _ files: [URL], on wayland: WaylandDisplay, over empty: [UInt8], to places: [CGPoint]
            ) async throws -> CGPoint {
                let owner = try FileSource(files, on: wayland)
                defer { withExtendedLifetime(owner) {} }
                try await pause(2)
                let source = try Self.area(of: wayland.screen.brightness()) { $1 == 255 && empty[$0] != 255 }
                let target = try #require(places.first { !source.insetBy(dx: -9, dy: -9).contains($0) })
                // The compositor follows the distances that the mouse goes; in a corner both are in one place.
                try wayland.screen.act("mousemove", "\(VirtualDisplay.width - 1)", "\(VirtualDisplay.height - 1)")
                try await pause(0.2)
                try wayland.screen.act("mousemove", "0", "0")
                try await pause(0.2)
                try wayland.screen.act("mousemove", "\(Int(source.midX))", "\(Int(source.midY))", "mousedown", "1")
                try await pause(0.2)
                for part in 1...10 {
                    let part = Double(part) / 10
                    let (x, y) = (
                        source.midX + (target.x - source.midX) * part, source.midY + (target.y - source.midY) * part
                    )
                    try wayland.screen.act("mousemove", "\(Int(x))", "\(Int(y))")
                    try await pause(0.15)
                }
                try await pause(1)
                try wayland.screen.act("mouseup", "1")
                // The files are asked for after that.
                try await pause(4)
                return target
            }

            /// The smallest rectangle with all pixels of which something holds, by their places and brightness.
            private static func area(of screen: [UInt8], where holds: (Int, UInt8) -> Bool) throws -> CGRect {
                var area = CGRect.null
                for (place, brightness) in screen.enumerated() where holds(place, brightness) {
                    let (row, column) = place.quotientAndRemainder(dividingBy: VirtualDisplay.width)
                    // Above is the compositor's own panel, with a clock.
                    if row >= 40 { area = area.union(CGRect(x: column, y: row, width: 1, height: 1)) }
                }
                try #require(!area.isNull, "there is no window")
                return area
            }

            @Test(arguments: [SIGKILL, SIGTERM])
            func `when the compositor ends, the report is complete`(signal: Int32) async throws {
                let wayland = try await WaylandDisplay()
                let demo = try await open(on: wayland, ["--duration", "5"])
                wayland.end(signal)
                let outcome = try await demo.end()
                #expect(outcome.code == 0)
                #expect(
                    outcome.err.hasSuffix("window: output: the display server has ended; start it again\n"),
                    "\(outcome.err)")
                let ticks = try #require(try demo.report("r.json")["ticks"] as? [String: Any])
                // To its end; a compositor and OpenGL on the processor may cost a tick.
                #expect((ticks["planned"] as? Int).map { $0 >= 149 } == true, "\(ticks)")
                #expect((ticks["presented"] as? Int).map { $0 >= 100 } == true, "\(ticks)")
            }

            private func open(on wayland: WaylandDisplay, _ words: [String] = ["--loop"]) async throws -> DemoProcess {
                let demo = try DemoProcess(
                    words + ["--size", "640x360", "--fps", "30", "--report", "r.json"],
                    environment: wayland.environment)
                try demo.start()
                try await demo.waitFor(output: "in a window")
                try await pause(1.5)
                return demo
            }

            private func pause(_ seconds: Double) async throws {
                try await Task.sleep(for: .seconds(seconds))
            }
        }
    }
#endif
