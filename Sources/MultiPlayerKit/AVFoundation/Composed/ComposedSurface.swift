#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation

    extension ComposedSurface {
        /// The group whose first two members are shown; `nil`, the default: none. It is not kept alive.
        public var group: PlaybackGroup? { picture.stage.group }

        /// Where the pictures go and how they fit, with spacing and margin in points. Its arrangement counts as
        /// ``TileLayout/Arrangement/difference``. Default: ``TileLayout/difference``.
        public var layout: TileLayout {
            get { picture.layout }
            set { picture.layout = newValue }
        }

        /// Display ticks of the playing group at which one of the two pictures was not there, so that the last two
        /// stayed. Counted since ``show(_:)``.
        public var lateTicks: Int { picture.stage.lateTicks }

        /// Shows the difference of the first two members of a group, or nothing.
        ///
        /// Members that are not AVPlayers are not shown, nor are streams and protected files: they keep their pixels to
        /// themselves.
        public func show(_ group: PlaybackGroup?) {
            picture.show(group)
        }

        /// Lets go of the group and takes the outputs off its players.
        public func release() {
            picture.end()
        }
    }
#endif
