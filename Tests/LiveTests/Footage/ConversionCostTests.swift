#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// The cost of drawing one picture into its tile, without decoding.
    @Suite(.alone, .serialized, .timeLimit(.minutes(5)))
    struct ConversionCostTests {
        struct Kind: Sendable, CustomTestStringConvertible {
            var name: String
            var caps: String
            /// The most a picture may take on two slow cores, in milliseconds.
            var most: Double
            var testDescription: String { name }
        }

        static let kinds = [
            Kind(name: "720p as the canvas is", caps: "format=I420,width=1280,height=720,colorimetry=bt709", most: 1),
            Kind(name: "720p BT.601", caps: "format=I420,width=1280,height=720,colorimetry=bt601", most: 2),
            Kind(name: "720p full range", caps: "format=I420,width=1280,height=720,colorimetry=1:3:5:1", most: 2),
            Kind(name: "1080p 10 bit", caps: "format=I420_10LE,width=1920,height=1080,colorimetry=bt709", most: 12),
            Kind(name: "1080p HLG", caps: "format=I420_10LE,width=1920,height=1080,colorimetry=bt2100-hlg", most: 15),
            Kind(name: "720p 4:2:2", caps: "format=Y42B,width=1280,height=720,colorimetry=bt709", most: 6),
            Kind(name: "720p RGB", caps: "format=GBR,width=1280,height=720,colorimetry=sRGB", most: 8),
            Kind(
                name: "576i", caps: "format=I420,width=720,height=576,colorimetry=bt601,interlace-mode=interleaved",
                most: 4),
        ]

        @Test(arguments: kinds)
        func `a picture is drawn into its tile within its limit`(kind: Kind) throws {
            GStreamerRuntime.start()
            let text = "video/x-raw,\(kind.caps),framerate=30/1"
            let caps = try #require(gst_caps_from_string(text))
            defer { mpk_caps_unref(caps) }
            let format = try #require(PictureFormat(caps: caps))
            let canvas = try Canvas(width: 1280, height: 720, rate: FrameRate(60), background: .black, isGuarded: false)
            var least = Duration.seconds(1)
            for round in 0..<30 {
                let buffer = try #require(gst_buffer_new_allocate(nil, format.info.pointee.size, nil))
                gst_buffer_memset(buffer, 0, UInt8(100 + round), gsize.max)
                let picture = Picture(owning: buffer, format: format)
                let begin = HostTime.now
                _ = canvas.compose([
                    Canvas.Layer(
                        id: 1, picture: picture, crop: CGRect(x: 0, y: 0, width: 1, height: 1),
                        target: CGRect(x: 0, y: 180, width: 640, height: 360))
                ])
                least = min(least, begin.duration(to: .now))
            }
            print("\(kind.name): \(String(format: "%.2f", least.seconds * 1000)) ms")
            #expect(least.seconds * 1000 < kind.most)
        }

        /// Compares two clips that need a change of matrix with the same clips that need none, decoding included.
        ///
        /// Whatever else the machine does only adds to a time, by up to a fifth from one run to the next. The least of
        /// each is therefore what the work itself takes.
        @MainActor
        @Test func `a change of matrix costs at most fifteen percent`() async throws {
            var plain: [Double] = []
            var changed: [Double] = []
            for _ in 0..<4 {
                plain.append(try await Self.processorTime { $0 })
                changed.append(try await Self.processorTime { clip in clip.with { $0.colour = .bt601 } })
            }
            let ratio = try #require(changed.min()) / #require(plain.min())
            print("a change of matrix: \(plain) s become \(changed) s, \(ratio) times as much")
            #expect(ratio <= 1.15)
        }

        /// The processor time, in seconds, of ten seconds of two clips side by side.
        @MainActor
        private static func processorTime(_ dress: (IndexClip) -> IndexClip) async throws -> Double {
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            for id in 1...2 { _ = try performance.add(dress(.hard(id: id)), end: .loop) }
            try await performance.group.play()
            let before = FootageTrial.processorTime
            performance.stage.advance(ticks: 600)
            return FootageTrial.processorTime - before
        }
    }
#endif
