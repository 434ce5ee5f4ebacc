import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import TestTools

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if THREAD_SANITIZER
    import struct MultiPlayerKit.Mutex
#else
    import Synchronization
#endif

/// The whole cache against a server on loopback.
@Suite(.shared, .timeLimit(.minutes(2)))
final class MediaCacheTests {
    let bench: CacheBench
    let origin = Origin(seed: 7, length: 3_000_001)
    var server: FaultServer!

    init() throws {
        bench = try CacheBench()
    }

    deinit { server?.stop() }

    /// - Parameter turns: how each request is answered; the last one applies to all that follow.
    func serve(_ turns: Conduct..., path: String = "/film.mp4?token=secret") throws -> URL {
        let origin = origin
        let count = Mutex(0)
        server = try FaultServer { request in
            let turn = count.withLock { count in
                defer { count += 1 }
                return min(count, turns.count - 1)
            }
            return turns[turn].answer(request, of: origin)
        }
        return server.url(path)
    }

    /// The first offset at which bytes differ from the whole resource; `nil`: they are equal.
    func difference(_ bytes: Data) -> Int64? { origin.firstDifference(in: bytes) }

    /// Whether the server was asked for an address with this last part.
    func wasAsked(for name: String) -> Bool { server.log.contains { $0.path.contains("/\(name)") } }

    func waitUntil(_ isDone: () -> Bool) async throws {
        for _ in 0..<500 where !isDone() { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// The number of bytes that the server sent again.
    func bytesSentTwice() -> Int64 {
        var seen = ByteRangeSet()
        var twice: Int64 = 0
        for range in server.log.flatMap(\.sent) {
            twice += seen.present(in: range).reduce(0) { $0 + Int64($1.count) }
            seen.insert(range)
        }
        return twice
    }

    @Test func `a resource is fetched, kept and read again without a server`() async throws {
        let url = try serve(Conduct())
        do {
            let cache = bench.cache()
            let media = cache.media(for: url)
            #expect(difference(try await media.all()) == nil)
            let facts = try await media.facts()
            #expect(facts == MediaFacts(length: origin.length, contentType: "video/mp4", version: origin.etag))
            #expect(cache.statistics.bytesFetched == origin.length)
            #expect(cache.statistics.bytesServed == origin.length)
            let file = try #require(await media.fileURL())
            #expect(file.pathExtension == "mp4")
            #expect(difference(try Data(contentsOf: file)) == nil)
        }
        server.stop()
        let requests = server.log.count
        try await Task.sleep(for: .milliseconds(100))
        let cache = bench.cache()
        let media = cache.media(for: url)
        #expect(difference(try await media.all()) == nil)
        #expect(await media.fileURL() != nil)
        #expect(server.log.count == requests)
        #expect(cache.statistics.requests == 0)
        #expect(cache.statistics.misses == 0)
    }

    @Test func `three readers of one address fetch it once`() async throws {
        let url = try serve(Conduct(pace: 2))
        let cache = bench.cache()
        try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let media = cache.media(for: url)
                    return try await media.all()
                }
            }
            for try await data in group { #expect(self.difference(data) == nil) }
        }
        #expect(cache.statistics.bytesFetched == origin.length)
        #expect(bytesSentTwice() == 0)
    }

    @Test func `an address opened right after its prefetch is not fetched again`() async throws {
        let url = try serve(Conduct())
        let cache = bench.cache()
        for round in 1...40 {
            let address = url.appendingPathComponent("\(round)")
            try await cache.prefetch(address).finished()
            let media = cache.media(for: address)
            #expect(await media.fileURL() != nil)
            #expect(difference(try await media.all()) == nil)
            #expect(cache.statistics.bytesFetched == Int64(round) * origin.length)
        }
    }

    @Test func `a waiting read follows the priority of its reader`() async throws {
        // 3 MB at 64 KiB each 100 ms: five seconds.
        let url = try serve(Conduct(pace: 100))
        let cache = bench.cache()
        let (slow, other) = (url.appendingPathComponent("slow"), url.appendingPathComponent("other"))
        let playing = Task { try await cache.media(for: slow, priority: .playing).all() }
        try await waitUntil { self.wasAsked(for: "slow") }
        let media = cache.media(for: other, priority: .later)
        let waiting = Task { try await media.read(0..<1_000) }
        try await Task.sleep(for: .milliseconds(500))
        #expect(!wasAsked(for: "other"))
        media.priority = .playing
        let begin = ContinuousClock.now
        #expect(try await waiting.value.count > 0)
        #expect(begin.duration(to: .now) < .seconds(2))
        playing.cancel()
        _ = try? await playing.value
    }

