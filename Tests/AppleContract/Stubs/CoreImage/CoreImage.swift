// Declarations as in Apple's documentation, https://developer.apple.com/documentation/coreimage. An image keeps its
// extent; it draws nothing.
@_exported import CoreGraphics
@_exported import CoreVideo
@_exported import FoundationApple
import Metal

public let kCIInputBackgroundImageKey = "inputBackgroundImage"

@available(iOS 5.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
public final class CIColor: NSObject, @unchecked Sendable {
    @available(iOS 10.0, macOS 10.12, tvOS 10.0, visionOS 1.0, *)
    public class var clear: CIColor { CIColor() }
}

@available(iOS 5.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
public final class CIImage: NSObject, @unchecked Sendable {
    public let extent: CGRect

    private init(extent: CGRect) {
        self.extent = extent
    }

    @available(iOS 5.0, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {
        self.init(
            extent: CGRect(
                x: 0, y: 0, width: CVPixelBufferGetWidth(pixelBuffer), height: CVPixelBufferGetHeight(pixelBuffer)))
    }

    @available(iOS 5.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
    public convenience init(color: CIColor) {
        self.init(extent: CGRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9))
    }

    @available(iOS 8.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
    public func transformed(by matrix: CGAffineTransform) -> CIImage { CIImage(extent: extent.applying(matrix)) }
    public func cropped(to rect: CGRect) -> CIImage { CIImage(extent: extent.intersection(rect)) }
    @available(iOS 8.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
    public func composited(over dest: CIImage) -> CIImage { CIImage(extent: extent.union(dest.extent)) }
    @available(iOS 11.0, macOS 10.13, tvOS 11.0, visionOS 1.0, *)
    public func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage { self }
}

@available(iOS 9.0, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
}

@available(iOS 5.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
open class CIContext: NSObject, @unchecked Sendable {
    @available(iOS 13.0, macCatalyst 13.1, macOS 10.15, tvOS 13.0, visionOS 1.0, *)
    public init(mtlCommandQueue commandQueue: any MTLCommandQueue, options: [CIContextOption: Any]? = nil) {
        super.init()
    }

    @available(iOS 9.0, macCatalyst 13.1, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
    open func render(
        _ image: CIImage, to texture: any MTLTexture, commandBuffer: (any MTLCommandBuffer)?, bounds: CGRect,
        colorSpace: CGColorSpace
    ) {}
}
