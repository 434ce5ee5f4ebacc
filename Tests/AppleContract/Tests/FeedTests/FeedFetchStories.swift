@_spi(Double) import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import MultiPlayerKitFeed

/// What a feed with a cache fetches ahead, and what becomes of that.
@Suite(.serialized) @MainActor
final class FeedFetchStories {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "contract-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var cache: MediaCache {
        var configuration = MediaCache.Configuration(directory: folder)
        configuration.session = { MemoryServer.session() }
        return MediaCache(configuration)
    }

    private func run(_ world: FeedWorld?, until holds: () -> Bool) async throws -> Bool {
        for _ in 0..<400 where !holds() {
            await world?.advance(by: .milliseconds(10))
            try await Task.sleep(for: .milliseconds(5))
        }
        return holds()
    }

    /// A file is here already, and a stream comes straight from its server.
    @Test func `files and streams are not fetched ahead`() async {
        let name = UUID().uuidString
        let world = FeedWorld(seed: 69, cache: cache) { index in
            index.isMultiple(of: 2)
                ? URL(filePath: "/clips/\(name)-\(index).mp4")
                : URL(string: "https://memory.example/\(name)/\(index).m3u8")!
        }
        for place in [0.0, 300, 600] {
            world.scroll(to: place)
            world.feed.send(.phase(.idle))
            await world.advance(by: .seconds(1))
            #expect(world.playing.count == 1)
            #expect(world.feed.downloads.isEmpty, "\(world.feed.downloads)")
        }
        world.expectSound()
    }

    @Test func `a feed that is released calls off what it fetches ahead`() async throws {
        let name = UUID().uuidString
        let urls = (0..<40).map { URL(string: "https://memory.example/\(name)/\($0).mp4")! }
        for url in urls {
            MemoryServer.put(MemoryServer.Body(data: LoaderBytes.make(for: url, count: 300_000)), at: url)
        }
        MemoryServer.stop(urls[2])
        let cache = cache
        var world: FeedWorld? = FeedWorld(seed: 70, cache: cache) { urls[$0] }
        #expect(try await run(world) { MemoryServer.isUnanswered(urls[2]) })
        #expect(world?.feed.downloads[2] != nil && !MemoryServer.isAbandoned(urls[2]))
        world = nil
        #expect(try await run(nil) { MemoryServer.isAbandoned(urls[2]) })
        withExtendedLifetime(cache) {}
    }
}
