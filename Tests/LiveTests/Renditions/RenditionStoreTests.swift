#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitRenditions
    @testable import TestTools

    /// Small renditions of real videos, against other tools' reading of both.
    @Suite(.shared, .serialized, .timeLimit(.minutes(20)))
    struct RenditionStoreTests {
        private func store(in folder: ScratchFolder) -> RenditionStore {
            RenditionStore(.init(directory: folder.url.appending(path: "renditions")))
        }

        /// When each frame is shown, in seconds.
        private func times(of url: URL) throws -> [Double] {
            try Forge.ffprobe([
                "-select_streams", "v:0", "-show_entries", "frame=best_effort_timestamp_time", "-of",
                "csv=p=0", url.path,
            ]).split(whereSeparator: \.isNewline).compactMap { Double($0.split(separator: ",").first ?? "") }
        }

        /// Decibels between a rendition and its original scaled to the same size.
        private func likeness(of small: URL, to original: URL, _ size: (width: Int, height: Int)) throws -> Double {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let log = folder.url.appending(path: "psnr.txt")
            try Forge.ffmpeg([
                "-i", small.path, "-i", original.path, "-lavfi",
                "[1:v]scale=\(size.width):\(size.height):flags=lanczos,settb=1/30,setpts=N[one];[0:v]settb=1/30,setpts=N[two];"
                    + "[two][one]psnr=stats_file=\(log.path)", "-f", "null", "-",
            ])
            let text = try String(contentsOf: log, encoding: .utf8)
            let errors = text.split(whereSeparator: \.isNewline).compactMap { line in
                line.split(separator: " ").first { $0.hasPrefix("mse_avg:") }.flatMap { Double($0.dropFirst(8)) }
            }
            return 10 * log10(255 * 255 / (errors.reduce(0, +) / Double(errors.count)))
        }

        private static let kinds =
            ([
                .hard(id: 1),
                .hard(id: 2).with { ($0.codec, $0.container, $0.frameRate) = (.h265, .mkv, .ntsc2997) },
                .hard(id: 3).with { ($0.codec, $0.container, $0.bFrames, $0.frameRate) = (.vp9, .webm, 0, .fps25) },
                .hard(id: 4).with { ($0.width, $0.height, $0.frameRate) = (1920, 1080, .fps50) },
                .hard(id: 5).with { ($0.codec, $0.container) = (.mpeg4, .mov) },
            ] as [IndexClip]).map { clip in clip.with { $0.frameCount = 120 } }

        @Test(arguments: kinds)
        func `a rendition has every frame of its video at its time, and looks right`(clip: IndexClip) async throws {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let original = try ClipLibrary.shared.url(for: clip)
            let small = try #require(try await store(in: scratch).make(for: 120, of: original))
            let (own, theirs) = (try times(of: original), try times(of: small))
            #expect(own.count == theirs.count && own.count == clip.frameCount)
            let farthest = zip(own, theirs).map { abs(($0 - own[0]) - ($1 - theirs[0])) }.max() ?? 1
            let size = RenditionSize.size(lines: 120, of: CGSize(width: clip.width, height: clip.height))
            let quality = try likeness(of: small, to: original, size)
            print("\(clip.codec) \(clip.height) lines: \(own.count) frames, \(farthest) s apart at most, \(quality) dB")
            // Times in Matroska are whole milliseconds.
            #expect(farthest < (clip.container == .mkv || clip.container == .webm ? 0.001 : 2e-6))
            #expect(quality >= 40)
            // The kit takes both for one video.
            let media = try OpenedMedia(of: MediaSource(renditions: [original, small]))
            #expect(media.mismatches.isEmpty && media.info.renditions.count == 2, "\(media.mismatches)")
        }

        @Test func `what is kept is found again, and never for another content`() async throws {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let url = scratch.url.appending(path: "clip.mp4")
            try FileManager.default.copyItem(at: ClipLibrary.shared.url(for: .hard(id: 1)), to: url)
            let first = store(in: scratch)
            #expect(first.source(of: url).otherSizes.isEmpty)
            let made = try #require(try await first.make(for: 120, of: url))
            #expect(first.source(of: url).otherSizes == [made])
            // Another process, later.
            #expect(store(in: scratch).source(of: url).otherSizes == [made])
            // A tile of half the video's height or more is best filled by the video.
            #expect(try await first.make(for: 420, of: url) == nil)
            // Replaced by another video of the same name.
            try FileManager.default.removeItem(at: url)
            #expect(first.source(of: url).otherSizes.isEmpty)
            try FileManager.default.copyItem(at: ClipLibrary.shared.url(for: .hard(id: 2)), to: url)
            #expect(first.source(of: url).otherSizes.isEmpty)
        }

        @Test func `what cannot be made is refused by name, with a cure, and leaves nothing`() async throws {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let store = store(in: scratch)
            let deep = try ClipLibrary.shared.url(
                for: .hard(id: 1).with { ($0.codec, $0.pixels) = (.h265, .yuv420p10) })
            for url in [deep, URL(string: "https://example.com/a.mp4")!, scratch.url.appending(path: "missing.mp4")] {
                let error = await #expect(throws: PlaybackError.self) { try await store.make(for: 120, of: url) }
                #expect(error?.description.contains(url.lastPathComponent) == true, "\(String(describing: error))")
            }
            let cancelled = Task { try await store.make(for: 120, of: ClipLibrary.shared.url(for: .hard(id: 1))) }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            let folder = scratch.url.appending(path: "renditions").path
            let left = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            #expect(left.filter { !$0.hasPrefix(".") }.isEmpty, "\(left)")
        }
    }
#endif
