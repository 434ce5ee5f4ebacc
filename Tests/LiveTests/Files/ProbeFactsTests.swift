#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools

    /// What the probe reports of real files, against what their encoder was told to write.
    @Suite(.shared, .serialized, .timeLimit(.minutes(5)))
    struct ProbeFactsTests {
        /// An encoder's arguments, and what the probe must report.
        struct Case: Sendable, CustomTestStringConvertible {
            var name: String
            var arguments: [String]
            var codec: String
            var stated = MediaColour.Stated()
            var pixels = "4:2:0, 8 bit"
            var order = FieldOrder.progressive
            var light: LightLevel?
            var size = "640x360"
            var testDescription: String { name }
        }

        private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
        /// Set by a filter, because ffmpeg 7 writes what it knows of its pictures, whatever the encoder is told.
        private static let bt709 = ["-vf", "setparams=color_primaries=bt709:color_trc=bt709"]
        private static let hdr10 =
            "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:hdr10=1:max-cll=1000,400"
            + ":master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"

        static let cases: [Case] = [
            Case(name: "untagged.mp4", arguments: h264, codec: "H.264"),
            Case(
                name: "tagged.mp4",
                arguments: bt709 + h264 + ["-colorspace", "bt709", "-color_range", "tv"], codec: "H.264",
                stated: .init(matrix: .bt709, transfer: .bt709, primaries: .bt709, range: .limited)),
            Case(
                name: "full.mp4",
                arguments: bt709 + h264 + ["-colorspace", "bt709", "-color_range", "pc"], codec: "H.264",
                stated: .init(matrix: .bt709, transfer: .bt709, primaries: .bt709, range: .full)),
            Case(
                name: "range only.mp4", arguments: h264 + ["-color_range", "pc"], codec: "H.264",
                stated: .init(range: .full)),
            Case(
                name: "matrix only.mp4", arguments: h264 + ["-colorspace", "smpte170m"], codec: "H.264",
                stated: .init(matrix: .smpte170m, range: .limited)),
            Case(
                name: "matrix only.mkv", arguments: h264 + ["-colorspace", "bt709"], codec: "H.264",
                stated: .init(matrix: .bt709, range: .limited)),
            Case(name: "untagged.mkv", arguments: h264, codec: "H.264"),
            Case(
                name: "fine.mov", arguments: ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv422p10le"],
                codec: "H.264", pixels: "4:2:2, 10 bit"),
            Case(
                name: "top first.mp4", arguments: ["-vf", "setfield=tff"] + h264 + ["-flags", "+ildct+ilme"],
                codec: "H.264", order: .topFirst),
            Case(
                name: "bottom first.mp4", arguments: ["-vf", "setfield=bff"] + h264 + ["-flags", "+ildct+ilme"],
                codec: "H.264", order: .bottomFirst),
            Case(
                name: "top first.ts",
                arguments: ["-vf", "setfield=tff", "-c:v", "mpeg2video", "-flags", "+ildct+ilme"],
                codec: "MPEG-2 Video", order: .topFirst),
            Case(name: "plain.ts", arguments: ["-c:v", "mpeg2video"], codec: "MPEG-2 Video"),
            Case(
                name: "hdr.mp4",
                arguments: [
                    "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", hdr10,
                ],
                codec: "HEVC", stated: .init(matrix: .bt2020, transfer: .pq, primaries: .bt2020, range: .limited),
                pixels: "4:2:0, 10 bit",
                light: LightLevel(maxContent: 1000, maxFrameAverage: 400, masteringPeak: 1000, masteringBlack: 0.0001)),
            Case(
                name: "large hdr.mp4",
                arguments: [
                    "-vf", "scale=2560:1440", "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast",
                    "-x265-params", hdr10,
                ], codec: "HEVC", stated: .init(matrix: .bt2020, transfer: .pq, primaries: .bt2020, range: .limited),
                pixels: "4:2:0, 10 bit",
                light: LightLevel(maxContent: 1000, maxFrameAverage: 400, masteringPeak: 1000, masteringBlack: 0.0001),
                size: "2560x1440"),
            Case(
                name: "untagged.hevc.mp4",
                arguments: ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"], codec: "HEVC"),
            Case(
                name: "plain.webm", arguments: ["-c:v", "libvpx-vp9", "-cpu-used", "8", "-deadline", "realtime"],
                codec: "VP9"),
            Case(
                name: "tagged.webm",
                arguments: [
                    "-c:v", "libvpx-vp9", "-cpu-used", "8", "-deadline", "realtime", "-colorspace", "bt2020nc",
                    "-color_range", "pc",
                ], codec: "VP9",
                stated: .init(matrix: .bt2020, transfer: .bt2020TenBit, primaries: .bt2020, range: .full)),
            Case(
                name: "old.webm", arguments: ["-c:v", "libvpx", "-cpu-used", "8", "-deadline", "realtime"], codec: "VP8"
            ),
            Case(
                name: "new.mp4",
                arguments: ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-colorspace", "bt709"],
                codec: "AV1", stated: .init(matrix: .bt709, range: .limited)),
            Case(name: "visual.avi", arguments: ["-c:v", "mpeg4"], codec: "MPEG-4 Visual"),
            Case(
                name: "motion.avi", arguments: ["-c:v", "mjpeg", "-pix_fmt", "yuvj422p"], codec: "Motion JPEG",
                pixels: "4:2:2, 8 bit"),
            Case(
                name: "camera.mov", arguments: ["-c:v", "prores_ks", "-profile:v", "standard"], codec: "ProRes 422",
                pixels: "4:2:2, 10 bit"),
            Case(
                name: "keyed.mov",
                arguments: bt709 + [
                    "-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le", "-colorspace", "bt709",
                ], codec: "ProRes 4444", stated: .init(matrix: .bt709, transfer: .bt709, primaries: .bt709),
                pixels: "4:4:4 with alpha, 12 bit"),
            Case(
                name: "drawn.mov", arguments: ["-c:v", "png", "-pix_fmt", "rgba"], codec: "PNG",
                pixels: "RGB with alpha, 8 bit"),
            Case(
                name: "animation.mov", arguments: ["-c:v", "qtrle", "-pix_fmt", "argb"], codec: "QuickTime Animation",
                pixels: "RGB with alpha, 8 bit"),
            Case(
                name: "archive.mkv", arguments: ["-c:v", "ffv1", "-pix_fmt", "yuv444p"], codec: "FFV1",
                pixels: "4:4:4, 8 bit"),
            Case(
                name: "bare.mov", arguments: ["-c:v", "rawvideo", "-pix_fmt", "rgb24"], codec: "uncompressed",
                pixels: "RGB, 8 bit"),
        ]

        @Test(arguments: cases)
        func `a file is reported as it was written`(file: Case) throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let url = folder.url.appending(path: file.name)
            try Forge.ffmpeg(Forge.pattern + file.arguments + [url.path])
            let info = try MediaProbe(source: MediaSource(url: url)).run().info
            #expect(info.codec == file.codec)
            #expect(info.colour.stated == file.stated)
            #expect(info.pixelFormat == file.pixels)
            #expect(info.fieldOrder == file.order)
            #expect(info.lightLevel == file.light)
            #expect("\(Int(info.displaySize.width))x\(Int(info.displaySize.height))" == file.size)
            let isFull = file.stated.range == .full || info.chroma == .rgb || file.codec == "Motion JPEG"
            #expect(info.colour.range == (isFull ? .full : .limited))
        }

        /// As screen recorders write them: one key frame, and more frames than are read to find the end.
        @Test(arguments: ["mkv", "mp4", "avi"])
        func `a file whose last group of pictures is very long has its full length`(type: String) throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let url = folder.url.appending(path: "long.\(type)")
            try Forge.ffmpeg(
                ["-f", "lavfi", "-i", "testsrc=size=64x64:rate=30:duration=80"] + Self.h264
                    + ["-g", "5000", "-bf", "0", url.path])
            let length = try MediaProbe(source: MediaSource(url: url)).run().info.bounds.length
            #expect(abs(length.seconds - 80) < 0.1, "\(length)")
        }

        /// The stream states no colours; its container's colour box states all.
        @Test func `the container states the colours that the stream leaves open`() throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let url = folder.url.appending(path: "box.mp4")
            try Forge.ffmpeg(Forge.pattern + Self.h264 + [url.path])
            // A colour box replaces that of bit rates: nclx, primaries, transfer, matrix, full range.
            let data = try Data(contentsOf: url)
            let box = try #require(data.range(of: Data("btrt".utf8), options: .backwards))
            let colours = Array("colrnclx".utf8) + [0, 9, 0, 16, 0, 9, 0x80]
            try Forge.replacing(data, at: box.lowerBound, with: colours).write(to: url)
            let info = try MediaProbe(source: MediaSource(url: url)).run().info
            #expect(info.colour.stated == .init(matrix: .bt2020, transfer: .pq, primaries: .bt2020, range: .full))
            #expect(info.colour.isHDR)
        }

        /// The matrix of each orientation; the upright one counts as none.
        @Test(arguments: PictureOrientation.allCases, ["mp4", "mov"])
        func `the display matrix gives all eight orientations`(orientation: PictureOrientation, type: String) throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let url = folder.url.appending(path: "turned.\(type)")
            try Forge.ffmpeg(Forge.pattern + Self.h264 + [url.path])
            let (a, b, c, d) = Forge.matrix(orientation)
            try Forge.patching(url, box: "tkhd", at: 40, with: [a, b, 0, c, d, 0].flatMap(Forge.big))
            let finding = try MediaProbe(source: MediaSource(url: url)).run()
            #expect(finding.info.orientation == orientation)
            #expect(finding.orientation == (orientation == .rotate0 ? nil : orientation))
            #expect(
                finding.info.displaySize
                    == (orientation.swapsSides ? CGSize(width: 360, height: 640) : CGSize(width: 640, height: 360)))
        }

        /// Two sizes of one picture, one of which is marked as the default.
        @Test(arguments: ["mp4", "mkv", "mov"], [0, 1])
        func `the default video track is the one probed`(type: String, chosen: Int) throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let url = folder.url.appending(path: "two.\(type)")
            try Forge.ffmpeg(
                Forge.pattern + [
                    "-filter_complex", "[0:v]split[a][b];[b]scale=320:180[c]", "-map", "[a]", "-map", "[c]",
                ] + Self.h264
                    + ["-disposition:v:\(1 - chosen)", "0", "-disposition:v:\(chosen)", "default", url.path])
            // ffmpeg always enables the first video of a MOV, so its flag is removed by hand.
            if type != "mkv", chosen == 1 { try Self.disableFirst(url) }
            let finding = try MediaProbe(source: MediaSource(url: url)).run()
            #expect(finding.info.displaySize.width == [640, 320][chosen])
            #expect(finding.video.ordinal == chosen)
            #expect(
                type == "mkv"
                    || finding.video.streamID == "00\(chosen + 1)" && finding.video.padName == "video_\(chosen)")
            #expect(type != "mkv" || finding.video.streamID.hasPrefix("00\(chosen + 1):"))
        }

        private static func disableFirst(_ url: URL) throws {
            let data = try Data(contentsOf: url)
            guard let name = data.range(of: Data("tkhd".utf8)) else { throw CocoaError(.fileReadCorruptFile) }
            try Forge.replacing(data, at: name.upperBound + 3, with: [0]).write(to: url)
        }

        @Test func `of several default video tracks or none the first is chosen`() throws {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            for word in ["0", "default"] {
                let url = folder.url.appending(path: "two-\(word).mkv")
                try Forge.ffmpeg(
                    Forge.pattern + [
                        "-filter_complex", "[0:v]split[a][b];[b]scale=320:180[c]", "-map", "[a]", "-map", "[c]",
                    ] + Self.h264
                        + [
                            "-disposition:v:0", word, "-disposition:v:1", word, "-default_mode", "passthrough",
                            url.path,
                        ])
                let finding = try MediaProbe(source: MediaSource(url: url)).run()
                #expect(finding.video.ordinal == 0 && finding.info.displaySize.width == 640)
            }
        }

        /// Prints milliseconds without a limit, because times depend on the machine.
        @Test(.enabled(if: ProcessInfo.processInfo.environment["PROBE_COST"] != nil))
        func `the cost of a probe is printed`() throws {
            let folder = ProcessInfo.processInfo.environment["PROBE_COST"] ?? ""
            for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
                guard
                    ["mp4", "mov", "mkv", "webm", "ts", "avi"].contains(String(name.split(separator: ".").last ?? ""))
                else { continue }
                let source = MediaSource(url: URL(filePath: folder + "/" + name))
                let times = (0..<11).map { _ in
                    let start = HostTime.now
                    _ = try? MediaProbe(source: source).run()
                    return start.duration(to: .now).seconds * 1_000
                }
                let ordered = times.dropFirst().sorted()
                print("\(name): first \(Int(times[0])) ms, then \(ordered[0]) / \(ordered[5]) / \(ordered[9]) ms")
            }
        }
    }
#endif
