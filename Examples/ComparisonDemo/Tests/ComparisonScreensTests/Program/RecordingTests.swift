#if os(Linux)
    import Foundation
    import Testing

    extension RealTimeTests {
        /// Recordings whose disk gets full.
        struct RecordingTests {
            private static func recorder(_ path: String, seconds: Int) throws -> DemoProcess {
                try DemoProcess([
                    "--headless", "--loop", "--size", "640x360", "--duration", "\(seconds)", "--record", path,
                    "--report",
                    "r.json",
                ])
            }

            /// Checks that every part can be read to its end and declares its duration, and that all ticks are either
            /// in a part or reported as not recorded.
            private static func check(
                _ demo: DemoProcess, in folder: String, report: String = "r.json"
            ) throws -> [RecordedPart] {
                let report = try demo.report(report)
                let ticks = try #require((report["ticks"] as? [String: Any])?["presented"] as? Int)
                let (parts, missing) = try RecordedPart.all(of: report)
                #expect(parts.reduce(missing) { $0 + $1.ticks } == ticks)
                for part in parts {
                    let path = "\(folder)/\(part.file)"
                    #expect(try HelperTool.frameCount(path) == part.ticks)
                    #expect(try abs(HelperTool.duration(path) - Double(part.ticks) / 60) < 0.03)
                }
                let rest = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                    $0.contains("unfinished")
                }
                #expect(rest.isEmpty)
                print(
                    "recording: \(parts.map { "\($0.file) \($0.firstTick)+\($0.ticks)" }), \(missing) of \(ticks) not recorded"
                )
                return parts
            }

            @Test func `a file that cannot grow any more is completed, and another follows`() async throws {
                let demo = try Self.recorder("r.mkv", seconds: 12)
                // Files that exist already belong to others.
                try Data("mine".utf8).write(to: demo.folder.appending(path: "r-2.mkv"))
                try demo.start()
                try await demo.waitFor(output: "Playing")
                try await Task.sleep(for: .seconds(4))
                let hidden = try #require(
                    try FileManager.default.contentsOfDirectory(atPath: demo.folder.path).first {
                        $0.contains("unfinished")
                    })
                let size = try #require(
                    try FileManager.default.attributesOfItem(atPath: demo.path(hidden))[.size] as? Int)
                try Self.limit(demo, "\(size + 100_000)")
                try await Task.sleep(for: .seconds(3))
                try Self.limit(demo, "unlimited")
                let lifted = try demo.count(of: "written again", onError: true)
                try await Task.sleep(for: .seconds(2))
                #expect(try demo.count(of: "written again", onError: true) == lifted + 1, "not back within two seconds")
                let outcome = try await demo.end()
                #expect(outcome.code == 1 && outcome.err.contains("ticks were not recorded"), "\(outcome.err)")
                let parts = try Self.check(demo, in: demo.folder.path)
                #expect(parts.map(\.file) == ["r.mkv", "r-3.mkv"])
                #expect(outcome.out.contains("Recording: r.mkv\nRecording: r-3.mkv\n"), "\(outcome.out)")
                #expect(try Data(contentsOf: demo.folder.appending(path: "r-2.mkv")) == Data("mine".utf8))
                #expect(parts.first.map { $0.ticks > 150 } == true, "what was written is lost")
            }

            @Test(.enabled(if: SmallDisk.canBeMade, "only root can mount a small disk"))
            func `a disk that fills is reported early, and the recording goes on when there is room`() async throws {
                let demo = try Self.recorder("disk/r.mkv", seconds: 20)
                let disk = try SmallDisk(at: demo.folder.appending(path: "disk"), megabytes: 60)
                defer { disk.remove() }
                disk.fill(megabytes: 44)
                try demo.start()
                try await demo.waitFor(output: "Playing")
                try await demo.waitFor(error: "its disk is full but for")
                #expect(try demo.count(of: "its disk has room for about", onError: true) == 1)
                // The first file is complete before the run is over.
                try await demo.waitFor(file: "disk/r.mkv")
                #expect(try HelperTool.frameCount(demo.path("disk/r.mkv")) > 100)
                disk.free()
                let begin = Date()
                try await demo.waitFor(error: "written again")
                #expect(Date().timeIntervalSince(begin) < 3)
                let outcome = try await demo.end()
                #expect(outcome.code == 1 && !outcome.err.contains("writing failed"), "\(outcome.err)")
                let parts = try Self.check(demo, in: disk.folder.path)
                #expect(parts.map(\.file) == ["r.mkv", "r-2.mkv"])
            }

            @Test(.enabled(if: SmallDisk.canBeMade, "only root can mount a small disk"))
            func `when another program takes the last byte, what was written is not lost`() async throws {
                let demo = try Self.recorder("disk/r.mkv", seconds: 12)
                let disk = try SmallDisk(at: demo.folder.appending(path: "disk"), megabytes: 60)
                defer { disk.remove() }
                try demo.start()
                try await demo.waitFor(output: "Playing")
                try await Task.sleep(for: .seconds(4))
                disk.fill()
                try await demo.waitFor(file: "disk/r.mkv")
                try await Task.sleep(for: .seconds(2))
                disk.free()
                let begin = Date()
                try await demo.waitFor(error: "written again")
                #expect(Date().timeIntervalSince(begin) < 3)
                let outcome = try await demo.end()
                #expect(outcome.code == 1, "\(outcome.err)")
                let parts = try Self.check(demo, in: disk.folder.path)
                #expect(parts.map(\.file) == ["r.mkv", "r-2.mkv"])
                #expect(parts.first.map { $0.ticks > 150 } == true, "what was written is lost")
            }

            @Test(.enabled(if: SmallDisk.canBeMade, "only root can mount a small disk"))
            func `a run that ends while its disk is full leaves its recording and its report`() async throws {
                let demo = try DemoProcess([
                    "--headless", "--loop", "--size", "640x360", "--duration", "6", "--record", "disk/r.mkv",
                    "--report",
                    "disk/r.json", "--snapshot", "disk/r.png",
                ])
                let disk = try SmallDisk(at: demo.folder.appending(path: "disk"), megabytes: 60)
                defer { disk.remove() }
                try demo.start()
                try await demo.waitFor(output: "Playing")
                try await Task.sleep(for: .seconds(3))
                disk.fill()
                let outcome = try await demo.end()
                #expect(outcome.code == 1 && demo.exists("disk/r.png"), "\(outcome.err)")
                let parts = try Self.check(demo, in: disk.folder.path, report: "disk/r.json")
                #expect(parts.map(\.file) == ["r.mkv"] && parts[0].ticks > 60)
            }

            private static func limit(_ demo: DemoProcess, _ bytes: String) throws {
                _ = try HelperTool.run(["prlimit", "--pid", "\(demo.identifier)", "--fsize=\(bytes):unlimited"])
            }
        }
    }
#endif
