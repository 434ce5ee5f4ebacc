#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// What a feed keeps between ticks: the picture of each cell, drawn once per video frame and only moved from then
    /// on.
    struct FeedDrawing: Sendable {
        struct Figures: Sendable {
            var wrong = 0
            var late = 0
            var empty = 0
            /// How long the cells held up the ticks of a feed in movement.
            var holds = DurationHistogram()
            var starts: [FeedSnapshot.Readiness: (times: [Duration], count: Int)] = [:]

            mutating func add(_ time: Duration, _ readiness: FeedSnapshot.Readiness) {
                var known = starts[readiness] ?? ([], 0)
                // Only the latest times count, for feeds that run for weeks.
                if known.times.count < Self.remembered {
                    known.times.append(time)
                } else {
                    known.times[known.count % Self.remembered] = time
                }
                known.count += 1
                starts[readiness] = known
            }

            private static let remembered = 2_000
        }

        /// A cell's own picture, and the turn it was drawn for.
        struct Drawn: Sendable {
            var generation: Int
            var source: MediaSource
            var picture: Picture
            var time: Duration
        }

        /// The number of pictures kept for cells off the screen, so that scrolling back a little shows them again.
        private static let kept = 32

        let width: Int
        let height: Int
        var figures = Figures()
        var cells: [FeedCellID: Drawn] = [:]
        var canvases: [MemberID: FeedCanvas] = [:]
        /// How far the feed was scrolled on the last tick.
        var offset = 0.0
        var movedAt: HostTime?
        /// Posters that cells on the screen lack.
        var wanted: [MediaSource] = []
        /// Whether posters that would have to be fetched wait.
        var postersWait = false
        /// Cells of this tick that have neither picture nor poster.
        var bare = 0
        var startedAt: HostTime?
        var waitingSince: HostTime?
        /// The starts whose first picture is on the current tick.
        var firsts: [StageFeed.Start] = []
        var turns: [FeedBinding: Int] = [:]
        /// Cells on the screen on the last tick.
        var shown: [FeedCellID] = []

        init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
        }

        mutating func canvas(of member: MemberID) -> FeedCanvas? {
            // Players that are gone leave their canvases behind.
            if canvases.count > Self.kept { canvases = [:] }
            if let canvas = canvases[member] { return canvas }
            let canvas = try? FeedCanvas(width: width, height: height)
            canvases[member] = canvas
            return canvas
        }

        mutating func forget(except shown: Set<FeedCellID>) {
            if turns.count > Self.kept + shown.count { turns = turns.filter { shown.contains($0.key.cell) } }
            guard cells.count > Self.kept + shown.count else { return }
            cells = cells.filter { shown.contains($0.key) }
        }
    }

    /// The canvas of one player: its frames at a cell's size.
    ///
    /// Sendable because it is used only under the lock of its feed's drawing.
    final class FeedCanvas: @unchecked Sendable {
        private let canvas: Canvas

        init(width: Int, height: Int) throws {
            canvas = try Canvas(width: width, height: height, rate: FrameRate(60), background: .black)
        }

        func draw(_ picture: Picture, display: CGSize) -> Picture? { canvas.fill(with: picture, display: display) }
    }

    /// How long a piece of work on the calling thread holds up its tick.
    ///
    /// This is its processor time or, if it waited for a lock or an answer, the elapsed time. Pauses by the scheduler
    /// alone are left out: another thread's time slice is as long as three ticks of a feed, and says nothing about the
    /// work.
    struct TickHold {
        private let begin = HostTime.now
        private let processor = ThreadStopwatch.processorTime
        private let waits = Self.waits

        /// The hold so far; read it on the thread that made this value.
        var time: Duration {
            Self.waits == waits
                ? .nanoseconds(ThreadStopwatch.processorTime - processor) : begin.duration(to: .now)
        }

        /// How often this thread has given up its processor to wait.
        private static var waits: Int {
            var usage = rusage()
            // RUSAGE_THREAD, which Glibc's module does not export.
            getrusage(__rusage_who_t(1), &usage)
            return usage.ru_nvcsw
        }
    }
#endif
