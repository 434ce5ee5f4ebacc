@_spi(Double) import AVFoundation
@_spi(Double) import CoreVideo
import Foundation
import Testing

extension DoubleTests {
    /// A writer of pictures of 32x18 and of sound, to a file that is not there yet.
    @MainActor
    private struct Writer {
        let url = FileManager.default.temporaryDirectory.appending(path: "writer-\(UUID().uuidString).mp4")
        let writer: AVAssetWriter
        let pictures: AVAssetWriterInput
        let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: [:])
        let adaptor: AVAssetWriterInputPixelBufferAdaptor
        let picture = CVPixelBuffer(width: 32, height: 18, format: kCVPixelFormatType_32BGRA, content: BlankPicture())

        init() throws {
            writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
            pictures = AVAssetWriterInput(
                mediaType: .video, outputSettings: [AVVideoWidthKey: 32, AVVideoHeightKey: 18])
            adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: pictures)
            writer.add(pictures)
            writer.add(sound)
        }

        @discardableResult
        func append(_ frame: Int64) -> Bool {
            adaptor.append(picture, withPresentationTime: CMTime(value: frame, timescale: 10))
        }
    }

    @Test func `a writer raises for what is appended at the wrong time`() async throws {
        let rig = Rig()
        let file = try Writer()
        defer { try? FileManager.default.removeItem(at: file.url) }
        var wrongs = 0
        /// Whether one more violation was recorded, or none.
        func raises(_ does: Bool = true, _ call: () -> Void) -> Bool {
            call()
            defer { wrongs = rig.world.violations.count }
            return rig.world.violations.count == wrongs + (does ? 1 : 0)
        }
        #expect(raises { file.writer.cancelWriting() })
        #expect(file.writer.startWriting())
        #expect(raises { file.writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: [:])) })
        #expect(file.pictures.isReadyForMoreMediaData)
        #expect(raises { file.append(0) }, "there is no session")
        file.writer.startSession(atSourceTime: .zero)
        #expect(raises(false) { if file.pictures.isReadyForMoreMediaData { file.append(1) } })
        #expect(raises { if file.pictures.isReadyForMoreMediaData { file.append(1) } }, "no later than before")
        #expect(raises { file.sound.mediaTimeScale = 600 })
        // It wants the other's before it takes more of one.
        var frame: Int64 = 2
        for _ in 0..<60 where file.pictures.isReadyForMoreMediaData {
            #expect(raises(false) { file.append(frame) })
            frame += 1
        }
        #expect(frame < 10)
        #expect(raises { file.append(frame) }, "it is not ready")
        file.sound.markAsFinished()
        #expect((0..<9).contains { _ in file.pictures.isReadyForMoreMediaData })
        file.writer.endSession(atSourceTime: CMTime(value: 2, timescale: 1))
        #expect(raises { file.append(frame + 1) }, "the session is over")
        // Nobody else uses it meanwhile.
        nonisolated(unsafe) let writer = file.writer
        await writer.finishWriting()
        #expect(file.writer.status == .completed)
    }

    @Test func `a writer does not begin where a file is, and removes what it gives up`() throws {
        let rig = Rig()
        let file = try Writer()
        #expect(file.writer.startWriting())
        file.writer.cancelWriting()
        #expect(file.writer.status == .cancelled && !FileManager.default.fileExists(atPath: file.url.path))
        #expect(FileManager.default.createFile(atPath: file.url.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: file.url) }
        let other = try AVAssetWriter(outputURL: file.url, fileType: .mp4)
        #expect(!other.startWriting() && (other.error as? AVError)?.code == .fileAlreadyExists)
        #expect(rig.world.violations.isEmpty)
    }
}
