#if canImport(AVFoundation) && canImport(AppKit) && !canImport(UIKit) && canImport(SwiftUI)
    import AVFoundation
    import AppKit
    import SwiftUI

    /// Brings a tile into SwiftUI. The tile is an empty container: the feed puts a pooled surface into it, and takes it
    /// out when the view goes.
    struct FeedTileBridge: NSViewRepresentable {
        let cell: FeedCellID
        let scope: FeedScope?
        let onStatus: @MainActor (FeedCellStatus) -> Void

        func makeCoordinator() -> FeedTileSlot { FeedTileSlot() }

        func makeNSView(context: Context) -> FeedTile { FeedTile(frame: .zero) }

        func updateNSView(_ tile: FeedTile, context: Context) {
            context.coordinator.fill(tile, with: cell, in: scope, onStatus: onStatus)
        }

        static func dismantleNSView(_ tile: FeedTile, coordinator: FeedTileSlot) {
            coordinator.empty(tile)
        }
    }
#endif
