#if os(Linux)
    import Foundation
    import Glibc
    import MultiPlayerKitTestSupport
    import Testing
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    @testable import MultiPlayerKit
    @testable import TestTools
    @testable import MultiPlayerKitCache

    /// A process that uses a store is killed at any moment, and the next one finds the store in order.
    @Suite(.timeLimit(.minutes(20)))
    struct KillTests {
        /// The long test sets `CACHE_RUNS=500`.
        static let runs = ProcessInfo.processInfo.environment["CACHE_RUNS"].flatMap(UInt64.init) ?? 30

        @Test func `after a kill at any moment nothing wrong is served and nothing is fetched again`() async throws {
            var total = KillRun.Figures()
            // Two at a time: as many as the smallest machine has cores.
            try await withThrowingTaskGroup(of: KillRun.Figures.self) { group in
                for lane in 0..<2 as Range<UInt64> {
                    group.addTask {
                        var figures = KillRun.Figures()
                        for seed in stride(from: lane, to: Self.runs, by: 2) {
                            let run = try KillRun(seed: seed)
                            figures += try await run.perform()
                        }
                        return figures
                    }
                }
                for try await figures in group { total += figures }
            }
            print("killed \(total.kills) times: \(total.kept) bytes were kept, \(total.served) served")
            #expect(total.kills >= Int(Self.runs))
            // A test in which nothing ever survived a kill would prove nothing.
            #expect(total.kept > 0)
        }

        /// What the killed process does. Run by `KillRun`, in a process of its own.
        @Test(.enabled(if: ProcessInfo.processInfo.environment["CACHE_CHILD"] != nil))
        func `the process that is killed`() async throws {
            let words = ProcessInfo.processInfo.environment["CACHE_CHILD"]?.split(separator: " ").map(String.init) ?? []
            try await KillChild(words).run()
        }
    }

    /// A file that grows longer than its disk allows. In a process of its own, because the limit on the size of files
    /// holds for a whole process.
    @Suite(.timeLimit(.minutes(10)))
    struct LongFileTests {
        static let origin = Origin(seed: 3, length: 2_000_000)
        /// Stored before, and short enough.
        static let other = Origin(seed: 4, length: 100_000)
        static let longest = 500_000

        @Test(.enabled(if: ProcessInfo.processInfo.environment["CACHE_LONG_FILE"] == nil))
        func `a file that is too long for its disk is reported, can be read, and costs no other file`() throws {
            let server = try FaultServer { Conduct().answer($0, of: $0.path == "/a" ? Self.origin : Self.other) }
            defer { server.stop() }
            let bench = try CacheBench()
            defer { bench.remove() }
            let child = try ChildTest.run(
                "LongFileTests", "CACHE_LONG_FILE", "\(bench.folder.path) \(server.port)")
            #expect(child.status == 0, "\(child.output.suffix(2_000))")
            #expect(server.log.count > 0)
            // What was stored before the file was too long is there and correct.
            for path in ["/a", "/b"] {
                let name = SHA256.hex(MediaAddress.key(server.url(path)))
                let found = try StoredMedia.open(
                    indexPath: bench.folder.path + "/\(name).index", folder: bench.folder.path, writes: false)
                let (stored, contents) = try #require(found, "nothing of \(path) is stored")
                #expect(!contents.runs.isEmpty && (path == "/b" || !contents.isSealed))
                #expect(contents.runs.allSatisfy { stored.check($0) != nil })
            }
        }

        @Test(.enabled(if: ProcessInfo.processInfo.environment["CACHE_LONG_FILE"] != nil))
        func `the process whose file is too long`() async throws {
            let text = ProcessInfo.processInfo.environment["CACHE_LONG_FILE"] ?? ""
            let words = text.split(separator: " ").map(String.init)
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: rlim_t(Self.longest), rlim_max: rlim_t(Self.longest))
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            let cache = MediaCache(MediaCache.Configuration(directory: URL(fileURLWithPath: words[0])))
            let server = try #require(URL(string: "http://127.0.0.1:\(words[1])"))
            let other = cache.media(for: server.appending(path: "b"))
            #expect(Self.other.firstDifference(in: try await other.all()) == nil)
            other.close()
            // Closing takes a moment; only what nobody has open could be deleted.
            try await Task.sleep(for: .milliseconds(100))
            let media = cache.media(for: server.appending(path: "a"))
            #expect(Self.origin.firstDifference(in: try await media.all()) == nil)
            #expect(cache.storageProblem?.code == .storageUnusable)
            #expect(cache.statistics.bytesFetched == Self.origin.length + Self.other.length)
            #expect(await media.fileURL() == nil)
            // Both files, and some pages for their indexes and for the run that is being tried.
            #expect(cache.bytesOnDisk < Int64(Self.longest) + Self.other.length + 100_000)
        }
    }

    /// One folder, one server, several processes one after the other.
    final class KillRun: Sendable {
        struct Figures: Sendable {
            var kills = 0
            var kept: Int64 = 0
            var served: Int64 = 0

            static func += (left: inout Figures, right: Figures) {
                left.kills += right.kills
                left.kept += right.kept
                left.served += right.served
            }
        }

        static let resources = 3

        let bench: CacheBench
        let server: FaultServer
        let seed: UInt64
        private let versions: Mutex<[Int]>

        init(seed: UInt64) throws {
            self.seed = seed
            bench = try CacheBench()
            server = try FaultServer { _ in [.close] }
            self.versions = Mutex([Int](repeating: 1, count: Self.resources))
            let numbers = Mutex(SplitMix(seed: seed &+ 1_000))
            server.handle { [weak self] request in
                guard let self, let number = Int(request.path.dropFirst()) else { return [.close] }
                let origin = self.origin(number)
                return numbers.withLock { numbers in
                    Self.conduct(&numbers).answer(request, of: origin)
                }
            }
        }

        deinit {
            server.stop()
        }

        func origin(_ number: Int) -> Origin {
            Self.origin(seed, number, version: versions.withLock { $0[number] })
        }

        static func origin(_ seed: UInt64, _ number: Int, version: Int) -> Origin {
            Origin(seed: seed * 10 + UInt64(number), length: 400_000 + Int64(number) * 700_001, version: version)
        }

        private static func conduct(_ numbers: inout SplitMix) -> Conduct {
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: Conduct(breaksAfter: Int64.random(in: 0..<300_000, using: &numbers))
            case 1: Conduct(breaksAfter: Int64.random(in: 0..<300_000, using: &numbers), breaksByReset: true)
            case 2: Conduct(delay: 5)
            default: Conduct(pace: Int.random(in: 0...3, using: &numbers))
            }
        }

        func perform() async throws -> Figures {
            var numbers = SplitMix(seed: seed)
            var figures = Figures()
            for round in 0..<3 {
                let before = try kept()
                figures.kept += before.values.reduce(0) { $0 + $1.ranges.count }
                server.forgetLog()
                let child = try start(round: round)
                // A few are killed while they start. The time of the others counts from when they have: how long that
                // takes is the machine's.
                if Int.random(in: 0..<8, using: &numbers) > 0 { try await begun(child) }
                try await Task.sleep(for: .microseconds(Int.random(in: 0...80_000, using: &numbers)))
                let isRunning = child.isRunning
                kill(child.processIdentifier, SIGKILL)
                child.waitUntilExit()
                if isRunning { figures.kills += 1 }
                let report = try String(contentsOf: reportURL, encoding: .utf8)
                #expect(!report.contains("wrong"), "seed \(seed) round \(round): \(report)")
                check(before, "seed \(seed) round \(round)")
                if Int.random(in: 0..<4, using: &numbers) == 0 {
                    versions.withLock { $0[Int.random(in: 0..<Self.resources, using: &numbers)] += 1 }
                }
            }
            // After the last kill everything can be read.
            let before = try kept()
            server.forgetLog()
            let cache = bench.cache { $0.silence = .seconds(2) }
            for number in 0..<Self.resources {
                let (bytes, version) = try await Self.all(of: server.url("/\(number)"), in: cache)
                // A complete resource is served without asking whether there is a newer version.
                let origin = Self.origin(seed, number, version: version)
                let isComplete = before[number].map { $0.version == origin.etag && $0.ranges.count == origin.length }
                #expect(isComplete == true || origin == self.origin(number), "seed \(seed): version \(version)")
                #expect(origin.firstDifference(in: bytes) == nil, "seed \(seed): resource \(number)")
                figures.served += Int64(bytes.count)
            }
            check(before, "seed \(seed) at the end")
            return figures
        }

        /// Reads all of it, once more if the server's version has changed since it was stored.
        static func all(of url: URL, in cache: MediaCache) async throws -> (Data, version: Int) {
            do {
                return try await one(cache.media(for: url))
            } catch PlaybackError.Code.sourceChanged {
                return try await one(cache.media(for: url))
            }
        }

        private static func one(_ media: CachedMedia) async throws -> (Data, version: Int) {
            let bytes = try await media.all()
            return (bytes, try await media.facts().originVersion)
        }

        private var reportURL: URL { bench.notes }

        /// Waits until a process is at work, or has ended.
        private func begun(_ child: Process) async throws {
            for _ in 0..<15_000 where child.isRunning {
                if try !Data(contentsOf: reportURL).isEmpty { return }
                try await Task.sleep(for: .milliseconds(2))
            }
        }

        private func start(round: Int) throws -> Process {
            _ = FileManager.default.createFile(atPath: reportURL.path, contents: Data())
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            // With the slash it matches this suite alone, not everything in this file.
            process.arguments = ["--testing-library", "swift-testing", "--filter", "KillTests/"]
            var environment = ProcessInfo.processInfo.environment
            environment["CACHE_CHILD"] =
                "\(bench.folder.path) \(server.port) \(seed) \(round) \(reportURL.path)"
            environment["CACHE_RUNS"] = "0"
            environment["SWIFT_BACKTRACE"] = "enable=no"
            process.environment = environment
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            return process
        }

        struct Kept {
            var version: String?
            var ranges: ByteRangeSet
        }

        /// What the indexes on disk vouch for.
        private func kept() throws -> [Int: Kept] {
            var kept: [Int: Kept] = [:]
            for number in 0..<Self.resources {
                let name = SHA256.hex(MediaAddress.key(server.url("/\(number)")))
                let path = bench.folder.path + "/\(name).index"
                let found = try StoredMedia.open(indexPath: path, folder: bench.folder.path, writes: false)
                guard let (stored, contents) = found else { continue }
                let table = RunTable(contents.runs)
                for run in table.runs where stored.check(run) == nil {
                    Issue.record("seed \(seed): a kill left a run whose bytes are not those that were written")
                }
                kept[number] = Kept(version: stored.head.version.etag, ranges: table.present)
            }
            return kept
        }

        /// Checks in the server's log that nothing that was on disk was sent again.
        private func check(_ before: [Int: Kept], _ place: String) {
            for entry in server.log {
                guard let number = Int(entry.path.dropFirst()), let kept = before[number],
                    kept.version == origin(number).etag, entry.version == origin(number).version
                else { continue }
                for range in entry.sent {
                    let again = kept.ranges.present(in: range)
                    #expect(again.isEmpty, "\(place): resource \(number) fetched again: \(again)")
                }
            }
        }
    }

    /// Reads and prefetches at random until it is killed, and writes down what was wrong.
    struct KillChild {
        let folder, report: String
        let port: Int
        let seed, round: UInt64

        init(_ words: [String]) {
            (folder, report) = (words[0], words[4])
            (port, seed, round) = (Int(words[1]) ?? 0, UInt64(words[2]) ?? 0, UInt64(words[3]) ?? 0)
        }

        func run() async throws {
            var configuration = MediaCache.Configuration(directory: URL(fileURLWithPath: folder))
            configuration.silence = .seconds(2)
            let cache = MediaCache(configuration)
            note("begun")
            await withTaskGroup(of: Void.self) { group in
                for lane in 0..<3 as Range<UInt64> {
                    group.addTask {
                        var numbers = SplitMix(seed: seed * 100 + round * 10 + lane)
                        while true { await act(cache, &numbers) }
                    }
                }
            }
        }

        private func act(_ cache: MediaCache, _ numbers: inout SplitMix) async {
            let number = Int.random(in: 0..<KillRun.resources, using: &numbers)
            guard let url = URL(string: "http://127.0.0.1:\(port)/\(number)") else { return }
            if Int.random(in: 0..<4, using: &numbers) == 0 {
                let prefetch = cache.prefetch(url, .first(Int64.random(in: 1...500_000, using: &numbers)))
                try? await Task.sleep(for: .milliseconds(Int.random(in: 1...20, using: &numbers)))
                prefetch.cancel()
                return
            }
            let media = cache.media(for: url)
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                let start = Int64.random(in: 0..<1_500_000, using: &numbers)
                let range = start..<start + Int64.random(in: 1...200_000, using: &numbers)
                guard let bytes = try? await media.read(range), let facts = try? await media.facts() else { break }
                check(bytes, at: start, of: facts, number)
            }
            media.close()
        }

        private func check(_ bytes: Data, at start: Int64, of facts: MediaFacts, _ number: Int) {
            let origin = KillRun.origin(seed, number, version: facts.originVersion)
            let expected = origin.bytes(start..<start + Int64(bytes.count))
            let isRight = start >= origin.length ? bytes.isEmpty : bytes.elementsEqual(expected)
            guard !isRight || facts.version != origin.etag || facts.length != origin.length else { return }
            note("wrong: \(number) at \(start), \(bytes.count) bytes of \(facts)")
        }

        private func note(_ line: String) {
            guard let handle = FileHandle(forWritingAtPath: report) else { return }
            handle.seekToEndOfFile()
            handle.write(Data("\(line)\n".utf8))
        }
    }

    extension MediaFacts {
        /// The number in the version that the tests' origin sends.
        fileprivate var originVersion: Int { version?.split(separator: "-").last.flatMap { Int($0.dropLast()) } ?? 0 }
    }
#endif
