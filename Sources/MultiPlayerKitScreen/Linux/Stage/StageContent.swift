#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit

    /// Content that a stage shows: a group, a feed, a kiosk screen.
    package protocol StageContent: AnyObject, Sendable {
        /// The decisions in force at a tick.
        associatedtype Moment: Sendable

        /// The clock of the stage that the content was made for.
        var clock: any GroupClock { get }
        /// The record of its ticks.
        var ledger: LedgerBox { get }
        /// Whether nothing is being opened or prepared. An unpaced stage waits for this.
        var isSettled: Bool { get }

        /// The decisions in force now. Read while no decision is being taken, so that later decisions apply to the next
        /// tick.
        var moment: Moment { get }

        /// Collects what a tick shows. Called on the stage's thread.
        ///
        /// - Parameters:
        ///   - moment: the value of ``moment`` when the tick was taken.
        ///   - deadline: until when the content may wait for pictures.
        func collect(
            _ moment: Moment, at host: HostTime, in frame: StageFrame, until deadline: HostTime
        ) -> StageShowing

        /// Called when the tick collected last is on the screen.
        func presented(at now: HostTime)

        /// The current placements of the members.
        func placements(in frame: StageFrame) -> [MemberID: TilePlacement]
    }

    extension StageContent {
        package func presented(at now: HostTime) {}
        package func placements(in frame: StageFrame) -> [MemberID: TilePlacement] { [:] }
    }

    /// The area that a stage offers its content.
    package struct StageFrame: Sendable {
        /// In pixels.
        package var size: CGSize
        /// The layout of tiles, for content that leaves it to the stage.
        package var layout: TileLayout
        /// What is written into the tiles; `nil`: nothing.
        package var captions: TileCaptions?
        /// What looks closer at a spot of each tile; `nil`: nothing.
        package var loupe: Loupe?
        /// Whether pictures are needed as large as they are stored, however small their tiles.
        package var needsWholePictures = false
    }

    /// What one tick shows.
    package struct StageShowing: Sendable {
        package var layers: [Canvas.Layer] = []
        package var marks: [Canvas.Mark] = []
        package var captions: [StageCaption] = []
        package var glasses: [StageGlass] = []
        package var showings: [TickLedger.Showing] = []
        /// Frames that tiles still show although their members are no longer on the line.
        package var remains: [FrameSpan] = []
        package var placements: [MemberID: TilePlacement] = [:]
        package var frames: [ShownFrame] = []
        /// Whether the content has started. Earlier ticks are not counted, and not given to outputs that begin with the
        /// start.
        package var hasStarted = false
        /// The time since 1970 that is shown, if it is shared with other machines.
        package var sharedTime: Duration?
        /// Reports news; called once the picture is composed.
        package var news: (@Sendable () -> Void)?

        package init() {}
    }

    /// A content, and its decisions in force when a tick was taken.
    struct StageMoment: Sendable {
        let content: any StageContent
        /// Collects what the tick shows; takes its host time, frame and deadline.
        let collect: @Sendable (HostTime, StageFrame, HostTime) -> StageShowing

        init(_ content: some StageContent) {
            let moment = content.moment
            self.content = content
            collect = { content.collect(moment, at: $0, in: $1, until: $2) }
        }
    }
#endif
