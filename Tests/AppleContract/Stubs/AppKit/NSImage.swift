import CoreGraphics

/// https://developer.apple.com/documentation/appkit/nsimage
@available(macOS 10.0, *)
@available(iOS, unavailable)
@available(tvOS, unavailable)
open class NSImage: NSObject {
    open var size: NSSize

    public init(cgImage: CGImage, size: NSSize) {
        self.size = size
        super.init()
    }
}
