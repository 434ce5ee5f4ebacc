// Declarations as in Apple's documentation, https://developer.apple.com/documentation/metal. Without a device,
// which a test may add, nothing is ever prepared; nothing is drawn.
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
public func MTLCreateSystemDefaultDevice() -> (any MTLDevice)? { DeviceDouble.isThere ? DeviceDouble() : nil }

/// A device on which nothing can be drawn.
@_spi(Double)
public final class DeviceDouble: MTLDevice {
    /// Whether the machine has one. Set by tests, on the main actor.
    nonisolated(unsafe) public static var isThere = false

    private final class Queue: MTLCommandQueue {
        func makeCommandBuffer() -> (any MTLCommandBuffer)? { nil }
    }

    public func makeCommandQueue() -> (any MTLCommandQueue)? { Queue() }
}
