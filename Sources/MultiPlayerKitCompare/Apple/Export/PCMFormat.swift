#if canImport(AVFoundation)
    import AVFoundation
    import MultiPlayerKit

    /// The sound that an export hands to the writer: as ``ExportSound`` mixes it.
    struct PCMFormat {
        /// What it is coded as.
        static var encoding: [String: Any] {
            [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: Double(ExportSound.rate),
                AVNumberOfChannelsKey: ExportSound.channels, AVEncoderBitRateKey: 192_000,
            ]
        }

        private static let frameLength = UInt32(ExportSound.channels * MemoryLayout<Float>.size)
        private let description: CMAudioFormatDescription

        /// - Parameter url: what an error is about.
        init(for url: URL) throws(PlaybackError) {
            var stream = AudioStreamBasicDescription(
                mSampleRate: Double(ExportSound.rate), mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: Self.frameLength,
                mFramesPerPacket: 1, mBytesPerFrame: Self.frameLength,
                mChannelsPerFrame: UInt32(ExportSound.channels), mBitsPerChannel: 32, mReserved: 0)
            var description: CMAudioFormatDescription?
            CMAudioFormatDescriptionCreate(
                allocator: nil, asbd: &stream, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
                extensions: nil, formatDescriptionOut: &description)
            guard let description else { throw Self.refusal(url) }
            self.description = description
        }

        /// - Parameter first: the number of the first sample.
        func buffer(of samples: [Float], from first: Int, for url: URL) throws(PlaybackError) -> CMSampleBuffer {
            let length = samples.count * MemoryLayout<Float>.size
            var block: CMBlockBuffer?
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil, memoryBlock: nil, blockLength: length, blockAllocator: nil, customBlockSource: nil,
                offsetToData: 0, dataLength: length, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &block)
            guard let block else { throw Self.refusal(url) }
            let status = samples.withUnsafeBytes { bytes in
                bytes.baseAddress.map {
                    CMBlockBufferReplaceDataBytes(
                        with: $0, blockBuffer: block, offsetIntoDestination: 0, dataLength: length)
                }
            }
            var buffer: CMSampleBuffer?
            CMAudioSampleBufferCreateReadyWithPacketDescriptions(
                allocator: nil, dataBuffer: block, formatDescription: description,
                sampleCount: samples.count / ExportSound.channels,
                presentationTimeStamp: CMTime(value: Int64(first), timescale: CMTimeScale(ExportSound.rate)),
                packetDescriptions: nil, sampleBufferOut: &buffer)
            guard status == 0, let buffer else { throw Self.refusal(url) }
            return buffer
        }

        private static func refusal(_ url: URL) -> PlaybackError {
            PlaybackError.unwritten(url, "there is no memory for the sound", cure: "close other apps")
        }
    }
#endif
