// Declarations as in Apple's documentation, https://developer.apple.com/documentation/corevideo. The stand-ins have
// pixels only if a test gives them some: no other can be locked.
import FoundationApple

public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

@discardableResult
public func CVPixelBufferLockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn { pixelBuffer.content is PixelPlanes ? kCVReturnSuccess : -6660 }
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn { pixelBuffer.content is PixelPlanes ? kCVReturnSuccess : -6660 }
public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? { plane(planeIndex, of: pixelBuffer)?.bytes.baseAddress }
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(planeIndex, of: pixelBuffer)?.stride ?? 0
}
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(planeIndex, of: pixelBuffer)?.width ?? 0
}
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(planeIndex, of: pixelBuffer)?.height ?? 0
}

/// The content of a buffer that has pixels.
///
/// Sendable because tests do not write to pixels that others read.
@_spi(Double)
public final class PixelPlanes: @unchecked Sendable {
    fileprivate struct Plane {
        var width, height, stride: Int
        var bytes: UnsafeMutableRawBufferPointer
    }

    fileprivate let planes: [Plane]
    /// What a test knows the picture by.
    public let name: (any Sendable)?

    /// - Parameter planes: samples of a row, rows, bytes between rows, and the bytes.
    public init(
        _ planes: [(width: Int, height: Int, stride: Int, bytes: [UInt8])], name: (any Sendable)? = nil
    ) {
        self.name = name
        self.planes = planes.map { plane in
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: plane.bytes.count, alignment: 16)
            bytes.copyBytes(from: plane.bytes)
            return Plane(width: plane.width, height: plane.height, stride: plane.stride, bytes: bytes)
        }
    }

    deinit {
        for plane in planes { plane.bytes.deallocate() }
    }
}

private func plane(_ index: Int, of buffer: CVPixelBuffer) -> PixelPlanes.Plane? {
    (buffer.content as? PixelPlanes).flatMap { $0.planes.indices.contains(index) ? $0.planes[index] : nil }
}

extension PixelPlanes {
    /// The luma of a pixel; rows are counted from the top.
    public func luma(_ column: Int, _ row: Int) -> UInt8 {
        let plane = planes[0]
        return plane.bytes[min(max(row, 0), plane.height - 1) * plane.stride + min(max(column, 0), plane.width - 1)]
    }

    /// A grey picture of this luma, in 4:2:0.
    public convenience init(luma: [UInt8], width: Int, height: Int, name: (any Sendable)? = nil) {
        let chroma = [UInt8](repeating: 128, count: width * height / 2)
        self.init(
            [
                (width: width, height: height, stride: width, bytes: luma),
                (width: width / 2, height: height / 2, stride: width, bytes: chroma),
            ], name: name)
    }
}

public class CVPixelBufferPool {
    fileprivate let attributes: [String: Any]

    @_spi(Double) public init(_ attributes: [String: Any] = [:]) { self.attributes = attributes }
}

/// What a picture shows before anything is drawn.
@_spi(Double)
public struct BlankPicture: Sendable {
    public init() {}
}

@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    let attributes = pixelBufferPool.attributes
    guard let width = attributes[kCVPixelBufferWidthKey] as? Int,
        let height = attributes[kCVPixelBufferHeightKey] as? Int,
        let format = attributes[kCVPixelBufferPixelFormatTypeKey] as? OSType
    else { return -6660 }
    pixelBufferOut.pointee = CVPixelBuffer(width: width, height: height, format: format, content: BlankPicture())
    return kCVReturnSuccess
}

@discardableResult
public func CVPixelBufferPoolCreate(
    _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    guard let attributes = pixelBufferAttributes as? [String: Any] else { return -6660 }
    poolOut.pointee = CVPixelBufferPool(attributes)
    return kCVReturnSuccess
}
