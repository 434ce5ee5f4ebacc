#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Synchronization
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools

    /// A good video beside misbehaving servers, which harm only themselves.
    @Suite(.serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct MisbehavingServerTests {
        /// The kinds are drawn anew each day, and each occurs at least once. `MPK_MISBEHAVIOUR` names one to repeat.
        private static func rounds() -> [[Misbehaviour]] {
            if let kind = ProcessInfo.processInfo.environment["MPK_MISBEHAVIOUR"].flatMap(Misbehaviour.init) {
                return [[kind, kind, kind, kind]]
            }
            var random = SplitMix(seed: TestDay.number)
            let all = Misbehaviour.allCases.shuffled(using: &random)
            return stride(from: 0, to: all.count, by: 4).map { Array((all + all)[$0..<$0 + 4]) }
        }

        @Test(.alone) func `a good video opens at once beside any four of them, and no wrong byte is served`()
            async throws
        {
            let file = try ClipLibrary.shared.url(for: .hard(id: 1))
            let server = try await NginxServer(["good.mp4": file])
            defer { server.stop() }
            var worst = Duration.zero
            for kinds in Self.rounds() {
                print("beside \(kinds.map(\.rawValue).joined(separator: ", "))")
                let (time, _) = try await QuietMachine.run(
                    until: { $0.0 <= .milliseconds(500) }, always: { #expect($0.1.isEmpty, "\($0.1)") }
                ) {
                    try await Self.open(server.url("good.mp4"), beside: kinds)
                }
                #expect(time <= .milliseconds(500), "beside \(kinds)")
                worst = max(worst, time)
            }
            print(
                "beside four of \(Misbehaviour.allCases.count) kinds of misbehaving servers: open after \(worst) at most"
            )
        }

        /// Answers that never end take all four requests that the cache makes to one server.
        @Test(.alone, arguments: [Misbehaviour.givesChunksForEver, .leavesChunksOpen])
        func `a good video of the same server opens beside answers that never end`(_ kind: Misbehaviour) async throws {
            let data = [UInt8](try Data(contentsOf: try ClipLibrary.shared.url(for: .hard(id: 1))))
            let origin = Origin(seed: 1, length: 3_000_000)
            let server = try FaultServer { request in
                guard request.path == "/good.mp4" else { return kind.answer(request, of: origin, count: 0) }
                let range = request.range(of: Int64(data.count)) ?? 0..<Int64(data.count)
                return [
                    .text(
                        "HTTP/1.1 206 Part\r\nContent-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(data.count)\r\n"
                            + "ETag: \"1\"\r\nContent-Length: \(range.count)\r\n\r\n"),
                    .bytes(Array(data[Int(range.lowerBound)..<Int(range.upperBound)])),
                ]
            }
            defer { server.stop() }
            let time = try await QuietMachine.run(
                until: { (time: Duration) in time <= .milliseconds(500) }, always: { _ in }
            ) { () -> Duration in
                let bench = try CacheBench()
                defer { bench.remove() }
                let cache = bench.cache()
                let readers = (0..<6).map { number in
                    Task.detached { _ = try? await cache.media(for: server.url("/\(number)")).read(0..<1_000) }
                }
                defer { for reader in readers { reader.cancel() } }
                try await Task.sleep(for: .milliseconds(200))
                return try await PlayerOpening.time(of: MediaSource(url: server.url("/good.mp4"), cache: cache))
            }
            print("beside six of \(kind.rawValue) on its own server: open after \(time)")
            #expect(time <= .milliseconds(500))
        }

        /// No kind serves a video: any bytes that come are not those of one.
        @Test(.shared) func `each of them is reported once`() async throws {
            let bench = try CacheBench()
            defer { bench.remove() }
            let cache = bench.cache { $0.silence = .seconds(2) }
            let origin = Origin(seed: 7, length: 2_000_000)
            let kinds = Misbehaviour.allCases
            let servers = try kinds.map { try Self.server($0, origin) }
            defer { for server in servers { server.stop() } }
            let performance = try Performance(pace: .realTime, layout: .grid)
            let group = performance.group
            let events = group.events
            var kindOf: [MemberID: Misbehaviour] = [:]
            for (kind, server) in zip(kinds, servers) {
                kindOf[group.add(source: MediaSource(url: server.url("/\(kind.rawValue).mp4"), cache: cache))] = kind
            }
            let told = Mutex<[MemberID: [PlaybackError]]>([:])
            let listening = Task.detached {
                for await case .failed(let id, let error) in events {
                    told.withLock { $0[id, default: []].append(error) }
                }
            }
            let playing = Task { try? await group.play() }
            let deadline = HostTime.now.advanced(by: .seconds(60))
            while told.withLock({ $0.count }) < kinds.count, HostTime.now < deadline {
                try await Task.sleep(for: .milliseconds(100))
            }
            // Long enough for a second report to arrive.
            try await Task.sleep(for: .seconds(2))
            listening.cancel()
            playing.cancel()
            performance.stage.stop()
            for (id, kind) in kindOf {
                let errors = told.withLock { $0[id] ?? [] }
                #expect(errors.count == 1, "\(kind): \(errors)")
                #expect(
                    errors.allSatisfy { !$0.reason.isEmpty && !$0.cure.isEmpty && $0.memberID == id },
                    "\(kind): \(errors)")
            }
        }

        private nonisolated static func server(_ kind: Misbehaviour, _ origin: Origin) throws -> FaultServer {
            let count = Mutex(0)
            return try FaultServer { request in
                let before = count.withLock { count in
                    defer { count += 1 }
                    return count
                }
                return kind.answer(request, of: origin, count: before)
            }
        }

        /// Measures how long a good video takes to open while four servers misbehave, and collects their wrong bytes.
        private nonisolated static func open(_ good: URL, beside kinds: [Misbehaviour]) async throws -> (
            Duration, [String]
        ) {
            let bench = try CacheBench()
            defer { bench.remove() }
            let cache = bench.cache { $0.silence = .seconds(2) }
            let origin = Origin(seed: 7, length: 2_000_000)
            let wrong = WrongBytes()
            let servers = try kinds.map { try Self.server($0, origin) }
            defer { for server in servers { server.stop() } }
            let readers = zip(kinds, servers).flatMap { kind, server in
                // More than the requests that the cache makes to one server.
                (0..<5).map { number in
                    Task.detached {
                        let media = cache.media(for: server.url("/\(number)"))
                        let start = Int64(number) * 200_000
                        guard let bytes = try? await media.read(start..<start + 60_000), kind.givesWhatWasAsked,
                            let place = origin.firstDifference(in: bytes, from: start, upTo: start + Int64(bytes.count))
                        else { return }
                        wrong.note("\(kind.rawValue) at \(place)")
                    }
                }
            }
            try await Task.sleep(for: .milliseconds(200))
            let time = try await PlayerOpening.time(of: MediaSource(url: good, cache: cache))
            try await Task.sleep(for: .milliseconds(500))
            for reader in readers { reader.cancel() }
            return (time, wrong.found)
        }
    }

    /// Notes where readers were given wrong bytes.
    private final class WrongBytes: Sendable {
        private let list = Mutex<[String]>([])

        func note(_ text: String) { list.withLock { $0.append(text) } }
        var found: [String] { list.withLock { $0 } }
    }
#endif
