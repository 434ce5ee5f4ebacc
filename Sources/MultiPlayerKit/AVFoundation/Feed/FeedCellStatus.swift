#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation

    /// What lies over a cell's picture depends on: play buttons, "play again", the loudspeaker.
    public struct FeedCellStatus: Hashable, Sendable {
        /// Whose status it is.
        public var cell: FeedCellID
        /// What the viewer is offered instead of a playing video.
        public var offer = FeedOffer.nothing
        /// Whether it plays now, or begins to.
        public var plays = false
        /// Whether it is the one that is heard.
        public var isAudible = false
        /// The viewer's one choice for the whole feed.
        public var isMuted = true
        /// Why it does what it does, in words, for logs and overlays of developers.
        public var reason = ""

        /// The status of a cell that nothing has been said of yet.
        public init(cell: FeedCellID) { self.cell = cell }
    }

    extension FeedController {
        /// What a cell's overlay shows.
        public func status(of cell: FeedCellID) -> FeedCellStatus {
            var status = FeedCellStatus(cell: cell)
            let assignment = feed.assignment(of: cell)
            status.offer = assignment?.offer ?? .nothing
            status.plays = assignment?.role.plays ?? false
            status.isAudible = feed.audible?.cell == cell
            status.isMuted = feed.isMuted
            status.reason = feed.explanation(of: cell)
            return status
        }
    }

    extension FeedTile {
        /// The cell that it is for; `nil`: none.
        public var cell: FeedCellID? { content.cell }

        /// Told on the main actor what to lay over the picture: at once when the tile is made ready for a cell, then at
        /// each change. Set it before ``FeedController/show(_:in:)``. Default: nothing.
        public var onStatus: (@MainActor (FeedCellStatus) -> Void)? {
            get { content.onStatus }
            set { content.onStatus = newValue }
        }
    }
#endif