    @Test func `an app that prepares a request may use the cache`() async throws {
        let url = try serve(Conduct())
        let box = Mutex<MediaCache?>(nil)
        let cache = bench.cache { configuration in
            configuration.prepare = { _ in
                _ = box.withLock(\.self)?.media(for: url, priority: .later).bytesPresent(in: 0..<10)
            }
        }
        box.withLock { $0 = cache }
        #expect(difference(try await cache.media(for: url).all()) == nil)
        box.withLock { $0 = nil }
    }

    static let conducts: [(String, [Conduct])] = [
        ("no ranges", [Conduct(ranges: false)]),
        ("no ranges, no proof", [Conduct(ranges: false, proof: .none)]),
        ("no proof", [Conduct(proof: .none)]),
        ("a weak tag", [Conduct(proof: .weak)]),
        ("a date only", [Conduct(proof: .modified)]),
        ("chunked", [Conduct(ranges: false, chunked: true)]),
        ("no length", [Conduct(ranges: false, tellsLength: false)]),
        ("drops", [Conduct(breaksAfter: 100_000)]),
        ("resets", [Conduct(breaksAfter: 100_000, breaksByReset: true)]),
        ("drops without ranges", [Conduct(ranges: false, breaksAfter: 900_000), Conduct(ranges: false)]),
        ("drops without proof", [Conduct(proof: .none, breaksAfter: 900_000), Conduct(proof: .none)]),
        ("stalls", [Conduct(stalls: 1_500), Conduct()]),
        ("slow to answer", [Conduct(delay: 300)]),
    ]

    @Test(arguments: conducts)
    func `every byte arrives, however the server behaves`(name: String, turns: [Conduct]) async throws {
        let origin = origin
        let count = Mutex(0)
        server = try FaultServer { request in
            let turn = count.withLock { count in
                defer { count += 1 }
                return min(count, turns.count - 1)
            }
            return turns[turn].answer(request, of: origin)
        }
        let url = server.url("/a.mp4")
        do {
            let cache = bench.cache { $0.silence = .milliseconds(500) }
            let media = cache.media(for: url)
            #expect(difference(try await media.all()) == nil)
            #expect(try await media.facts().length == origin.length)
        }
        // The stored copy is right as well, and complete unless the end of the resource was in doubt.
        try await Task.sleep(for: .milliseconds(50))
        let requests = server.log.count
        let media = bench.cache().media(for: url)
        #expect(difference(try await media.all()) == nil)
        if name != "no length" { #expect(server.log.count == requests) }
    }

    @Test(arguments: [true, false])
    func `a server that announces more than it has causes an error, and no byte is wrong`(ranges: Bool) async throws {
        let url = try serve(Conduct(ranges: ranges, lie: 1_000))
        let cache = bench.cache { $0.silence = .milliseconds(500) }
        let media = cache.media(for: url)
        var data = Data()
        let error = await #expect(throws: PlaybackError.self) {
            for try await piece in media.pieces(of: 0..<Int64.max) { data.append(piece) }
        }
        #expect(error?.code == (ranges ? .sourceChanged : .sourceUnreachable))
        #expect(origin.firstDifference(in: data, upTo: Int64(data.count)) == nil)
        #expect(await media.fileURL() == nil)
    }

    @Test func `a transfer that broke off is resumed with a condition on the version`() async throws {
        let url = try serve(Conduct(breaksAfter: 70_000), Conduct())
        let cache = bench.cache()
        let media = cache.media(for: url)
        #expect(try await media.read(0..<10).count == 10)
        // Read on only after the connection has broken off.
        try await waitUntil { media.bytesPresent(in: 0..<origin.length) >= 70_000 }
        #expect(difference(try await media.all()) == nil)
        #expect(cache.statistics.resumed == 1)
        let second = try #require(server.log.dropFirst().first)
        #expect(second.range?.hasPrefix("bytes=70000-") == true)
        #expect(second.condition == origin.etag)
        #expect(bytesSentTwice() == 0)
    }

