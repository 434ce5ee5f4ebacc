// Declarations as in Apple's documentation, https://developer.apple.com/documentation/metal. There is no device, so
// nothing is ever drawn.
@_exported import FoundationApple

@available(iOS 8.0, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
public enum MTLPixelFormat: UInt, Sendable {
    case invalid = 0
    case bgra8Unorm = 80
    case bgra8Unorm_srgb = 81
}

@available(iOS 8.0, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
public protocol MTLTexture: AnyObject, Sendable {
    var width: Int { get }
    var height: Int { get }
}

@available(iOS 8.0, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
public protocol MTLDrawable: AnyObject {
    func present()
}

@available(iOS 8.0, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
public protocol MTLCommandBuffer: AnyObject {
    func present(_ drawable: any MTLDrawable)
    func commit()
}

@available(iOS 8.0, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
public protocol MTLCommandQueue: AnyObject, Sendable {
    func makeCommandBuffer() -> (any MTLCommandBuffer)?
}

@available(iOS 8.0, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
public protocol MTLDevice: AnyObject, Sendable {
    func makeCommandQueue() -> (any MTLCommandQueue)?
}

@available(iOS 8.0, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
public func MTLCreateSystemDefaultDevice() -> (any MTLDevice)? { nil }
