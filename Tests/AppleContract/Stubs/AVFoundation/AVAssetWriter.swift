// Declarations as in Apple's documentation, https://developer.apple.com/documentation/avfoundation/avassetwriter and the
// pages around it. What is written is kept in Double/MovieDouble.swift.
import CoreMedia
@_spi(Double) import CoreVideo
import FoundationApple

@available(iOS 4.1, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetWriter: NSObject {
    public enum Status: Int, Sendable {
        case unknown, writing, completed, failed, cancelled
    }

    private let double: MovieDouble

    public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
        double = MovieDouble(outputURL, outputFileType)
        super.init()
    }

    open var status: AVAssetWriter.Status { double.status }
    open var error: (any Error)? { double.error }

    @available(iOS 4.3, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
    open var movieTimeScale: CMTimeScale {
        get { double.timeScales.movie }
        set { double.setMovieScale(newValue) }
    }

    /// The double encodes H.264 up to 4096 pixels a side, and sound.
    open func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
        guard mediaType == .video else { return true }
        let sides = [AVVideoWidthKey, AVVideoHeightKey].compactMap { outputSettings?[$0] as? Int }
        return sides.count == 2 && sides.allSatisfy { $0 <= 4096 }
    }
    open func add(_ input: AVAssetWriterInput) { double.add(input.double) }
    open func startWriting() -> Bool { double.startWriting() }
    open func startSession(atSourceTime startTime: CMTime) { double.startSession(at: startTime) }
    open func endSession(atSourceTime endTime: CMTime) { double.endSession(at: endTime) }
    open func cancelWriting() { double.cancel() }

    @available(iOS 6.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
    open func finishWriting() async { double.finish() }
}

@available(iOS 4.1, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetWriterInput: NSObject {
    let double: InputDouble

    public init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
        double = InputDouble(mediaType, outputSettings ?? [:])
        super.init()
    }

    open var expectsMediaDataInRealTime = false
    @available(iOS 4.3, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
    open var mediaTimeScale: CMTimeScale {
        get { double.scale }
        set { double.setScale(newValue) }
    }
    open var isReadyForMoreMediaData: Bool { double.movie?.isReady(double) ?? false }
    open func append(_ sampleBuffer: CMSampleBuffer) -> Bool { double.movie?.append(sampleBuffer, to: double) ?? false }
    open func markAsFinished() { double.movie?.finish(double) }
}

@available(iOS 4.1, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetWriterInputPixelBufferAdaptor: NSObject {
    private let input: AVAssetWriterInput
    private let attributes: [String: Any]?

    public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
        (self.input, attributes) = (input, sourcePixelBufferAttributes)
    }

    /// There is none before writing has started.
    open var pixelBufferPool: CVPixelBufferPool? {
        guard input.double.movie?.status == .writing else { return nil }
        return attributes.map { CVPixelBufferPool($0) }
    }
    open func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
        input.double.movie?.append(pixelBuffer, at: presentationTime, to: input.double) ?? false
    }
}

public struct AVFileType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    @available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    @available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
}

public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    @available(iOS 11.0, macCatalyst 13.1, macOS 10.13, tvOS 11.0, visionOS 1.0, *)
    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    @available(iOS 11.0, macCatalyst 13.1, macOS 10.13, tvOS 11.0, visionOS 1.0, *)
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
}

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVVideoCodecKey = "AVVideoCodecKey"
@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVVideoWidthKey = "AVVideoWidthKey"
@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVVideoHeightKey = "AVVideoHeightKey"
@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
@available(iOS 7.0, macCatalyst 13.1, macOS 10.10, tvOS 9.0, visionOS 1.0, *)
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVVideoAverageBitRateKey = "AverageBitRate"
@available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
@available(iOS 7.0, macCatalyst 13.1, macOS 10.10, tvOS 9.0, visionOS 1.0, *)
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
@available(iOS 4.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, *)
public let AVVideoProfileLevelKey = "ProfileLevel"
@available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
@available(iOS 10.0, macCatalyst 13.1, macOS 10.7, tvOS 10.0, visionOS 1.0, *)
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
@available(iOS 10.0, macCatalyst 13.1, macOS 10.7, tvOS 10.0, visionOS 1.0, *)
public let AVVideoColorPrimariesKey = "ColorPrimaries"
@available(iOS 10.0, macCatalyst 13.1, macOS 10.7, tvOS 10.0, visionOS 1.0, *)
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
@available(iOS 10.0, macCatalyst 13.1, macOS 10.7, tvOS 10.0, visionOS 1.0, *)
public let AVVideoTransferFunctionKey = "TransferFunction"
@available(iOS 10.0, macCatalyst 13.1, macOS 10.7, tvOS 10.0, visionOS 1.0, *)
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
@available(iOS 10.0, macCatalyst 13.1, macOS 10.7, tvOS 10.0, visionOS 1.0, *)
public let AVVideoYCbCrMatrixKey = "YCbCrMatrix"
@available(iOS 10.0, macCatalyst 13.1, macOS 10.7, tvOS 10.0, visionOS 1.0, *)
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"

@available(iOS 3.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVFormatIDKey = "AVFormatIDKey"
@available(iOS 3.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVSampleRateKey = "AVSampleRateKey"
@available(iOS 3.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
@available(iOS 3.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
