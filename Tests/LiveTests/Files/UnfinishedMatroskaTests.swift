#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import TestTools

    /// A recording that broke off is finished in place, wherever it broke off.
    @Suite(.shared, .serialized, .timeLimit(.minutes(2)))
    struct UnfinishedMatroskaTests {
        private static let rate = FrameRate(60_000, 1_001)

        /// What a failed write leaves: either the muxer never reaches its end, or it does and states at the beginning
        /// what it could not write at the end.
        private static func unfinished(in folder: ScratchFolder, isStated: Bool = false) throws -> Data {
            let url = folder.url.appending(path: "unfinished.mkv")
            let pipeline = try Element(
                launch:
                    "videotestsrc num-buffers=\(isStated ? 220 : -1) pattern=ball ! video/x-raw,format=I420,width=160,height=90,framerate=60000/1001 ! "
                    + "x264enc pass=quant quantizer=5 speed-preset=ultrafast key-int-max=60 bframes=0 threads=1 ! "
                    + "h264parse ! matroskamux ! filesink name=file buffer-mode=unbuffered")
            let file = try #require(pipeline.child("file"))
            file.set("location", url.path)
            let ended = DispatchSemaphore(value: 0)
            let route = BusRoute(pipeline) { if case .ended = $0 { ended.signal() } }
            defer { route.close() }
            pipeline.play()
            if isStated { _ = ended.wait(timeout: .now() + 20) }
            let deadline = Date(timeIntervalSinceNow: 20)
            while (PosixFile.facts(of: url.path)?.size ?? 0) < 100_000, Date() < deadline { usleep(1_000) }
            pipeline.stop()
            return try Data(contentsOf: url)
        }

        /// Finishes a file with these bytes, and returns its frames and what ffprobe says of it: the frames it counts,
        /// the length and the complaints.
        private static func end(
            _ bytes: Data, in folder: ScratchFolder
        ) throws -> (frames: Int, counted: Int, seconds: Double, complaints: [Substring]) {
            let url = folder.url.appending(path: "ended.mkv")
            try bytes.write(to: url)
            let frames = try UnfinishedMatroska.end(PosixFile(url.path, writes: true), rate: rate)
            guard frames > 0 else { return (0, 0, 0, []) }
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [
                "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames:format=duration",
                "-of",
                "default=nw=1", url.path,
            ]
            (process.standardOutput, process.standardError) = (pipe, pipe)
            try process.run()
            let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            let lines = text.split(separator: "\n")
            func value(_ name: String) -> Double {
                lines.first { $0.hasPrefix(name) }.flatMap { Double($0.dropFirst(name.count)) } ?? -1
            }
            let rest = lines.filter { !$0.hasPrefix("nb_read_frames=") && !$0.hasPrefix("duration=") }
            return (frames, Int(value("nb_read_frames=")), value("duration="), rest)
        }

        @Test(arguments: [false, true])
        func `wherever a recording breaks off, its whole frames form a complete file`(isStated: Bool) throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let whole = try Self.unfinished(in: folder, isStated: isStated)
            var random = SplitMix(seed: 5)
            var found: [Int: Int] = [:]
            for _ in 0..<40 {
                let size = Int.random(in: 3_000...whole.count, using: &random)
                let ended = try Self.end(whole.prefix(size), in: folder)
                #expect(ended.frames > 0 && ended.counted == ended.frames, "\(size): \(ended)")
                let length = Double(ended.frames) * 1_001 / 60_000
                #expect(abs(ended.seconds - length) < 0.002, "\(size): \(ended)")
                #expect(ended.complaints.isEmpty, "\(size): \(ended.complaints)")
                found[size] = ended.frames
            }
            // No whole frame is cut off: a longer file never has fewer frames, and a frame has a few kilobytes at most.
            let sizes = found.keys.sorted()
            for (one, next) in zip(sizes, sizes.dropFirst()) {
                #expect((found[one] ?? 0) <= (found[next] ?? 0))
                if next - one > 4_000 { #expect((found[one] ?? 0) < (found[next] ?? 0)) }
            }
        }

        @Test func `a file without a whole frame gives none, and a damaged file never grows`() throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let whole = try Self.unfinished(in: folder)
            for size in [0, 1, 31, 33, 44, 240, 330, 490, 520, 1_000] {
                #expect(try Self.end(whole.prefix(size), in: folder).frames == 0, "\(size)")
            }
            var random = SplitMix(seed: 6)
            for _ in 0..<200 {
                var bytes = whole.prefix(20_000)
                for _ in 0..<20 {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let url = folder.url.appending(path: "noise.mkv")
                try bytes.write(to: url)
                _ = try UnfinishedMatroska.end(PosixFile(url.path, writes: true), rate: Self.rate)
                #expect(try PosixFile(url.path).facts().size <= 20_000, "the file has grown")
            }
        }

        @Test func `zeros that a loss of power leaves at the end are cut off`() throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let whole = try Self.unfinished(in: folder).prefix(50_000)
            let plain = try Self.end(whole, in: folder)
            let padded = try Self.end(whole + Data(count: 40_000), in: folder)
            // The zeros may complete the frame that was broken off.
            #expect((plain.frames...plain.frames + 1).contains(padded.frames) && padded.seconds < 10, "\(padded)")
        }
    }
#endif
