// Declarations as in Apple's documentation, https://developer.apple.com/documentation/coreimage. An image keeps its
// extent and the color of each point, as far as it was made of colors and of pictures that have pixels.
@_exported @_spi(Double) import CoreGraphics
@_exported @_spi(Double) import CoreVideo
@_exported import FoundationApple
import Metal

public let kCIInputBackgroundImageKey = "inputBackgroundImage"
@available(iOS 7.0, macOS 10.5, tvOS 9.0, visionOS 1.0, *)
public let kCIInputTimeKey = "inputTime"
@available(iOS 7.0, macOS 10.5, tvOS 9.0, visionOS 1.0, *)
public let kCIInputTargetImageKey = "inputTargetImage"

@available(iOS 5.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
public final class CIColor: NSObject, @unchecked Sendable {
    let value: SIMD4<Double>

    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        value = SIMD4(red, green, blue, alpha)
    }

    @available(iOS 10.0, macOS 10.12, tvOS 10.0, visionOS 1.0, *)
    public init?(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat, colorSpace: CGColorSpace) {
        value = SIMD4(red, green, blue, alpha)
    }

    @available(iOS 10.0, macOS 10.12, tvOS 10.0, visionOS 1.0, *)
    public class var clear: CIColor { CIColor(red: 0, green: 0, blue: 0, alpha: 0) }
}

@available(iOS 5.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
public final class CIVector: NSObject, @unchecked Sendable {
    let value: SIMD4<Double>

    public init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { value = SIMD4(x, y, z, w) }
}

@available(iOS 5.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
public final class CIImage: NSObject, @unchecked Sendable {
    public let extent: CGRect
    /// Red, green, blue and alpha of a point, not premultiplied; only the double knows it.
    public let pixel: @Sendable (CGPoint) -> SIMD4<Double>

    /// The still images that it was made of, and where they lie.
    @_spi(Double) public let stills: [(image: CGImage, place: CGRect)]

    init(
        extent: CGRect, stills: [(image: CGImage, place: CGRect)] = [],
        pixel: @escaping @Sendable (CGPoint) -> SIMD4<Double>
    ) {
        (self.extent, self.stills, self.pixel) = (extent, stills, pixel)
    }

    /// A picture with pixels is as grey as its luma says, from 0 for black to 1 for white; any other is black.
    @available(iOS 5.0, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {
        let (width, height) = (CVPixelBufferGetWidth(pixelBuffer), CVPixelBufferGetHeight(pixelBuffer))
        let planes = pixelBuffer.content as? PixelPlanes
        self.init(extent: CGRect(x: 0, y: 0, width: width, height: height)) { point in
            guard let planes else { return .zero }
            let luma = planes.luma(Int(point.x.rounded(.down)), height - 1 - Int(point.y.rounded(.down)))
            return SIMD4(SIMD3(repeating: (Double(luma) - 16) / 219), 1)
        }
    }

    /// A still image is white.
    @available(iOS 5.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
    public convenience init(cgImage image: CGImage) {
        let extent = CGRect(x: 0, y: 0, width: image.width, height: image.height)
        self.init(extent: extent, stills: [(image, extent)]) { _ in .one }
    }

    @available(iOS 5.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
    public convenience init(color: CIColor) {
        let value = color.value
        self.init(extent: CGRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)) { _ in value }
    }

    @available(iOS 8.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
    public func transformed(by matrix: CGAffineTransform) -> CIImage {
        let (pixel, back) = (pixel, matrix.inverted())
        return CIImage(
            extent: extent.applying(matrix), stills: stills.map { ($0.image, $0.place.applying(matrix)) }
        ) { pixel($0.applying(back)) }
    }
    @available(iOS 10.0, macOS 10.12, tvOS 10.0, visionOS 1.0, *)
    public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
        transformed(by: matrix)
    }
    @available(iOS 8.0, macOS 10.10, tvOS 8.0, visionOS 1.0, *)
    public func clampedToExtent() -> CIImage {
        let (pixel, extent) = (pixel, extent)
        return CIImage(extent: CGRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9), stills: stills) { point in
            pixel(
                CGPoint(
                    x: min(max(point.x, extent.minX), extent.maxX), y: min(max(point.y, extent.minY), extent.maxY)))
        }
    }
    public func cropped(to rect: CGRect) -> CIImage {
        CIImage(extent: extent.intersection(rect), stills: stills, pixel: pixel)
    }
    @available(iOS 8.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
    public func composited(over dest: CIImage) -> CIImage {
        CIImage(extent: extent.union(dest.extent), stills: dest.stills + stills) { [self] in
            extent.contains($0) ? pixel($0) : dest.pixel($0)
        }
    }
    @available(iOS 11.0, macOS 10.13, tvOS 11.0, visionOS 1.0, *)
    public func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
        CIImage(extent: extent, pixel: ColorFilter.pixel(of: self, filterName, params))
    }
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

    @available(iOS 5.0, macCatalyst 13.1, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
    public init(options: [CIContextOption: Any]? = nil) {
        super.init()
    }

    /// The buffer shows the image from then on, as far as the bounds and the buffer reach.
    @available(iOS 5.0, macCatalyst 13.1, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
    open func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
        let whole = CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
        buffer.content = image.cropped(to: bounds.intersection(whole))
    }

    @available(iOS 9.0, macCatalyst 13.1, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
    open func render(
        _ image: CIImage, to texture: any MTLTexture, commandBuffer: (any MTLCommandBuffer)?, bounds: CGRect,
        colorSpace: CGColorSpace
    ) {}
}
