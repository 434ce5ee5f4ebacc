#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import CoreGraphics
    import MultiPlayerKit
    import QuartzCore

    /// What a tile shows, and for which cell. Arrivals for an earlier turn of the tile are ignored.
    @MainActor
    final class FeedTileContent {
        let still = CALayer()
        private(set) var cell: FeedCellID?
        /// The number of the current turn; each `begin` starts another.
        private(set) var turn = 0
        private(set) var surface: PlayerSurface?
        /// How often a list has announced that the tile's view is about to be seen, less the ends that it announced. Lists
        /// announce a view's next cell before they end its last one.
        var openTurns = 0
        var onStatus: (@MainActor (FeedCellStatus) -> Void)?
        private var told: FeedCellStatus?
        private var poster: CGImage?
        private var held: CGImage?

        init() {
            still.contentsGravity = .resizeAspectFill
        }

        /// The picture under the video.
        var picture: CGImage? { held ?? poster }

        /// Begins a turn; nothing of the former content is seen from here on.
        @discardableResult
        func begin(_ cell: FeedCellID?) -> Int {
            turn += 1
            self.cell = cell
            told = nil
            drop()
            (poster, held) = (nil, nil)
            draw()
            return turn
        }

        /// Passes a status on, unless it is the one that was passed on last.
        func tell(_ status: FeedCellStatus) {
            guard status.cell == cell, status != told else { return }
            told = status
            onStatus?(status)
        }

        func setPoster(_ image: CGImage?, turn: Int) {
            guard turn == self.turn else { return }
            poster = image
            draw()
        }

        /// Keeps a copy of the last picture while the player is elsewhere; `nil`: back to the poster.
        func hold(_ image: CGImage?) {
            held = image
            draw()
        }

        /// Shows a surface over the still.
        func adopt(_ surface: PlayerSurface, in tile: FeedTile) {
            guard surface.superview !== tile else { return }
            drop()
            surface.fitting = .fill
            surface.frame = tile.bounds
            tile.addSubview(surface)
            self.surface = surface
        }

        /// Gives the surface back, unless another tile has it already.
        func drop() {
            if let surface, (surface.superview as? FeedTile)?.content === self { surface.removeFromSuperview() }
            surface = nil
        }

        func layOut(in bounds: CGRect, scale: CGFloat) {
            Self.withoutAnimation {
                still.frame = bounds
                still.contentsScale = scale
            }
            if let surface, (surface.superview as? FeedTile)?.content === self { surface.frame = bounds }
        }

        private func draw() {
            Self.withoutAnimation { still.contents = picture }
        }

        private static func withoutAnimation(_ change: () -> Void) {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            change()
            CATransaction.commit()
        }
    }
#endif

#if canImport(AVFoundation) && canImport(UIKit)
    import AVFoundation
    import MultiPlayerKit
    import UIKit

    /// The part of a cell's view that shows its video: a poster or still, and above it a pooled surface.
    ///
    /// Put one in each cell and keep it there; ``FeedController/show(_:in:)`` says which content it is for. It takes no
    /// touches.
    public final class FeedTile: UIView {
        let content = FeedTileContent()

        /// - Parameter frame: in points of the superview.
        public override init(frame: CGRect) {
            super.init(frame: frame)
            isUserInteractionEnabled = false
            clipsToBounds = true
            layer.addSublayer(content.still)
        }

        @available(*, unavailable, message: "a tile is made in code")
        public required init?(coder: NSCoder) {
            fatalError("a tile is made in code")
        }

        public override func layoutSubviews() {
            super.layoutSubviews()
            content.layOut(in: bounds, scale: traitCollection.displayScale)
        }
    }
#endif

#if canImport(AVFoundation) && canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import AVFoundation
    import MultiPlayerKit

    /// The part of a cell's view that shows its video: a poster or still, and above it a pooled surface.
    ///
    /// Put one in each cell and keep it there; ``FeedController/show(_:in:)`` says which content it is for. It takes no
    /// clicks.
    public final class FeedTile: NSView {
        let content = FeedTileContent()

        /// - Parameter frame: in points of the superview.
        public override init(frame: NSRect) {
            super.init(frame: frame)
            let host = CALayer()
            host.masksToBounds = true
            layer = host
            wantsLayer = true
            host.addSublayer(content.still)
        }

        @available(*, unavailable, message: "a tile is made in code")
        public required init?(coder: NSCoder) {
            fatalError("a tile is made in code")
        }

        public override func setFrameSize(_ newSize: NSSize) {
            super.setFrameSize(newSize)
            content.layOut(in: bounds, scale: window?.backingScaleFactor ?? 1)
        }

        public override func hitTest(_ point: NSPoint) -> NSView? {
            nil
        }
    }
#endif

#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    /// What the overlay of a cell depends on: play buttons, "play again", the loudspeaker.
    public struct FeedCellStatus: Hashable, Sendable {
        /// The cell whose status this is.
        public var cell: FeedCellID
        /// What the viewer is offered instead of a playing video.
        public var offer = FeedOffer.nothing
        /// Whether it plays now, or begins to.
        public var plays = false
        /// Whether it is the audible cell.
        public var isAudible = false
        /// Whether the feed is muted: the viewer's one choice for all cells.
        public var isMuted = true
        /// Why the cell does what it does, in words, for logs and developer overlays.
        public var reason = ""

        /// Creates the status of a cell of which nothing is known yet.
        public init(cell: FeedCellID) { self.cell = cell }
    }

    extension FeedController {
        /// What a cell's overlay shows.
        public func status(of cell: FeedCellID) -> FeedCellStatus {
            var status = FeedCellStatus(cell: cell)
            let assignment = feed.assignment(of: cell)
            status.offer = assignment?.offer ?? .nothing
            status.plays = assignment?.role.plays ?? false
            status.isAudible = feed.audible?.cell == cell
            status.isMuted = feed.isMuted
            status.reason = feed.explanation(of: cell)
            return status
        }
    }

    extension FeedTile {
        /// The cell that the tile is for; `nil`: none.
        public var cell: FeedCellID? { content.cell }

        /// Called on the main actor with what to lay over the picture: at once when the tile is made ready for a cell,
        /// then at each change. Set it before ``FeedController/show(_:in:)``. Default: nothing.
        public var onStatus: (@MainActor (FeedCellStatus) -> Void)? {
            get { content.onStatus }
            set { content.onStatus = newValue }
        }
    }
#endif
