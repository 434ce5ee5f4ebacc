#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal) && canImport(UIKit)
    import AVFoundation
    import UIKit

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
    /// It takes no touches. Main thread only.
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
