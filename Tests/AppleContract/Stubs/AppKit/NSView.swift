// Declarations as in Apple's documentation, https://developer.apple.com/documentation/appkit. Built separately, never
// together with the stand-in for UIKit.
@_exported import CoreGraphics
@_exported import FoundationApple
@_exported import QuartzCore

@available(macOS 10.0, *)
@available(iOS, unavailable)
@available(tvOS, unavailable)
@MainActor
open class NSResponder: NSObject {
    public nonisolated override init() {
        super.init()
    }

    public required init?(coder: NSCoder) {
        super.init()
    }
}

/// https://developer.apple.com/documentation/appkit/nsview
@available(macOS 10.0, *)
@available(iOS, unavailable)
@available(tvOS, unavailable)
@MainActor
open class NSView: NSResponder {
    private var place: NSRect
    open var frame: NSRect {
        get { place }
        set {
            place.origin = newValue.origin
            setFrameSize(newValue.size)
        }
    }
    open var bounds: NSRect
    open private(set) weak var superview: NSView?
    open var subviews: [NSView] = []
    open private(set) weak var window: NSWindow?
    open var layer: CALayer?
    open var wantsLayer = false {
        didSet { if wantsLayer, layer == nil { layer = makeBackingLayer() } }
    }
    open var needsLayout = true
    open var isHidden = false
    open var isFlipped: Bool { false }

    public init(frame frameRect: NSRect) {
        place = frameRect
        bounds = NSRect(origin: .zero, size: frameRect.size)
        super.init()
    }

    public required init?(coder: NSCoder) {
        place = .zero
        bounds = .zero
        super.init(coder: coder)
    }

    open func makeBackingLayer() -> CALayer { CALayer() }

    open func addSubview(_ view: NSView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
        view.moved(to: window)
    }

    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
        moved(to: nil)
    }

    open func setFrameSize(_ newSize: NSSize) {
        place.size = newSize
        bounds.size = newSize
        layer?.frame = place
        needsLayout = true
    }

    open func layout() { needsLayout = false }
    open func viewDidMoveToWindow() {}
    open func viewDidChangeBackingProperties() {}
    open func hitTest(_ point: NSPoint) -> NSView? { self }

    open func layoutSubtreeIfNeeded() {
        if needsLayout { layout() }
        subviews.forEach { $0.layoutSubtreeIfNeeded() }
    }

    fileprivate func moved(to window: NSWindow?) {
        self.window = window
        viewDidMoveToWindow()
        viewDidChangeBackingProperties()
        subviews.forEach { $0.moved(to: window) }
    }
}

/// https://developer.apple.com/documentation/appkit/nswindow
@available(macOS 10.0, *)
@available(iOS, unavailable)
@available(tvOS, unavailable)
@MainActor
open class NSWindow: NSResponder {
    open var backingScaleFactor: CGFloat { 2 }
}

@available(macOS 10.0, *)
@available(iOS, unavailable)
@available(tvOS, unavailable)
@MainActor
open class NSWorkspace: NSObject {
    public static let shared = NSWorkspace()

    open var accessibilityDisplayShouldReduceMotion: Bool { false }
    open var notificationCenter: NotificationCenter { .default }

    public nonisolated class var didWakeNotification: NSNotification.Name {
        NSNotification.Name("NSWorkspaceDidWakeNotification")
    }
    public nonisolated class var accessibilityDisplayOptionsDidChangeNotification: NSNotification.Name {
        NSNotification.Name("NSWorkspaceAccessibilityDisplayOptionsDidChangeNotification")
    }
}
