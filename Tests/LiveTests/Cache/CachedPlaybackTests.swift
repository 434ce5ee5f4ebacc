#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import CGStreamer
    import Synchronization
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import TestTools

    /// Videos that play from a cache while it fills.
    @Suite(.shared, .serialized, .timeLimit(.minutes(3)))
    @MainActor
    struct CachedPlaybackTests {
        static func clip(_ id: Int) -> IndexClip {
            IndexClip(id: id).with {
                ($0.width, $0.height) = (640, 360)
                $0.frameCount = 90
                $0.audio = IndexClip.Audio(longerBy: 100)
            }
        }

        /// Plays 200 ticks, more than two turns, and returns the index of the frame seen at each.
        private func indices(of source: MediaSource) async throws -> [Int?] {
            let stage = try Stage(size: CGSize(width: 640, height: 360), rate: FrameRate(30), pace: .unpaced)
            let group = PlaybackGroup(on: stage)
            let reader = try TileReader(stage)
            stage.show(group, layout: .sideBySide)
            let member = group.add(source: source, map: TimeMap(end: .loop))
            let playing = Task { try await group.play() }
            for _ in 0..<600 where reader.all.count < 200 {
                await Task.detached { stage.advance(ticks: 1) }.value
            }
            try await playing.value
            stage.stop()
            return reader.all.map { $0.tiles[member]?.index }
        }

        @Test func `an address plays exactly from the cache, each byte fetched once, and then as a file`() async throws
        {
            let file = try ClipLibrary.shared.url(for: Self.clip(1))
            let server = try MediaServer(["a.mp4": file])
            defer { server.server.stop() }
            let bench = try CacheBench()
            defer { bench.remove() }
            let cache = bench.cache()
            let source = MediaSource(url: server.url("a.mp4"), cache: cache)
            #expect(try await indices(of: source) == (0..<200).map { $0 % 90 })
            let length = try Data(contentsOf: file).count
            #expect(server.requests("a.mp4").count <= 3, "\(server.requests("a.mp4"))")
            #expect(cache.statistics.bytesFetched <= Int64(length))
            try await cache.prefetch(source.url).finished()
            #expect(cache.statistics.bytesFetched == Int64(length))
            let requests = server.server.log.count
            server.server.stop()
            #expect(try await indices(of: source) == (0..<200).map { $0 % 90 }, "a complete copy needs no server")
            #expect(server.server.log.count == requests)
        }

        @Test func `a seek and a stop take effect while a server sends nothing`() async throws {
            let file = try ClipLibrary.shared.url(for: Self.clip(2))
            let data = try Data(contentsOf: file)
            let isStuck = Flag()
            let server = try FaultServer { request in
                let range = request.range(of: Int64(data.count)) ?? 0..<Int64(data.count)
                let head =
                    "HTTP/1.1 206 Part\r\nContent-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(data.count)"
                    + "\r\nETag: \"1\"\r\nContent-Length: \(range.count)\r\n\r\n"
                let stop = isStuck.isSet ? range.lowerBound : min(range.upperBound, range.lowerBound + 40_000)
                return [
                    .text(head), .bytes(Array(data[Int(range.lowerBound)..<Int(stop)])), .wait(milliseconds: 30_000),
                ]
            }
            defer { server.stop() }
            let bench = try CacheBench()
            defer { bench.remove() }
            let media = bench.cache().media(for: server.url("/b.mp4"))
            let feeder = CacheFeeder(media)
            GStreamerRuntime.start()
            let pipeline = try Element(launch: "appsrc name=source format=bytes ! fakesink name=end sync=false")
            let source = try #require(pipeline.child("source"))
            feeder.feed(source)
            pipeline.play()
            try await Task.sleep(for: .milliseconds(300))
            isStuck.set()
            let begin = HostTime.now
            #expect(
                mpk_seek_bytes(pipeline.pointer, 20_000) != 0, "the flush releases the read that waits for the server")
            #expect(begin.duration(to: .now) < .milliseconds(500))
            try await Task.sleep(for: .milliseconds(200))
            let end = HostTime.now
            feeder.close()
            pipeline.stop()
            #expect(end.duration(to: .now) < .milliseconds(500))
        }
    }

    /// A flag that is set once, from any thread.
    final class Flag: Sendable {
        private let state = Atomic(false)
        var isSet: Bool { state.load(ordering: .relaxed) }
        func set() { state.store(true, ordering: .relaxed) }
    }
#endif
