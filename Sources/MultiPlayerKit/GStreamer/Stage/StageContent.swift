#if canImport(CGStreamer)
    import Foundation

    /// Something other than a group that a stage can show: it draws each tick by itself.
    protocol StageContent: AnyObject, Sendable {
        /// That of the stage it was made for.
        var clock: any GroupClock { get }
        /// What its ticks did.
        var ledger: LedgerBox { get }
        /// Whether nothing is being opened or prepared: what a stage that runs faster than time waits for.
        var isSettled: Bool { get }

        /// What is seen at a tick, on the stage's thread.
        ///
        /// - Parameter deadline: until then it may wait for pictures.
        func collect(at host: HostTime, size: CGSize, canvas: Canvas, until deadline: HostTime) -> StageShowing

        /// The tick that was collected last is on the screen.
        func presented(at now: HostTime)
    }

    /// What is seen at one tick.
    struct StageShowing {
        var layers: [Canvas.Layer] = []
        var marks: [Canvas.Mark] = []
        var showings: [TickLedger.Showing] = []
        /// Whether the curtain is up.
        var hasStarted = false
    }
#endif
