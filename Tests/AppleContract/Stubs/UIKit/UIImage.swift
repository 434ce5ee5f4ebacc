import CoreGraphics

/// https://developer.apple.com/documentation/uikit/uiimage
@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
open class UIImage: NSObject, @unchecked Sendable {
    private let image: CGImage

    public init(cgImage: CGImage) {
        image = cgImage
        super.init()
    }

    open var cgImage: CGImage? { image }
}