    @Test func `the next process continues where the last one stopped`() async throws {
        let url = try serve(Conduct())
        do {
            let media = bench.cache().media(for: url)
            _ = try await media.read(0..<10)
            _ = try await media.read(2_000_000..<2_000_010)
            // Bytes that are still on their way would be lost with the connection.
            try await waitUntil { media.bytesPresent(in: 0..<origin.length) >= 2 * (ReadAhead.first + 10) }
        }
        try await Task.sleep(for: .milliseconds(200))
        let cache = bench.cache()
        #expect(difference(try await cache.media(for: url).all()) == nil)
        #expect(bytesSentTwice() == 0)
        #expect(cache.statistics.resumed == 1)
    }

    @Test func `two versions of a resource are never mixed`() async throws {
        let origin = origin
        let version = Mutex(1)
        server = try FaultServer { request in
            Conduct().answer(
                request, of: Origin(seed: origin.seed, length: origin.length, version: version.withLock(\.self)))
        }
        let url = server.url("/a.mp4")
        let cache = bench.cache()
        let old = cache.media(for: url)
        #expect(try await old.read(0..<10) == Data(origin.bytes(0..<10)))
        version.withLock { $0 = 2 }
        await #expect(throws: PlaybackError.self) { _ = try await old.read(2_000_000..<2_000_010) }
        // The bytes already here are still those of the old version.
        #expect(try await old.read(0..<10) == Data(origin.bytes(0..<10)))
        let now = Origin(seed: origin.seed, length: origin.length, version: 2)
        let new = cache.media(for: url)
        #expect(now.firstDifference(in: try await new.all()) == nil)
        #expect(try await new.facts().version == now.etag)
        #expect(try await old.read(0..<10) == Data(origin.bytes(0..<10)))
    }

    @Test(arguments: Conduct.Proof.allCases, [true, false])
    func `a change between two processes is always noticed`(proof: Conduct.Proof, ranges: Bool) async throws {
        let origin = origin
        let version = Mutex(1)
        server = try FaultServer { request in
            var conduct = Conduct(ranges: ranges, proof: proof)
            let now = version.withLock(\.self)
            if now == 1 { conduct.breaksAfter = 600_000 }
            return conduct.answer(request, of: Origin(seed: origin.seed, length: origin.length, version: now))
        }
        let url = server.url("/a.mp4")
        do {
            let media = bench.cache().media(for: url)
            _ = try await media.read(500_000..<500_001)
        }
        try await Task.sleep(for: .milliseconds(100))
        version.withLock { $0 = 2 }
        let now = Origin(seed: origin.seed, length: origin.length, version: 2)
        let cache = bench.cache()
        let first = cache.media(for: url)
        // A reader that was given bytes of the old version gets an error; any other reads the new version.
        do {
            let data = try await first.all()
            #expect(now.firstDifference(in: data) == nil)
        } catch PlaybackError.Code.sourceChanged {
        }
        #expect(now.firstDifference(in: try await cache.media(for: url).all()) == nil)
    }

    @Test(arguments: [
        (404, "sourceNotFound"), (410, "sourceNotFound"), (403, "sourceUnreachable"), (418, "sourceUnreachable"),
    ])
    func `a refusal by the server is an error at once`(status: Int, code: String) async throws {
        server = try FaultServer { _ in [.text("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n")] }
        let url = server.url("/a.mp4?token=secret")
        let media = bench.cache().media(for: url)
        let error = await #expect(throws: PlaybackError.self) { _ = try await media.read(0..<10) }
        #expect(error?.code.name == code)
        #expect(error.map { "\($0)".contains("secret") } == false)
        #expect(server.log.count == 1)
    }

    @Test func `a busy server is left alone for as long as it says`() async throws {
        let origin = origin
        let count = Mutex(0)
        server = try FaultServer { request in
            let turn = count.withLock { count in
                defer { count += 1 }
                return count
            }
            return switch turn {
            case 0: [.text("HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n")]
            case 1: [.text("HTTP/1.1 429 Slow down\r\nContent-Length: 0\r\n\r\n")]
            default: Conduct().answer(request, of: origin)
            }
        }
        let media = bench.cache().media(for: server.url("/a.mp4"))
        let start = ContinuousClock.now
        #expect(try await media.read(0..<10) == Data(origin.bytes(0..<10)))
        #expect(ContinuousClock.now - start > .milliseconds(1_300))
    }

