@_exported import CoreGraphics
@_exported import FoundationApple

public typealias CVReturn = Int32
public typealias OSType = UInt32

public let kCVReturnSuccess: CVReturn = 0
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
public let kCVPixelBufferWidthKey: CFString = "Width"
public let kCVPixelBufferHeightKey: CFString = "Height"
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"

public class CVBuffer: @unchecked Sendable {
    fileprivate let width: Int
    fileprivate let height: Int
    fileprivate let format: OSType
    /// What the picture shows, for tests.
    @_spi(Double) public let content: any Sendable

    @_spi(Double)
    public init(width: Int, height: Int, format: OSType, content: any Sendable) {
        self.width = width
        self.height = height
        self.format = format
        self.content = content
    }
}

public typealias CVImageBuffer = CVBuffer
public typealias CVPixelBuffer = CVImageBuffer

public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.format }
