#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import CoreGraphics
    import QuartzCore

    /// What a tile shows, and for whom. Whatever arrives for an earlier turn of the tile is left.
    @MainActor
    final class FeedTileContent {
        let still = CALayer()
        private(set) var cell: FeedCellID?
        /// Counts the contents that the tile was for.
        private(set) var turn = 0
        private(set) var surface: PlayerSurface?
        var onStatus: (@MainActor (FeedCellStatus) -> Void)?
        private var told: FeedCellStatus?
        private var poster: CGImage?
        private var held: CGImage?

        init() {
            still.contentsGravity = .resizeAspectFill
        }

        /// What is seen under the video now.
        var picture: CGImage? { held ?? poster }

        /// Nothing of the former content is seen from here on.
        @discardableResult
        func begin(_ cell: FeedCellID?) -> Int {
            turn += 1
            self.cell = cell
            told = nil
            drop()
            (poster, held) = (nil, nil)
            draw()
            return turn
        }

        /// Passes a status on, unless it is known.
        func tell(_ status: FeedCellStatus) {
            guard status.cell == cell, status != told else { return }
            told = status
            onStatus?(status)
        }

        func setPoster(_ image: CGImage?, turn: Int) {
            guard turn == self.turn else { return }
            poster = image
            draw()
        }

        /// Keeps a copy of the last picture while the player is elsewhere; `nil`: back to the poster.
        func hold(_ image: CGImage?) {
            held = image
            draw()
        }

        /// Shows a surface over the still.
        func adopt(_ surface: PlayerSurface, in tile: FeedTile) {
            guard self.surface !== surface || surface.superview !== tile else { return }
            drop()
            surface.fitting = .fill
            surface.frame = tile.bounds
            tile.addSubview(surface)
            self.surface = surface
        }

        /// Gives the surface back, unless another tile has it already.
        func drop() {
            if let surface, (surface.superview as? FeedTile)?.content === self { surface.removeFromSuperview() }
            surface = nil
        }

        func layOut(in bounds: CGRect, scale: CGFloat) {
            Self.withoutAnimation {
                still.frame = bounds
                still.contentsScale = scale
            }
            if let surface, (surface.superview as? FeedTile)?.content === self { surface.frame = bounds }
        }

        private func draw() {
            Self.withoutAnimation { still.contents = picture }
        }

        private static func withoutAnimation(_ change: () -> Void) {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            change()
            CATransaction.commit()
        }
    }
#endif
