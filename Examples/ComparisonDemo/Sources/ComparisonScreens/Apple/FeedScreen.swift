#if canImport(AVFoundation) && canImport(SwiftUI)
    import MultiPlayerKitFeed
    import SwiftUI

    /// A feed that scrolls: many cells over a few clips, of which the most visible one plays.
    public struct FeedScreen: View {
        @State private var feed: FeedController?
        private let clips: [URL]

        /// Enough to fling through.
        private static let cells = (0..<100).map { FeedCellID($0) }

        /// - Parameter clips: files or addresses, repeated as needed. Default: the demo's own.
        public init(clips: [URL] = []) {
            self.clips = clips.isEmpty ? OwnClips.pair + [OwnClips.background] : clips
        }

        /// The view's content.
        public var body: some View {
            ZStack {
                if let feed {
                    FeedScroll(feed, cells: Self.cells) {
                        LazyVStack(spacing: 8) {
                            ForEach(Self.cells, id: \.self) { cell in
                                FeedVideo(cell).frame(height: 300)
                            }
                        }
                    }
                }
            }
            // Not in the initializer: a view is made anew whenever the one around it is.
            .onAppear { if feed == nil { feed = makeFeed() } }
        }

        private func makeFeed() -> FeedController {
            let files = Dictionary(
                uniqueKeysWithValues: Self.cells.enumerated().map { ($1, clips[$0 % clips.count]) })
            return FeedController { cell in files[cell].map { FeedClip(url: $0) } }
        }
    }
#endif
