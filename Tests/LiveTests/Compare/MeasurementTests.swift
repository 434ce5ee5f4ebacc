#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitCompare
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit

    /// Measures, against those of ffmpeg's filters for the same pairs.
    @Suite(.serialized, .timeLimit(.minutes(20)))
    @MainActor
    struct MeasurementTests {
        /// Two videos of one drawing, and how they lie in time.
        struct Case: Sendable, CustomTestStringConvertible {
            var reference: IndexClip
            var other: IndexClip
            var offset = Duration.zero
            /// The pixel format in which ffmpeg is to measure.
            var format = "yuv420p"
            var testDescription: String {
                "\(reference.codec.rawValue) \(reference.width)x\(reference.height) at \(reference.frameRate.numerator), "
                    + "\(other.codec.rawValue) at \(other.frameRate.numerator), \(format), offset \(offset.seconds)"
            }
        }

        nonisolated private static let frames = TestRun.count(480, dividedBy: 6)

        nonisolated private static func clip(_ change: (inout IndexClip) -> Void) -> IndexClip {
            IndexClip.hard(id: 7).with {
                $0.frameCount = frames
                change(&$0)
            }
        }

        nonisolated static let cases: [Case] = [
            Case(reference: clip { _ in }, other: clip { $0.codec = .vp9 }),
            Case(
                reference: clip { ($0.codec, $0.pixels) = (.h265, .yuv420p10) }, other: clip { $0.bFrames = 0 },
                format: "yuv420p10"),
            Case(
                reference: clip { $0.frameRate = .fps24 }, other: clip { $0.codec = .h265 },
                offset: .milliseconds(500)),
            Case(
                reference: clip { $0.frameRate = .ntsc5994 }, other: clip { $0.frameRate = .fps25 },
                offset: .milliseconds(-200)),
            Case(
                reference: clip { ($0.pixels, $0.width, $0.height) = (.yuv444p, 642, 362) },
                other: clip { ($0.pixels, $0.width, $0.height, $0.codec) = (.yuv444p, 642, 362, .vp9) },
                format: "yuv444p"),
        ]

        @Test(.shared, arguments: cases) func `measures are those of ffmpeg`(_ pair: Case) async throws {
            try ClipLibrary.shared.make([pair.reference, pair.other])
            let urls = try [pair.reference, pair.other].map { try ClipLibrary.shared.url(for: $0) }
            var measurement = VideoMeasurement(of: MediaSource(url: urls[1]), against: MediaSource(url: urls[0]))
            measurement.map.offset = pair.offset
            let begin = HostTime.now
            let found = try await measurement.run()
            let time = begin.duration(to: .now)
            let theirs = try FilterStatistics(urls, offset: pair.offset, format: pair.format)
            func perSecond(_ clip: IndexClip) -> Double {
                Double(clip.frameRate.numerator) / Double(clip.frameRate.denominator)
            }
            let (rate, otherRate) = (perSecond(pair.reference), perSecond(pair.other))
            // Before the other begins there is nothing to measure.
            let skipped = found.pairs.first.map { Int(($0.time.seconds * rate).rounded()) } ?? 0
            let shared = min(Double(Self.frames) / rate, Double(Self.frames) / otherRate - pair.offset.seconds)
            let wanted = Int(shared * rate + 0.5) - skipped
            #expect(found.pairs.count == wanted)
            var (decibels, similarity) = (0.0, 0.0)
            for (index, pair) in found.pairs.enumerated() {
                let line = theirs.lines[index]
                for (number, component) in pair.measures.components.enumerated() {
                    decibels = max(decibels, abs(min(component.psnr, 999) - line.psnr[number]))
                    similarity = max(similarity, abs(component.ssim - line.ssim[number]))
                }
                decibels = max(decibels, abs(pair.measures.psnr - line.psnr[3]))
                similarity = max(similarity, abs(pair.measures.ssim - line.ssim[3]))
            }
            let speed = shared / time.seconds
            print(
                "\(pair.testDescription): \(found.pairs.count) pairs, at most \(decibels) dB and \(similarity) from "
                    + "ffmpeg's; \(speed) times real time")
            // ffmpeg rounds decibels to hundredths.
            #expect(decibels <= 0.01)
            #expect(similarity <= 0.0005)
        }

        @Test(.alone) func `two videos of 720p are measured at least twice as fast as they play`() async throws {
            let clips = [IndexClip.hard(id: 8), .hard(id: 8).with { ($0.gop, $0.bFrames) = (30, 0) }].map {
                $0.dressed(fixing: .load.union([.colour]))
            }
            try ClipLibrary.shared.make(clips)
            let urls = try clips.map { try ClipLibrary.shared.url(for: $0) }
            let measurement = VideoMeasurement(of: MediaSource(url: urls[1]), against: MediaSource(url: urls[0]))
            let speed = try await QuietMachine.run(until: { (speed: Double) in speed >= 2 }, always: { _ in }) {
                let begin = HostTime.now
                let found = try await measurement.run()
                #expect(found.pairs.count == 300)
                return 10 / begin.duration(to: .now).seconds
            }
            print("two clips of 720p30 over grain: measured at \(speed) times real time")
            #expect(speed >= 2)
        }

        @Test(.shared) func `what cannot be measured is refused by name`() async throws {
            let (large, small) = (Self.clip { $0.frameCount = 10 }, Self.clip { ($0.width, $0.frameCount) = (640, 10) })
            let urls = try [large, small].map { try ClipLibrary.shared.url(for: $0) }
            func refusal(of measurement: VideoMeasurement) async -> String? {
                do { _ = try await measurement.run() } catch { return "\(error)" }
                return nil
            }
            let unlike = VideoMeasurement(of: MediaSource(url: urls[1]), against: MediaSource(url: urls[0]))
            let sizes = try #require(await refusal(of: unlike))
            #expect(sizes.contains("1280x720") && sizes.contains("640x720"), "\(sizes)")
            var late = VideoMeasurement(of: MediaSource(url: urls[0]), against: MediaSource(url: urls[0]))
            late.map.offset = .seconds(60)
            #expect(await refusal(of: late)?.contains("no time in common") == true)
            let missing = VideoMeasurement(
                of: MediaSource(url: URL(filePath: "/nonexistent.mp4")), against: MediaSource(url: urls[0]))
            #expect(await refusal(of: missing)?.contains("nonexistent.mp4") == true)
        }
    }

    /// What ffmpeg's filters find, frame by frame of the first video.
    private struct FilterStatistics {
        struct Line {
            /// Of the three components and of all.
            var psnr: [Double]
            var ssim: [Double]
        }
        var lines: [Line]

        init(_ urls: [URL], offset: Duration, format: String) throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "measure-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            func numbers(_ filter: String, _ keys: [String]) throws -> [[Double]] {
                let file = folder.appending(path: filter)
                let graph =
                    "[0:v]setpts=PTS-STARTPTS,format=\(format)[a];"
                    + "[1:v]setpts=PTS-STARTPTS-\(offset.seconds)/TB,format=\(format)[b];"
                    + "[a][b]\(filter)=stats_file=\(file.path)"
                try Forge.ffmpeg(urls.flatMap { ["-i", $0.path] } + ["-lavfi", graph, "-f", "null", "-"])
                return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
                    let words = line.split(separator: " ").map { $0.split(separator: ":") }
                    return try keys.map { key in
                        let word = try #require(words.first { $0[0] == key })
                        return word[1] == "inf" ? 999 : try #require(Double(word[1]))
                    }
                }
            }
            let psnr = try numbers("psnr", ["psnr_y", "psnr_u", "psnr_v", "psnr_avg"])
            let ssim = try numbers("ssim", ["Y", "U", "V", "All"])
            lines = zip(psnr, ssim).map { Line(psnr: $0, ssim: $1) }
        }
    }
#endif
