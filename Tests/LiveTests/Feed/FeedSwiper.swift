#if canImport(CGStreamer)
    import Foundation

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import MultiPlayerKitFeed

    /// Swipes in real time through a list whose cells fill the screen.
    struct FeedSwiper {
        var cells: Int
        var settings = FeedSettings()
        /// The position in cells from the top, by seconds since the first screen was complete.
        var place: @Sendable (Double) -> Double

        /// Rests for 1.7 s, then moves on by `stride` cells within 0.3 s, every `period` seconds.
        static func turns(_ count: Int, stride: Int = 1, period: Double = 2) -> @Sendable (Double) -> Double {
            { seconds in
                let time = max(seconds - 1.7, 0)
                let turn = (time / period).rounded(.down)
                return min(turn + min((time - turn * period) / 0.3, 1), Double(count)) * Double(stride)
            }
        }

        func run(seconds: Double, source: @escaping @Sendable (Int) -> MediaSource) async throws -> FeedSnapshot {
            let stage = try Stage(size: CGSize(width: 640, height: 360))
            let layout = FeedLayout.grid(count: cells, cell: CGSize(width: 640, height: 360))
            let feed = try StageFeed(on: stage, settings: settings, layout: layout, budget: .forgetful()) {
                source(Int($0.description) ?? 0)
            }
            let place = place
            feed.scroll { tick, start in place(start.map { $0.duration(to: tick).seconds } ?? 0) * 360 }
            stage.show(feed)
            stage.start()
            while feed.startedAt == nil { try await Task.sleep(for: .milliseconds(20)) }
            try await Task.sleep(for: .seconds(seconds))
            let snapshot = feed.snapshot
            stage.stop()
            feed.close()
            return snapshot
        }
    }
#endif
