#if canImport(AVFoundation) && canImport(UIKit) && canImport(SwiftUI)
    import AVFoundation
    import SwiftUI
    import UIKit

    /// Brings a tile into SwiftUI. The tile is an empty container: the feed puts a pooled surface into it, and takes it
    /// out when the view goes.
    struct FeedTileBridge: UIViewRepresentable {
        let cell: FeedCellID
        let scope: FeedScope?
        let onStatus: @MainActor (FeedCellStatus) -> Void

        func makeCoordinator() -> FeedTileSlot { FeedTileSlot() }

        func makeUIView(context: Context) -> FeedTile { FeedTile(frame: .zero) }

        func updateUIView(_ tile: FeedTile, context: Context) {
            context.coordinator.fill(tile, with: cell, in: scope, onStatus: onStatus)
        }

        static func dismantleUIView(_ tile: FeedTile, coordinator: FeedTileSlot) {
            coordinator.empty(tile)
        }
    }
#endif
