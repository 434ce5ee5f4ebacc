// Declarations as in Apple's documentation, https://developer.apple.com/documentation/coremedia. Nothing is made.
@_exported import CoreAudioTypes
import FoundationApple

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public class CMSampleBuffer {}

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public class CMBlockBuffer {}

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
