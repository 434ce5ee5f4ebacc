// Declarations as in Apple's documentation, https://developer.apple.com/documentation/coremedia. Sample buffers of sound
// are made by the double only.
@_exported import CoreAudioTypes
@_exported import CoreVideo
import FoundationApple

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public class CMSampleBuffer {
    @_spi(Double) public let imageBuffer: CVImageBuffer?
    @_spi(Double) public let presentationTimeStamp: CMTime
    fileprivate var data: CMBlockBuffer?

    @_spi(Double) public init(imageBuffer: CVImageBuffer, at time: CMTime) {
        (self.imageBuffer, presentationTimeStamp) = (imageBuffer, time)
    }

    @_spi(Double) public init(bytes: [UInt8], at time: CMTime) {
        (imageBuffer, presentationTimeStamp, data) = (nil, time, CMBlockBuffer(bytes))
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
    fileprivate let bytes: [UInt8]

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
) -> OSStatus { -12710 }

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
    allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int,
    blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
    dataLength: Int, flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus { -12700 }

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
@discardableResult
public func CMBlockBufferReplaceDataBytes(
    with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int,
    dataLength: Int
) -> OSStatus { -12700 }

@available(iOS 8.0, macOS 10.10, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
    sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus { -12730 }
