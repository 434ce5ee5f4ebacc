#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitCompare
    @testable import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import TestTools

    /// Pictures of all members at one instant, read back.
    @Suite(.serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct StillsTests {
        private let scratch: ScratchFolder
        private var folder: URL { scratch.url }

        init() throws { scratch = try ScratchFolder() }

        @Test(.shared, arguments: [0, 300, 710, 1_290])
        func `each member's frame of one instant is written in its own size`(milliseconds: Int) async throws {
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
                let size = try #require(self.size(of: casts[index].id, in: performance))
                let code = try Self.code(in: file, of: size)
                #expect(code == casts[index].code(atGroupTime: stills.time), "\(file.lastPathComponent)")
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.sorted() == files.map(\.lastPathComponent))
        }

        /// The number of the frame in a picture that has to be this large.
        private static func code(in file: URL, of size: CGSize) throws -> IndexCode? {
            let luma = try Tool.ffmpeg.output([
                "-v", "error", "-i", file.path, "-f", "rawvideo", "-pix_fmt", "gray", "pipe:1",
            ])
            #expect(luma.count == Int(size.width * size.height))
            return luma.withUnsafeBytes {
                IndexReader.read(
                    luma: $0, stride: Int(size.width),
                    rect: PictureRect(x: 0, y: 0, width: size.width, height: size.height))
            }
        }

        private func size(of member: MemberID, in performance: Performance) -> CGSize? {
            performance.stage.advance(ticks: 1)
            return performance.group.snapshot.members.first { $0.id == member }?.info?.displaySize
        }

        /// A member that has ended, one that has not begun, and one that stands still.
        @Test(.shared) func `what stays on the screen is written too`() async throws {
            let performance = try Performance(pace: .unpaced, layout: .wipe)
            let clip = IndexClip.editListBFrames.dressed(fixing: .load)
            let url = try ClipLibrary.shared.url(for: clip)
            let ended = performance.group.add(url: url)
            performance.group.add(url: url, offset: .seconds(-100))
            performance.group.add(still: url, at: .milliseconds(303))
            var stills = GroupStills(of: performance.group)
            stills.time = .seconds(50)
            let files = try await stills.write(to: folder)
            let indices = try clip.facts().indices
            let standing = try #require(try clip.facts().position(at: .milliseconds(303)))
            let size = try #require(self.size(of: ended, in: performance))
            for (file, position) in zip(files, [indices.count - 1, 0, standing]) {
                let wanted = try IndexCode(index: #require(indices[position]), clip: clip.id)
                let code = try Self.code(in: file, of: size)
                #expect(code == wanted, "\(file.lastPathComponent)")
            }
            #expect(files.count == 3)
        }

        @Test(.shared) func `a folder that is not there is named, and so is a file that is no video`() async throws {
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
