#if os(Linux)
    import Foundation
    import MultiPlayerKitCompare
    import Testing

    @testable import ComparisonScreens

    extension RealTimeTests {
        /// The program that measures, from outside.
        @Suite struct MeasureTests {
            /// A clip of the demo, and a copy of it that has lost something.
            private func copy(in folder: URL, _ words: [String] = ["-crf", "40"]) throws -> String {
                let path = folder.appending(path: "copy.mp4").path
                _ = try HelperTool.run(
                    ["ffmpeg", "-v", "error", "-y", "-i", OwnClips.pair[0].path, "-c:v", "libx264"] + words + [path])
                return path
            }

            @Test func `report, table and graph say the same`() async throws {
                let folder = FileManager.default.temporaryDirectory.appending(path: "measure-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                let (outcome, demo) = try await DemoProcess.run([
                    "measure", OwnClips.pair[0].path, try copy(in: folder), "--range", "1-3", "--report", "m.json",
                    "--csv", "m.csv", "--graph", "m.png", "--keep", "s.json",
                ])
                #expect(outcome.code == 0, "\(outcome.err)")
                #expect(outcome.out.contains("PSNR") && outcome.out.contains("60 pairs, 1.000 to 2.967 s"))
                let report = try demo.report("m.json")
                let pairs = try #require(report["pairs"] as? [[String: Any]])
                let lines = try String(contentsOfFile: demo.path("m.csv"), encoding: .utf8).split(separator: "\n")
                #expect(pairs.count == 60 && lines.count == 61)
                let head = "time,reference_time,other_time,psnr,ssim,psnr_y,ssim_y,psnr_u,ssim_u,psnr_v,ssim_v"
                #expect(lines[0] == head)
                let figures = try #require(pairs[7]["figures"] as? [String: Any])
                let psnr = try #require(figures["psnr"] as? Double)
                #expect(psnr > 20 && psnr < 60)
                #expect(lines[8].split(separator: ",")[3] == Substring(String(format: "%.4f", psnr)))
                let worst = try #require(report["worst"] as? [[String: Any]])
                #expect(!worst.isEmpty && worst.count <= 10)
                let least = pairs.compactMap { ($0["figures"] as? [String: Any])?["psnr"] as? Double }.min()
                #expect((worst[0]["figures"] as? [String: Any])?["psnr"] as? Double == least)
                let session = try ComparisonSession(contentsOf: URL(fileURLWithPath: demo.path("s.json")))
                #expect(
                    session.members.map(\.source.lastPathComponent) == [OwnClips.pair[0].lastPathComponent, "copy.mp4"])
                #expect(session.markers.count == worst.count && session.markers[0].text.hasPrefix("worst 1, "))
                #expect(session.markers[0].time.inSeconds == worst[0]["t"] as? Double)
                let size = String(
                    decoding: try HelperTool.run([
                        "ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0",
                        demo.path("m.png"),
                    ]), as: UTF8.self)
                #expect(size.contains("1600,900"))
                #expect(!demo.exists("m.png.part"))
            }

            @Test func `a file against itself is equal`() async throws {
                let clip = OwnClips.pair[1].path
                let (outcome, demo) = try await DemoProcess.run([
                    "measure", clip, clip, "--range", "0-0.5", "--report", "m.json", "--csv", "m.csv",
                ])
                #expect(outcome.code == 0 && outcome.out.contains("PSNR  equal"), "\(outcome.out)\(outcome.err)")
                #expect(!outcome.out.contains("worst"))
                #expect((try demo.report("m.json")["worst"] as? [Any])?.isEmpty == true)
                #expect(try String(contentsOfFile: demo.path("m.csv"), encoding: .utf8).contains(",inf,1.000000,"))
            }

            @Test func `unlike sizes are refused, and nothing is left`() async throws {
                let folder = FileManager.default.temporaryDirectory.appending(path: "measure-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                let (outcome, demo) = try await DemoProcess.run([
                    "measure", OwnClips.pair[0].path, try copy(in: folder, ["-vf", "scale=320:180"]), "--report",
                    "m.json", "--graph", "m.png",
                ])
                #expect(outcome.code == 2)
                #expect(outcome.err.contains("320x180") && outcome.err.contains("make a copy"), "\(outcome.err)")
                #expect(!demo.exists("m.json") && !demo.exists("m.png"))
            }

            @Test func `ctrl-C leaves nothing`() async throws {
                let clip = OwnClips.pair[0].path
                let demo = try DemoProcess(["measure", clip, clip, "--report", "m.json"])
                try demo.start()
                try await demo.waitFor(output: "Measuring")
                demo.send(SIGINT)
                #expect(try await demo.end().code == 130)
                #expect(!demo.exists("m.json"))
            }
        }
    }
#endif
