import AVFoundation

/// Encodes a clip with the device's own encoder.
struct ClipWriter {
    private let clip: TestClip
    private let writer: AVAssetWriter
    private let pictures: AVAssetWriterInput
    private let adaptor: AVAssetWriterInputPixelBufferAdaptor
    /// `nil` for a clip without sound.
    private let sound: AVAssetWriterInput?

    /// - Throws: ``DeviceClips/Failure`` where this device has no such encoder.
    init(_ clip: TestClip, to url: URL) throws {
        self.clip = clip
        writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
        let settings: [String: Any] = [
            AVVideoCodecKey: clip.codec.type, AVVideoWidthKey: clip.size.width, AVVideoHeightKey: clip.size.height,
            AVVideoCompressionPropertiesKey: [
                AVVideoMaxKeyFrameIntervalKey: TestClip.keyFrameInterval,
                // So that a frame's distance to its key frame is what the decoder has to decode.
                AVVideoAllowFrameReorderingKey: false,
            ] as [String: Any],
        ]
        guard writer.canApply(outputSettings: settings, forMediaType: .video) else {
            throw DeviceClips.Failure(reason: "no encoder for these settings")
        }
        pictures = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        adaptor = AVAssetWriterInputPixelBufferAdaptor(
            assetWriterInput: pictures,
            sourcePixelBufferAttributes: [
                kCVPixelBufferPixelFormatTypeKey as String: IndexPicture.format,
                kCVPixelBufferWidthKey as String: clip.size.width, kCVPixelBufferHeightKey as String: clip.size.height,
            ])
        writer.add(pictures)
        sound = clip.hasSound ? AVAssetWriterInput(mediaType: .audio, outputSettings: Tone.settings) : nil
        if let sound { writer.add(sound) }
    }

    /// Writes all of it. Suspends while the encoder is busy.
    func write() async throws {
        guard writer.startWriting() else { throw failure }
        writer.startSession(atSourceTime: .zero)
        var tone = try sound.map { _ in try Tone() }
        let toneEnd = Int(TestClip.soundSeconds * Double(TestClip.rate))
        // By turns: the writer takes no more of one while it lacks the other.
        for frame in 0..<max(TestClip.frameCount, sound == nil ? 0 : toneEnd) {
            if frame < TestClip.frameCount { try await append(frame: frame) }
            if frame == TestClip.frameCount - 1 { pictures.markAsFinished() }
            if let sound, let buffer = try tone?.next() {
                try await isReady(sound)
                guard sound.append(buffer) else { throw failure }
            }
        }
        sound?.markAsFinished()
        await writer.finishWriting()
        guard writer.status == .completed else { throw failure }
    }

    private func append(frame: Int) async throws {
        try await isReady(pictures)
        guard let pool = adaptor.pixelBufferPool else { throw failure }
        var buffer: CVPixelBuffer?
        guard CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess, let buffer else {
            throw DeviceClips.Failure(reason: "no memory for frame \(frame)")
        }
        IndexPicture.draw(frame: frame, of: clip, into: buffer)
        let time = CMTime(value: CMTimeValue(frame), timescale: CMTimeScale(TestClip.rate))
        guard adaptor.append(buffer, withPresentationTime: time) else { throw failure }
    }

    private func isReady(_ input: AVAssetWriterInput) async throws {
        while !input.isReadyForMoreMediaData {
            guard writer.status == .writing else { throw failure }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private var failure: DeviceClips.Failure {
        DeviceClips.Failure(reason: writer.error.map { "\($0)" } ?? "the writer stopped without an error")
    }
}
