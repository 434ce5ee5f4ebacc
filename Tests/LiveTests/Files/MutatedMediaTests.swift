#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools

    /// Files with random damage are played or refused by name, and never cause a trap, a wait of more than ten seconds
    /// or growing memory.
    @Suite(.shared, .serialized, .timeLimit(.minutes(60)))
    struct MutatedMediaTests {
        /// Damaged files of each kind; 2,000 in all in the long form.
        private nonisolated static let count = TestRun.isLong ? 223 : 25
        private nonisolated static let seed = TestDay.number

        static let kinds: [(name: String, options: [String])] = [
            ("h264.mp4", HostileFiles.h264 + ["-bf", "2", "-g", "10"]),
            ("fragmented.mp4", HostileFiles.h264 + ["-movflags", "frag_keyframe+empty_moov", "-g", "5"]),
            ("mpeg4.mov", ["-c:v", "mpeg4", "-bf", "2"]),
            ("h264.mkv", HostileFiles.h264 + ["-g", "10"]),
            ("vp8.webm", ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"]),
            ("h264.ts", HostileFiles.h264 + ["-bf", "2", "-g", "10"]),
            ("mjpeg.avi", ["-c:v", "mjpeg"]),
            ("theora.ogv", ["-c:v", "libtheora"]),
            ("mpeg2.mpg", ["-c:v", "mpeg2video", "-bf", "2"]),
        ]

        @Test(arguments: kinds.indices)
        func `a damaged file is played or refused`(kind: Int) async throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let (name, options) = Self.kinds[kind]
            let good = folder.url.appending(path: name)
            try Forge.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=1.6"] + options + [good.path])
            print("mutated: MPK_DAY=\(Self.seed), \(Self.count) of \(name)")
            let (path, count, seed) = (good.path, Self.count, Self.seed &* 31 &+ UInt64(kind))
            await #expect(processExitsWith: .success, "\(name), seed \(Self.seed)") {
                [path = path as String, count = count as Int, seed = seed as UInt64] in
                try await Mutants(of: URL(filePath: path), seed: seed).play(count)
            }
        }
    }

    /// Copies of one file with random damage, each played for a moment.
    private struct Mutants {
        private static let patience = Duration.seconds(10)
        /// More than decoders and demuxers of one kind keep. A leak of one picture per file would be 25 times 29 kB and
        /// the threads of its pipeline.
        private static let mostGrowth = 24 << 20

        let good: [UInt8]
        let url: URL
        var random: SplitMix

        init(of file: URL, seed: UInt64) throws {
            good = Array(try Data(contentsOf: file))
            url = file.deletingLastPathComponent().appending(path: "damaged-" + file.lastPathComponent)
            random = SplitMix(seed: seed)
        }

        func play(_ count: Int) async throws {
            var random = random
            var before = 0
            for number in 0..<count {
                try Data(damaged(&random)).write(to: url)
                let later = Duration.milliseconds(Int.random(in: 0...1_600, using: &random))
                let begin = HostTime.now
                let said = await Self.open(url, then: later)
                let took = begin.duration(to: .now)
                HostileProbe.tell(
                    "mutant \(number) of \(url.lastPathComponent): \(Int(took.seconds * 1_000)) ms, \(said)")
                #expect(took < Self.patience, "mutant \(number): \(said)")
                // The first ones load plug-ins and code.
                if number == count / 3 { before = Footprint().heapBytes }
            }
            let growth = Footprint().heapBytes - before
            HostileProbe.tell("growth of \(url.lastPathComponent): \(growth)")
            #expect(growth < Self.mostGrowth, "\(growth) bytes")
        }

        private func damaged(_ random: inout SplitMix) -> [UInt8] {
            var bytes = good
            func place() -> Int { Int.random(in: 0..<max(bytes.count, 1), using: &random) }
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                // Single bits anywhere.
                for _ in 0..<Int.random(in: 1...40, using: &random) {
                    bytes[place()] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
            case 1:
                // Bytes where headers are: at the beginning, and in an MP4 at the end, too.
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    let near = Int.random(in: 0..<min(1_500, bytes.count), using: &random)
                    let at = Bool.random(using: &random) ? near : bytes.count - 1 - near
                    bytes[at] = UInt8.random(in: 0...255, using: &random)
                }
            case 2: bytes = Array(bytes.prefix(place()))
            case 3:
                let at = place()
                bytes.removeSubrange(at..<min(at + Int.random(in: 1...4_000, using: &random), bytes.count))
            case 4:
                let at = place()
                let noise = (0..<Int.random(in: 1...4_000, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                bytes.replaceSubrange(at..<min(at + noise.count, bytes.count), with: noise)
            default:
                // Numbers at their limits.
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let at = min(place(), bytes.count - 4)
                    let numbers: [[UInt8]] = [
                        [0, 0, 0, 0], [255, 255, 255, 255], [127, 255, 255, 255], [128, 0, 0, 0], [0, 0, 0, 1],
                    ]
                    bytes.replaceSubrange(at..<at + 4, with: numbers.randomElement(using: &random) ?? [])
                }
            }
            return bytes
        }

        /// Loads the file and prepares its beginning, then another position; returns what came of it.
        private static func open(_ url: URL, then later: Duration) async -> String {
            let player = GStreamerPlayer()
            let (events, continuation) = AsyncStream.makeStream(of: PlayerEvent.self)
            player.attach { continuation.yield($0) }
            player.load(MediaSource(url: url), generation: 1)
            defer { player.release() }
            // A group gives a member up after the same time.
            let giveUp = Task {
                try await Task.sleep(for: patience)
                continuation.finish()
            }
            defer { giveUp.cancel() }
            var bounds = ItemBounds(start: .zero, end: .zero)
            func prepare(at time: Duration, _ generation: Int) {
                let timeline = MemberTimeline(line: GroupLine(anchor: .held(at: time)), map: TimeMap(), bounds: bounds)
                player.prepare(timeline, at: .now, allowsPreview: false, generation: generation)
            }
            for await event in events {
                switch event {
                case .loaded(let info, _):
                    bounds = info.bounds
                    prepare(at: .zero, 2)
                case .prepared(2): prepare(at: later, 3)
                case .prepared(3): return "played"
                case .refused(let error, _), .failed(let error, _): return "\(error)"
                default: break
                }
            }
            return "no answer"
        }
    }
#endif
