#if canImport(AVFoundation)
    import AVFoundation

    /// The decoded samples of one track, in the order in which they are shown or heard. Used from one thread at a time.
    final class TrackReader {
        struct Failure: Error {
            let underlying: (any Error)?
        }

        private let reader: AVAssetReader
        private let output: AVAssetReaderTrackOutput

        /// - Parameter range: what is read; `nil`: all of it.
        init(
            _ track: AVAssetTrack, of asset: AVAsset, as settings: [String: Any], in range: CMTimeRange? = nil
        ) throws(Failure) {
            do { reader = try AVAssetReader(asset: asset) } catch { throw Failure(underlying: error) }
            output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
            output.alwaysCopiesSampleData = false
            // As players of a group are set.
            if track.mediaType == .audio { output.audioTimePitchAlgorithm = .timeDomain }
            if let range { reader.timeRange = range }
            guard reader.canAdd(output) else { throw Failure(underlying: nil) }
            reader.add(output)
            guard reader.startReading() else { throw Failure(underlying: reader.error) }
        }

        deinit { reader.cancelReading() }

        /// The next sample; `nil` at the end. Blocks.
        func next() throws(Failure) -> CMSampleBuffer? {
            if let buffer = output.copyNextSampleBuffer() { return buffer }
            if reader.status == .failed { throw Failure(underlying: reader.error) }
            return nil
        }
    }

    extension TrackReader {
        /// Settings for sound whose channels come in turn, in 32 bits of floating point.
        static func sound(rate: Int, channels: Int) -> [String: Any] {
            [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: Double(rate), AVNumberOfChannelsKey: channels,
                AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true, AVLinearPCMIsBigEndianKey: false,
                AVLinearPCMIsNonInterleaved: false,
            ]
        }
    }

    extension CMSampleBuffer {
        /// The samples of sound in it, which are 32 bits of floating point each; `nil`: there are none.
        var floats: [Float]? {
            guard let data = CMSampleBufferGetDataBuffer(self) else { return nil }
            let count = CMBlockBufferGetDataLength(data) / MemoryLayout<Float>.size
            var samples = [Float](repeating: 0, count: count)
            let status = samples.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map {
                    CMBlockBufferCopyDataBytes(data, atOffset: 0, dataLength: bytes.count, destination: $0)
                }
            }
            return status == 0 ? samples : nil
        }
    }
#endif
