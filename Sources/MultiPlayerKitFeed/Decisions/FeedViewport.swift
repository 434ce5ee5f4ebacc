import Foundation
import MultiPlayerKit

/// The axis along which a feed scrolls, and the side on which reading begins.
public struct FeedOrientation: Hashable, Sendable {
    public enum Axis: Hashable, Sendable {
        case vertical
        case horizontal
    }

    public var axis: Axis
    /// Whether rows, and a horizontal feed, begin at the right.
    public var isRightToLeft: Bool

    public init(_ axis: Axis, isRightToLeft: Bool = false) {
        self.axis = axis
        self.isRightToLeft = isRightToLeft
    }

    public static let vertical = FeedOrientation(.vertical)
    public static let horizontal = FeedOrientation(.horizontal)
}

/// The part of a feed's content that the viewer sees.
public struct FeedViewport: Hashable, Sendable {
    /// The scroll view's bounds in content coordinates; y points down. May lie beyond the content (overscroll, pull to
    /// refresh).
    public var visible: CGRect

    /// Points at each edge that bars cover.
    public struct Bars: Hashable, Sendable {
        public var top: CGFloat
        public var left: CGFloat
        public var bottom: CGFloat
        public var right: CGFloat

        public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
            self.top = top
            self.left = left
            self.bottom = bottom
            self.right = right
        }
    }

    /// How much of `visible` bars cover: what lies there is seen, but does not count as visible. Default: nothing.
    public var bars: Bars

    /// Where `visible` begins along the axis at both ends of scrolling, without overscroll.
    ///
    /// UIKit: `-adjustedContentInset.top ... contentSize.height + adjustedContentInset.bottom - bounds.height`.
    /// `nil`: derived from the layout's content and the bars; if cells report their frames one by one, the ends are
    /// then unknown and the last cell has no advantage.
    public var scrollRange: ClosedRange<CGFloat>?

    /// Points per second along the axis, positive towards larger coordinates; `nil`: derived from how `visible` moves.
    public var velocity: CGFloat?

    public init(
        visible: CGRect, bars: Bars = Bars(), scrollRange: ClosedRange<CGFloat>? = nil, velocity: CGFloat? = nil
    ) {
        self.visible = visible
        self.bars = bars
        self.scrollRange = scrollRange
        self.velocity = velocity
    }
}

/// What moves a feed.
public enum FeedScrollPhase: String, Hashable, Sendable {
    /// Nothing: the feed is at rest. Also assumed until a phase is reported; until then rest is detected by time.
    case idle
    /// A finger or wheel.
    case dragging
    /// It glides on after the finger has gone: a fling.
    case decelerating
    /// A scroll by the app.
    case programmatic
}

/// A rectangle in the feed's own terms: from `lead` to `trail` along the axis, from `near` to `far` across it, each
/// growing in the direction of reading.
///
/// All decisions are made in these terms, so that none depends on the axis or on right-to-left scripts.
struct FeedFrame: Hashable, Sendable {
    var lead: Double
    var trail: Double
    var near: Double
    var far: Double

    var length: Double { trail - lead }
    var width: Double { far - near }
    var isUsable: Bool { lead.isFinite && trail.isFinite && near.isFinite && far.isFinite && length > 0 && width > 0 }

    func overlaps(_ other: FeedFrame) -> Bool {
        lead < other.trail && other.lead < trail && near < other.far && other.near < far
    }
}

extension FeedOrientation {
    func frame(_ rect: CGRect) -> FeedFrame {
        let x = isRightToLeft ? (-rect.maxX, -rect.minX) : (rect.minX, rect.maxX)
        return axis == .vertical
            ? FeedFrame(lead: rect.minY, trail: rect.maxY, near: x.0, far: x.1)
            : FeedFrame(lead: x.0, trail: x.1, near: rect.minY, far: rect.maxY)
    }

    func rect(_ frame: FeedFrame) -> CGRect {
        let x = axis == .vertical ? (frame.near, frame.far) : (frame.lead, frame.trail)
        let y = axis == .vertical ? frame.lead : frame.near
        return CGRect(
            x: isRightToLeft ? -x.1 : x.0, y: y, width: x.1 - x.0,
            height: axis == .vertical ? frame.length : frame.width)
    }

    /// `size` along the axis and across it.
    func extent(_ size: CGSize) -> (along: Double, across: Double) {
        axis == .vertical ? (size.height, size.width) : (size.width, size.height)
    }

    var isMirrored: Bool { axis == .horizontal && isRightToLeft }
}

/// One cell of a layout, and its position in the reading order.
struct FeedEntry: Hashable, Sendable {
    /// The reading order: along the axis, then across it, then as the app lists them.
    struct Key: Hashable, Comparable, Sendable {
        var lead: Double
        var near: Double
        var ordinal: Int

        static func < (left: Key, right: Key) -> Bool {
            if left.lead != right.lead { return left.lead < right.lead }
            if left.near != right.near { return left.near < right.near }
            return left.ordinal < right.ordinal
        }

        /// Before every cell that begins at `lead` or later.
        static func start(of lead: Double) -> Key { Key(lead: lead, near: -.infinity, ordinal: .min) }
    }

    let id: FeedCellID
    let frame: FeedFrame
    var ordinal: Int

    var key: Key { Key(lead: frame.lead, near: frame.near, ordinal: ordinal) }
}
