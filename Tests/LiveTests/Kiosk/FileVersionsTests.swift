#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools
    @testable import MultiPlayerKitKiosk

    /// The versions of a file that a kiosk can open.
    @Suite(.shared, .timeLimit(.minutes(2)))
    struct FileVersionsTests {
        @Test func `a version that may still be opened is kept, however often its file is replaced`() async throws {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let clip = IndexClip(id: 1).with { ($0.width, $0.height) = (640, 360) }
            let picture = try KioskReel.make([(clip, true)], in: scratch.url).entries[0].url
            let source = MediaSource(url: scratch.url.appending(path: "shown.png"))
            let files = FileVersions()
            var stamps: [FileStamp] = []
            for _ in 0..<4 {
                try? FileManager.default.removeItem(at: source.url)
                try FileManager.default.copyItem(at: picture, to: source.url)
                // A copy has its original's time.
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1_000_000 + Double(stamps.count))],
                    ofItemAtPath: source.url.path)
                // The first is shown, and the one before was to replace it.
                let known = [stamps.first, stamps.last].compactMap(\.self)
                let look = await withCheckedContinuation { continuation in
                    files.look(at: source, known: known) { continuation.resume(returning: $0) }
                }
                guard case .opened(let stamp, _) = look else {
                    Issue.record("\(look)")
                    return
                }
                stamps.append(stamp)
            }
            var kept: [Bool] = []
            for stamp in stamps {
                let result = await withCheckedContinuation { continuation in
                    files.still(source, stamp) { continuation.resume(returning: $0) }
                }
                if case .success = result { kept.append(true) } else { kept.append(false) }
            }
            #expect(kept == [true, false, true, true])
        }
    }
#endif
