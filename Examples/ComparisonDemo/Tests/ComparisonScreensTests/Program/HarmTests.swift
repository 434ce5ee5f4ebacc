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

            @Test func `a folder of the user's own is no cache`() async throws {
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

            @Test func `an empty folder becomes a cache, with the rights that it has`() async throws {
                let demo = try Self.demo(Self.feed + ["cache"])
                try Self.folder("cache", in: demo, mode: 0o755)
                let outcome = try await Self.end(demo)
                #expect(!outcome.err.contains(": cache: "), "\(outcome.err)")
                #expect(demo.exists("cache/.multiplayerkit-cache"))
                #expect(try Self.mode(demo.path("cache")) == 0o755)
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
        }
    }
#endif
