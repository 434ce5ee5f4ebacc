#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    extension ComposedSurface {
        /// The group of which two members are shown; `nil`, the default: none. The surface does not keep the group
        /// alive.
        public var group: PlaybackGroup? { picture.stage.group }

        /// Where the pictures go and how they fit, with spacing and margin in points, and which difference of which two
        /// members is shown. An arrangement that is none counts as that of the first two. Default:
        /// `TileLayout.difference`.
        public var layout: TileLayout {
            get { picture.layout }
            set { picture.layout = newValue }
        }

        /// Display ticks of the playing group at which one of the two pictures was missing, so that the last two
        /// stayed. Counted since ``show(_:)``.
        public var lateTicks: Int { picture.stage.lateTicks }

        /// Gets each new pair of pictures; not kept alive.
        package var reader: (any ComposedReader)? {
            get { picture.stage.reader }
            set { picture.stage.reader = newValue }
        }

        /// Shows the difference of two members of a group, or nothing.
        ///
        /// Members that no AVPlayer plays, streams and protected files are not shown: their pixels cannot be read.
        public func show(_ group: PlaybackGroup?) {
            picture.show(group)
        }

        /// Releases the group and removes the outputs from its players.
        public func release() {
            picture.end()
        }
    }
#endif

#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal) && canImport(UIKit)
    import AVFoundation
    import UIKit

    /// A view that shows the difference of two members of a group, composed from their pixels.
    ///
    /// ```swift
    /// let surface = ComposedSurface(frame: .zero)
    /// surface.show(group)
    /// ```
    /// Both pictures are of exactly one instant: if one is not there in time, the last two stay. Equal pixels are
    /// black. The difference is in standard dynamic range and needs files that are not protected. If you can, show the
    /// group before its videos are opened: a player that already plays may lose a few frames when its pixels are
    /// requested.
    ///
    /// The view takes no touches. Use it on the main thread only.
    public final class ComposedSurface: UIView {
        let picture: ComposedPicture

        /// Creates a surface without a group.
        ///
        /// - Parameter frame: in points of the superview.
        public override convenience init(frame: CGRect) {
            self.init(frame: frame, drawing: CoreImageDrawing())
        }

        init(frame: CGRect, drawing: (any ComposedDrawing)?) {
            picture = ComposedPicture(drawing: drawing)
            super.init(frame: frame)
            isUserInteractionEnabled = false
            clipsToBounds = true
            layer.addSublayer(picture.layer)
        }

        @available(*, unavailable, message: "a surface is made in code")
        public required init?(coder: NSCoder) {
            fatalError("a surface is made in code")
        }

        deinit {
            let picture = picture
            MainQueue.run { picture.end() }
        }

        public override func layoutSubviews() {
            super.layoutSubviews()
            picture.layOut(in: bounds, scale: traitCollection.displayScale)
        }

        public override func didMoveToWindow() {
            super.didMoveToWindow()
            picture.isOnScreen = window != nil
        }
    }
#endif

#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal) && canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import AVFoundation

    /// A view that shows the difference of two members of a group, composed from their pixels.
    ///
    /// ```swift
    /// let surface = ComposedSurface(frame: .zero)
    /// surface.show(group)
    /// ```
    /// Both pictures are of exactly one instant: if one is not there in time, the last two stay. Equal pixels are
    /// black. The difference is in standard dynamic range and needs files that are not protected. If you can, show the
    /// group before its videos are opened: a player that already plays may lose a few frames when its pixels are
    /// requested.
    ///
    /// The view takes no clicks. Use it on the main thread only.
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
            // Outside a window the scale does not matter: the view is laid out again once it is inside one.
            picture.layOut(in: bounds, scale: window?.backingScaleFactor ?? 1)
        }
    }
#endif
