#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import MultiPlayerKit
    import SwiftUI

    /// Collects what the views of one scroll view report, and passes it to the feed once per layout pass.
    ///
    /// In one pass cells report frames and the scroll view its geometry, in any order. Passed on one by one, they would
    /// look like a jump.
    @MainActor
    final class FeedScope {
        let feed: FeedController
        var orientation: FeedOrientation
        private var frames = FeedFrames()
        private var viewport: FeedViewport?
        private var hasNewFrames = false
        private var hasMoved = false
        private var isWaiting = false

        init(_ feed: FeedController, _ orientation: FeedOrientation) {
            (self.feed, self.orientation) = (feed, orientation)
        }

        /// Takes in the list of all cells.
        func list(_ cells: [FeedCellID]) {
            // Also called at each appearance of the scroll view. What it shows then is not another content.
            guard cells != frames.order else { return }
            frames.order = cells
            hasNewFrames = true
            tellSoon()
        }

        /// Takes in a cell's frame in the scroll view's content.
        func place(_ cell: FeedCellID, _ frame: CGRect) {
            guard frames.place(cell, frame) else { return }
            hasNewFrames = true
            tellSoon()
        }

        /// Removes a cell whose view is gone.
        func displace(_ cell: FeedCellID) {
            guard frames.remove(cell) else { return }
            hasNewFrames = true
            tellSoon()
        }

        func scrolled(_ reading: ScrollReading) {
            viewport = reading.viewport(orientation)
            hasMoved = true
            tellSoon()
        }

        func enter(_ phase: FeedScrollPhase, velocity: CGVector?) {
            // Movement up to now belongs to the former phase.
            tell()
            let along = velocity.map { orientation.axis == .vertical ? $0.dy : $0.dx }
            feed.send(.phase(phase, velocity: phase == .idle ? nil : along))
        }

        func appear() { feed.report(isOffScreen: false) }

        func disappear() { feed.report(isOffScreen: true) }

        private func tellSoon() {
            guard !isWaiting else { return }
            isWaiting = true
            DispatchQueue.main.async { [weak self] in
                MainActor.assumeIsolated {
                    self?.isWaiting = false
                    self?.tell()
                }
            }
        }

        private func tell() {
            guard let viewport else { return }
            let (isChange, isMovement) = (hasNewFrames, hasMoved)
            // Before: what a report sets going may lay views out, which is told next.
            (hasNewFrames, hasMoved) = (false, false)
            if isChange {
                feed.report(frames.layout(orientation), viewport, isChange: true)
            } else if isMovement {
                feed.send(.viewport(viewport))
            }
        }
    }

    /// What a scroll view reports of itself.
    struct ScrollReading: Hashable, Sendable {
        var offset: CGPoint
        var size: CGSize
        var content: CGSize
        var bars: FeedViewport.Bars

        init(offset: CGPoint, size: CGSize, content: CGSize, bars: FeedViewport.Bars) {
            (self.offset, self.size, self.content, self.bars) = (offset, size, content, bars)
        }

        /// - Parameter isRightToLeft: the view's layout direction, by which its insets are named; coordinates are not.
        init(_ geometry: ScrollGeometry, isRightToLeft: Bool) {
            let insets = geometry.contentInsets
            let (left, right) = isRightToLeft ? (insets.trailing, insets.leading) : (insets.leading, insets.trailing)
            self.init(
                offset: geometry.contentOffset, size: geometry.containerSize, content: geometry.contentSize,
                bars: FeedViewport.Bars(top: insets.top, left: left, bottom: insets.bottom, right: right))
        }

        func viewport(_ orientation: FeedOrientation) -> FeedViewport {
            let ends =
                orientation.axis == .vertical
                ? (-bars.top, content.height + bars.bottom - size.height)
                : (-bars.left, content.width + bars.right - size.width)
            return FeedViewport(
                visible: CGRect(origin: offset, size: size), bars: bars, scrollRange: ends.0...max(ends.0, ends.1))
        }
    }

    extension FeedScrollPhase {
        init(_ phase: ScrollPhase) {
            if phase == .idle {
                self = .idle
            } else if phase == .decelerating {
                self = .decelerating
            } else {
                self = phase == .animating ? .programmatic : .dragging
            }
        }
    }
#endif
