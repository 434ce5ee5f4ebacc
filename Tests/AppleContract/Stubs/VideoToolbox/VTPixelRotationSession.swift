// Declarations as in Apple's documentation, https://developer.apple.com/documentation/videotoolbox.
@_spi(Double) import CoreVideo
import FoundationApple

@available(iOS 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
public class VTPixelRotationSession {
    fileprivate var rotation = kVTRotation_0
}

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

/// The content of a picture that a session has turned.
@_spi(Double)
public struct TurnedPicture: Sendable {
    public let content: any Sendable
    public let rotation: CFString
}

/// What sessions refuse, and how many there were. Main thread only.
@_spi(Double)
public enum RotationDouble {
    /// A rotation that they do not accept.
    nonisolated(unsafe) public static var refused: CFString?
    /// Whether they turn no picture.
    nonisolated(unsafe) public static var refusesPictures = false
    nonisolated(unsafe) public fileprivate(set) static var sessions = 0
}

private let notSupported: OSStatus = -12914

@available(iOS 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
@discardableResult
public func VTPixelRotationSessionCreate(
    _ allocator: CFAllocator?, _ pixelRotationSessionOut: UnsafeMutablePointer<VTPixelRotationSession?>
) -> OSStatus {
    RotationDouble.sessions += 1
    pixelRotationSessionOut.pointee = VTPixelRotationSession()
    return 0
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
@discardableResult
public func VTPixelRotationSessionRotateImage(
    _ session: VTPixelRotationSession, _ sourceBuffer: CVPixelBuffer, _ destinationBuffer: CVPixelBuffer
) -> OSStatus {
    let (width, height) = (CVPixelBufferGetWidth(sourceBuffer), CVPixelBufferGetHeight(sourceBuffer))
    let isUpright = [kVTRotation_0, kVTRotation_180].contains(session.rotation)
    guard !RotationDouble.refusesPictures,
        CVPixelBufferGetWidth(destinationBuffer) == (isUpright ? width : height),
        CVPixelBufferGetHeight(destinationBuffer) == (isUpright ? height : width)
    else { return notSupported }
    destinationBuffer.content = TurnedPicture(content: sourceBuffer.content, rotation: session.rotation)
    return 0
}

@available(iOS 8.0, macOS 10.8, tvOS 10.2, visionOS 1.0, *)
@discardableResult
public func VTSessionSetProperty(_ session: VTSession, key propertyKey: CFString, value propertyValue: CFTypeRef?)
    -> OSStatus
{
    guard let session = session as? VTPixelRotationSession, propertyKey == kVTPixelRotationPropertyKey_Rotation,
        let rotation = propertyValue as? CFString, rotation != RotationDouble.refused
    else { return notSupported }
    session.rotation = rotation
    return 0
}
