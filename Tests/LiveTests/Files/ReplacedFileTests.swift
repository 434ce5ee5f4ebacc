#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitFeed
    @testable import TestTools

    /// Files that change between two openings.
    @Suite(.shared, .serialized, .timeLimit(.minutes(1)))
    struct ReplacedFileTests {
        @Test func `a video that was opened before and has been replaced since is opened anew`() throws {
            GStreamerRuntime.start()
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let url = folder.url.appending(path: "clip.mp4")
            let source = MediaSource(url: url)
            let list = OpenedMediaList()
            for frames in [50, 75] {
                let clip = IndexClip(id: 5).with {
                    ($0.width, $0.height, $0.frameRate, $0.frameCount) = (320, 180, .fps25, frames)
                    ($0.codec, $0.container) = (.h264, .mp4)
                }
                // As an editor or a download does it: the new file takes the place of the old one at once.
                let fresh = folder.url.appending(path: "fresh.mp4")
                try FileManager.default.copyItem(at: try ClipLibrary.shared.url(for: clip), to: fresh)
                try PosixFile.rename(fresh.path, to: url.path)
                let length = Duration.milliseconds(frames * 40)
                #expect(try list.media(of: source).info.bounds.length == length)
                // Unchanged it is known.
                #expect(try list.media(of: source).info.bounds.length == length)
            }
            try FileManager.default.removeItem(at: url)
            #expect(throws: PlaybackError.self) { _ = try list.media(of: source) }
        }
    }
#endif
