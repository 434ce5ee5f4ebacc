#if canImport(AVFoundation) && canImport(UIKit)
    import AVFoundation
    import UIKit

    typealias PlatformView = UIView

    /// A view that shows the pictures of one `AVPlayer`, and a still where it has none.
    ///
    /// ```swift
    /// let surface = PlayerSurface(frame: .zero)
    /// surface.poster = poster
    /// surface.show(player)                          // before the player gets its item
    /// player.replaceCurrentItem(with: item)
    /// ```
    /// It never turns transparent between two pictures. It takes no touches. Main thread only.
    public final class PlayerSurface: UIView {
        let layers = SurfaceLayers()

        /// Creates a surface without a player.
        ///
        /// - Parameter frame: in points of the superview.
        public override init(frame: CGRect) {
            super.init(frame: frame)
            isUserInteractionEnabled = false
            clipsToBounds = true
            layers.attach(to: layer)
        }

        @available(*, unavailable, message: "a surface is made in code")
        public required init?(coder: NSCoder) {
            fatalError("a surface is made in code")
        }

        public override func layoutSubviews() {
            super.layoutSubviews()
            layers.layOut(in: bounds, scale: traitCollection.displayScale)
        }
    }
#endif
