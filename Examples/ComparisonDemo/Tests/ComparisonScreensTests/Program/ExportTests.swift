#if os(Linux)
    import Foundation
    import Testing

    @testable import ComparisonScreens

    extension RealTimeTests {
        /// The program that exports, from outside.
        @Suite struct ExportTests {
            @Test func `the demo's own clips become one video`() async throws {
                let (outcome, demo) = try await DemoProcess.run([
                    "export", "--to", "both.mp4", "--range", "1-2.5", "--captions", "name,time", "--size", "640x360",
                ])
                #expect(outcome.code == 0 && outcome.out.contains("45 frames, 1.500 s"), "\(outcome.out)\(outcome.err)")
                let facts = String(
                    decoding: try HelperTool.run([
                        "ffprobe", "-v", "error", "-count_frames", "-show_entries",
                        "stream=codec_name,width,height,nb_read_frames", "-of", "csv=p=0", demo.path("both.mp4"),
                    ]), as: UTF8.self)
                #expect(facts.contains("h264,640,360,45"), "\(facts)")
            }

            @Test(
                .enabled(if: SmallDisk.canBeMade, "only root can mount a small disk"),
                arguments: ["320x180", "1280x720"])
            func `a full disk is told, and what was there stays`(size: String) async throws {
                let demo = try DemoProcess(["export", "--to", "disk/kept.mp4", "--range", "0-100000", "--size", size])
                let disk = try SmallDisk(at: demo.folder.appending(path: "disk"), megabytes: 1)
                defer { disk.remove() }
                try Data("what was there".utf8).write(to: URL(fileURLWithPath: demo.path("disk/kept.mp4")))
                try demo.start()
                let outcome = try await demo.end()
                #expect(outcome.code == 2 && outcome.err.contains("kept.mp4: output: "), "\(outcome.err)")
                #expect(outcome.err.contains("has room"), "\(outcome.err)")
                #expect(try String(contentsOfFile: demo.path("disk/kept.mp4"), encoding: .utf8) == "what was there")
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk.folder.path) == ["kept.mp4"])
            }

            @Test func `a killed export leaves what was there`() async throws {
                let demo = try DemoProcess([
                    "export", "--to", "kept.mp4", "--range", "0-100000", "--size", "1280x720",
                ])
                try Data("what was there".utf8).write(to: URL(fileURLWithPath: demo.path("kept.mp4")))
                try demo.start()
                try await Task.sleep(for: .seconds(3))
                demo.send(SIGKILL)
                _ = try await demo.end()
                #expect(try String(contentsOfFile: demo.path("kept.mp4"), encoding: .utf8) == "what was there")
            }

            @Test func `an interrupted export leaves what was there, and nothing else`() async throws {
                let demo = try DemoProcess([
                    "export", "--to", "kept.mp4", "--range", "0-100000", "--size", "1280x720",
                ])
                try Data("what was there".utf8).write(to: URL(fileURLWithPath: demo.path("kept.mp4")))
                try demo.start()
                try await Task.sleep(for: .seconds(3))
                demo.send(SIGINT)
                let outcome = try await demo.end()
                #expect(outcome.code == 130)
                #expect(try String(contentsOfFile: demo.path("kept.mp4"), encoding: .utf8) == "what was there")
                let folder = URL(fileURLWithPath: demo.path("kept.mp4")).deletingLastPathComponent().path
                let rest = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                    $0.contains("unfinished")
                }
                #expect(rest.isEmpty)
            }
        }
    }
#endif
