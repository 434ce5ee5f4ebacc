#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools
    @testable import MultiPlayerKitFeed

    /// How soon a feed shows its first frames, in real time.
    @Suite(.alone, .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct FeedStartTests {
        private static func checkPictures(of snapshot: FeedSnapshot) {
            #expect(snapshot.wrongCellFrames == 0)
            #expect(snapshot.failures.isEmpty)
        }

        private static func isSoon(
            _ snapshot: FeedSnapshot, _ readiness: FeedSnapshot.Readiness, p50: Duration, p95: Duration
        ) -> Bool {
            snapshot.timeToFirstFrame[readiness].map { $0.p50 <= p50 && $0.p95 <= p95 } ?? false
        }

        @Test func `a prepared cell shows its first frame at once`() async throws {
            let urls = try (0..<10).map { try ClipLibrary.shared.url(for: CachedPlaybackTests.clip($0)) }
            let swiper = FeedSwiper(cells: 10, place: FeedSwiper.turns(9))
            let snapshot = try await QuietMachine.run(
                until: { Self.isSoon($0, .prefetched, p50: .milliseconds(34), p95: .milliseconds(100)) },
                always: Self.checkPictures
            ) {
                try await swiper.run(seconds: 18) { MediaSource(url: urls[$0]) }
            }
            let starts = try #require(snapshot.timeToFirstFrame[.prefetched])
            print("feed, prepared: \(starts)")
            #expect(starts.count >= 8)
            #expect(starts.p50 <= .milliseconds(34))
            #expect(starts.p95 <= .milliseconds(100))
        }

        @Test func `a cold cell takes half a second at most over ten megabits and fifty milliseconds`() async throws {
            let files = try (0..<8).map { try ClipLibrary.shared.url(for: .hard(id: $0)) }
            let names = Dictionary(uniqueKeysWithValues: (0..<400).map { ("\($0).mp4", files[$0 % 8]) })
            let server = try MediaServer(names, delay: 50, line: FaultServer.Line(bytesPerSecond: 1_250_000))
            defer { server.server.stop() }
            let stops = TestRun.count(20, dividedBy: 2)
            let most = Duration.milliseconds(500)
            let swiper = FeedSwiper(cells: 400, place: FeedSwiper.turns(stops, stride: 9))
            let snapshot = try await QuietMachine.run(
                until: { Self.isSoon($0, .cold, p50: most, p95: most) }, always: Self.checkPictures
            ) {
                let bench = try CacheBench()
                defer { bench.remove() }
                let cache = bench.cache()
                return try await swiper.run(seconds: Double(stops) * 2) {
                    MediaSource(url: server.url("\($0).mp4"), cache: cache)
                }
            }
            print("feed, cold line: \(snapshot.timeToFirstFrame)")
            let cold = try #require(snapshot.timeToFirstFrame[.cold])
            #expect(cold.count >= stops - 1)
            #expect(cold.p95 <= most)
        }

        @Test func `three passes over a feed fetch each byte once and few bytes in vain`() async throws {
            let cells = 8
            let files = try (0..<cells).map { try ClipLibrary.shared.url(for: .hard(id: $0)) }
            let names = Dictionary(uniqueKeysWithValues: files.enumerated().map { ("\($0.offset).mp4", $0.element) })
            let server = try await NginxServer(names, bytesPerSecond: 1_250_000)
            defer { server.stop() }
            let bench = try CacheBench()
            defer { bench.remove() }
            let cache = bench.cache()
            let source: @Sendable (Int) -> MediaSource = { cell in
                MediaSource(url: server.url("\(cell).mp4"), cache: cache)
            }
            let first = FeedSwiper(cells: cells, place: FeedSwiper.turns(cells - 1))
            let snapshot = try await first.run(seconds: Double(cells) * 2, source: source)
            #expect(snapshot.failures.isEmpty)
            // The server logs an answer once it has ended. The cache knows how many of the bytes were read.
            for _ in 0..<50 where server.traffic.sent < cache.statistics.bytesFetched {
                try await Task.sleep(for: .milliseconds(100))
            }
            let (sent, used) = (server.traffic.sent, cache.statistics.bytesUsed)
            let waste = 1 - Double(used) / Double(sent)
            print("feed, waste \(waste) of \(sent) bytes sent, \(cache.statistics.bytesFetched) came")
            #expect(sent >= cache.statistics.bytesFetched, "the server's log is incomplete")
            #expect(waste <= 0.25)
            for _ in 0..<2 {
                let again = FeedSwiper(cells: cells, place: FeedSwiper.turns(cells - 1, period: 0.8))
                _ = try await again.run(seconds: Double(cells) * 0.8 + 1, source: source)
            }
            let traffic = server.traffic
            print(
                "feed, three passes: \(traffic.sent) bytes, \(traffic.twice) of them twice, \(server.answers.count) answers"
            )
            #expect(traffic.sent > 5_000_000)
            #expect(traffic.twice == 0, "\(server.answers.filter { $0.sent.count == 32_768 })")
        }

        @Test func `a video that is complete in the cache starts as fast as a file`() async throws {
            let files = try (0..<8).map { try ClipLibrary.shared.url(for: .hard(id: $0)) }
            let names = Dictionary(uniqueKeysWithValues: files.enumerated().map { ("\($0.offset).mp4", $0.element) })
            let server = try await NginxServer(names)
            defer { server.stop() }
            let bench = try CacheBench()
            defer { bench.remove() }
            let cache = bench.cache()
            for name in names.keys { try await cache.prefetch(server.url(name)).finished() }
            let ratio = try await QuietMachine.run(until: { $0 <= 1.1 }, always: { _ in }) { () -> Double in
                var times: [String: [Duration]] = [:]
                // In turns, so that other load on the machine affects both.
                for round in 0..<5 {
                    for (number, file) in files.enumerated() {
                        let cached = MediaSource(url: server.url("\(number).mp4"), cache: cache)
                        let both = [("file", MediaSource(url: file)), ("cached", cached)]
                        for (name, source) in round % 2 == 0 ? both : both.reversed() {
                            times[name, default: []].append(try await PlayerOpening.time(of: source))
                        }
                    }
                }
                let medians = times.mapValues { $0.sorted()[$0.count / 2].seconds }
                let ratio = try #require(medians["cached"]) / #require(medians["file"])
                print("feed, complete in the cache: \(ratio) of a file's \(medians)")
                return ratio
            }
            #expect(ratio <= 1.1)
        }
    }
#endif
