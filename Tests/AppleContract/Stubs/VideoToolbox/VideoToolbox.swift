// Declaration as in Apple's documentation,
// https://developer.apple.com/documentation/videotoolbox/vtcreatecgimagefromcvpixelbuffer(_:options:imageout:).
@_spi(Double) import CoreGraphics
@_exported import CoreMedia
@_spi(Double) import CoreVideo
@_exported import FoundationApple

/// The image has the same content as the buffer.
@available(iOS 9.0, macCatalyst 13.1, macOS 10.11, tvOS 10.2, visionOS 1.0, *)
@discardableResult
public func VTCreateCGImageFromCVPixelBuffer(
    _ pixelBuffer: CVPixelBuffer, options: CFDictionary?, imageOut: UnsafeMutablePointer<CGImage?>
) -> OSStatus {
    imageOut.pointee = CGImage(
        width: CVPixelBufferGetWidth(pixelBuffer), height: CVPixelBufferGetHeight(pixelBuffer),
        content: pixelBuffer.content)
    return 0
}
