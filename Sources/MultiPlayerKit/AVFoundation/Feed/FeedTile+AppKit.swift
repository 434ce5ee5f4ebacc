#if canImport(AVFoundation) && canImport(AppKit) && !canImport(UIKit)
    import AVFoundation
    import AppKit

    /// The place in a cell's view where its video is seen: a poster or still, and above it a pooled surface.
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
