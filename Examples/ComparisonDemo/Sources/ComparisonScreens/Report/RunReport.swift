import Foundation
import MultiPlayerKit

/// What was measured in one run, as the file that `--report` writes.
///
/// Scripts read it: a field may be added without notice, but one that changes its meaning or goes raises `schema`.
struct RunReport: Encodable {
    struct Lateness: Encodable {
        var p50: Double
        var p95: Double
        var p99: Double
        var max: Double
    }

    struct Ticks: Encodable {
        var planned: Int
        var presented: Int
        var late: Int
        var missed: Int
        var fps: Double
        var latenessMs: Lateness
    }

    struct Rectangle: Encodable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    struct Size: Encodable {
        var width: Int
        var height: Int
    }

    struct Frames: Encodable {
        var shown: Int
        var late: Int
        var dropped: Int
    }

    struct Member: Encodable {
        var name: String
        /// As it was given on the command line; of an address without user, password, query and fragment.
        var source: String
        /// Where the whole picture lies on the stage; a wipe or the stage's edge may hide a part of it.
        var tile: Rectangle
        /// In square pixels, upright; null when the video never opened.
        @OrNull var size: Size?
        /// Null where it varies, and when the video never opened.
        @OrNull var frameRate: Double?
        var frames: Frames
        var loops: Int
        var latenessMs: Lateness
        /// Whether it showed an instant of its own in the end, for it had kept the others waiting.
        var isLeftBehind: Bool
        /// How much of it was decoded in the end, and for how long it had each tier; those it never had are left out.
        var tier: String
        var tierSeconds: [String: Double]
    }

    /// What the decoder budget believed and did.
    struct Budget: Encodable {
        /// What the device is believed to carry in the end.
        var capacityLearned: Capacity
        var changes: [TierChange]
        /// When the last change before the first 3 s without one was: 0 when there was none since the start, null when
        /// the run had no such stretch.
        @OrNull var settledAfterSeconds: Double?
    }

    /// Null: not limited.
    struct Capacity: Encodable {
        @OrNull var sessions: Int?
        @OrNull var macroblocksPerSecond: Double?
    }

    struct TierChange: Encodable {
        /// Seconds after the start; negative before it.
        var t: Double
        /// The member, counted from 1; null for the background.
        @OrNull var tile: Int?
        var from: String
        var to: String
        var reason: String
    }

    struct Group: Encodable {
        var startSkewTicks: Int
        var mixedTicks: Int
        var longestMixedRun: Int
        var corrections: Int
        var stalls: Int
    }

    struct Cost: Encodable {
        var cpuSeconds: Double
        var wallSeconds: Double
        var peakMemoryBytes: Int
    }

    struct Event: Encodable {
        /// Seconds after the start; negative before it.
        var t: Double
        var what: String
        /// Counted from 1; missing where it concerns the whole group, or the background.
        var member: Int?
        var text: String
    }

    /// What a feed did; only in a feed's report.
    struct Feed: Encodable {
        /// From the decision to play to the first frame on the stage; null where it did not happen.
        struct Starts: Encodable {
            @OrNull var cold: Start?
            @OrNull var prefetched: Start?
            @OrNull var cached: Start?
        }

        struct Start: Encodable {
            var count: Int
            var p50: Double
            var p95: Double
        }

        var timeToFirstFrameMs: Starts
        /// Turns of cells that were begun.
        var bindings: Int
        /// What came when its turn was over.
        var lateDropped: Int
        /// Pictures of one cell's video that were shown in another.
        var wrongCellFrames: Int
        /// Cells on the screen, by tick, that had neither a picture nor a poster.
        var emptyCellFrames: Int
        /// Frames of playing cells that were not there on their tick.
        var lateFrames: Int
        /// The longest that the feed held up one tick, waiting for frames left out.
        var longestScrollingTickMs: Double
        var players: Int
    }

    /// What the cache did; only in a feed's report.
    struct Cache: Encodable {
        var hits: Int
        var misses: Int
        var bytesFetched: Int64
        var bytesServed: Int64
        var requests: Int
        var resumed: Int
    }

    let schema = 1
    var feed: Feed?
    var cache: Cache?
    /// Null without a recording.
    @OrNull var recording: RecordingReport?
    var ticks: Ticks
    var members: [Member]
    /// Null where there is none.
    @OrNull var background: Member?
    var group: Group
    var budget: Budget
    var cost: Cost
    var events: [Event]
}

extension RunReport {
    /// The file's content.
    func json() throws -> Data { try ReportFile.json(self) }
}