    @Test(arguments: [
        ("http://ann:a%20b@here/1", "http://here/2", "http://ann:a%20b@here/2"),
        ("http://ann@here:81/1", "http://here:81/2", "http://ann@here:81/2"),
        ("http://ann:secret@here/1", "http://bob@here/2", "http://bob@here/2"),
        ("http://ann:secret@here/1", "http://there/2", "http://there/2"),
        ("http://ann:secret@here/1", "http://here:81/2", "http://here:81/2"),
        ("http://here/1", "http://here/2", "http://here/2"),
        ("http://here/1", "https://here/2", "https://here/2"),
        // A redirect from HTTPS to HTTP is not followed, nor is one to a file.
        ("https://here/1", "http://here/2", nil), ("http://here/1", "file:///etc/hostname", nil),
    ])
    func `redirects pass the user to the same server only`(asked: String, location: String, followed: String?) throws {
        let request = Redirect.followed(
            URLRequest(url: try #require(URL(string: location))),
            from: URLRequest(url: try #require(URL(string: asked))), hops: 1)
        #expect(request?.url?.absoluteString == followed)
    }

    @Test func `redirects are followed, and the app's own fields are not sent to other hosts`() async throws {
        let origin = origin
        let target = try FaultServer { Conduct().answer($0, of: origin) }
        defer { target.stop() }
        let port = target.port
        server = try FaultServer { request in
            let location =
                request.path == "/1" ? "/2" : "http://127.0.0.1:\(port)/film.mp4"
            return [.text("HTTP/1.1 302 There\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")]
        }
        let cache = bench.cache { configuration in
            configuration.prepare = { $0.setValue("secret", forHTTPHeaderField: "X-Token") }
        }
        #expect(difference(try await cache.media(for: server.url("/1")).all()) == nil)
        #expect(server.log.allSatisfy { $0.fields["x-token"] == "secret" })
        #expect(target.log.allSatisfy { $0.fields["x-token"] == nil && $0.range != nil })
    }

    @Test(arguments: [
        "/again", "file:///etc/passwd", "ftp://127.0.0.1/a", "//", "http://", "", ":", "http://[", "/%zz%",
    ])
    func `a redirect to nowhere is an error`(location: String) async throws {
        server = try FaultServer { _ in
            [.text("HTTP/1.1 302 There\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")]
        }
        let media = bench.cache().media(for: server.url("/1"))
        await #expect(throws: PlaybackError.self) { _ = try await media.read(0..<10) }
        #expect(server.log.count <= 2 + Redirect.most)
    }

    @Test func `what is not on a web server is refused by name`() async throws {
        let url = try #require(URL(string: "ftp://user:secret@example.com/1.mp4"))
        let media = bench.cache().media(for: url)
        let error = await #expect(throws: PlaybackError.self) { _ = try await media.read(0..<10) }
        #expect(error?.code == .notCacheable && !"\(error as Any)".contains("secret"))
    }

    @Test func `a server that is not there causes an error within seconds`() async throws {
        let url = try serve(Conduct())
        server.stop()
        let media = bench.cache().media(for: url)
        let error = await #expect(throws: PlaybackError.self) { _ = try await media.read(0..<10) }
        #expect(error?.code == .sourceUnreachable)
    }

    @Test func `a cancelled prefetch stops its transfer and keeps its bytes`() async throws {
        let origin = Origin(seed: 8, length: 20_000_000)
        // The whole resource takes a minute, because other tests may delay this one by seconds.
        let pace = Mutex(200)
        server = try FaultServer { Conduct(pace: pace.withLock { $0 }).answer($0, of: origin) }
        let url = server.url("/long")
        let cache = bench.cache()
        let prefetch = cache.prefetch(url)
        var last = MediaPrefetch.Progress(present: 0, total: nil)
        for try await progress in prefetch.progress {
            #expect(progress.present >= last.present)
            last = progress
            if progress.present > 300_000 { break }
        }
        prefetch.cancel()
        await #expect(throws: CancellationError.self) { try await prefetch.finished() }
        try await Task.sleep(for: .milliseconds(300))
        let sent = cache.statistics.bytesFetched
        #expect(sent < origin.length)
        try await Task.sleep(for: .milliseconds(300))
        #expect(cache.statistics.bytesFetched == sent)
        // The bytes that came are not fetched again.
        pace.withLock { $0 = 0 }
        #expect(origin.firstDifference(in: try await cache.media(for: url).all()) == nil)
        #expect(cache.statistics.bytesFetched == origin.length)
    }

    @Test func `a prefetch ends when it has all its bytes`() async throws {
        let url = try serve(Conduct())
        let cache = bench.cache()
        let some = cache.prefetch(url, .first(500_000), priority: .next)
        var last: MediaPrefetch.Progress?
        for try await progress in some.progress { last = progress }
        #expect(last == MediaPrefetch.Progress(present: 500_000, total: 500_000))
        #expect(cache.statistics.bytesFetched == 500_000)
        try await cache.prefetch(url).finished()
        #expect(cache.statistics.bytesFetched == origin.length)
        #expect(await cache.media(for: url).fileURL() != nil)
    }

    @Test func `reads that are cancelled, interrupted or closed do not wait for the server`() async throws {
        // The answer takes a minute, because other tests may delay this one by seconds.
        let url = try serve(Conduct(delay: 60_000))
        let media = bench.cache().media(for: url)
        let task = Task { try await media.read(0..<10) }
        let other = Task { try await media.read(5..<10) }
        let done = Mutex(false)
        Thread.detachNewThread {
            #expect(throws: CancellationError.self) { _ = try media.readBlocking(0..<10) }
            done.withLock { $0 = true }
        }
        try await Task.sleep(for: .milliseconds(200))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        media.cancelReads()
        await #expect(throws: CancellationError.self) { try await other.value }
        try await waitUntil { done.withLock { $0 } }
        #expect(done.withLock { $0 })
        media.isInterrupted = true
        #expect(throws: CancellationError.self) { _ = try media.readBlocking(0..<10) }
        media.isInterrupted = false
        media.close()
        await #expect(throws: CancellationError.self) { try await media.read(0..<10) }
    }

    @Test func `two caches use one folder without disturbing each other`() async throws {
        let url = try serve(Conduct())
        let owner = bench.cache()
        let media = owner.media(for: url)
        _ = try await media.read(0..<10)
        // The resource is not complete yet: the second cache fetches for itself and keeps nothing.
        let guest = bench.cache()
        #expect(difference(try await guest.media(for: url).all()) == nil)
        #expect(guest.statistics.bytesFetched == origin.length)
        #expect(difference(try await media.all()) == nil)
        #expect(owner.statistics.bytesFetched == origin.length)
        try await Task.sleep(for: .milliseconds(200))
        // The resource is complete now: another cache reads it in place.
        let second = bench.cache()
        let reader = second.media(for: url)
        #expect(difference(try await reader.all()) == nil)
        #expect(second.statistics.requests == 0)
        #expect(await reader.fileURL() != nil)
        // The owner does not remove a file that another cache reads.
        media.close()
        try await Task.sleep(for: .milliseconds(50))
        await owner.removeAll()
        #expect(difference(try await reader.all()) == nil)
        reader.close()
        try await Task.sleep(for: .milliseconds(50))
        await owner.removeAll()
        #expect(bench.bytesOnDisk == 0)
    }

    @Test(arguments: [false, true])
    func `a prefetch that cannot be stored fails, and is not fetched again and again`(hasFolder: Bool) async throws {
        let origin = Origin(seed: 3, length: 50_000_000)
        server = try FaultServer { Conduct().answer($0, of: origin) }
        if !hasFolder { try Data().write(to: bench.folder) }
        let cache = bench.cache(limit: 1_000_000)
        let url = server.url("/long.mp4")
        let prefetch = cache.prefetch(url)
        await #expect(
            performing: { try await prefetch.finished() }, throws: { ($0 as? PlaybackError)?.code == .storageUnusable })
        #expect(cache.statistics.bytesFetched < origin.length * 11 / 10)
        // It can still be read.
        let media = cache.media(for: url)
        #expect(try await media.read(40_000_000..<40_000_100) == Data(origin.bytes(40_000_000..<40_000_100)))
    }

    @Test func `the size limit is kept, and an open resource stays stored`() async throws {
        server = try FaultServer { request in
            let number = UInt64(request.path.dropFirst()) ?? 0
            return Conduct().answer(request, of: Origin(seed: number, length: 400_000))
        }
        let limit: Int64 = 2_000_000
        let cache = bench.cache(limit: limit)
        let open = cache.media(for: server.url("/0"))
        _ = try await open.all()
        for number in 1..<20 {
            let media = cache.media(for: server.url("/\(number)"))
            _ = try await media.all()
            media.close()
            // A copy is deleted only when it is in order on the disk; a busy disk may take long.
            for _ in 0..<2_000 where cache.engine.openCopies > 1 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(bench.bytesOnDisk <= limit)
            #expect(cache.bytesOnDisk <= limit)
        }
        let before = cache.statistics.bytesFetched
        _ = try await open.all()
        _ = try await cache.media(for: server.url("/19")).all()
        #expect(cache.statistics.bytesFetched == before)
        // A resource larger than the limit can still be read.
        server.handle { Conduct().answer($0, of: Origin(seed: 9, length: 5_000_000)) }
        let long = Origin(seed: 9, length: 5_000_000)
        #expect(long.firstDifference(in: try await cache.media(for: server.url("/long")).all()) == nil)
        #expect(bench.bytesOnDisk <= limit)
    }

    @Test func `stored files are private and do not reveal the address`() async throws {
        let url = try serve(Conduct(), path: "/../secret/film.mp4?token=secret")
        let media = bench.cache().media(for: url)
        _ = try await media.all()
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.folder.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        for name in try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) {
            let path = bench.folder.path + "/" + name
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            #expect(!name.contains("secret") && !name.contains("film"))
            if name.hasSuffix(".index") {
                let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
                #expect(!text.contains("secret") && !text.contains("127.0.0.1"))
            }
        }
    }

    @Test func `signed addresses of one resource share one copy`() async throws {
        let url = try serve(Conduct())
        let cache = bench.cache { $0.key = { $0.path } }
        _ = try await cache.media(for: url).all()
        #expect(difference(try await cache.media(for: server.url("/film.mp4?token=another")).all()) == nil)
        #expect(cache.statistics.bytesFetched == origin.length)
    }

    @Test func `everything can be read without a usable folder`() async throws {
        let url = try serve(Conduct())
        _ = FileManager.default.createFile(atPath: bench.folder.path, contents: Data())
        let cache = bench.cache()
        let media = cache.media(for: url)
        #expect(difference(try await media.all()) == nil)
        #expect(cache.storageProblem?.code == .storageUnusable)
        #expect(await media.fileURL() == nil)
        #expect(bytesSentTwice() == 0)
    }

    @Test func `only damaged bytes on disk are fetched again`() async throws {
        let url = try serve(Conduct())
        let file: URL
        do {
            let media = bench.cache().media(for: url)
            _ = try await media.all()
            file = try #require(await media.fileURL())
        }
        try await Task.sleep(for: .milliseconds(200))
        let handle = try FileHandle(forWritingTo: file)
        try handle.seek(toOffset: 1_000_000)
        try handle.write(contentsOf: Data([1, 2, 3]))
        try handle.close()
        let cache = bench.cache()
        #expect(difference(try await cache.media(for: url).all()) == nil)
        // One run of bytes at most.
        #expect((3...65_536).contains(cache.statistics.bytesFetched))
    }

    @Test func `reads come first, then prefetches by priority`() async throws {
        let isOpen = Mutex(false)
        server = try FaultServer { request in
            while !isOpen.withLock({ $0 }) { usleep(1_000) }
            return Conduct().answer(request, of: Origin(seed: UInt64(request.path.dropFirst()) ?? 0, length: 100_000))
        }
        let cache = bench.cache { $0.concurrentTransfers = 1 }
        let later = (1...3).map { cache.prefetch(server.url("/\($0)"), priority: .later) }
        try await requests(1)
        let next = (4...5).map { cache.prefetch(server.url("/\($0)"), priority: .next) }
        try await requests(2)
        let media = cache.media(for: server.url("/6"))
        let read = Task { try await media.read(0..<10) }
        try await requests(3)
        isOpen.withLock { $0 = true }
        _ = try await read.value
        for prefetch in later + next { try await prefetch.finished() }
        let order = server.log.map { Int($0.path.dropFirst()) ?? -1 }
        #expect((1...3).contains(order[0]) && (4...5).contains(order[1]) && order[2] == 6)
        #expect(Set(order[3...4]) == [4, 5] && Set(order[5...]) == [1, 2, 3])
    }

    /// Waits until the server has received this many requests.
    func requests(_ count: Int) async throws {
        while server.log.count < count { try await Task.sleep(for: .milliseconds(2)) }
    }
}
