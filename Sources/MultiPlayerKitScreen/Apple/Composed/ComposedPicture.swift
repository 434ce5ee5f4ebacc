#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal)
    import AVFoundation
    import Metal
    import MultiPlayerKit
    import QuartzCore

    /// The layer of a composed surface, drawn on the display's ticks.
    @MainActor
    final class ComposedPicture: NSObject, CAMetalDisplayLinkDelegate {
        let stage = ComposedStage()
        let layer = CAMetalLayer()
        /// Where the pictures go; its arrangement always counts as a difference.
        var layout = TileLayout.difference {
            didSet { stage.difference = difference }
        }

        private let drawing: (any ComposedDrawing)?
        private var link: CAMetalDisplayLink?
        private var scale: CGFloat = 1
        /// What was drawn last; the parts are unchanged unless the stage reports otherwise.
        private var drawn: (layout: TileLayout, size: CGSize)?

        init(drawing: (any ComposedDrawing)?) {
            self.drawing = drawing
            super.init()
            drawing?.prepare(layer)
            layer.isOpaque = false
            layer.isHidden = true
        }

        /// Whether the layer is on a screen; it ticks only then.
        var isOnScreen = false {
            didSet { updateLink() }
        }

        func show(_ group: PlaybackGroup?) {
            stage.group = group
            if stage.shown.isEmpty { hide() }
            updateLink()
        }

        func layOut(in bounds: CGRect, scale: CGFloat) {
            self.scale = scale
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            layer.frame = bounds
            layer.contentsScale = scale
            layer.drawableSize = CGSize(
                width: (bounds.width * scale).rounded(), height: (bounds.height * scale).rounded())
            CATransaction.commit()
        }

        /// Releases the group, its players' outputs and the display link.
        func end() {
            stage.end()
            updateLink()
            hide()
        }

        private func updateLink() {
            guard isOnScreen, stage.group != nil else {
                link?.invalidate()
                link = nil
                return
            }
            guard link == nil else { return }
            let link = CAMetalDisplayLink(metalLayer: layer)
            link.delegate = self
            link.add(to: .main, forMode: .common)
            self.link = link
        }

        nonisolated func metalDisplayLink(_ link: CAMetalDisplayLink, needsUpdate update: CAMetalDisplayLink.Update) {
            // Called on the main run loop, to which the link was added; the update is not kept.
            nonisolated(unsafe) let update = update
            MainActor.assumeIsolated { tick(update) }
        }

        private func tick(_ update: CAMetalDisplayLink.Update) {
            // In seconds of the host clock: when this drawable will be seen.
            let host = HostTime(nanoseconds: Int64((update.targetPresentationTimestamp * 1e9).rounded()))
            let isNew = stage.tick(at: host) == .composed
            guard stage.shown.count == 2 else { return hide() }
            let size = layer.drawableSize
            // An unchanged picture stays on the screen without being drawn again.
            guard isNew || drawn.map({ $0 != (layout, size) }) ?? true, size.width > 0, size.height > 0 else { return }
            let placements = pixels.placements(for: stage.shown.map(\.displaySize), in: size)
            drawing?.draw(
                PlacedPicture(stage.shown[0], at: placements[0], on: size),
                PlacedPicture(stage.shown[1], at: placements[1], on: size), as: difference, into: update.drawable,
                size: size)
            drawn = (layout, size)
            setHidden(false)
        }

        private var difference: TileLayout.Difference { layout.drawnDifference ?? TileLayout.Difference() }

        /// The layout of the two in pixels.
        private var pixels: TileLayout {
            var layout = layout
            layout.arrangement = .difference()
            layout.margin *= scale
            layout.pixelStep = 1
            return layout
        }

        private func hide() {
            drawn = nil
            setHidden(true)
        }

        private func setHidden(_ isHidden: Bool) {
            guard layer.isHidden != isHidden else { return }
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            layer.isHidden = isHidden
            CATransaction.commit()
        }
    }
#endif
