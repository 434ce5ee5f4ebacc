@_spi(Double) import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import MultiPlayerKitFeed

/// A feed that reads through a real cache from a server in memory. Transfers take real time, playback virtual time.
@Suite(.serialized) @MainActor
final class CacheStories {
    private static let length = 300_000
    private static let opening = 50_000
    private let folder = FileManager.default.temporaryDirectory.appending(path: "contract-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func world(seed: UInt64, stopped: [Int] = []) -> FeedWorld {
        var configuration = MediaCache.Configuration(directory: folder)
        configuration.session = { MemoryServer.session() }
        var settings = FeedSettings()
        settings.assumedOpening = Int64(Self.opening)
        let name = UUID().uuidString
        let urls = (0..<40).map { URL(string: "https://memory.example/\(name)/\($0).mp4")! }
        for url in urls {
            MemoryServer.put(MemoryServer.Body(data: LoaderBytes.make(for: url, count: Self.length)), at: url)
        }
        for index in stopped { MemoryServer.stop(urls[index]) }
        return FeedWorld(seed: seed, settings: settings, cache: MediaCache(configuration), urls: { urls[$0] })
    }

    /// Lets transfers go on until `holds` is true; returns whether it became true.
    private func run(_ world: FeedWorld, until holds: () -> Bool) async throws -> Bool {
        for _ in 0..<400 {
            await world.advance(by: .milliseconds(10))
            if holds() { return true }
            try await Task.sleep(for: .milliseconds(5))
        }
        return false
    }

    private func served(_ index: Int, in world: FeedWorld) -> Int { MemoryServer.served(world.urls[index]) }

    @Test func `only openings are fetched ahead, and no byte is fetched twice`() async throws {
        let world = world(seed: 1)
        #expect(try await run(world) { world.playing == [0] && world.isShowing(0) })
        // One cell ahead is prepared. Of the two after it only the openings are fetched.
        #expect(try await run(world) { world.feed.state.readiness(of: 2) == .bytes })
        #expect(try await run(world) { world.feed.state.readiness(of: 3) == .bytes })
        #expect(served(2, in: world) == Self.opening && served(3, in: world) == Self.opening)
        #expect((4..<10).allSatisfy { served($0, in: world) == 0 })
        world.scroll(to: 300)
        world.feed.send(.phase(.idle))
        #expect(try await run(world) { world.playing == [2] && world.isShowing(2) })
        #expect(try await run(world) { world.feed.state.readiness(of: 5) == .bytes })
        // All bytes that came in are kept. Bytes still on their way when their fetch was cancelled do not count.
        let cache = try #require(world.feed.cache as? MediaCache)
        let kept = { world.urls.reduce(0) { $0 + cache.media(for: $1).bytesPresent(in: 0..<Int64(Self.length)) } }
        #expect(try await run(world) { kept() == cache.statistics.bytesFetched })
        world.expectSound()
    }

    @Test func `a cell that is no longer among the next is fetched no further`() async throws {
        let world = world(seed: 2, stopped: [2])
        #expect(try await run(world) { world.playing == [0] })
        // Wait for the request: a fetch that is cancelled before its request never sends it.
        #expect(try await run(world) { world.feed.downloads[2] != nil && MemoryServer.isUnanswered(world.urls[2]) })
        world.scroll(to: 6_000)
        world.feed.send(.phase(.idle))
        #expect(try await run(world) { world.playing.first.map { $0 > 19 } ?? false })
        #expect(world.feed.downloads[2] == nil && served(2, in: world) == 0)
        #expect(try await run(world) { MemoryServer.isAbandoned(world.urls[2]) })
        world.expectSound()
    }
}
