@_spi(Double) import CoreVideo
@_spi(Double) import FoundationApple
import QuartzCore

public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVPlayerLayer: CALayer {
    let double = LayerDouble()

    public required init() {
        super.init()
        double.begin(as: self)
    }

    public convenience init(player: AVPlayer?) {
        self.init()
        self.player = player
    }

    deinit {
        double.end()
    }

    /// The layer holds its player strongly. Setting it off the main actor is recorded as a violation.
    open var player: AVPlayer? {
        get { double.read { $0.player } }
        set { double.setPlayer(newValue) }
    }

    open var isReadyForDisplay: Bool { double.read { $0.isReady } }

    open var videoGravity: AVLayerVideoGravity {
        get { double.read { $0.gravity } }
        set { double.write { $0.gravity = newValue } }
    }

    @available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
    open var videoRect: CGRect { double.videoRect(in: bounds) }

    @available(iOS 9.0, macCatalyst 13.1, macOS 10.11, tvOS 9.0, visionOS 1.0, *)
    open var pixelBufferAttributes: [String: Any]? {
        get { nil }
        set {}
    }

    /// A call at a rate other than 0 is recorded as a violation.
    @available(iOS 16.0, macCatalyst 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, *)
    open func displayedPixelBuffer() -> CVPixelBuffer? { double.displayedPixelBuffer() }
}
