#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    @testable import MultiPlayerKit
    @testable import TestTools

    /// Reading what a file holds before it plays.
    @Suite(.shared, .serialized, .timeLimit(.minutes(10)))
    struct OpeningTests {
        /// Two thousand times, because a step that waits for itself may do so only once in several hundred openings.
        @Test(.timeLimit(.minutes(2))) func `a video opens every time`() async throws {
            let source = MediaSource(
                url: try ClipLibrary.shared.url(for: IndexClip.hard(id: 3).dressed(fixing: .opening)))
            let rounds = 250
            // More than there are processors, so that a thread may be interrupted anywhere.
            let threads = 8
            let opened = Mutex(0)
            // Separate threads, because one that hangs must not hold up the one that counts.
            for _ in 0..<threads {
                Thread.detachNewThread {
                    for _ in 0..<rounds {
                        guard (try? MediaProbe(source: source).run()) != nil else { return }
                        opened.withLock { $0 += 1 }
                    }
                }
            }
            var before = -1
            // A group gives a member up after ten seconds, so that is the limit without a single opening.
            while opened.withLock({ $0 }) > before, before < threads * rounds {
                before = opened.withLock { $0 }
                for _ in 0..<100 where before < threads * rounds && opened.withLock({ $0 }) == before {
                    try await Task.sleep(for: .milliseconds(100))
                }
            }
            #expect(opened.withLock { $0 } == threads * rounds)
        }

        static let formats: [(container: IndexClip.Container, codec: IndexClip.Codec)] = [
            (.mp4, .h264), (.fragmentedMP4, .h264), (.mov, .h265), (.mkv, .h264), (.webm, .vp9), (.ts, .h264),
            (.mpegPS, .mpeg2), (.avi, .mpeg4),
        ]

        /// The length of a fragmented file becomes known while its packets are read. The order of queries and reads
        /// must not decide the answer.
        @Test(.timeLimit(.minutes(2)), arguments: formats)
        func `a file has equal bounds every time`(container: IndexClip.Container, codec: IndexClip.Codec) async throws {
            let plain = [IndexClip.variableFrameRate, .audioLonger, .hard(id: 3).with { $0.frameCount = 120 }]
            for clip in plain.map({ $0.with { ($0.container, $0.codec) = (container, codec) } }) {
                // Not every format can hold such a clip.
                guard (try? clip.validate()) != nil else { continue }
                let source = MediaSource(url: try ClipLibrary.shared.url(for: clip))
                // More at once than there are processors, so that a thread may be interrupted anywhere.
                let times = TestRun.count(20, dividedBy: 3)
                let said = await withTaskGroup { group in
                    for _ in 0..<8 {
                        group.addTask {
                            (0..<times).map { _ in try? MediaProbe(source: source).run().info.bounds }
                        }
                    }
                    return await group.reduce(into: []) { $0 += $1 }
                }
                #expect(said[0] != nil && Set(said).count == 1, "clip \(clip.id): \(Set(said))")
            }
        }

        /// Neither its header nor an index at its end states its length, as in files that cameras write in pieces.
        @Test(arguments: ["frag_keyframe+empty_moov", "frag_keyframe+empty_moov+skip_trailer"])
        func `a long fragmented file ends where its last fragment ends`(flags: String) throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let url = folder.url.appending(path: "long.mp4")
            try Forge.ffmpeg([
                "-f", "lavfi", "-i", "color=size=64x64:rate=30:duration=300", "-c:v", "libx264", "-preset", "ultrafast",
                "-g",
                "60", "-movflags", flags, url.path,
            ])
            let info = try MediaProbe(source: MediaSource(url: url)).run().info
            #expect(info.bounds == ItemBounds(start: .zero, end: .seconds(300)))
        }

        /// Such a file is read to its end before it is released, with its sound, which nobody decodes. At the end of an
        /// unwanted stream GStreamer's `decodebin3` (1.22) crashes the process.
        @Test @MainActor func `short footage with sound is opened and released a hundred times`() async throws {
            let clip = IndexClip(id: 4).with {
                ($0.codec, $0.width, $0.height, $0.frameCount) = (.h265, 320, 180, 10)
                $0.audio = IndexClip.Audio(longerBy: 700)
            }
            let url = try ClipLibrary.shared.url(for: clip)
            for _ in 0..<100 {
                let performance = try Performance(
                    size: CGSize(width: 320, height: 180), pace: .unpaced, layout: .sideBySide)
                let id = performance.group.add(url: url)
                try await performance.group.play()
                performance.stage.advance(ticks: 2)
                #expect(performance.reader.all.last?.tiles[id]?.clip == 4)
            }
        }
    }
#endif
