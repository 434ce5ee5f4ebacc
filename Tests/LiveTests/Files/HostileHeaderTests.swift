#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools
    @testable import MultiPlayerKitKiosk

    /// Files with lying headers are refused with name and figure, or played, and never cause a trap, a hang or a large
    /// use of memory.
    @Suite(.shared, .serialized, .timeLimit(.minutes(10)))
    struct HostileHeaderTests {
        /// A file with a lie in it, and what its error has to say.
        struct Case: Sendable, Codable, CustomTestStringConvertible {
            var name: String
            /// Words that the error contains; none: any error will do, or none at all.
            var words: [String] = []
            var testDescription: String { name }
        }

        static let cases: [Case] = [
            Case(name: "wide.mp4", words: ["16400x360", "16384"]),
            Case(name: "widest.mp4", words: ["65535x65535"]),
            Case(name: "flat.mp4"),
            Case(name: "lying parameter set.mp4", words: ["20000x4000", "16384"]),
            Case(name: "lying hevc.mp4", words: ["16600x64", "16384"]),
            Case(name: "hidden hevc.mp4", words: ["cannot be read", "16384"]),
            Case(name: "hidden av1.mp4", words: ["16384"]),
            Case(name: "stated wide.mkv", words: ["2147483647x360"]),
            Case(name: "negative aspect.mp4"),
            Case(name: "thin aspect.mp4", words: ["1:2147483647"]),
            Case(name: "zero aspect.mp4"),
            Case(name: "slow.mp4", words: ["days", "366"]),
            Case(name: "fast.mp4", words: ["frames a second", "1000"]),
            Case(name: "fastest.mp4"),
            Case(name: "timeless.mp4"),
            Case(name: "long.mp4"),
            Case(name: "tracks.mp4", words: ["10,000 tracks", "256"]),
            Case(name: "tracks.mkv", words: ["10,000 tracks", "256"]),
            Case(name: "tracks.avi"),
            Case(name: "large.png", words: ["20000x20000"]),
            Case(name: "large.mov", words: ["20000x20000"]),
            Case(name: "large.avi", words: ["20000x20000"]),
            Case(name: "large.mkv", words: ["20000x20000"]),
            Case(name: "large.jpg", words: ["20000x20000"]),
            Case(name: "large jpeg.mov", words: ["20000x20000"]),
            Case(name: "large jpeg.avi", words: ["20000x20000"]),
            Case(name: "cut.mp4"), Case(name: "huge box.mp4"), Case(name: "huger box.mp4"),
            Case(name: "nested.mp4", words: ["32 deep"]),
            Case(name: "nested elsewhere.mp4", words: ["32 deep"]),
            Case(name: "nested fragment.mp4", words: ["32 deep"]),
            Case(name: "nested entries.mp4", words: ["32 deep"]),
            Case(name: "crowded.mp4", words: ["500,000 boxes"]),
            Case(name: "many samples.mp4"), Case(name: "huge sample.mp4"),
        ]

        @Test(arguments: cases)
        func `a file with a lying header is refused or played in little time and memory`(file: Case) async throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let url = folder.url.appending(path: file.name)
            let good = folder.url.appending(path: "good.mp4")
            try Forge.ffmpeg(Forge.pattern + HostileFiles.h264 + [good.path])
            try HostileFiles(good: good).make(url)
            let (path, words, plain) = (url.path, file.words, good.path)
            await #expect(processExitsWith: .success) {
                [path = path as String, words = words as [String], plain = plain as String] in
                HostileProbe.warmUp(plain)
                let result = HostileProbe.run(path)
                HostileProbe.tell("\(URL(filePath: path).lastPathComponent): \(result.line)")
                for word in words { #expect(result.text.contains(word), "\(word) in: \(result.text)") }
                #expect(words.isEmpty || result.error != nil)
                if let error = result.error {
                    #expect(error.description.contains(URL(filePath: path).lastPathComponent) && !error.cure.isEmpty)
                    #expect(!error.description.contains("\n"))
                }
                #expect(result.took < .seconds(5))
                #expect(result.kibibytes < 65_536)
            }
        }

        /// A kiosk decodes a still as a whole, so its header is read first.
        @Test(arguments: ["large.png", "large.jpg"])
        func `an oversized still is refused`(name: String) async throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let url = folder.url.appending(path: name)
            let good = folder.url.appending(path: "good.mp4")
            try Forge.ffmpeg(Forge.pattern + HostileFiles.h264 + [good.path])
            try HostileFiles(good: good).make(url)
            let (path, plain) = (url.path, good.path)
            await #expect(processExitsWith: .success) { [path = path as String, plain = plain as String] in
                HostileProbe.warmUp(plain)
                let result = HostileProbe.measure {
                    _ = try StillFile(source: MediaSource(url: URL(filePath: path))).picture()
                }
                HostileProbe.tell("still \(result.line)")
                #expect(
                    result.text.contains("20000x20000") && result.text.contains(URL(filePath: path).lastPathComponent))
                #expect(result.kibibytes < 65_536)
            }
        }

        /// Each limit at its edge and beyond, without a file.
        @Test func `each exceeded limit is reported with the figure`() {
            let limits = ProbeLimits(source: MediaSource(url: URL(filePath: "/clip.mp4")))
            func said(_ body: () throws(PlaybackError) -> Void) -> String? {
                do throws(PlaybackError) { try body() } catch { return error.description }
                return nil
            }
            let second = ItemBounds(start: .zero, end: .seconds(1))
            #expect(said { () throws(PlaybackError) in try limits.check(width: 16_384, height: 16_384) } == nil)
            for (width, height) in [(16_385, 1), (1, 16_385), (Int(Int32.max), 1), (0, 1), (-1, 1), (Int.max, Int.min)]
            {
                let text = said { () throws(PlaybackError) in try limits.check(width: width, height: height) }
                #expect(text?.contains("\(width)x\(height)") == true && text?.contains("clip.mp4") == true)
            }
            #expect(said { () throws(PlaybackError) in try limits.check(trackCount: 256) } == nil)
            #expect(
                said { () throws(PlaybackError) in try limits.check(trackCount: 257) }?.contains("257 tracks") == true)
            for rate in [FrameRate(1_000), FrameRate(1, 86_400), FrameRate(24000, 1001)] {
                #expect(said { () throws(PlaybackError) in try limits.check(rate: rate, bounds: second) } == nil)
            }
            for (rate, word) in [
                (FrameRate(1_001), "1001 frames"), (FrameRate(Int64(Int32.max)), "2147483647 frames"),
                (FrameRate(1, 1_000_000_000), "1000000000 s"), (FrameRate(1, .max), " s; at most"),
            ] {
                #expect(
                    said { () throws(PlaybackError) in try limits.check(rate: rate, bounds: second) }?.contains(word)
                        == true)
            }
            for end in [Duration.seconds(400 * 86_400), .seconds(Int64.max)] {
                let bounds = ItemBounds(start: .zero, end: end)
                #expect(
                    said { () throws(PlaybackError) in try limits.check(rate: nil, bounds: bounds) }?.contains("days")
                        == true)
            }
        }

        @Test func `stills of a sane size are decoded`() throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            for name in ["a.png", "b.jpg"] {
                let url = folder.url.appending(path: name)
                try Forge.ffmpeg(Forge.pattern + ["-frames:v", "1", url.path])
                #expect(try StillFile(source: MediaSource(url: url)).picture().format.width == 640)
            }
        }

        static let runs = UInt64(TestRun.count(1_000, dividedBy: 80))

        @Test(arguments: ["mp4", "mkv", "avi", "ts"])
        func `random bytes in a header neither trap nor hang nor fill memory`(type: String) async throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let good = folder.url.appending(path: "good.\(type)")
            try Forge.ffmpeg(
                Forge.pattern + (type == "avi" ? ["-c:v", "mpeg4"] : HostileFiles.h264 + ["-movflags", "+faststart"])
                    + [good.path])
            let (path, runs) = (good.path, Self.runs)
            await #expect(processExitsWith: .success) { [path = path as String, runs = runs as UInt64] in
                HostileProbe.warmUp(path)
                let data = try Data(contentsOf: URL(filePath: path))
                let header = HostileFiles.headerLength(data)
                var (most, longest, failures) = (0, Duration.zero, 0)
                for seed in 0..<runs {
                    var random = SplitMix(seed: seed)
                    var copy = data
                    for _ in 0..<Int.random(in: 1...8, using: &random) {
                        let place = Int.random(in: 0..<header, using: &random)
                        copy[place] = [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(
                            using: &random)!
                    }
                    try copy.write(to: URL(filePath: path))
                    // Logged before the probe, so that a trap is known by its seed.
                    HostileProbe.tell("seed \(seed)")
                    let result = HostileProbe.run(path)
                    if result.took >= .seconds(1) { HostileProbe.tell(result.line) }
                    #expect(result.kibibytes < 65_536, "seed \(seed)")
                    #expect(result.took < .seconds(10), "seed \(seed)")
                    (most, longest) = (max(most, result.kibibytes), max(longest, result.took))
                    failures += result.error == nil ? 0 : 1
                }
                HostileProbe.tell(
                    "\(path.suffix(3)): \(runs) runs, \(failures) refused, at most \(most) KiB and \(longest)"
                )
            }
        }
    }

    /// One measured probe, for a process of its own.
    struct HostileProbe {
        var error: PlaybackError?
        var took: Duration
        /// How much the peak of resident memory rose.
        var kibibytes: Int
        var text: String { error?.description ?? "no error" }
        var line: String { "\(kibibytes) KiB, \(Int(took.seconds * 1_000)) ms: \(text)" }

        /// Adds a line to the file that `HOSTILE_LOG` names, because the output of a child process is lost.
        static func tell(_ line: String) {
            guard let path = ProcessInfo.processInfo.environment["HOSTILE_LOG"], let file = fopen(path, "a") else {
                return
            }
            fputs(line + "\n", file)
            fclose(file)
        }

        /// Loads plug-ins and code before anything is measured.
        static func warmUp(_ path: String) { _ = try? MediaProbe(source: MediaSource(url: URL(filePath: path))).run() }

        static func run(_ path: String) -> HostileProbe {
            measure { _ = try MediaProbe(source: MediaSource(url: URL(filePath: path))).run() }
        }

        static func measure(_ body: () throws -> Void) -> HostileProbe {
            // Makes the kernel reset the peak to what is resident now.
            if let file = fopen("/proc/self/clear_refs", "w") {
                fputs("5", file)
                fclose(file)
            }
            let before = status("VmRSS")
            let start = HostTime.now
            var failure: PlaybackError?
            do { try body() } catch { failure = error as? PlaybackError }
            return HostileProbe(
                error: failure, took: start.duration(to: .now), kibibytes: max(status("VmHWM") - before, 0))
        }

        private static func status(_ field: String) -> Int {
            let text = FileHandle(forReadingAtPath: "/proc/self/status").map {
                String(decoding: $0.readDataToEndOfFile(), as: UTF8.self)
            }
            let line = text?.split(separator: "\n").first { $0.hasPrefix(field + ":") }
            return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
    }
#endif
