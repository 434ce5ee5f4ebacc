#if os(Linux)
    import Foundation
    import MultiPlayerKitTestSupport

    /// The clips to play: 720p at 30 frames a second over moving grain, as hard to decode as camera footage.
    struct BenchClips {
        let clips: [IndexClip]
        let paths: [String]

        /// - Parameter seconds: the length of each clip. Clips that do not exist are made now, in about ten seconds
        ///   each.
        init(seconds: Int) throws {
            // Three different clips; larger groups use them again, so that tiles side by side never show the same one.
            clips = (1...3).map { id in IndexClip.hard(id: id).with { $0.frameCount = seconds * 30 } }
            paths = try clips.map { try ClipLibrary.shared.url(for: $0).path }
        }

        func describe() {
            let clip = clips[0]
            print(
                "Clips     \(clips.count) of H.264 \(clip.width)x\(clip.height), \(clip.frameRate.numerator) frames a "
                    + "second, \(clip.grainBitRate / 1_000_000) Mb/s of moving grain, \(clip.frameCount) frames, "
                    + "a key frame every \(clip.gop), \(clip.bFrames) B-frames")
        }

        /// The requested number of clips, in turn.
        func take(_ count: Int) -> [BenchClip] {
            (0..<count).map { BenchClip(path: paths[$0 % paths.count], id: clips[$0 % clips.count].id) }
        }
    }

    /// One file and the number that its frames carry.
    struct BenchClip: Codable {
        var path: String
        var id: Int
    }
#endif
