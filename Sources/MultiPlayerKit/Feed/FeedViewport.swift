import Foundation

/// Along which way a feed scrolls, and where reading begins.
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

/// What part of a feed's content the viewer sees.
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

    /// What of `visible` lies under bars: seen, but not enough to play. Default: nothing.
    public var bars: Bars

    /// Where `visible` begins along the axis at both ends of scrolling, overscroll left out.
    ///
    /// UIKit: `-adjustedContentInset.top ... contentSize.height + adjustedContentInset.bottom - bounds.height`.
    /// `nil`: taken from the layout's content and the bars; where cells report their frames one by one, the ends are
    /// then not known and the last cell has no advantage.
    public var scrollRange: ClosedRange<CGFloat>?

    /// Points a second along the axis, positive towards larger coordinates; `nil`: taken from how `visible` moves.
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
    /// Nothing: at rest. Also what is assumed until a phase is told; then rest is found by time.
    case idle
    /// A finger or wheel.
    case dragging
    /// It glides on after the finger has gone: a fling.
    case decelerating
    /// The app scrolls to somewhere.
    case programmatic
}
