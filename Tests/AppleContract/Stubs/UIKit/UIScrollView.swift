// Declarations as in Apple's documentation, https://developer.apple.com/documentation/uikit/uiscrollview. A test says
// what a finger does.

/// https://developer.apple.com/documentation/uikit/uiedgeinsets
@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
public struct UIEdgeInsets: Equatable, Sendable {
    public var top: CGFloat
    public var left: CGFloat
    public var bottom: CGFloat
    public var right: CGFloat
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
    public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}

/// UIKit makes these methods optional, and the kit implements all of them. They are required here so that a misspelt
/// label fails to compile.
@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>)
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
    func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
}

@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UIScrollView: UIView {
    private weak var listener: (any UIScrollViewDelegate)?
    open var delegate: (any UIScrollViewDelegate)? {
        get { listener }
        set { listener = newValue }
    }
    open var contentSize: CGSize = .zero
    open var contentInset = UIEdgeInsets.zero
    open var adjustedContentInset: UIEdgeInsets { contentInset }
    open private(set) var isTracking = false
    open private(set) var isDragging = false
    open private(set) var isDecelerating = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// The origin of the bounds.
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set {
            guard newValue != bounds.origin else { return }
            bounds.origin = newValue
            layoutIfNeeded()
            delegate?.scrollViewDidScroll(self)
        }
    }

    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        self.contentOffset = contentOffset
        if animated { delegate?.scrollViewDidEndScrollingAnimation(self) }
    }

    // MARK: A finger, moved by a test

    /// What the list says of a finger, without a word to the delegate: it may hear of that in another order.
    @_spi(Double) public func say(isTracking: Bool = false, isDragging: Bool = false, isDecelerating: Bool = false) {
        (self.isTracking, self.isDragging, self.isDecelerating) = (isTracking, isDragging, isDecelerating)
    }

    @_spi(Double) public func beginDrag() {
        (isTracking, isDragging, isDecelerating) = (true, true, false)
        delegate?.scrollViewWillBeginDragging(self)
    }

    /// Ends the drag with a velocity in points per millisecond.
    @_spi(Double) public func endDrag(velocity: CGPoint, glides: Bool) {
        var target = contentOffset
        delegate?.scrollViewWillEndDragging(self, withVelocity: velocity, targetContentOffset: &target)
        (isTracking, isDragging, isDecelerating) = (false, false, glides)
        delegate?.scrollViewDidEndDragging(self, willDecelerate: glides)
    }

    @_spi(Double) public func comeToRest() {
        isDecelerating = false
        delegate?.scrollViewDidEndDecelerating(self)
    }
}

/// Maps index paths to views, for both kinds of list. A view whose index path is no longer visible is reused for the
/// next one.
@MainActor
final class ListViews<Cell: UIView> {
    var makers: [String: () -> Cell] = [:]
    private(set) var shown: [IndexPath: Cell] = [:]
    private var spare: [Cell] = []
    /// Whether `end` for the old cells comes only after `begin` for the new ones, as it may in a real list.
    var isLate = false

    func dequeue(_ name: String) -> Cell {
        if let cell = spare.popLast() ?? makers[name]?() { return cell }
        fatalError("no class is registered for \(name)")
    }

    func update(
        _ paths: [IndexPath], in list: UIView, frame: (IndexPath) -> CGRect, make: (IndexPath) -> Cell?,
        begin: (Cell, IndexPath) -> Void, end: (Cell, IndexPath) -> Void
    ) {
        var farewells: [(Cell, IndexPath)] = []
        for (path, cell) in shown where !paths.contains(path) {
            shown[path] = nil
            spare.append(cell)
            cell.removeFromSuperview()
            if isLate { farewells.append((cell, path)) } else { end(cell, path) }
        }
        for path in paths {
            if let cell = shown[path] {
                cell.frame = frame(path)
                continue
            }
            guard let cell = make(path) else { continue }
            cell.frame = frame(path)
            list.addSubview(cell)
            shown[path] = cell
            begin(cell, path)
        }
        for (cell, path) in farewells { end(cell, path) }
    }

    func path(of cell: Cell) -> IndexPath? { shown.first { $0.value === cell }?.key }
}

/// https://developer.apple.com/documentation/foundation/indexpath, with what UIKit adds.
@available(iOS 8.0, macOS 10.10, tvOS 9.0, *)
extension IndexPath {
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    public var section: Int { self[0] }
    public var item: Int { self[1] }
    public var row: Int { self[1] }
}
