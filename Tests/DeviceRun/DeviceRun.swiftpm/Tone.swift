import AVFoundation

/// A quiet tone, a thirtieth of a second at a time.
struct Tone {
    private static let sampleRate = 48_000
    private static let samples = sampleRate / TestClip.rate
    /// Whole waves in each piece, so that all are alike and none begins with a click.
    private static let frequency = 15 * TestClip.rate
    /// Audible in a quiet room, bearable for ten minutes.
    private static let loudness = 0.05

    /// What the clip's sound is coded as.
    static var settings: [String: Any] {
        [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: Double(sampleRate), AVNumberOfChannelsKey: 1,
            AVEncoderBitRateKey: 64_000,
        ]
    }

    private let format: CMAudioFormatDescription
    private let block: CMBlockBuffer
    private var count = 0

    init() throws {
        var description = AudioStreamBasicDescription(
            mSampleRate: Double(Self.sampleRate), mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
            mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
        var format: CMAudioFormatDescription?
        CMAudioFormatDescriptionCreate(
            allocator: nil, asbd: &description, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
            extensions: nil, formatDescriptionOut: &format)
        let wave = (0..<Self.samples).map { sample in
            let phase = 2 * Double.pi * Double(Self.frequency * sample) / Double(Self.sampleRate)
            return Int16(sin(phase) * Self.loudness * Double(Int16.max))
        }
        var block: CMBlockBuffer?
        CMBlockBufferCreateWithMemoryBlock(
            allocator: nil, memoryBlock: nil, blockLength: wave.count * 2, blockAllocator: nil, customBlockSource: nil,
            offsetToData: 0, dataLength: wave.count * 2, flags: kCMBlockBufferAssureMemoryNowFlag,
            blockBufferOut: &block)
        guard let format, let block,
            wave.withUnsafeBytes({ bytes in
                guard let base = bytes.baseAddress else { return false }
                return CMBlockBufferReplaceDataBytes(
                    with: base, blockBuffer: block, offsetIntoDestination: 0, dataLength: bytes.count) == 0
            })
        else { throw DeviceClips.Failure(reason: "no memory for the tone") }
        (self.format, self.block) = (format, block)
    }

    /// The next piece. All share the samples of one.
    mutating func next() throws -> CMSampleBuffer {
        var buffer: CMSampleBuffer?
        CMAudioSampleBufferCreateReadyWithPacketDescriptions(
            allocator: nil, dataBuffer: block, formatDescription: format, sampleCount: Self.samples,
            presentationTimeStamp: CMTime(value: CMTimeValue(count * Self.samples), timescale: Int32(Self.sampleRate)),
            packetDescriptions: nil, sampleBufferOut: &buffer)
        guard let buffer else { throw DeviceClips.Failure(reason: "no memory for the tone") }
        count += 1
        return buffer
    }
}
