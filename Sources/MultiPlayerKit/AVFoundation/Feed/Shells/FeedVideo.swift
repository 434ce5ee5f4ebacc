#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import SwiftUI

    /// One cell's video in a ``FeedScroll``: its poster, its pictures while it plays, and what lies over them.
    ///
    /// It tells where it is; whether it plays is the feed's verdict. Outside a ``FeedScroll`` it shows nothing.
    public struct FeedVideo<Overlay: View>: View {
        private let cell: FeedCellID
        private let overlay: (FeedCellStatus) -> Overlay
        @Environment(\.feedScope) private var scope
        @State private var status: FeedCellStatus?

        /// Creates a cell's video with an overlay of the app's own.
        ///
        /// - Parameters:
        ///   - cell: Its name in the feed.
        ///   - overlay: What lies over the picture. What the viewer does there goes to the feed, such as
        ///     `feed.send(.user(.play(status.cell)))`.
        public init(_ cell: FeedCellID, @ViewBuilder overlay: @escaping (FeedCellStatus) -> Overlay) {
            (self.cell, self.overlay) = (cell, overlay)
        }

        /// The view's content.
        public var body: some View {
            FeedTileBridge(cell: cell, scope: scope, onStatus: { status = $0 })
                .onGeometryChange(for: CGRect.self) {
                    $0.frame(in: .named(FeedContentSpace()))
                } action: { frame in
                    scope?.place(cell, frame)
                }
                .overlay { overlay(shown) }
        }

        /// What was told of a cell that this view was for before counts no more.
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
                case .play: button("play.fill", "Play", .play(status.cell))
                case .playAgain: button("arrow.counterclockwise", "Play again", .replay(status.cell))
                case .retry: button("exclamationmark.arrow.circlepath", "Try again", .play(status.cell))
                case .nothing: EmptyView()
                }
                if status.plays {
                    button(
                        status.isAudible ? "speaker.wave.2.fill" : "speaker.slash.fill",
                        status.isAudible ? "Mute" : "Unmute", .setMuted(status.isAudible, on: status.cell)
                    )
                    .padding(8)
                    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .bottomTrailing)
                }
            }
        }

        private func button(_ symbol: String, _ label: LocalizedStringKey, _ act: FeedAct) -> some View {
            Button {
                scope?.feed.send(.user(act))
            } label: {
                Image(systemName: symbol).imageScale(.large)
            }
            .accessibilityLabel(label)
        }
    }
#endif
