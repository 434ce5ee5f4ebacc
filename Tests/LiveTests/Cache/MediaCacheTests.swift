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

    /// - Parameter turns: how the first requests are answered; then in the last way.
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

    /// Where bytes begin to be something else than the whole resource; `nil`: they are that.
    func difference(_ bytes: Data) -> Int64? { origin.firstDifference(in: bytes) }

    func waitUntil(_ isDone: () -> Bool) async throws {
        for _ in 0..<500 where !isDone() { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// What a server sent of each place more than once.
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

    @Test func `what a prefetch has brought is not fetched again by who opens it at once`() async throws {
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
    func `every byte arrives from a server that`(name: String, turns: [Conduct]) async throws {
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
        // What is kept of it is right as well, and complete unless its end was in doubt.
        try await Task.sleep(for: .milliseconds(50))
        let requests = server.log.count
        let media = bench.cache().media(for: url)
        #expect(difference(try await media.all()) == nil)
        if name != "no length" { #expect(server.log.count == requests) }
    }

    @Test(arguments: [true, false])
    func `a server that announces more than it has is an error, and no byte is wrong`(ranges: Bool) async throws {
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

    @Test func `what was broken off is resumed with the condition`() async throws {
        let url = try serve(Conduct(breaksAfter: 70_000), Conduct())
        let cache = bench.cache()
        let media = cache.media(for: url)
        #expect(try await media.read(0..<10).count == 10)
        // Once the connection has broken off, and not before.
        try await waitUntil { media.bytesPresent(in: 0..<origin.length) >= 70_000 }
        #expect(difference(try await media.all()) == nil)
        #expect(cache.statistics.resumed == 1)
        let second = try #require(server.log.dropFirst().first)
        #expect(second.range?.hasPrefix("bytes=70000-") == true)
        #expect(second.condition == origin.etag)
        #expect(bytesSentTwice() == 0)
    }

    @Test func `a next process goes on where the last one was`() async throws {
        let url = try serve(Conduct())
        do {
            let media = bench.cache().media(for: url)
            _ = try await media.read(0..<10)
            _ = try await media.read(2_000_000..<2_000_010)
            // What is on its way when it is closed would be lost with the connection.
            try await waitUntil { media.bytesPresent(in: 0..<origin.length) >= 2 * (ReadAhead.first + 10) }
        }
        try await Task.sleep(for: .milliseconds(200))
        let cache = bench.cache()
        #expect(difference(try await cache.media(for: url).all()) == nil)
        #expect(bytesSentTwice() == 0)
        #expect(cache.statistics.resumed == 1)
    }

    @Test func `a resource that changes is never mixed`() async throws {
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
        // What is here of the old version is still that.
        #expect(try await old.read(0..<10) == Data(origin.bytes(0..<10)))
        let now = Origin(seed: origin.seed, length: origin.length, version: 2)
        let new = cache.media(for: url)
        #expect(now.firstDifference(in: try await new.all()) == nil)
        #expect(try await new.facts().version == now.etag)
        #expect(try await old.read(0..<10) == Data(origin.bytes(0..<10)))
    }

    @Test(arguments: Conduct.Proof.allCases, [true, false])
    func `a change between two processes goes unnoticed by nobody`(proof: Conduct.Proof, ranges: Bool) async throws {
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
        // A reader that was given bytes of the old version hears of it; one that was not, does not.
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
    func `a refusal is an error at once`(status: Int, code: String) async throws {
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
        // What was asked for in secret is not fetched in public, nor is a file.
        ("https://here/1", "http://here/2", nil), ("http://here/1", "file:///etc/hostname", nil),
    ])
    func `who asks is told again to the same server only`(asked: String, location: String, followed: String?) throws {
        let request = Redirect.followed(
            URLRequest(url: try #require(URL(string: location))),
            from: URLRequest(url: try #require(URL(string: asked))), hops: 1)
        #expect(request?.url?.absoluteString == followed)
    }

    @Test func `redirects are followed, to other hosts without the app's own fields`() async throws {
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

    @Test func `a server that is not there is an error within seconds`() async throws {
        let url = try serve(Conduct())
        server.stop()
        let media = bench.cache().media(for: url)
        let error = await #expect(throws: PlaybackError.self) { _ = try await media.read(0..<10) }
        #expect(error?.code == .sourceUnreachable)
    }

    @Test func `what nobody wants any more is broken off`() async throws {
        let origin = Origin(seed: 8, length: 20_000_000)
        // A minute for all of it: other tests may keep this one from its turn for seconds.
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
        // And what came is not fetched again.
        pace.withLock { $0 = 0 }
        #expect(origin.firstDifference(in: try await cache.media(for: url).all()) == nil)
        #expect(cache.statistics.bytesFetched == origin.length)
    }

    @Test func `a prefetch ends when it has all`() async throws {
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

    @Test func `waiting reads are let go`() async throws {
        // A minute: other tests may keep this one from its turn for seconds.
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

    @Test func `two caches of one folder do not get in each other's way`() async throws {
        let url = try serve(Conduct())
        let owner = bench.cache()
        let media = owner.media(for: url)
        _ = try await media.read(0..<10)
        // Not complete: the other fetches for itself and keeps nothing.
        let guest = bench.cache()
        #expect(difference(try await guest.media(for: url).all()) == nil)
        #expect(guest.statistics.bytesFetched == origin.length)
        #expect(difference(try await media.all()) == nil)
        #expect(owner.statistics.bytesFetched == origin.length)
        try await Task.sleep(for: .milliseconds(200))
        // Complete: it is read where it is.
        let second = bench.cache()
        let reader = second.media(for: url)
        #expect(difference(try await reader.all()) == nil)
        #expect(second.statistics.requests == 0)
        #expect(await reader.fileURL() != nil)
        // The owner does not throw away what another reads.
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
    func `what there is no room for is told, and not fetched again and again`(hasFolder: Bool) async throws {
        let origin = Origin(seed: 3, length: 50_000_000)
        server = try FaultServer { Conduct().answer($0, of: origin) }
        if !hasFolder { try Data().write(to: bench.folder) }
        let cache = bench.cache(limit: 1_000_000)
        let url = server.url("/long.mp4")
        let prefetch = cache.prefetch(url)
        await #expect(
            performing: { try await prefetch.finished() }, throws: { ($0 as? PlaybackError)?.code == .storageUnusable })
        #expect(cache.statistics.bytesFetched < origin.length * 11 / 10)
        // It plays all the same.
        let media = cache.media(for: url)
        #expect(try await media.read(40_000_000..<40_000_100) == Data(origin.bytes(40_000_000..<40_000_100)))
    }

    @Test func `the ceiling is kept and what is open stays`() async throws {
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
            try await Task.sleep(for: .milliseconds(10))
            #expect(bench.bytesOnDisk <= limit)
            #expect(cache.bytesOnDisk <= limit)
        }
        let before = cache.statistics.bytesFetched
        _ = try await open.all()
        _ = try await cache.media(for: server.url("/19")).all()
        #expect(cache.statistics.bytesFetched == before)
        // More than there is room for still plays.
        server.handle { Conduct().answer($0, of: Origin(seed: 9, length: 5_000_000)) }
        let long = Origin(seed: 9, length: 5_000_000)
        #expect(long.firstDifference(in: try await cache.media(for: server.url("/long")).all()) == nil)
        #expect(bench.bytesOnDisk <= limit)
    }

    @Test func `files are private and say nothing of the address`() async throws {
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

    @Test func `signed addresses of one resource share it`() async throws {
        let url = try serve(Conduct())
        let cache = bench.cache { $0.key = { $0.path } }
        _ = try await cache.media(for: url).all()
        #expect(difference(try await cache.media(for: server.url("/film.mp4?token=another")).all()) == nil)
        #expect(cache.statistics.bytesFetched == origin.length)
    }

    @Test func `without a place on disk everything still plays`() async throws {
        let url = try serve(Conduct())
        _ = FileManager.default.createFile(atPath: bench.folder.path, contents: Data())
        let cache = bench.cache()
        let media = cache.media(for: url)
        #expect(difference(try await media.all()) == nil)
        #expect(cache.storageProblem?.code == .storageUnusable)
        #expect(await media.fileURL() == nil)
        #expect(bytesSentTwice() == 0)
    }

    @Test func `damage on disk is fetched again, nothing else is`() async throws {
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
        // A run at most.
        #expect((3...65_536).contains(cache.statistics.bytesFetched))
    }

    @Test func `who plays comes first`() async throws {
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

    /// Waits until so many requests have come.
    func requests(_ count: Int) async throws {
        while server.log.count < count { try await Task.sleep(for: .milliseconds(2)) }
    }
}
