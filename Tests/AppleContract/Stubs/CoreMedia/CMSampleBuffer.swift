// Declarations as in Apple's documentation, https://developer.apple.com/documentation/coremedia. Sound is linear PCM.
@_exported import CoreAudioTypes
@_exported import CoreVideo
import FoundationApple

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public class CMSampleBuffer {
    @_spi(Double) public let imageBuffer: CVImageBuffer?
    @_spi(Double) public let presentationTimeStamp: CMTime
    fileprivate var data: CMBlockBuffer?
    private var format: CMFormatDescription?

    @_spi(Double) public init(imageBuffer: CVImageBuffer, at time: CMTime) {
        (self.imageBuffer, presentationTimeStamp) = (imageBuffer, time)
    }

    @_spi(Double) public init(bytes: [UInt8], at time: CMTime, as format: CMFormatDescription? = nil) {
        (imageBuffer, presentationTimeStamp, data, self.format) = (nil, time, CMBlockBuffer(bytes), format)
    }

    /// The samples of sound, and how they are stored.
    @_spi(Double) public var sound: (bytes: [UInt8], stream: AudioStreamBasicDescription)? {
        guard let data, let stream = format?.stream else { return nil }
        return (data.bytes, stream)
    }

    @available(iOS 13.0, macOS 10.15, tvOS 13.0, visionOS 1.0, watchOS 6.0, *)
    public init(
        imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
    ) throws {
        self.imageBuffer = imageBuffer
        presentationTimeStamp = sampleTiming.presentationTimeStamp
    }
}

public struct CMSampleTimingInfo {
    public var duration: CMTime
    public var presentationTimeStamp: CMTime
    public var decodeTimeStamp: CMTime

    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }
}

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public class CMBlockBuffer {
    fileprivate var bytes: [UInt8]

    fileprivate init(_ bytes: [UInt8]) { self.bytes = bytes }
}

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.data }

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.bytes.count }

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int,
    destination: UnsafeMutableRawPointer
) -> OSStatus {
    guard offsetToData >= 0, offsetToData + dataLength <= theSourceBuffer.bytes.count else { return -12704 }
    theSourceBuffer.bytes.withUnsafeBytes {
        destination.copyMemory(from: $0.baseAddress! + offsetToData, byteCount: dataLength)
    }
    return 0
}

public typealias CMAudioFormatDescription = CMFormatDescription
public typealias CMBlockBufferFlags = UInt32
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1

public struct CMBlockBufferCustomBlockSource {}

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
@discardableResult
public func CMAudioFormatDescriptionCreate(
    allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
    layout: UnsafePointer<AudioChannelLayout>?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?,
    extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
    guard asbd.pointee.mFormatID == kAudioFormatLinearPCM else { return -12710 }
    formatDescriptionOut.pointee = CMFormatDescription(
        mediaType: .audio, mediaSubType: .init(rawValue: asbd.pointee.mFormatID),
        dimensions: CMVideoDimensions(width: 0, height: 0), stream: asbd.pointee)
    return 0
}

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
    allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int,
    blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
    dataLength: Int, flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    guard memoryBlock == nil, offsetToData == 0, dataLength == blockLength, flags == kCMBlockBufferAssureMemoryNowFlag
    else { return -12702 }
    blockBufferOut.pointee = CMBlockBuffer(.init(repeating: 0, count: dataLength))
    return 0
}

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
@discardableResult
public func CMBlockBufferReplaceDataBytes(
    with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int,
    dataLength: Int
) -> OSStatus {
    guard offsetIntoDestination >= 0, offsetIntoDestination + dataLength <= destinationBuffer.bytes.count else {
        return -12704
    }
    destinationBuffer.bytes.withUnsafeMutableBytes {
        ($0.baseAddress! + offsetIntoDestination).copyMemory(from: sourceBytes, byteCount: dataLength)
    }
    return 0
}

@available(iOS 8.0, macOS 10.10, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
    sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    guard let stream = formatDescription.stream, numSamples > 0,
        numSamples * Int(stream.mBytesPerFrame) == dataBuffer.bytes.count
    else { return -12731 }
    sampleBufferOut.pointee = CMSampleBuffer(bytes: dataBuffer.bytes, at: presentationTimeStamp, as: formatDescription)
    return 0
}
