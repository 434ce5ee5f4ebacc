#if canImport(AVFoundation)
    import Foundation
    import Testing

    @testable import MultiPlayerKitTestSupport

    /// The two clips that the stories are told with. They are part of the repository, because a Mac has no ffmpeg.
    enum SmallClip: String, CaseIterable, Sendable {
        /// 12 s at 30 frames a second, with sound.
        case loud
        /// 10 s at 25 frames a second, without.
        case silent

        var clip: IndexClip {
            var clip = IndexClip(id: self == .loud ? 1 : 2)
            clip.width = 320
            clip.height = 180
            clip.gop = 15
            switch self {
            case .loud:
                clip.frameRate = .fps30
                clip.frameCount = 360
                clip.audio = IndexClip.Audio()
            case .silent:
                clip.frameRate = .fps25
                clip.frameCount = 250
            }
            return clip
        }

        var rate: Double { Double(clip.frameRate.numerator) }
        var seconds: Double { Double(clip.frameCount) / rate }
        var hasAudio: Bool { clip.audio != nil }

        static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Clips")

        var url: URL { Self.folder.appendingPathComponent("\(rawValue).mp4") }
    }

    #if os(Linux) || os(macOS)
        /// Needs ffmpeg, which is present on Linux.
        struct SmallClipTests {
            /// `Clips/README.md` has the command.
            @Test(
                .enabled(if: ProcessInfo.processInfo.environment["MPK_MAKE_CLIPS"] != nil),
                arguments: SmallClip.allCases)
            func `small clips are made`(small: SmallClip) throws {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
                defer { try? FileManager.default.removeItem(at: folder) }
                let made = try ClipLibrary(folder: folder).url(for: small.clip)
                try FileManager.default.createDirectory(at: SmallClip.folder, withIntermediateDirectories: true)
                // Encode again, coarser: together the clips have to stay below 300 KB. The index cells survive it.
                try Tool.ffmpeg.output(
                    ["-nostdin", "-v", "error", "-y", "-i", made.path, "-map_metadata", "-1", "-fflags", "+bitexact"]
                        + ["-flags:v", "+bitexact", "-flags:a", "+bitexact", "-threads", "1"]
                        + ["-c:v", "libx264", "-crf", "32", "-g", "\(small.clip.gop)", "-bf", "0"]
                        + ["-sc_threshold", "0", "-t", "\(small.seconds)"]
                        + ["-c:a", "aac", "-b:a", "32k", "-movflags", "+faststart", small.url.path])
            }

            @Test(.enabled(if: !RealWorld.isHere), arguments: SmallClip.allCases)
            func `every frame of a small clip carries its index`(small: SmallClip) throws {
                let clip = small.clip
                let bounds = PictureRect(x: 0, y: 0, width: clip.width, height: clip.height)
                var seen: [Int?] = []
                try Tool.ffmpeg.output(
                    ["-nostdin", "-v", "error", "-i", small.url.path, "-map", "0:v:0", "-fps_mode", "passthrough"]
                        + ["-f", "rawvideo", "-pix_fmt", "gray", "pipe:1"], inPiecesOf: clip.width * clip.height
                ) { picture in
                    let code = IndexReader.read(luma: picture, stride: clip.width, rect: bounds)
                    seen.append(code.flatMap { $0.clip == clip.id ? $0.index : nil })
                }
                #expect(seen == Array(0..<clip.frameCount))
            }
        }
    #endif
#endif
