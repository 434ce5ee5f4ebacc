#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitCache
    import MultiPlayerKitFeed

    extension RunReport {
        init(
            _ feed: FeedSnapshot, _ cache: CacheStatistics, budget: Budget, cost: ProcessCost, events: [Event],
            recording: RecordingReport?
        ) {
            self.init(
                feed: Feed(feed), cache: Cache(cache), recording: recording, ticks: Ticks(feed.ticks), members: [],
                background: nil,
                group: Group(startSkewTicks: 0, mixedTicks: 0, longestMixedRun: 0, corrections: 0, stalls: 0),
                budget: budget,
                cost: Cost(
                    cpuSeconds: cost.processorTime.inSeconds.rounded(places: 3),
                    wallSeconds: cost.wallTime.inSeconds.rounded(places: 3), peakMemoryBytes: cost.peakMemory),
                events: events)
        }
    }

    extension RunReport.Feed {
        fileprivate init(_ feed: FeedSnapshot) {
            func start(_ readiness: FeedSnapshot.Readiness) -> Start? {
                feed.timeToFirstFrame[readiness].map {
                    Start(
                        count: $0.count, p50: $0.p50.inMilliseconds.rounded(places: 3),
                        p95: $0.p95.inMilliseconds.rounded(places: 3))
                }
            }
            self.init(
                timeToFirstFrameMs: Starts(
                    cold: start(.cold), prefetched: start(.prefetched), cached: start(.cached)),
                bindings: feed.bindings, lateDropped: feed.lateDropped, wrongCellFrames: feed.wrongCellFrames,
                emptyCellFrames: feed.emptyCells, lateFrames: feed.framesLate,
                longestScrollingTickMs: feed.longestScrollingTick.inMilliseconds.rounded(places: 3),
                players: feed.players)
        }
    }

    extension RunReport.Cache {
        fileprivate init(_ cache: CacheStatistics) {
            self.init(
                hits: cache.hits, misses: cache.misses, bytesFetched: cache.bytesFetched,
                bytesServed: cache.bytesServed, requests: cache.requests, resumed: cache.resumed)
        }
    }
#endif
