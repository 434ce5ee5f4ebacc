// Declarations as in Apple's documentation, https://developer.apple.com/documentation/avfoundation/avassetreader and the
// pages around it.
@_spi(Double) import CoreMedia
@_spi(Double) import CoreVideo
import FoundationApple

@available(iOS 4.1, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetReader: NSObject {
    public enum Status: Int, Sendable {
        case unknown, reading, completed, failed, cancelled
    }

    private let asset: AVAsset
    private var outputs: [AVAssetReaderOutput] = []
    private let state = NSLock()
    private var now = Status.unknown

    public init(asset: AVAsset) throws {
        if let url = asset.sourceURL, let failure = asset.world.failure(of: url) { throw failure }
        self.asset = asset
        super.init()
    }

    open var status: AVAssetReader.Status { state.withLock { now } }
    open var error: (any Error)? { status == .failed ? AVError(.contentIsUnavailable) : nil }

    open func canAdd(_ output: AVAssetReaderOutput) -> Bool { asset.media?.kind != .hls }
    open func add(_ output: AVAssetReaderOutput) {
        output.reader = self
        outputs.append(output)
    }
    open func startReading() -> Bool {
        let isReadable = asset.media.map { !$0.isProtected && $0.kind == .file } ?? false
        state.withLock { now = isReadable ? .reading : .failed }
        return isReadable
    }
    open func cancelReading() { state.withLock { now = .cancelled } }

    func end() { state.withLock { if now == .reading { now = .completed } } }
}

@available(iOS 4.1, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetReaderOutput: NSObject {
    weak var reader: AVAssetReader?

    @available(iOS 5.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, *)
    open var alwaysCopiesSampleData = true

    open func copyNextSampleBuffer() -> CMSampleBuffer? { nil }
}

@available(iOS 4.1, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetReaderTrackOutput: AVAssetReaderOutput {
    private let track: AVAssetTrack
    private let settings: [String: Any]
    /// Samples or pictures that have been handed out.
    private var place = 0

    /// Samples in one buffer of sound.
    private static let bufferLength = 1_024

    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        self.track = track
        settings = outputSettings ?? [:]
        super.init()
    }

    open override func copyNextSampleBuffer() -> CMSampleBuffer? {
        guard let reader, reader.status == .reading, let media = track.trackMedia else { return nil }
        let next = track.mediaType == .audio ? nextSound(media) : nextPicture(media)
        if next == nil { reader.end() }
        return next
    }

    private func nextSound(_ media: ContractWorld.Media) -> CMSampleBuffer? {
        guard let rate = settings[AVSampleRateKey] as? Double,
            settings[AVFormatIDKey] as? AudioFormatID == kAudioFormatLinearPCM,
            settings[AVNumberOfChannelsKey] as? Int == 1, settings[AVLinearPCMIsFloatKey] as? Bool == true,
            settings[AVLinearPCMBitDepthKey] as? Int == 32
        else { return nil }
        let count = min(Int(track.range.duration.seconds * rate) - place, Self.bufferLength)
        guard count > 0 else { return nil }
        defer { place += count }
        let samples = (place..<place + count).map { media.heard?(Double($0) / rate) ?? 0 }
        return CMSampleBuffer(
            bytes: samples.withUnsafeBytes { Array($0) },
            at: CMTime(value: Int64(place), timescale: CMTimeScale(rate)))
    }

    private func nextPicture(_ media: ContractWorld.Media) -> CMSampleBuffer? {
        guard place < media.frameCount, let width = settings[kCVPixelBufferWidthKey as String] as? Int,
            let height = settings[kCVPixelBufferHeightKey as String] as? Int,
            settings[kCVPixelBufferPixelFormatTypeKey as String] as? OSType
                == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        else { return nil }
        defer { place += 1 }
        let time = media.frameTime(place)
        let luma = media.seen?(time.seconds, width, height) ?? .init(repeating: 16, count: width * height)
        let buffer = CVPixelBuffer(
            width: width, height: height, format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            content: PixelPlanes(luma: luma, width: width, height: height))
        return CMSampleBuffer(imageBuffer: buffer, at: time)
    }
}

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 3.0, *)
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 3.0, *)
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 3.0, *)
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 3.0, *)
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleavedKey"
