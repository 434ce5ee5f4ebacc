// The parts of QuartzCore that need Metal, https://developer.apple.com/documentation/quartzcore/cametallayer.
@_exported import QuartzCore

@available(iOS 8.0, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
public protocol CAMetalDrawable: MTLDrawable {
    var texture: any MTLTexture { get }
    var layer: CAMetalLayer { get }
}

// Nothing is stored: without a device, nothing reads these values.
@available(iOS 8.0, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
extension CAMetalLayer {
    public var device: (any MTLDevice)? {
        get { nil }
        set {}
    }
    public var pixelFormat: MTLPixelFormat {
        get { .bgra8Unorm }
        set {}
    }
    @available(iOS 13.0, macOS 10.11, tvOS 13.0, visionOS 1.0, *)
    public var colorspace: CGColorSpace? {
        get { nil }
        set {}
    }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, visionOS 1.0, *)
extension CAMetalDisplayLink.Update {
    public var drawable: any CAMetalDrawable { DrawableDouble() }
}

private final class DrawableDouble: CAMetalDrawable {
    private final class Texture: MTLTexture {
        let width = 0
        let height = 0
    }

    let texture: any MTLTexture = Texture()
    let layer = CAMetalLayer()
    func present() {}
}
