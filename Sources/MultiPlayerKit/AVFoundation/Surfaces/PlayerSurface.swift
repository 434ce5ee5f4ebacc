#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import CoreGraphics

    extension PlayerSurface {
        /// The player whose pictures are shown; `nil`: none. Default: `nil`.
        public var player: AVPlayer? { layers.player }

        /// The image shown until the player's first picture is there, in the place that picture will take; `nil`, the
        /// default: none.
        public var poster: CGImage? {
            get { layers.poster }
            set { layers.poster = newValue }
        }

        /// How pictures and poster fill the surface when their shapes differ. Default: ``PictureFitting/fit``.
        public var fitting: PictureFitting {
            get { layers.fitting }
            set { layers.fitting = newValue }
        }

        /// Whether a picture of the player is on the screen.
        ///
        /// Becomes `false` when the player or its item is replaced, not while the player seeks.
        public var isShowingPicture: Bool { layers.isShowingPicture }

        /// Called on the main actor each time a picture appears where there was none. Default: `nil`.
        public var onFirstPicture: (@MainActor () -> Void)? {
            get { layers.onFirstPicture }
            set { layers.onFirstPicture = newValue }
        }

        /// Shows a player, or none; the poster is seen until the player's first picture is there. A still held from
        /// another player is dropped.
        ///
        /// Call it before the player gets its item. A surface attached to a player that already plays may cost that
        /// player a few frames. One player belongs on one surface.
        ///
        /// With a member's player, from ``PlaybackGroup/player(of:)``, the surface follows the member: when the group
        /// goes on with another player, or takes the decoder away, the surface shows what there is to show.
        public func show(_ player: AVPlayer?) {
            layers.show(player)
            SurfacePool.shared.follow(with: self)
        }

        /// Releases the player, the poster and ``onFirstPicture``, so that the surface can serve another player.
        public func release() {
            layers.release()
        }

        /// Keeps the picture that is seen now, so that it stays when the player loses its item and thereby its decoder.
        ///
        /// The player must not be moving: pause it first.
        ///
        /// - Returns: Whether there was a picture to keep. If not (the player is moving, its video is protected,
        ///   nothing was shown yet), nothing changes: an earlier still or the poster stays.
        @discardableResult
        public func holdStill() -> Bool {
            layers.holdStill()
        }
    }
#endif

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
    /// The view never turns transparent between two pictures. It takes no touches. Use it on the main thread only.
    public final class PlayerSurface: UIView {
        package let layers = SurfaceLayers()

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

#if canImport(AVFoundation) && canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import AVFoundation

    typealias PlatformView = NSView

    /// A view that shows the pictures of one `AVPlayer`, and a still where it has none.
    ///
    /// ```swift
    /// let surface = PlayerSurface(frame: .zero)
    /// surface.poster = poster
    /// surface.show(player)                          // before the player gets its item
    /// player.replaceCurrentItem(with: item)
    /// ```
    /// The view never turns transparent between two pictures. It takes no clicks. Use it on the main thread only.
    public final class PlayerSurface: NSView {
        package let layers = SurfaceLayers()

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
            // Outside a window the scale does not matter: the view is laid out again once it is inside one.
            layers.layOut(in: bounds, scale: window?.backingScaleFactor ?? 1)
        }
    }
#endif

#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import CoreGraphics
    import SwiftUI

    /// Shows the pictures of one `AVPlayer` in SwiftUI, and a poster until the first is there.
    ///
    /// The player keeps its layer while views come and go, so a change of layout costs no frame. A player is shown in
    /// one place at a time: in the view that requested it last.
    public struct PlayerSurfaceView: View {
        private let request: SurfaceRequest

        /// Creates a view of a player.
        ///
        /// - Parameters:
        ///   - player: the player whose pictures are shown; `nil`: only the poster.
        ///   - fitting: how pictures and poster fill the view. Default: whole, with their aspect ratio kept.
        ///   - poster: shown until the first picture is there. Default: nothing.
        ///   - onFirstPicture: called on the main actor each time a picture appears where there was none.
        public init(
            player: AVPlayer?, fitting: PictureFitting = .fit, poster: CGImage? = nil,
            onFirstPicture: (@MainActor () -> Void)? = nil
        ) {
            request = SurfaceRequest(player: player, fitting: fitting, poster: poster, onFirstPicture: onFirstPicture)
        }

        /// The view's content.
        public var body: some View {
            SurfaceBridge(request: request)
        }
    }
#endif
