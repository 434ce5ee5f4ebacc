#if canImport(AVFoundation) && canImport(AppKit) && !canImport(UIKit)
    import AVFoundation
    import AppKit

    typealias PlatformView = NSView

    /// A view that shows the pictures of one `AVPlayer`, and a still where it has none.
    ///
    /// ```swift
    /// let surface = PlayerSurface(frame: .zero)
    /// surface.poster = poster
    /// surface.show(player)                          // before the player gets its item
    /// player.replaceCurrentItem(with: item)
    /// ```
    /// It never turns transparent between two pictures. It takes no clicks. Main thread only.
    public final class PlayerSurface: NSView {
        let layers = SurfaceLayers()

        /// Creates a surface without a player.
        ///
        /// - Parameter frame: in points of the superview.
        public override init(frame: NSRect) {
            super.init(frame: frame)
            let host = CALayer()
            host.masksToBounds = true
            layer = host
            wantsLayer = true
            layers.attach(to: host)
        }

        @available(*, unavailable, message: "a surface is made in code")
        public required init?(coder: NSCoder) {
            fatalError("a surface is made in code")
        }

        public override func setFrameSize(_ newSize: NSSize) {
            super.setFrameSize(newSize)
            layOutLayers()
        }

        public override func viewDidChangeBackingProperties() {
            super.viewDidChangeBackingProperties()
            layOutLayers()
        }

        public override func hitTest(_ point: NSPoint) -> NSView? {
            nil
        }

        private func layOutLayers() {
            // A view outside a window is about to be laid out again inside one.
            layers.layOut(in: bounds, scale: window?.backingScaleFactor ?? 1)
        }
    }
#endif
