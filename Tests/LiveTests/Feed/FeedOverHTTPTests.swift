#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import TestTools
    @testable import MultiPlayerKitFeed

    /// How soon cells show their first pictures over HTTP, with nothing in the cache.
    @Suite(.alone, .serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct FeedOverHTTPTests {
        private nonisolated static let pages = TestRun.count(20, dividedBy: 5)

        /// The number of cells on the screen at once, and the time limit for 95 of 100 of them.
        private nonisolated static let limits = [
            (1, Duration.milliseconds(150)), (4, .milliseconds(300)), (9, .milliseconds(600)),
        ]

        /// A full thread pool is the harder case.
        @Test(arguments: limits, TestRun.isLong ? [false, true] : [true])
        func `cells of one screen show their first pictures in time`(
            _ page: (cells: Int, limit: Duration), poolIsFull: Bool
        ) async throws {
            try ClipLibrary.shared.make((0..<8).map { .hard(id: $0) }, withFacts: false)
            let files = try (0..<8).map { try ClipLibrary.shared.url(for: .hard(id: $0)) }
            let names = Dictionary(uniqueKeysWithValues: (0..<400).map { ("\($0).mp4", files[$0 % 8]) })
            let server = try await NginxServer(names)
            defer { server.stop() }
            let starts = try await QuietMachine.run(until: { $0.p95 <= page.limit }, always: { _ in }) {
                let bench = try CacheBench()
                defer { bench.remove() }
                let cache = bench.cache()
                let snapshot = try Self.turn(page.cells, poolIsFull: poolIsFull) {
                    MediaSource(url: server.url("\($0).mp4"), cache: cache)
                }
                #expect(snapshot.failures.isEmpty && snapshot.wrongCellFrames == 0)
                return try #require(snapshot.timeToFirstFrame[.cold])
            }
            print("feed over HTTP, \(page.cells) at once, pool \(poolIsFull ? "full" : "free"): \(starts)")
            #expect(starts.count >= page.cells * (Self.pages - 1))
            #expect(starts.p95 <= page.limit)
        }

        /// The line carries ten megabits a second and answers after fifty milliseconds. The limit is the time that it
        /// needs for the measured bytes of four first pictures, and what one cell alone is allowed.
        @Test func `four cold cells on ten megabits show their first pictures as soon as the line allows`()
            async throws
        {
            // Four videos of 720p need more than the line carries while they play.
            let small = (0..<8).map { IndexClip.hard(id: $0).with { ($0.width, $0.height) = (640, 360) } }
            try ClipLibrary.shared.make(small, withFacts: false)
            let files = try small.map { try ClipLibrary.shared.url(for: $0) }
            let names = Dictionary(uniqueKeysWithValues: (0..<400).map { ("\($0).mp4", files[$0 % 8]) })
            let bytesPerSecond = 1_250_000
            let server = try MediaServer(names, delay: 50, line: FaultServer.Line(bytesPerSecond: bytesPerSecond))
            defer { server.server.stop() }
            // The header and the first key frame, of the file where they are largest.
            let least = try files.map { try Self.bytesToFirstPicture(of: $0) }.max() ?? 0
            let line = Duration.milliseconds(4 * least * 1_000 / bytesPerSecond)
            let limit = line + .milliseconds(400)
            let starts = try await QuietMachine.run(until: { $0.p95 <= limit }, always: { _ in }) {
                let bench = try CacheBench()
                defer { bench.remove() }
                let cache = bench.cache()
                let snapshot = try Self.turn(4, poolIsFull: false) {
                    MediaSource(url: server.url("\($0).mp4"), cache: cache)
                }
                #expect(snapshot.failures.isEmpty && snapshot.wrongCellFrames == 0)
                return try #require(snapshot.timeToFirstFrame[.cold])
            }
            print("feed over ten megabits, 4 at once: \(starts); the line takes \(line)")
            #expect(starts.count >= 4 * (Self.pages - 1))
            #expect(starts.p95 <= limit)
        }

        /// The number of bytes to the end of a file's first picture.
        private static func bytesToFirstPicture(of file: URL) throws -> Int {
            let text = try Forge.ffprobe([
                "-select_streams", "v", "-read_intervals", "%+#1", "-show_entries", "packet=pos,size", "-of", "csv=p=0",
                file.path,
            ])
            let numbers = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
            return numbers.reduce(0, +)
        }

        /// Shows one screen after the other, each in one step. It blocks its thread rather than wait in a task, because
        /// tasks stand still while the pool is full.
        private static func turn(
            _ cells: Int, poolIsFull: Bool, source: @escaping @Sendable (Int) -> MediaSource
        ) throws -> FeedSnapshot {
            let columns = Int(Double(cells).squareRoot())
            let size = CGSize(width: 1_280, height: 720)
            let stage = try Stage(size: size)
            let cell = CGSize(width: size.width / Double(columns), height: size.height / Double(columns))
            let layout = FeedLayout.grid(count: cells * (pages + 1), columns: columns, cell: cell)
            var settings = FeedSettings()
            settings.policy = .allVisible(atOnce: cells)
            (settings.prerolledAhead, settings.fetchedAhead, settings.fetchedBehind) = (0, 0, 0)
            settings.playerCeiling = cells + 1
            let feed = try StageFeed(on: stage, settings: settings, layout: layout, budget: .forgetful()) {
                source(Int($0.description) ?? 0)
            }
            feed.scroll { tick, start in
                let seconds = start.map { $0.duration(to: tick).seconds } ?? 0
                return min((seconds / 2).rounded(.down), Double(pages)) * size.height
            }
            let ends = DispatchSemaphore(value: 0)
            let workers = poolIsFull ? ProcessInfo.processInfo.activeProcessorCount : 0
            for _ in 0..<workers { DispatchQueue.global().async { ends.wait() } }
            defer { for _ in 0..<workers { ends.signal() } }
            stage.show(feed)
            stage.start()
            let patience = HostTime.now.advanced(by: .seconds(20))
            while feed.startedAt == nil, .now < patience { Thread.sleep(forTimeInterval: 0.02) }
            Thread.sleep(forTimeInterval: Double(pages) * 2 + 1.5)
            let snapshot = feed.snapshot
            stage.stop()
            feed.close()
            return snapshot
        }
    }
#endif
