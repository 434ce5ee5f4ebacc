// Declarations as in Apple's documentation, https://developer.apple.com/documentation/uikit. A view keeps its layer,
// its subviews and its bounds; it draws nothing.
@_exported import CoreGraphics
@_exported import FoundationApple
@_exported import QuartzCore

@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UIResponder: NSObject {
    public nonisolated override init() {
        super.init()
    }

    open var next: UIResponder? { nil }
}

/// https://developer.apple.com/documentation/uikit/uiview
@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UIView: UIResponder {
    open class var layerClass: AnyClass { CALayer.self }

    private var ownLayer: CALayer?
    open var frame: CGRect {
        get { layer.frame }
        set {
            layer.frame = newValue
            setNeedsLayout()
        }
    }
    open var bounds: CGRect {
        get { layer.bounds }
        set {
            layer.bounds = newValue
            setNeedsLayout()
        }
    }
    open private(set) var subviews: [UIView] = []
    open private(set) weak var superview: UIView?
    open private(set) weak var window: UIWindow?
    open var isUserInteractionEnabled = true
    open var isHidden = false
    open var isOpaque = true
    open var alpha: CGFloat = 1
    open var backgroundColor: UIColor?
    /// The controller whose view this is.
    weak var controller: UIViewController?
    open override var next: UIResponder? { controller ?? superview }
    open var clipsToBounds: Bool {
        get { layer.masksToBounds }
        set { layer.masksToBounds = newValue }
    }
    public internal(set) var traitCollection = UITraitCollection()
    private var needsLayout = true

    public init(frame: CGRect) {
        super.init()
        layer.frame = frame
    }

    public required init?(coder: NSCoder) {
        super.init()
    }

    open var layer: CALayer {
        if let ownLayer { return ownLayer }
        guard let type = Self.layerClass as? CALayer.Type else { fatalError("layerClass is no CALayer") }
        let layer = type.init()
        ownLayer = layer
        return layer
    }

    /// Whether a view that is moved within a window leaves it for a moment. Apple does not say.
    @_spi(Double) public static var leavesWindowToMove = true

    open func addSubview(_ view: UIView) {
        if Self.leavesWindowToMove || view.window !== window { view.removeFromSuperview() } else { view.detach() }
        subviews.append(view)
        layer.addSublayer(view.layer)
        view.superview = self
        view.checkController()
        view.moved(to: window)
    }

    open func removeFromSuperview() {
        detach()
        moved(to: nil)
    }

    private func detach() {
        superview?.subviews.removeAll { $0 === self }
        layer.removeFromSuperlayer()
        superview = nil
    }

    open func layoutSubviews() {}
    open func didMoveToSuperview() {}
    open func didMoveToWindow() {}
    open func setNeedsLayout() { needsLayout = true }

    open func layoutIfNeeded() {
        if needsLayout {
            needsLayout = false
            layoutSubviews()
        }
        subviews.forEach { $0.layoutIfNeeded() }
    }

    /// UIKit raises an exception where a child's view comes below another controller than its parent.
    private func checkController() {
        guard let parent = controller?.parent else { return }
        var above: UIResponder? = superview
        while let responder = above, !(responder is UIViewController) { above = responder.next }
        precondition(above === parent, "UIViewControllerHierarchyInconsistency")
    }

    fileprivate func moved(to window: UIWindow?) {
        self.window = window
        setNeedsLayout()
        didMoveToSuperview()
        didMoveToWindow()
        subviews.forEach { $0.moved(to: window) }
    }
}

@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UIWindow: UIView {
    open override func addSubview(_ view: UIView) {
        super.addSubview(view)
        view.moved(to: self)
    }
}

/// https://developer.apple.com/documentation/uikit/uitraitcollection
@available(iOS 8.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
open class UITraitCollection: NSObject, @unchecked Sendable {

    open var displayScale: CGFloat { 2 }
}
