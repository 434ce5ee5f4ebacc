@_spi(Double) import AVFoundation
import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache

/// The end of an asset that plays through a cache.
@Suite(.serialized) @MainActor
final class LoaderEndTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "contract-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func comes(_ holds: () -> Bool) async throws -> Bool {
        for _ in 0..<400 where !holds() { try await Task.sleep(for: .milliseconds(5)) }
        return holds()
    }

    @Test func `an asset that is released calls off what it asks of its server`() async throws {
        ContractWorld.current = ContractWorld(seed: 4)
        var configuration = MediaCache.Configuration(directory: folder)
        configuration.session = { MemoryServer.session() }
        let cache = MediaCache(configuration)
        let url = URL(string: "https://memory.example/\(UUID().uuidString)/clip.mp4")!
        MemoryServer.put(MemoryServer.Body(data: LoaderBytes.make(for: url, count: 8_000_000)), at: url)
        MemoryServer.stop(url)
        var asset: AVURLAsset? = try await cache.asset(for: url)
        let request = try OpenRequest(to: #require(asset))
        #expect(request != nil)
        #expect(try await comes { MemoryServer.isUnanswered(url) })
        #expect(!MemoryServer.isAbandoned(url))
        asset = nil
        #expect(try await comes { MemoryServer.isAbandoned(url) })
        withExtendedLifetime((cache, request)) {}
    }
}
