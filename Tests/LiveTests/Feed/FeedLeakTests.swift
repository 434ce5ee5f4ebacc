#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import MultiPlayerKitFeed

    /// A long scroll through a feed leaves nothing behind.
    @Suite(.alone, .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct FeedLeakTests {
        @Test func `a scroll through a thousand cells leaks no memory, descriptor or thread`() async throws {
            let urls = try FeedClips.urls()
            // The first pass fills caches of GStreamer.
            _ = try await scrollThrough(urls, cells: 1_002, seconds: 12)
            try await Footprint.settle()
            let before = Footprint()
            // A quarter of a refresh for the cells, a half where the machine itself is interrupted: the same work takes two
            // to three times as long now and then on a processor shared with other machines.
            let (usual, most) = (Duration.milliseconds(4), Duration.milliseconds(8))
            let snapshot = try await QuietMachine.run(
                until: { $0.scrollingTickP95 <= usual && $0.longestScrollingTick <= most }, always: { _ in }
            ) {
                try await scrollThrough(urls, cells: 1_002, seconds: TestRun.count(24, dividedBy: 2))
            }
            #expect(snapshot.scrollingTickP95 <= usual)
            #expect(snapshot.longestScrollingTick <= most)
            try await Footprint.settle()
            Footprint().expectNoMore(than: before, "a thousand cells")
        }

        /// Scrolls in real time, with a second of movement and a second of rest in turns.
        private func scrollThrough(_ urls: [URL], cells: Int, seconds: Int) async throws -> FeedSnapshot {
            let stage = try Stage(size: CGSize(width: 1024, height: 720))
            let budget = DecoderBudget.forgetful()
            let layout = FeedLayout.grid(
                count: cells, columns: 3, cell: CGSize(width: 320, height: 180), spacing: CGSize(width: 16, height: 16),
                origin: CGPoint(x: 16, y: 16))
            let feed = try StageFeed(on: stage, layout: layout, budget: budget) {
                MediaSource(url: urls[(Int($0.description) ?? 0) % urls.count])
            }
            let end = Double(cells / 3 * 196 - 720)
            feed.scroll { tick, start in
                let time = start.map { $0.duration(to: tick).seconds } ?? 0
                let turns = Double(seconds / 2)
                let turn = (time / 2).rounded(.down)
                return min((turn + min(time - turn * 2, 1)) / turns, 1) * end
            }
            stage.show(feed)
            stage.start()
            try await Task.sleep(for: .seconds(seconds))
            let snapshot = feed.snapshot
            stage.stop()
            feed.close()
            let starts = snapshot.timeToFirstFrame.map { "\($0.key.rawValue) \($0.value)" }
            print(
                "feed: \(snapshot.bindings) turns, \(snapshot.lateDropped) late, \(snapshot.players) players, "
                    + "\(snapshot.ticks.missed) ticks missed, in movement \(snapshot.scrollingTickP95), at most \(snapshot.longestScrollingTick), \(starts)"
            )
            #expect(snapshot.wrongCellFrames == 0)
            #expect(snapshot.failures.isEmpty)
            #expect(snapshot.players <= 3)
            #expect(budget.snapshot.leases.isEmpty, "leases are left over")
            return snapshot
        }
    }
#endif
