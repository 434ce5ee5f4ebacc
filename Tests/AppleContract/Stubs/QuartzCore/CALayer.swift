@_exported import CoreGraphics
@_exported import FoundationApple

public protocol CAAction: AnyObject {}

extension NSNull: CAAction {}

public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let center = CALayerContentsGravity(rawValue: "center")
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let linear = CALayerContentsFilter(rawValue: "linear")
    public static let nearest = CALayerContentsFilter(rawValue: "nearest")
    public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

public protocol CALayerDelegate: AnyObject {}

/// Not main-actor isolated in Swift, and not `Sendable`.
open class CALayer: NSObject {
    // `required` because views make their layer from a metatype (`layerClass`).
    public required override init() {
        super.init()
        // What is drawn with Metal covers what is behind it, unless it says otherwise.
        isOpaque = self is CAMetalLayer
    }

    public convenience init(layer: Any) {
        self.init()
    }

    open weak var delegate: (any CALayerDelegate)?
    open var name: String?
    open var bounds: CGRect = .zero
    open var position: CGPoint = .zero
    open var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    open var zPosition: CGFloat = 0
    open var contents: Any?
    open var contentsScale: CGFloat = 1
    open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    open var contentsGravity: CALayerContentsGravity = .resize
    open var magnificationFilter: CALayerContentsFilter = .linear
    open var minificationFilter: CALayerContentsFilter = .linear
    open var opacity: Float = 1
    open var isOpaque = false
    open var isHidden = false
    open var masksToBounds = false
    open var mask: CALayer?
    open var cornerRadius: CGFloat = 0
    open var borderWidth: CGFloat = 0
    open var borderColor: CGColor?
    open var backgroundColor: CGColor?
    open var shouldRasterize = false
    open var allowsGroupOpacity = true
    open var actions: [String: any CAAction]?
    open private(set) var sublayers: [CALayer]?
    open private(set) weak var superlayer: CALayer?
    private var transformation: CGAffineTransform = .identity

    open var frame: CGRect {
        get {
            let box = CGRect(
                x: -bounds.width * anchorPoint.x, y: -bounds.height * anchorPoint.y, width: bounds.width,
                height: bounds.height)
            return box.applying(transformation).offsetBy(dx: position.x, dy: position.y)
        }
        set {
            bounds.size = newValue.size
            position = CGPoint(
                x: newValue.minX + newValue.width * anchorPoint.x, y: newValue.minY + newValue.height * anchorPoint.y)
        }
    }

    open func affineTransform() -> CGAffineTransform {
        transformation
    }

    open func setAffineTransform(_ m: CGAffineTransform) {
        transformation = m
    }

    open func addSublayer(_ layer: CALayer) {
        insert(layer, at: sublayers?.count ?? 0)
    }

    open func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        insert(layer, at: Int(idx))
    }

    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        insert(layer, at: sublayers?.firstIndex { $0 === sibling } ?? 0)
    }

    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        insert(layer, at: (sublayers?.firstIndex { $0 === sibling }).map { $0 + 1 } ?? sublayers?.count ?? 0)
    }

    open func removeFromSuperlayer() {
        superlayer?.sublayers?.removeAll { $0 === self }
        if superlayer?.sublayers?.isEmpty == true { superlayer?.sublayers = nil }
        superlayer = nil
    }

    open func setNeedsLayout() {}
    open func layoutIfNeeded() {}
    open func layoutSublayers() {}
    open func setNeedsDisplay() {}
    open func removeAllAnimations() {}

    private func insert(_ layer: CALayer, at index: Int) {
        layer.removeFromSuperlayer()
        var children = sublayers ?? []
        children.insert(layer, at: min(index, children.count))
        sublayers = children
        layer.superlayer = self
    }
}

open class CATransaction: NSObject {
    private static let state = TransactionState()

    open class func begin() { state.begin() }
    open class func commit() { state.commit() }
    open class func flush() { Flushes.count += 1 }
    open class func disableActions() -> Bool { state.disabled }
    open class func setDisableActions(_ flag: Bool) { state.disabled = flag }
    open class func animationDuration() -> CFTimeInterval { 0.25 }
    open class func setAnimationDuration(_ dur: CFTimeInterval) {}
    open class func setCompletionBlock(_ block: (() -> Void)?) { block?() }
}

/// How often what has changed was sent to the screen at once. Main thread only.
@_spi(Double)
public enum Flushes {
    nonisolated(unsafe) public fileprivate(set) static var count = 0
}

private final class TransactionState: @unchecked Sendable {
    private let lock = NSLock()
    private var stack: [Bool] = [false]

    var disabled: Bool {
        get { lock.withLock { stack.last ?? false } }
        set { lock.withLock { stack[stack.count - 1] = newValue } }
    }

    func begin() { lock.withLock { stack.append(stack.last ?? false) } }
    func commit() { lock.withLock { if stack.count > 1 { stack.removeLast() } } }
}
