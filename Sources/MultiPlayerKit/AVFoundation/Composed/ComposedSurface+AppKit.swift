#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal) && canImport(AppKit) && !canImport(UIKit)
    import AVFoundation
    import AppKit

    /// A view that shows the difference of the first two members of a group, composed from their pixels.
    ///
    /// ```swift
    /// let surface = ComposedSurface(frame: .zero)
    /// surface.show(group)
    /// ```
    /// Both pictures are of one instant, exactly: where one is not there in time, the last two stay. Equal pixels are
    /// black. In standard dynamic range, for files that are not protected. Show the group before its videos are opened
    /// where you can: a player that plays already may lose a few frames when its pixels are asked for.
    ///
    /// It takes no clicks. Main thread only.
    public final class ComposedSurface: NSView {
        let picture: ComposedPicture

        /// Creates a surface without a group.
        ///
        /// - Parameter frame: in points of the superview.
        public override convenience init(frame: NSRect) {
            self.init(frame: frame, drawing: CoreImageDrawing())
        }

        init(frame: NSRect, drawing: (any ComposedDrawing)?) {
            picture = ComposedPicture(drawing: drawing)
            super.init(frame: frame)
            let host = CALayer()
            host.masksToBounds = true
            layer = host
            wantsLayer = true
            host.addSublayer(picture.layer)
        }

        @available(*, unavailable, message: "a surface is made in code")
        public required init?(coder: NSCoder) {
            fatalError("a surface is made in code")
        }

        deinit {
            let picture = picture
            MainQueue.run { picture.end() }
        }

        public override func setFrameSize(_ newSize: NSSize) {
            super.setFrameSize(newSize)
            layOut()
        }

        public override func viewDidChangeBackingProperties() {
            super.viewDidChangeBackingProperties()
            layOut()
        }

        public override func viewDidMoveToWindow() {
            super.viewDidMoveToWindow()
            picture.isOnScreen = window != nil
        }

        public override func hitTest(_ point: NSPoint) -> NSView? {
            nil
        }

        private func layOut() {
            // A view outside a window is about to be laid out again inside one.
            picture.layOut(in: bounds, scale: window?.backingScaleFactor ?? 1)
        }
    }
#endif
