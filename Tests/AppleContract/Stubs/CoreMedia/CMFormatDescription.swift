import CoreAudioTypes
import CoreVideo
import FoundationApple

public typealias CMMediaType = FourCharCode
public typealias CMVideoCodecType = FourCharCode

public let kCMMediaType_Video: CMMediaType = 0x7669_6465
public let kCMMediaType_Audio: CMMediaType = 0x736f_756e
public let kCMVideoCodecType_H264: CMVideoCodecType = 0x6176_6331
public let kCMVideoCodecType_HEVC: CMVideoCodecType = 0x6876_6331

public struct CMVideoDimensions: Sendable, Equatable {
    public var width: Int32
    public var height: Int32

    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }
}

/// Immutable. Source: developer.apple.com/documentation/coremedia/cmformatdescription.
@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public final class CMFormatDescription: Sendable {
    public struct MediaType: RawRepresentable, Hashable, Sendable {
        public let rawValue: CMMediaType
        public init(rawValue: CMMediaType) { self.rawValue = rawValue }
        public static let video = MediaType(rawValue: kCMMediaType_Video)
        public static let audio = MediaType(rawValue: kCMMediaType_Audio)
    }

    public struct MediaSubType: RawRepresentable, Hashable, Sendable {
        public let rawValue: FourCharCode
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }
        public static let h264 = MediaSubType(rawValue: kCMVideoCodecType_H264)
        public static let hevc = MediaSubType(rawValue: kCMVideoCodecType_HEVC)
    }

    public let mediaType: MediaType
    public let mediaSubType: MediaSubType
    public let dimensions: CMVideoDimensions
    /// How sound is stored.
    let stream: AudioStreamBasicDescription?

    @_spi(Double)
    public init(
        mediaType: MediaType, mediaSubType: MediaSubType, dimensions: CMVideoDimensions,
        stream: AudioStreamBasicDescription? = nil
    ) {
        self.stream = stream
        self.mediaType = mediaType
        self.mediaSubType = mediaSubType
        self.dimensions = dimensions
    }

    @available(iOS 13.0, macOS 10.15, tvOS 13.0, visionOS 1.0, watchOS 6.0, *)
    public init(imageBuffer: CVImageBuffer) throws {
        mediaType = .video
        stream = nil
        mediaSubType = MediaSubType(rawValue: CVPixelBufferGetPixelFormatType(imageBuffer))
        dimensions = CMVideoDimensions(
            width: Int32(CVPixelBufferGetWidth(imageBuffer)), height: Int32(CVPixelBufferGetHeight(imageBuffer)))
    }
}

public typealias CMVideoFormatDescription = CMFormatDescription

public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
    desc.mediaSubType.rawValue
}
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType.rawValue }
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
}
