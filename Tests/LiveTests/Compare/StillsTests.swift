#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitCompare
    @testable import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// Pictures of all members at one instant, read back.
    @Suite(.serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct StillsTests {
        private let folder = FileManager.default.temporaryDirectory.appending(path: "stills-\(UUID().uuidString)")

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        private func finish() { try? FileManager.default.removeItem(at: folder) }

        @Test(.shared, arguments: [0, 300, 710, 1_290])
        func `each member's frame of one instant is written in its own size`(milliseconds: Int) async throws {
            defer { finish() }
            let performance = try Performance(pace: .unpaced, layout: .wipe)
            let clips = [
                IndexClip.editListBFrames, IndexClip.hard(id: 2).with { ($0.codec, $0.frameRate) = (.vp9, .fps24) },
            ].map { $0.dressed(fixing: .load) }
            let casts = [
                try performance.add(clips[0]), try performance.add(clips[1], offset: .milliseconds(120), speed: 0.75),
            ]
            var stills = GroupStills(of: performance.group)
            // Off the frames' own times, which rounding might put on either side.
            stills.time = .milliseconds(milliseconds + 7)
            let files = try await stills.write(to: folder)
            #expect(files.count == 2)
            for (index, file) in files.enumerated() {
                #expect(file.lastPathComponent.hasPrefix("\(index + 1)-") && file.pathExtension == "png")
                let size = try #require(self.size(of: casts[index], in: performance))
                let luma = try Tool.ffmpeg.output([
                    "-v", "error", "-i", file.path, "-f", "rawvideo", "-pix_fmt", "gray", "pipe:1",
                ])
                #expect(luma.count == Int(size.width * size.height))
                let code = luma.withUnsafeBytes {
                    IndexReader.read(
                        luma: $0, stride: Int(size.width),
                        rect: PictureRect(x: 0, y: 0, width: size.width, height: size.height))
                }
                #expect(code == casts[index].code(atGroupTime: stills.time), "\(file.lastPathComponent)")
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.sorted() == files.map(\.lastPathComponent))
        }

        private func size(of cast: Cast, in performance: Performance) -> CGSize? {
            performance.stage.advance(ticks: 1)
            return performance.group.snapshot.members.first { $0.id == cast.id }?.info?.displaySize
        }

        @Test(.shared) func `a folder that is not there is named, and so is a file that is no video`() async throws {
            defer { finish() }
            let performance = try Performance(pace: .unpaced, layout: .wipe)
            _ = try performance.add(.editListBFrames)
            let stills = GroupStills(of: performance.group)
            await #expect {
                try await stills.write(to: folder.appending(path: "gone"))
            } throws: { error in
                (error as? PlaybackError)?.code == .outputFailed && "\(error)".contains("choose a folder")
            }
            let text = folder.appending(path: "notes.mp4")
            try Data("no video".utf8).write(to: text)
            performance.group.add(url: text)
            await #expect {
                try await GroupStills(of: performance.group).write(to: folder)
            } throws: { error in
                "\(error)".contains("notes.mp4")
            }
        }
    }
#endif
