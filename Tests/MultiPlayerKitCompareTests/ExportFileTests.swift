#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKitTestSupport
    import Synchronization
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitCompare
    @testable import MultiPlayerKitScreen
    @testable import TestTools

    @Suite struct ExportFileTests {
        /// Nothing of one noise is in the next: the encoder has most to do, and the file grows quickly.
        private func noise(_ format: PictureFormat, seed: UInt64) throws -> Picture {
            var dice = SplitMix(seed: seed)
            let buffer = try #require(gst_buffer_new_allocate(nil, format.info.pointee.size, nil))
            let words = (0..<format.info.pointee.size / 8).map { _ in dice.next() }
            words.withUnsafeBytes { _ = gst_buffer_fill(buffer, 0, $0.baseAddress, gsize($0.count)) }
            return Picture(owning: buffer, format: format)
        }

        /// The disk is full while a picture waits for the encoder, as it does on a busy machine.
        @Test(.enabled(if: SmallDisk.canBeMade, "only root can mount a small disk"))
        func `a full disk ends the wait for the encoder`() throws {
            let disk = try SmallDisk(megabytes: 8)
            defer { disk.remove() }
            try FileManager.default.createDirectory(at: disk.folder, withIntermediateDirectories: true)
            let stage = try Stage(size: CGSize(width: 640, height: 360), pace: .unpaced)
            let file = try ExportFile(
                disk.folder.appending(path: "a.mp4"), in: "mp4mux", stage.format, hasSound: false)
            let pictures = try (1...8).map { try noise(stage.format.picture, seed: $0) }
            let ended = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                for index in 0..<100_000 where file.error == nil {
                    file.show(
                        StageTick(
                            index: Int64(index), host: .now, picture: pictures[index % pictures.count],
                            sharedTime: nil, placements: [:], frames: []))
                }
                ended.signal()
            }
            #expect(ended.wait(timeout: .now() + 60) == .success)
            #expect(file.error?.cure.contains("has room") == true)
            file.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: disk.folder.path).isEmpty)
        }
    }
#endif
