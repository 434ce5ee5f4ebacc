#if canImport(AVFoundation) && canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation

    /// What SwiftUI's view of a tile does, alike on all platforms.
    @MainActor
    final class FeedTileSlot {
        private(set) weak var scope: FeedScope?

        /// Makes a tile ready for a cell. SwiftUI updates views in the middle of a pass of layout, in which no state may
        /// change: statuses are passed on after it.
        func fill(
            _ tile: FeedTile, with cell: FeedCellID, in scope: FeedScope?,
            onStatus: @escaping @MainActor (FeedCellStatus) -> Void
        ) {
            if let former = tile.cell, former != cell { scope?.rename(former, to: cell) }
            self.scope = scope
            tile.onStatus = { status in
                DispatchQueue.main.async { MainActor.assumeIsolated { onStatus(status) } }
            }
            scope?.feed.show(cell, in: tile)
        }

        /// Gives the tile's surface back.
        func empty(_ tile: FeedTile) {
            tile.onStatus = nil
            guard let scope, let cell = tile.cell else { return }
            scope.feed.hide(tile)
            scope.displace(cell)
        }
    }
#endif
