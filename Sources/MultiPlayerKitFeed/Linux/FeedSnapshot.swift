#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit

    /// What a feed on a stage has done and is doing, measured at one moment.
    public struct FeedSnapshot: Sendable {
        /// How much of a video was available when its cell began to play.
        public enum Readiness: String, Hashable, Sendable, CaseIterable {
            /// Nothing.
            case cold
            /// Its beginning, or a player that was ready.
            case prefetched
            /// All of it: a file, or complete in the cache.
            case cached
        }

        /// Times from the decision to play to the tick that shows the first frame.
        public struct Starts: Hashable, Sendable {
            public var count: Int
            public var p50: Duration
            public var p95: Duration

            /// - Parameter times: at least one.
            init(_ times: [Duration], count: Int) {
                let sorted = times.sorted()
                func percentile(_ percent: Int) -> Duration {
                    sorted[min(max((sorted.count * percent + 99) / 100 - 1, 0), sorted.count - 1)]
                }
                (self.count, p50, p95) = (count, percentile(50), percentile(95))
            }
        }

        public var ticks: GroupSnapshot.Ticks
        /// The times to the first frame so far, by readiness.
        public var timeToFirstFrame: [Readiness: Starts]
        /// Turns of cells begun so far.
        public var bindings: Int
        /// Arrivals that were dropped because their turn was over.
        public var lateDropped: Int
        /// Pictures of another cell's video, found on the way to the screen and not shown.
        public var wrongCellFrames: Int
        /// Ticks on which a cell on the screen had neither picture nor poster, counted by cell.
        public var emptyCells: Int
        /// Frames of playing cells that were not available on their tick.
        public var framesLate: Int
        /// The longest time that the cells held up one tick while the feed moved: asking players, drawing, deciding
        /// what to show. It counts processor time and waits, but not what other threads of a busy machine took
        /// meanwhile.
        public var longestScrollingTick: Duration
        /// What 95 of 100 such ticks took at most. A longest tick far above this was an exception: on a busy machine any
        /// single tick can take a multiple of its usual time.
        public var scrollingTickP95: Duration
        /// Players that exist; `playersInUse` of them serve a cell.
        public var players: Int
        public var playersInUse: Int
        /// The cells that play, in reading order.
        public var playing: [FeedCellID] { assignments.filter(\.role.plays).map(\.binding.cell) }
        /// The assignments of all cells that are not let go, in reading order.
        package var assignments: [FeedAssignment]
        /// Why videos could not be played, by cell.
        public var failures: [FeedCellID: PlaybackError]
    }
#endif
