#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import CoreGraphics

    extension PlayerSurface {
        /// The player whose pictures are shown; `nil`: none. Default: `nil`.
        public var player: AVPlayer? { layers.player }

        /// Shown until the player's first picture is there, in the place that picture will take; `nil`, the default:
        /// nothing.
        public var poster: CGImage? {
            get { layers.poster }
            set { layers.poster = newValue }
        }

        /// How pictures and poster fill the surface when their shapes differ. Default: ``TileLayout/Fitting/fit``.
        public var fitting: TileLayout.Fitting {
            get { layers.fitting }
            set { layers.fitting = newValue }
        }

        /// Whether a picture of the player is on the screen.
        ///
        /// Falls when the player or its item is replaced, not while the player seeks.
        public var isShowingPicture: Bool { layers.isShowingPicture }

        /// Called on the main actor each time a picture appears where there was none. Default: `nil`.
        public var onFirstPicture: (@MainActor () -> Void)? {
            get { layers.onFirstPicture }
            set { layers.onFirstPicture = newValue }
        }

        /// Shows a player, or none; the poster is seen until its first picture is there. A still that was held of another
        /// player goes.
        ///
        /// Call it before the player gets its item. A surface attached to a player that already plays may cost that
        /// player a few frames. One player belongs on one surface.
        public func show(_ player: AVPlayer?) {
            layers.show(player)
        }

        /// Lets go of the player, the poster and ``onFirstPicture``, so that the surface can serve another.
        public func release() {
            layers.release()
        }

        /// Keeps the picture that is seen now, so that it stays when the player loses its item and with it its decoder.
        ///
        /// The player must stand still: pause it first.
        ///
        /// - Returns: Whether there was such a picture. If not (the player moves, its video is protected, nothing was
        ///   shown yet), an earlier still or the poster stands in, and nothing has changed.
        @discardableResult
        public func holdStill() -> Bool {
            layers.holdStill()
        }
    }
#endif
