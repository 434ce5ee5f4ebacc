@_spi(Double) import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache

/// What a cache answers for all kinds of addresses and servers.
@Suite(.serialized) @MainActor
final class LoaderAnswerTests {
    private let world: ContractWorld
    private let folder = FileManager.default.temporaryDirectory.appending(path: "contract-\(UUID().uuidString)")
    private let source = URL(string: "https://origin.example/clip.mp4")!
    private let cache: MediaCache

    init() {
        world = ContractWorld(seed: 5)
        ContractWorld.current = world
        world.register(source, ContractWorld.Media(duration: 10, frameRate: 30))
        var configuration = MediaCache.Configuration(directory: folder)
        configuration.session = { MemoryServer.session() }
        cache = MediaCache(configuration)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func put(
        _ name: String = "clip.mp4", scheme: String = "https", count: Int = 300_000,
        _ change: (inout MemoryServer.Body) -> Void = { _ in }
    ) -> URL {
        let url = URL(string: "\(scheme)://memory.example/\(UUID().uuidString)/\(name)")!
        var body = MemoryServer.Body(data: LoaderBytes.make(for: source, count: count))
        change(&body)
        MemoryServer.put(body, at: url)
        return url
    }

    @Test func `a file is played as it is`() async throws {
        let url = URL(filePath: "/videos/clip.mp4")
        world.register(url, ContractWorld.Media(duration: 10, frameRate: 30))
        let asset = try await cache.asset(for: url)
        #expect(asset.url == url)
        #expect(try await asset.load(.isPlayable))
    }

    @Test func `a server without encryption is read like any other`() async throws {
        let asset = try await cache.asset(for: put(scheme: "http"))
        #expect(try await asset.load(.isPlayable))
        #expect(world.violations.isEmpty, "\(world.violations)")
    }

    @Test func `a playlist that only its server gives away is called one`() async throws {
        let asset = try await cache.asset(for: put("live") { $0.type = "application/vnd.apple.mpegurl" })
        await #expect { try await asset.load(.isPlayable) } throws: { ($0 as? PlaybackError)?.code == .notCacheable }
    }

    @Test func `what a video is, is known without all of its bytes`() async throws {
        let url = put(count: 2_000_000)
        let asset = try await cache.asset(for: url)
        #expect(try await asset.load(.isPlayable))
        #expect(MemoryServer.served(url) < 1_000_000)
    }

    @Test func `a server that does not say how long a video is tells it with the last byte`() async throws {
        let asset = try await cache.asset(for: put { $0.statesLength = false })
        #expect(try await asset.load(.isPlayable))
        #expect(world.violations.isEmpty, "\(world.violations)")
    }
}
