@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache

/// Assets that play through a cache, with requests as AVFoundation makes them.
@Suite(.serialized) @MainActor
final class LoaderTests {
    private let world: ContractWorld
    private let folder = FileManager.default.temporaryDirectory.appending(path: "contract-\(UUID().uuidString)")
    private let source = URL(string: "https://origin.example/clip.mp4")!

    init() {
        world = ContractWorld(seed: 3)
        ContractWorld.current = world
        world.register(source, ContractWorld.Media(duration: 10, frameRate: 30, hasAudio: true))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func cache() -> MediaCache {
        var configuration = MediaCache.Configuration(directory: folder)
        configuration.session = { MemoryServer.session() }
        return MediaCache(configuration)
    }

    private func put(_ name: String = "clip.mp4", type: String = "video/mp4", count: Int = 300_000) -> URL {
        let url = URL(string: "https://memory.example/\(UUID().uuidString)/\(name)")!
        MemoryServer.put(MemoryServer.Body(data: LoaderBytes.make(for: source, count: count), type: type), at: url)
        return url
    }

    @Test func `an asset opens from the cache, and its address reveals no token`() async throws {
        let url = put("clip.mp4?token=secret")
        let asset = try await cache().asset(for: url)
        let duration = try await asset.load(.duration)
        #expect(duration.seconds == 10)
        #expect(!asset.url.absoluteString.contains("secret") && asset.url.pathExtension == "mp4")
        #expect(world.violations.isEmpty, "\(world.violations)")
    }

    @Test func `a complete video opens as a plain file, and each byte is fetched once`() async throws {
        let url = put()
        let cache = cache()
        try await cache.prefetch(url).finished()
        let asset = try await cache.asset(for: url)
        #expect(asset.url.isFileURL)
        #expect(asset.options?[AVURLAssetOverrideMIMETypeKey] as? String == "video/mp4")
        #expect(try await asset.load(.duration).seconds == 10)
        #expect(MemoryServer.served(url) == 300_000)
        #expect(world.violations.isEmpty)
    }

    @Test func `an item that leaves its player cancels its request, and no answer follows`() async throws {
        let url = put(count: 8_000_000)
        let asset = try await cache().asset(for: url)
        _ = try await asset.load(.isPlayable)
        let player = AVPlayer()
        player.setUpForCache()
        #expect(!player.automaticallyWaitsToMinimizeStalling && !player.allowsExternalPlayback)
        player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
        await world.run(for: .milliseconds(200))
        #expect(player.currentItem?.status == .readyToPlay)
        player.replaceCurrentItem(with: nil)
        await world.run(for: .milliseconds(200))
        try await Task.sleep(for: .milliseconds(100))
        #expect(world.violations.isEmpty, "\(world.violations)")
    }

    @Test func `a player of the cache joins a group`() async throws {
        let player = try await cache().player(for: put())
        let group = PlaybackGroup(clock: ManualClock(now: HostTime(nanoseconds: world.now)))
        let id = try group.add(player: player)
        for _ in 0..<400 where group.mediaInfo[id] == nil && group.failures[id] == nil {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(group.mediaInfo[id]?.bounds.length == .seconds(10), "\(group.failures)")
        group.remove(id)
        #expect(player.currentItem != nil && world.violations.isEmpty, "\(world.violations)")
    }

    @Test func `the server's media type becomes a type identifier`() async throws {
        #expect(
            MediaTypeName.identifiers(of: "video/quicktime", source) == ["com.apple.quicktime-movie", "public.mpeg-4"])
        #expect(MediaTypeName.identifiers(of: nil, source) == ["public.mpeg-4"])
        #expect(MediaTypeName.identifiers(of: "text/html", source).isEmpty)
        let asset = try await cache().asset(for: put("clip.mov", type: "video/quicktime"))
        #expect(try await asset.load(.isPlayable))
        // A web page where a video should be.
        let page = try await cache().asset(for: put(type: "text/html"))
        await #expect(throws: (any Error).self) { try await page.load(.isPlayable) }
        #expect(world.violations.isEmpty, "\(world.violations)")
    }

    @Test func `a playlist is refused and referred to its server`() async throws {
        let cache = cache()
        await #expect { try await cache.asset(for: URL(string: "https://memory.example/live.m3u8")!) } throws: {
            ($0 as? PlaybackError)?.code == .notCacheable && "\($0)".contains("straight from its server")
        }
        // A playlist that only the server's media type gives away.
        let hidden = try await cache.asset(for: put("live", type: "application/vnd.apple.mpegurl"))
        await #expect(throws: PlaybackError.self) { try await hidden.load(.isPlayable) }
        #expect(world.violations.isEmpty, "\(world.violations)")
    }

    @Test func `an address that is neither a file nor on the web is refused at once`() async throws {
        let cache = cache()
        for address in ["ftp://memory.example/clip.mp4", "clip.mp4"] {
            await #expect { try await cache.asset(for: URL(string: address)!) } throws: {
                ($0 as? PlaybackError)?.reason == "the cache reads http and https only"
            }
        }
    }

    @Test func `a request whose end is beyond all numbers gets what there is`() async throws {
        let asset = try await cache().asset(for: put())
        #expect(try await asset.load(.isPlayable))
        let bytes = try await asset.answer(from: 100, count: .max)
        #expect(bytes.count == 299_900)
        #expect(world.violations.isEmpty, "\(world.violations)")
    }

    @Test func `a missing file is an error`() async throws {
        let asset = try await cache().asset(for: URL(string: "https://memory.example/none.mp4")!)
        await #expect(throws: PlaybackError.self) { try await asset.load(.isPlayable) }
        #expect(world.violations.isEmpty)
    }
}
