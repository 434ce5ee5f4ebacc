// Declarations as in Apple's documentation, https://developer.apple.com/documentation/avfoundation/avassetwriter and the
// pages around it. Nothing is written.
import CoreMedia
import CoreVideo
import FoundationApple

@available(iOS 4.1, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetWriter: NSObject {
    public enum Status: Int, Sendable {
        case unknown, writing, completed, failed, cancelled
    }

    public init(outputURL: URL, fileType outputFileType: AVFileType) throws {}

    open var status: AVAssetWriter.Status { .unknown }
    open var error: (any Error)? { nil }

    open func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool { false }
    open func add(_ input: AVAssetWriterInput) {}
    open func startWriting() -> Bool { false }
    open func startSession(atSourceTime startTime: CMTime) {}

    @available(iOS 6.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
    open func finishWriting() async {}
}

@available(iOS 4.1, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetWriterInput: NSObject {
    public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
        self.init()
    }

    open var isReadyForMoreMediaData: Bool { false }
    open func append(_ sampleBuffer: CMSampleBuffer) -> Bool { false }
    open func markAsFinished() {}
}

@available(iOS 4.1, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetWriterInputPixelBufferAdaptor: NSObject {
    public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {}

    open var pixelBufferPool: CVPixelBufferPool? { nil }
    open func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool { false }
}

public struct AVFileType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    @available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
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

@available(iOS 3.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVFormatIDKey = "AVFormatIDKey"
@available(iOS 3.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVSampleRateKey = "AVSampleRateKey"
@available(iOS 3.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
@available(iOS 3.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
