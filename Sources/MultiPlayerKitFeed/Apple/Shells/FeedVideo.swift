#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import SwiftUI

    /// One cell's video in a ``FeedScroll``: its poster, its pictures while it plays, and what lies over them.
    ///
    /// It reports where it is; the feed decides whether it plays. Outside a ``FeedScroll`` it shows nothing.
    public struct FeedVideo<Overlay: View>: View {
        private let cell: FeedCellID
        private let overlay: (FeedCellStatus) -> Overlay
        @Environment(\.feedScope) private var scope
        @State private var status: FeedCellStatus?
        @State private var slot = FeedTileSlot()

        /// Creates a cell's video with an overlay of the app's own.
        ///
        /// - Parameters:
        ///   - cell: The cell's identifier in the feed.
        ///   - overlay: The view over the picture. What the viewer does there is sent to the feed, for example with
        ///     `feed.send(.user(.play(status.cell)))`.
        public init(_ cell: FeedCellID, @ViewBuilder overlay: @escaping (FeedCellStatus) -> Overlay) {
            (self.cell, self.overlay) = (cell, overlay)
        }

        /// The view's content.
        public var body: some View {
            FeedTileBridge(slot: slot, cell: cell, scope: scope, onStatus: { status = $0 })
                .onGeometryChange(for: CGRect.self) {
                    $0.frame(in: .named(FeedContentSpace()))
                } action: { frame in
                    slot.move(to: frame, with: cell, in: scope)
                }
                .overlay { overlay(shown) }
        }

        /// The status to show; one that was reported for a cell this view showed before is ignored.
        private var shown: FeedCellStatus {
            if let status, status.cell == cell { return status }
            return scope?.feed.status(of: cell) ?? FeedCellStatus(cell: cell)
        }
    }

    extension FeedVideo where Overlay == FeedVideoControls {
        /// Creates a cell's video with ``FeedVideoControls`` over it.
        public init(_ cell: FeedCellID) {
            self.init(cell) { FeedVideoControls($0) }
        }
    }

    /// A play button, "play again" or "try again" where a cell offers it, and the feed's loudspeaker where one plays.
    public struct FeedVideoControls: View {
        private let status: FeedCellStatus
        @Environment(\.feedScope) private var scope

        /// Creates the controls of a cell in a ``FeedScroll``.
        public init(_ status: FeedCellStatus) { self.status = status }

        /// The view's content.
        public var body: some View {
            ZStack {
                switch status.offer {
                case .play: button("play.fill", Text(kit: "Play"), .play(status.cell))
                case .playAgain: button("arrow.counterclockwise", Text(kit: "Play again"), .replay(status.cell))
                case .retry: button("exclamationmark.arrow.circlepath", Text(kit: "Try again"), .play(status.cell))
                case .nothing: EmptyView()
                }
                if status.plays {
                    button(
                        status.isAudible ? "speaker.wave.2.fill" : "speaker.slash.fill",
                        Text(kit: status.isAudible ? "Mute" : "Unmute"), .setMuted(status.isAudible, on: status.cell)
                    )
                    .padding(8)
                    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .bottomTrailing)
                }
            }
        }

        private func button(_ symbol: String, _ label: Text, _ act: FeedAct) -> some View {
            Button {
                scope?.feed.send(.user(act))
            } label: {
                Image(systemName: symbol).imageScale(.large)
            }
            .accessibilityLabel(label)
        }
    }
#endif

#if canImport(AVFoundation) && canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    /// What SwiftUI's view of a tile does on all platforms.
    @MainActor
    final class FeedTileSlot {
        private(set) weak var scope: FeedScope?
        /// Where the view is in the scroll view's content; `nil`: not known yet.
        private var frame: CGRect?

        /// Takes in where the view is.
        func move(to frame: CGRect, with cell: FeedCellID, in scope: FeedScope?) {
            self.frame = frame
            scope?.place(cell, frame)
        }

        /// Makes a tile ready for a cell. SwiftUI updates views during a layout pass, in which no state may change, so
        /// statuses are passed on after it.
        func fill(
            _ tile: FeedTile, with cell: FeedCellID, in scope: FeedScope?,
            onStatus: @escaping @MainActor (FeedCellStatus) -> Void
        ) {
            if tile.cell != cell {
                // A former cell that another view has taken over is that view's to place, and the tile has lost it.
                if let former = tile.cell { scope?.displace(former) }
                // The view stays where it is, so it does not report its frame again.
                if let frame { scope?.place(cell, frame) }
            }
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

#if canImport(AVFoundation) && canImport(UIKit) && canImport(SwiftUI)
    import AVFoundation
    import MultiPlayerKit
    import SwiftUI
    import UIKit

    /// Brings a tile into SwiftUI. The tile is an empty container: the feed puts a pooled surface into it, and takes it
    /// out when the view goes.
    struct FeedTileBridge: UIViewRepresentable {
        let slot: FeedTileSlot
        let cell: FeedCellID
        let scope: FeedScope?
        let onStatus: @MainActor (FeedCellStatus) -> Void

        func makeCoordinator() -> FeedTileSlot { slot }

        func makeUIView(context: Context) -> FeedTile { FeedTile(frame: .zero) }

        func updateUIView(_ tile: FeedTile, context: Context) {
            context.coordinator.fill(tile, with: cell, in: scope, onStatus: onStatus)
        }

        static func dismantleUIView(_ tile: FeedTile, coordinator: FeedTileSlot) {
            coordinator.empty(tile)
        }
    }
#endif

#if canImport(AVFoundation) && canImport(AppKit) && !canImport(UIKit) && canImport(SwiftUI)
    import AppKit
    import AVFoundation
    import MultiPlayerKit
    import SwiftUI

    /// Brings a tile into SwiftUI. The tile is an empty container: the feed puts a pooled surface into it, and takes it
    /// out when the view goes.
    struct FeedTileBridge: NSViewRepresentable {
        let slot: FeedTileSlot
        let cell: FeedCellID
        let scope: FeedScope?
        let onStatus: @MainActor (FeedCellStatus) -> Void

        func makeCoordinator() -> FeedTileSlot { slot }

        func makeNSView(context: Context) -> FeedTile { FeedTile(frame: .zero) }

        func updateNSView(_ tile: FeedTile, context: Context) {
            context.coordinator.fill(tile, with: cell, in: scope, onStatus: onStatus)
        }

        static func dismantleNSView(_ tile: FeedTile, coordinator: FeedTileSlot) {
            coordinator.empty(tile)
        }
    }
#endif
