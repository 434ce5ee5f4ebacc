#if os(Linux)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    extension RealTimeTests {
        /// Files with flipped bits, all of them as tiles of one program.
        struct DamagedFileTests {
            /// Two thousand files in the long test.
            private static let rounds = ProcessInfo.processInfo.environment["MPK_LONG"] == nil ? 3 : 84
            /// Damaged copies of each kind in a round.
            private static let copies = 3
            private static let seed = Int(TestDay.number)

            private static let h264 = "-c:v libx264 -preset ultrafast -bf 2 -g 10"
            private static let kinds = [
                ("h264.mp4", h264), ("fragmented.mp4", h264 + " -movflags frag_keyframe+empty_moov"),
                ("mpeg4.mov", "-c:v mpeg4 -bf 2"), ("h264.mkv", h264), ("vp8.webm", "-c:v libvpx -deadline realtime"),
                ("h264.ts", h264), ("mjpeg.avi", "-c:v mjpeg"), ("mpeg2.mpg", "-c:v mpeg2video -bf 2"),
            ]

            @Test func `the program plays damaged files or names them, and ends in time`() async throws {
                print("damaged: MPK_DAY=\(Self.seed), \(Self.rounds) rounds")
                let folder = FileManager.default.temporaryDirectory.appending(path: "damaged-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                for (name, options) in Self.kinds {
                    let words = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=1.6"]
                    try HelperTool.run(
                        words + options.split(separator: " ").map(String.init) + [folder.path + "/" + name])
                }
                var refused = 0
                for round in 0..<Self.rounds {
                    var files: [String] = []
                    for (kind, (name, _)) in Self.kinds.enumerated() {
                        for copy in 0..<Self.copies {
                            let number = (Self.seed * 1_000 + round) * 100 + kind * 10 + copy
                            // From one bit in a hundred thousand to one in two hundred.
                            let ratio = [0.00001, 0.0003, 0.005][copy]
                            let (from, to) = (folder.path + "/" + name, folder.path + "/\(copy)-" + name)
                            try HelperTool.run(["sh", "-c", "zzuf -s \(number) -r \(ratio) <'\(from)' >'\(to)'"])
                            files.append(to)
                        }
                    }
                    let begin = Date()
                    let (outcome, _) = try await DemoProcess.run(
                        ["grid"] + files + ["--tiles", "\(files.count)", "--headless", "--duration", "3"])
                    let took = Date().timeIntervalSince(begin)
                    let named = files.count { outcome.err.contains(URL(filePath: $0).lastPathComponent) }
                    refused += named
                    #expect(
                        [0, 2].contains(outcome.code), "round \(round): \(outcome.code) \(outcome.err.suffix(600))")
                    // A group gives a file ten seconds to open.
                    #expect(took < 3 + 10 + 2, "round \(round): \(took) s")
                }
                print(
                    "damaged: \(refused) of \(Self.rounds * Self.kinds.count * Self.copies) named as not to be played")
                #expect(refused > 0, "no file was too damaged")
            }
        }
    }
#endif
