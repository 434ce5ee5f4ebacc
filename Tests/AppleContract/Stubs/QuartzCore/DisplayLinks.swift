import CoreGraphics
import FoundationApple

/// Seconds on the host clock. The player's double sets the source of the time.
public func CACurrentMediaTime() -> CFTimeInterval {
    MediaTime.shared.read()
}

@_spi(Double)
public final class MediaTime: @unchecked Sendable {
    public static let shared = MediaTime()
    private let lock = NSLock()
    private var source: @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }

    public func read() -> Double {
        lock.withLock { source }()
    }

    public func set(_ source: @escaping @Sendable () -> Double) {
        lock.withLock { self.source = source }
    }
}

public struct CAFrameRateRange: Sendable, Equatable {
    public var minimum: Float
    public var maximum: Float
    public var preferred: Float?

    public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.preferred = preferred
    }

    public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)
}

// Source: developer.apple.com/documentation/quartzcore/cametallayer. Without textures and drawables: they need Metal.
@available(iOS 8.0, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
open class CAMetalLayer: CALayer {
    open var drawableSize: CGSize = .zero
    open var framebufferOnly = true
    open var maximumDrawableCount = 3
}

// Source: developer.apple.com/documentation/quartzcore/cametaldisplaylink.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, visionOS 1.0, *)
open class CAMetalDisplayLink: NSObject {
    open class Update: NSObject {
        open var targetTimestamp: CFTimeInterval { deadline }
        open var targetPresentationTimestamp: CFTimeInterval { presentation }
        private let deadline: CFTimeInterval
        private let presentation: CFTimeInterval

        @_spi(Double)
        public init(targetTimestamp: CFTimeInterval, targetPresentationTimestamp: CFTimeInterval) {
            deadline = targetTimestamp
            presentation = targetPresentationTimestamp
            super.init()
        }
    }

    public init(metalLayer layer: CAMetalLayer) {
        super.init()
    }

    open weak var delegate: (any CAMetalDisplayLinkDelegate)?
    open var preferredFrameRateRange: CAFrameRateRange = .default
    open var preferredFrameLatency: Float = 2
    open var isPaused = false
    /// Whether a test may still tick it.
    @_spi(Double) public private(set) var isScheduled = false

    open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
        isScheduled = true
        ScheduledLinks.all.append(self)
    }
    open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) { invalidate() }
    open func invalidate() {
        isScheduled = false
        ScheduledLinks.all.removeAll { $0 === self }
    }
}

/// The links that tick, which their run loop keeps. Main thread only.
@_spi(Double)
public enum ScheduledLinks {
    nonisolated(unsafe) public fileprivate(set) static var all: [CAMetalDisplayLink] = []

    /// How many tick for a delegate.
    public static func count(for delegate: any CAMetalDisplayLinkDelegate) -> Int {
        all.count { $0.delegate === delegate }
    }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, visionOS 1.0, *)
public protocol CAMetalDisplayLinkDelegate: AnyObject {
    func metalDisplayLink(_ link: CAMetalDisplayLink, needsUpdate update: CAMetalDisplayLink.Update)
}

/// Has only the members that need no selector: on Apple platforms a selector makes the link, which the kit avoids.
@available(iOS 3.1, macOS 14.0, tvOS 9.0, visionOS 1.0, *)
open class CADisplayLink: NSObject {
    open var timestamp: CFTimeInterval { 0 }
    open var duration: CFTimeInterval { 0 }
    open var targetTimestamp: CFTimeInterval { 0 }
    open var isPaused = false
    open var preferredFrameRateRange: CAFrameRateRange = .default
    open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {}
    open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {}
    open func invalidate() {}
}
