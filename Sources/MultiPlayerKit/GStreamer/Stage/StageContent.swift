#if canImport(CGStreamer)
    import Foundation

    /// Something other than a group that a stage can show: it draws each tick by itself.
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
            _ moment: Moment, at host: HostTime, size: CGSize, canvas: Canvas, until deadline: HostTime
        ) -> StageShowing

        /// The tick that was collected last is on the screen.
        func presented(at now: HostTime)
    }

    /// A content and what stood decided when a tick was taken.
    struct StageMoment: Sendable {
        let content: any StageContent
        /// Host time, size, canvas and deadline of the tick.
        let collect: @Sendable (HostTime, CGSize, Canvas, HostTime) -> StageShowing

        init(_ content: some StageContent) {
            let moment = content.moment
            self.content = content
            collect = { content.collect(moment, at: $0, size: $1, canvas: $2, until: $3) }
        }
    }

    /// What is seen at one tick.
    package struct StageShowing {
        package var layers: [Canvas.Layer] = []
        package var marks: [Canvas.Mark] = []
        package var showings: [TickLedger.Showing] = []
        /// Whether the curtain is up.
        package var hasStarted = false
        /// The time since 1970 that it shows, where that is shared with other machines.
        var sharedTime: Duration?

        package init(
            layers: [Canvas.Layer] = [], marks: [Canvas.Mark] = [], showings: [TickLedger.Showing] = [],
            hasStarted: Bool = false, sharedTime: Duration? = nil
        ) {
            self.layers = layers
            self.marks = marks
            self.showings = showings
            self.hasStarted = hasStarted
            self.sharedTime = sharedTime
        }
    }
#endif
