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
    var world: ContractWorld { asset.world }
    private var outputs: [AVAssetReaderOutput] = []
    private var readings: [Int] = []
    private let state = NSLock()
    private var now = Status.unknown

    public init(asset: AVAsset) throws {
        if let url = asset.sourceURL, let failure = asset.world.failure(of: url) { throw failure }
        self.asset = asset
        super.init()
    }

    open var status: AVAssetReader.Status { state.withLock { now } }
    open var error: (any Error)? { status == .failed ? AVError(.contentIsUnavailable) : nil }

    /// Raises once reading has started.
    open var timeRange: CMTimeRange {
        get { state.withLock { range } }
        set {
            if status != .unknown { asset.world.raise("AVAssetReader.timeRange: reading has started") }
            state.withLock { range = newValue }
        }
    }
    private var range = CMTimeRange(start: .zero, duration: .positiveInfinity)

    open func canAdd(_ output: AVAssetReaderOutput) -> Bool { asset.media?.kind != .hls }
    open func add(_ output: AVAssetReaderOutput) {
        output.reader = self
        outputs.append(output)
    }
    open func startReading() -> Bool {
        let isReadable = asset.media.map { !$0.isProtected && $0.kind == .file } ?? false
        state.withLock { now = isReadable ? .reading : .failed }
        if isReadable { readings = outputs.compactMap(\.reading).map(asset.world.begin) }
        return isReadable
    }
    open func cancelReading() {
        state.withLock { now = .cancelled }
        for reading in readings { asset.world.endReading(reading) }
    }

    func fail() { state.withLock { now = .failed } }

    func end() { state.withLock { if now == .reading { now = .completed } } }
}

@available(iOS 4.1, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetReaderOutput: NSObject {
    weak var reader: AVAssetReader?

    @available(iOS 5.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, *)
    open var alwaysCopiesSampleData = true

    var reading: ContractWorld.Reading? { nil }

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

    /// For sound whose speed was changed. Raises once reading has started.
    @available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
    open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral

    override var reading: ContractWorld.Reading? {
        .init(type: track.mediaType, timePitch: audioTimePitchAlgorithm, copies: alwaysCopiesSampleData)
    }

    open override func copyNextSampleBuffer() -> CMSampleBuffer? {
        guard let reader, reader.status == .reading else { return nil }
        let next = track.mediaType == .audio ? nextSound(in: reader.timeRange) : nextPicture(in: reader)
        if let next, let damage = track.trackMedia?.damage, next.presentationTimeStamp >= damage {
            reader.fail()
            return nil
        }
        if next == nil { reader.end() }
        return next
    }

    private func nextSound(in range: CMTimeRange) -> CMSampleBuffer? {
        guard let rate = settings[AVSampleRateKey] as? Double,
            settings[AVFormatIDKey] as? AudioFormatID == kAudioFormatLinearPCM,
            let channels = settings[AVNumberOfChannelsKey] as? Int, settings[AVLinearPCMIsFloatKey] as? Bool == true,
            settings[AVLinearPCMBitDepthKey] as? Int == 32, settings[AVLinearPCMIsNonInterleaved] as? Bool == false
        else { return nil }
        let part = range.intersection(track.range)
        let first = Int((part.start.seconds * rate).rounded()) + place
        let count = min(Int((part.end.seconds * rate).rounded()) - first, Self.bufferLength)
        guard count > 0 else { return nil }
        defer { place += count }
        let samples = (first..<first + count).flatMap { sample in
            repeatElement(track.heard(at: Double(sample) / rate), count: channels)
        }
        return CMSampleBuffer(
            bytes: samples.withUnsafeBytes { Array($0) },
            at: CMTime(value: Int64(first), timescale: CMTimeScale(rate)))
    }

    /// Apple does not say whether what is read of a part begins with the picture that is shown there or with the next one:
    /// the world's seed does.
    private func nextPicture(in reader: AVAssetReader) -> CMSampleBuffer? {
        guard let media = track.trackMedia, let url = track.url,
            settings[kCVPixelBufferPixelFormatTypeKey as String] as? OSType
                == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        else { return nil }
        let range = reader.timeRange
        if place == 0, range.start > .zero {
            place = media.frameIndex(at: range.start)
            if media.frameTime(place) < range.start, reader.world.readersSkip { place += 1 }
        }
        guard place < media.frameCount else { return nil }
        let isIn = media.frameTime(place) < range.end
        guard isIn || reader.world.readersOverrun && media.frameTime(place) == range.end else { return nil }
        defer { place += 1 }
        let time = media.frameTime(place)
        let width = settings[kCVPixelBufferWidthKey as String] as? Int ?? Int(media.size.width)
        let height = settings[kCVPixelBufferHeightKey as String] as? Int ?? Int(media.size.height)
        let luma = media.seen?(time.seconds, width, height) ?? .init(repeating: 16, count: width * height)
        let buffer = CVPixelBuffer(
            width: width, height: height, format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            content: PixelPlanes(
                luma: luma, width: width, height: height, name: ContractWorld.Frame(url: url, index: place)))
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
