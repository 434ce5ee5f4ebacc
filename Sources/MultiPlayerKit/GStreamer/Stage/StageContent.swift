#if canImport(CGStreamer)
    import Foundation

    /// What a stage shows: a group, a feed, a screen of a kiosk.
    package protocol StageContent: AnyObject, Sendable {
        /// What was decided up to a tick.
        associatedtype Moment: Sendable

        /// That of the stage it was made for.
        var clock: any GroupClock { get }
        /// What its ticks did.
        var ledger: LedgerBox { get }
        /// Whether nothing is being opened or prepared: what a stage that runs faster than time waits for.
        var isSettled: Bool { get }

        /// What stands decided now. Read while no decision is taken, so that what is decided after it is for the next tick.
        var moment: Moment { get }

        /// What is seen at a tick, on the stage's thread.
        ///
        /// - Parameters:
        ///   - moment: as it was when the tick was taken.
        ///   - deadline: until then it may wait for pictures.
        func collect(
            _ moment: Moment, at host: HostTime, in frame: StageFrame, until deadline: HostTime
        ) -> StageShowing

        /// The tick that was collected last is on the screen.
        func presented(at now: HostTime)

        /// Where its members lie now.
        func placements(in frame: StageFrame) -> [MemberID: TilePlacement]
    }

    extension StageContent {
        package func presented(at now: HostTime) {}
        package func placements(in frame: StageFrame) -> [MemberID: TilePlacement] { [:] }
    }

    /// The room that a stage has.
    package struct StageFrame: Sendable {
        /// In pixels.
        package var size: CGSize
        /// Where tiles go, for contents that leave that to the stage.
        package var layout: TileLayout
    }

    /// What is seen at one tick.
    package struct StageShowing: Sendable {
        package var layers: [Canvas.Layer] = []
        package var marks: [Canvas.Mark] = []
        package var showings: [TickLedger.Showing] = []
        /// What tiles go on to show whose members are not on the line any more.
        package var remains: [FrameSpan] = []
        package var placements: [MemberID: TilePlacement] = [:]
        /// Whether it has begun: ticks before that are not counted, and not in recordings that begin with it.
        package var hasStarted = false
        /// The time since 1970 that it shows, where that is shared with other machines.
        package var sharedTime: Duration?
        /// What is to be told once the picture is composed.
        package var news: (@Sendable () -> Void)?

        package init() {}
    }

    /// A content and what stood decided when a tick was taken.
    struct StageMoment: Sendable {
        let content: any StageContent
        /// Host time, frame and deadline of the tick.
        let collect: @Sendable (HostTime, StageFrame, HostTime) -> StageShowing

        init(_ content: some StageContent) {
            let moment = content.moment
            self.content = content
            collect = { content.collect(moment, at: $0, in: $1, until: $2) }
        }
    }
#endif
