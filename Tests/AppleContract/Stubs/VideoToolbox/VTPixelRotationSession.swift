// Declarations as in Apple's documentation, https://developer.apple.com/documentation/videotoolbox. No session is made.
@_exported import CoreVideo
import FoundationApple

@available(iOS 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
public class VTPixelRotationSession {}

public typealias VTSession = CFTypeRef

@available(iOS 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
public let kVTPixelRotationPropertyKey_Rotation: CFString = "Rotation"
@available(iOS 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
public let kVTRotation_0: CFString = "0"
@available(iOS 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
public let kVTRotation_CW90: CFString = "CW90"
@available(iOS 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
public let kVTRotation_180: CFString = "180"
@available(iOS 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
public let kVTRotation_CCW90: CFString = "CCW90"

@available(iOS 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
@discardableResult
public func VTPixelRotationSessionCreate(
    _ allocator: CFAllocator?, _ pixelRotationSessionOut: UnsafeMutablePointer<VTPixelRotationSession?>
) -> OSStatus { -12903 }

@available(iOS 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
@discardableResult
public func VTPixelRotationSessionRotateImage(
    _ session: VTPixelRotationSession, _ sourceBuffer: CVPixelBuffer, _ destinationBuffer: CVPixelBuffer
) -> OSStatus { -12903 }

@available(iOS 8.0, macOS 10.8, tvOS 10.2, visionOS 1.0, *)
@discardableResult
public func VTSessionSetProperty(_ session: VTSession, key propertyKey: CFString, value propertyValue: CFTypeRef?)
    -> OSStatus
{ -12903 }
