#if os(Linux)
    import Foundation
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools
    @testable import MultiPlayerKitKiosk

    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    import Glibc

    @Suite(.shared, .serialized, .timeLimit(.minutes(1)))
    struct HeartbeatTests {
        /// Seconds since the file was written.
        static func age(of file: URL) -> Double? {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            return PosixFile.facts(of: file.path).map {
                Double(Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - $0.modifiedAt) / 1e9
            }
        }

        @Test func `the file is rewritten while all is well, and only then`() async throws {
            let bench = WatchBench()
            let file = bench.folder.appendingPathComponent("beat")
            let isWell = Mutex(true)
            let heart = try Heartbeat(file: file, every: .milliseconds(50)) {
                Heartbeat.Report(isWell: isWell.withLock { $0 }, state: "2 screens\n4 tiles")
            }
            for _ in 0..<20 {
                try await Task.sleep(for: .milliseconds(50))
                #expect(try #require(Self.age(of: file)) < 1)
            }
            isWell.withLock { $0 = false }
            try await Task.sleep(for: .milliseconds(100))
            let old = try #require(Self.age(of: file))
            try await Task.sleep(for: .milliseconds(500))
            #expect(try #require(Self.age(of: file)) > old + 0.45)
            isWell.withLock { $0 = true }
            #expect(try await WatchBench.comes { Self.age(of: file) ?? 10 < 0.2 })
            heart.stop()
            let stopped = PosixFile.facts(of: file.path)?.modifiedAt
            try await Task.sleep(for: .milliseconds(300))
            #expect(PosixFile.facts(of: file.path)?.modifiedAt == stopped)
        }

        @Test func `the file has two whole lines whenever it is read`() async throws {
            let bench = WatchBench()
            let file = bench.folder.appendingPathComponent("beat")
            let state = String(repeating: "x", count: 20_000)
            let heart = try Heartbeat(file: file, every: .milliseconds(1)) {
                Heartbeat.Report(isWell: true, state: state)
            }
            for _ in 0..<2_000 {
                await Task.yield()
                let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
                try #require(lines.count == 3 && lines[1] == state && lines[2] == "")
                #expect(abs(try #require(Double(lines[0])) - Date().timeIntervalSince1970) < 5)
            }
            heart.stop()
        }

        @Test(arguments: ["", "a letter\n", "12 eggs\nmilk", "\n"])
        func `a file that is not a heartbeat is refused and stays as it is`(text: String) throws {
            let bench = WatchBench()
            let (file, link) = (bench.folder.appending(path: "letter"), bench.folder.appending(path: "beat"))
            let beside = bench.folder.appending(path: "letter.new")
            for url in [file, beside] { try Data(text.utf8).write(to: url) }
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            for url in [file, link] {
                let error = #expect(throws: PlaybackError.self) {
                    try Heartbeat(file: url) { Heartbeat.Report(isWell: true, state: "") }
                }
                #expect(error?.reason.contains("no heartbeat") == true)
            }
            for url in [file, beside] { #expect(try String(contentsOf: url, encoding: .utf8) == text) }
            // An existing heartbeat file is taken over.
            try Data("1700000000\n2 screens\n".utf8).write(to: file)
            try Heartbeat(file: file) { Heartbeat.Report(isWell: true, state: "") }.stop()
            #expect(try String(contentsOf: beside, encoding: .utf8) == text)
        }

        @Test func `a file that cannot be written is an error at the start`() {
            let bench = WatchBench()
            for isWell in [true, false] {
                let error = #expect(throws: PlaybackError.self) {
                    try Heartbeat(file: bench.folder.appendingPathComponent("no/beat")) {
                        Heartbeat.Report(isWell: isWell, state: "")
                    }
                }
                #expect(error?.code == .outputFailed && error?.subject.hasSuffix("no/beat") == true)
            }
        }
    }
#endif
