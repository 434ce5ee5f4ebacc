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

    /// Looking into a file before it plays.
    @Suite(.shared, .serialized, .timeLimit(.minutes(10)))
    struct OpeningTests {
        /// Two thousand times, because a step that waits for itself does so once in several hundred.
        @Test(.timeLimit(.minutes(2))) func `a video opens every time`() async throws {
            let source = MediaSource(
                url: try ClipLibrary.shared.url(for: IndexClip.hard(id: 3).dressed(fixing: .opening)))
            let rounds = 250
            // More than there are processors, so that a thread is interrupted anywhere.
            let threads = 8
            let opened = Mutex(0)
            // Threads of their own: one that hangs must not hold up who counts.
            for _ in 0..<threads {
                Thread.detachNewThread {
                    for _ in 0..<rounds {
                        guard (try? MediaProbe(source: source).run()) != nil else { return }
                        opened.withLock { $0 += 1 }
                    }
                }
            }
            var before = -1
            // Ten seconds without a single one is the limit after which a group gives a member up.
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

        /// The container of a fragmented file learns its length while its packets are read, so what is asked for first
        /// and what is read meanwhile must not decide what is said.
        @Test(.timeLimit(.minutes(2)), arguments: formats)
        func `a file says the same every time`(container: IndexClip.Container, codec: IndexClip.Codec) async throws {
            let plain = [IndexClip.variableFrameRate, .audioLonger, .hard(id: 3).with { $0.frameCount = 240 }]
            for clip in plain.map({ $0.with { ($0.container, $0.codec) = (container, codec) } }) {
                // A format that cannot hold such a clip.
                guard (try? clip.validate()) != nil else { continue }
                let source = MediaSource(url: try ClipLibrary.shared.url(for: clip))
                // More at once than there are processors, so that a thread is interrupted anywhere.
                let said = await withTaskGroup { group in
                    for _ in 0..<8 {
                        group.addTask {
                            (0..<20).map { _ in try? MediaProbe(source: source).run().info.bounds }
                        }
                    }
                    return await group.reduce(into: []) { $0 += $1 }
                }
                #expect(said[0] != nil && Set(said).count == 1, "clip \(clip.id): \(Set(said))")
            }
        }

        /// Neither its head nor an index at its end says how long it is, as in what a camera writes piece by piece.
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

        /// All of such a file passes before it is let go, its sound too, which nobody decodes: where a stream that is not wanted
        /// ends, GStreamer's `decodebin3` (1.22) takes the process down.
        @Test @MainActor func `short footage with sound is opened and let go a hundred times`() async throws {
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
