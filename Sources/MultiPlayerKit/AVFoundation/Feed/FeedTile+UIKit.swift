#if canImport(AVFoundation) && canImport(UIKit)
    import AVFoundation
    import UIKit

    /// The place in a cell's view where its video is seen: a poster or still, and above it a pooled surface.
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
