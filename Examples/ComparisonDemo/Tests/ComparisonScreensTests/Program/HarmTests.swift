#if os(Linux)
    import Foundation
    import Testing

    @testable import ComparisonScreens

    extension RealTimeTests {
        /// What the program must never do to files that are not its own.
        @Suite struct HarmTests {
            private static let old = Data("last week's".utf8)

            /// A program that has not been started; `@` in its arguments stands for its folder.
            private static func demo(_ arguments: [String], old: [String] = []) throws -> DemoProcess {
                let demo = try DemoProcess(arguments)
                demo.fillIn()
                for name in old { try Self.old.write(to: URL(fileURLWithPath: demo.path(name))) }
                return demo
            }

            private static func end(_ demo: DemoProcess) async throws -> DemoProcess.Outcome {
                try demo.start()
                return try await demo.end()
            }

            private static func folder(_ name: String, in demo: DemoProcess, mode: Int) throws {
                try FileManager.default.createDirectory(
                    atPath: demo.path(name), withIntermediateDirectories: false,
                    attributes: [.posixPermissions: mode])
            }

            private static func mode(_ path: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }

            private static func names(in folder: String) throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            }

            private static func unfinished(_ demo: DemoProcess) throws -> [String] {
                try names(in: demo.folder.path).filter { $0.hasPrefix(".multiplayerkit-unfinished") }
            }

            // MARK: The cache's folder

            private static let feed = [
                "feed", "http://127.0.0.1:9/a.mp4", "--headless", "--duration", "0.5", "--report", "r.json", "--cache",
            ]

            @Test func `a folder of the user's own is not used as a cache`() async throws {
                let demo = try Self.demo(Self.feed + ["mine"])
                try Self.folder("mine", in: demo, mode: 0o755)
                for name in ["mine/letter.new", "mine/letter.txt"] {
                    try Self.old.write(to: URL(fileURLWithPath: demo.path(name)))
                }
                let outcome = try await Self.end(demo)
                #expect(outcome.code == 2)
                #expect(outcome.err.contains("mine: cache: nothing can be kept: it exists and is not a cache's"))
                #expect(outcome.err.contains("name a folder that does not exist yet"), "\(outcome.err)")
                #expect(outcome.out == "")
                #expect(try Self.names(in: demo.path("mine")) == ["letter.new", "letter.txt"])
                #expect(try Self.mode(demo.path("mine")) == 0o755)
                #expect(!demo.exists("r.json"))
            }

            @Test func `an empty folder becomes a cache and keeps its permissions`() async throws {
                let demo = try Self.demo(Self.feed + ["cache"])
                try Self.folder("cache", in: demo, mode: 0o755)
                let outcome = try await Self.end(demo)
                #expect(!outcome.err.contains(": cache: "), "\(outcome.err)")
                #expect(demo.exists("cache/.multiplayerkit-cache"))
                #expect(try Self.mode(demo.path("cache")) == 0o755)
            }

            // MARK: Outputs that are something else

            @Test(arguments: [
                ["--record", "@/a.mp4"], ["--record", "d/../a.mp4"], ["--record", "link.mp4"],
                ["--record", "hard.mp4"], ["--record", "d/a.mp4"], ["--snapshot", "link.png"],
                ["--report", "hard.json"], ["--record", "@/behind.mp4"],
            ])
            func `no output replaces an input, by whatever name`(output: [String]) async throws {
                let clips = ["a.mp4", "b.mp4", "behind.mp4"]
                let demo = try Self.demo(
                    ["a.mp4", "b.mp4", "--background", "behind.mp4", "--headless", "--duration", "0.5"] + output,
                    old: clips)
                let files = FileManager.default
                for link in ["link.mp4", "link.png", "d"] {
                    try files.createSymbolicLink(
                        atPath: demo.path(link), withDestinationPath: link == "d" ? "." : "a.mp4")
                }
                for link in ["hard.mp4", "hard.json"] {
                    try files.linkItem(atPath: demo.path("a.mp4"), toPath: demo.path(link))
                }
                let outcome = try await Self.end(demo)
                #expect(outcome.code == 2 && outcome.out == "")
                #expect(outcome.err.contains("output: it is an input, "), "\(outcome.err)")
                for clip in clips { #expect(try Data(contentsOf: URL(fileURLWithPath: demo.path(clip))) == Self.old) }
            }

            @Test func `two outputs cannot be one file, and none can be one of the demo's own clips`() async throws {
                let both = try Self.demo(["--headless", "--snapshot", "p.png", "--record", "r.mkv"])
                try FileManager.default.createSymbolicLink(
                    atPath: both.path("p.png"), withDestinationPath: "r.mkv")
                let outcome = try await Self.end(both)
                #expect(outcome.code == 2 && outcome.err.contains("it is another output"), "\(outcome.err)")
                // Through a link, so that where this fails the clip is what the program would have damaged, not all tests.
                let own = try Self.demo(["x.mp4", "y.mp4", "--headless", "--record", "own.mp4"])
                try FileManager.default.createSymbolicLink(
                    atPath: own.path("own.mp4"), withDestinationPath: OwnClips.pair[1].path)
                let refused = try await Self.end(own)
                #expect(refused.code == 2 && refused.err.contains("it is one of the demo's own clips"))
            }

            @Test func `a run's default outputs do not replace its inputs either`() async throws {
                let demo = try Self.demo(["recordings/comparison.mkv", "b.mp4", "--headless"])
                try Self.folder("recordings", in: demo, mode: 0o755)
                let input = URL(fileURLWithPath: demo.path("recordings/comparison.mkv"))
                try Self.old.write(to: input)
                let outcome = try await Self.end(demo)
                #expect(outcome.code == 2 && outcome.err.contains("it is an input"), "\(outcome.err)")
                #expect(try Data(contentsOf: input) == Self.old)
            }

            @Test(arguments: [
                (["--record", "@/loop.mp4"], "a clip of the configuration"),
                (["--report", "k.json"], "the configuration"), (["--report", "d/k.json"], "the configuration"),
            ])
            func `no output of a kiosk replaces what it shows`(output: [String], role: String) async throws {
                let demo = try Self.demo(
                    ["kiosk", "k.json", "--headless", "--duration", "0.5"] + output, old: ["loop.mp4"])
                try FileManager.default.createSymbolicLink(atPath: demo.path("d"), withDestinationPath: ".")
                let text = #"{"screens": [{"output": "none", "tiles": [{"name": "loop", "clip": "loop.mp4"}]}]}"#
                try Data(text.utf8).write(to: URL(fileURLWithPath: demo.path("k.json")))
                let outcome = try await Self.end(demo)
                #expect(outcome.code == 78 && outcome.err.contains("output: it is \(role), "), "\(outcome.err)")
                #expect(try Data(contentsOf: URL(fileURLWithPath: demo.path("loop.mp4"))) == Self.old)
                #expect(try Data(contentsOf: URL(fileURLWithPath: demo.path("k.json"))) == Data(text.utf8))
            }

            // MARK: Secrets and terminals

            @Test func `a report names no user, password or token`() async throws {
                let secret = "http://anna:hunter2@127.0.0.1:9/a.mp4?token=t0ps3cret#here"
                // `fillIn()` is not called, because the @ belongs to the address.
                let demo = try DemoProcess([
                    secret, secret, "--background", secret, "--headless", "--duration", "0.5", "--report", "r.json",
                ])
                let outcome = try await Self.end(demo)
                let report = (try? String(contentsOfFile: demo.path("r.json"), encoding: .utf8)) ?? ""
                #expect(report.contains("127.0.0.1:9"), "\(outcome.err)")
                for text in [report, outcome.out, outcome.err] {
                    for word in ["anna", "hunter2", "t0ps3cret"] { #expect(!text.contains(word), "\(text)") }
                }
            }

            /// Mistakes whose messages quote an address.
            @Test(arguments: [
                ["http://anna:hunter2@h/a.mp4?token=t0ps3cret"],
                ["a.mp4", "b.mp4", "--background", "rtsp://anna:hunter2@h/", "--background", "http://h/?t0ps3cret"],
                ["a.mp4", "b.mp4", "--layout", "http://anna:hunter2@h/"],
                ["kiosk", "k.json"], ["kiosk", "k.json", "--check"],
            ])
            func `a refusal names no user, password or token`(_ arguments: [String]) async throws {
                let demo = try DemoProcess(arguments + ["--headless", "--duration", "0.5"])
                let text = """
                    {"screens": [{"tiles": [{"name": "rtsp://anna:hunter2@h/", "clip": "rtsp://anna:hunter2@h/a?t0ps3cret"},
                        {"name": "two", "clip": "http://anna:hunter2@/a.mp4", "poster": "http://anna:hunter2@h/t0ps3cret?t0ps3cret"}]}]}
                    """
                try Data(text.utf8).write(to: URL(fileURLWithPath: demo.path("k.json")))
                let outcome = try await Self.end(demo)
                #expect(outcome.code != 0 && !outcome.err.isEmpty)
                for word in ["anna", "hunter2", "?t0ps3cret"] {
                    #expect(!(outcome.out + outcome.err).contains(word), "\(outcome.err)")
                }
            }

            @Test func `a name cannot control the terminal`() async throws {
                let name = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}\nforged.mp4"
                for arguments in [
                    [name, "b.mp4"], ["a.mp4", "b.mp4", "--record", name], ["a.mp4", "b.mp4", name + "\u{1B}"], [name],
                ] {
                    let demo = try Self.demo(arguments + ["--headless", "--duration", "0.3"], old: ["a.mp4", "b.mp4"])
                    if arguments.count == 2 { try Self.old.write(to: URL(fileURLWithPath: demo.path(name))) }
                    let outcome = try await Self.end(demo)
                    #expect(outcome.code != 0)
                    #expect(!outcome.err.isEmpty)
                    let lines = (outcome.out + outcome.err).split(separator: "\n")
                    #expect(!lines.contains { $0.hasPrefix("forged") }, "\(lines)")
                    for scalar in (outcome.out + outcome.err).unicodeScalars where scalar != "\n" {
                        #expect(![.control, .format].contains(scalar.properties.generalCategory), "\(scalar.value)")
                    }
                }
            }

            @Test func `a playlist in a local file is not followed`() async throws {
                let demo = try Self.demo(["pl.mp4", "pl.mp4", "--headless", "--duration", "0.5"])
                let text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n"
                try Data(text.utf8).write(to: URL(fileURLWithPath: demo.path("pl.mp4")))
                let outcome = try await Self.end(demo)
                #expect(outcome.code != 0)
                #expect(
                    outcome.err.contains("pl.mp4: source: is a playlist that leads to other addresses"),
                    "\(outcome.err)")
            }

            // MARK: Earlier results

            @Test func `a run that shows nothing leaves earlier results as they were`() async throws {
                let results = ["keep.mp4", "keep.png", "keep.json"]
                let demo = try Self.demo(
                    [
                        "no.mp4", "none.mp4", "--headless", "--record", "keep.mp4", "--snapshot", "keep.png",
                        "--report",
                        "keep.json",
                    ], old: results)
                let outcome = try await Self.end(demo)
                #expect(outcome.code == 2)
                for name in results {
                    #expect((try? Data(contentsOf: URL(fileURLWithPath: demo.path(name)))) == Self.old, "\(name)")
                }
                #expect(outcome.err.contains("keep.json: output: this run has shown nothing"), "\(outcome.err)")
                #expect(try Self.unfinished(demo).isEmpty)
            }

            @Test(arguments: [SIGKILL, SIGTERM])
            func `an earlier recording stays until the new one is complete`(signal: Int32) async throws {
                let demo = try Self.demo(
                    ["--headless", "--record", "keep.mp4", "--report", "r.json"], old: ["keep.mp4"])
                let goal = URL(fileURLWithPath: demo.path("keep.mp4"))
                try demo.start()
                try await demo.waitFor(output: "Playing")
                try await Task.sleep(for: .seconds(1.5))
                #expect(try Data(contentsOf: goal) == Self.old)
                #expect(try Self.unfinished(demo).count == 1)
                demo.send(signal)
                _ = try await demo.end()
                guard signal == SIGTERM else { return #expect(try Data(contentsOf: goal) == Self.old) }
                let ticks = try #require(try demo.report("r.json")["ticks"] as? [String: Any])
                #expect(try HelperTool.frameCount(goal.path) == ticks["presented"] as? Int)
                #expect(try Self.unfinished(demo).isEmpty)
            }

            // MARK: Clips that are too short

            @Test(arguments: ["1e-9", "0.002"])
            func `a kiosk's clip has a minimum duration`(duration: String) async throws {
                let demo = try Self.demo(["kiosk", "k.json", "--check"], old: ["loop.mp4"])
                let text = """
                    {"screens": [{"tiles": [
                        {"name": "loop", "clips": [{"file": "loop.mp4", "duration": \(duration)}]}]}]}
                    """
                try Data(text.utf8).write(to: URL(fileURLWithPath: demo.path("k.json")))
                let outcome = try await Self.end(demo)
                #expect(outcome.code == 78)
                #expect(outcome.err.contains("k.json:2:"), "\(outcome.err)")
                #expect(outcome.err.contains("screens[0].tiles[0].clips[0].duration: \(duration) s is too short"))
                #expect(outcome.err.contains("at least 0.1 s"))
            }
        }
    }
#endif
